"""The numbers of answer sequences are as recorded in tests/perft/tawantinsuyu.toml."""

from __future__ import annotations

import pytest

from tests.games.tawantinsuyu.positions import POSITIONS
from tests.perft import perft, recorded


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    position, depth = POSITIONS[name]
    assert [perft(position(), n) for n in range(1, depth + 1)] == recorded("tawantinsuyu")[name]


def test_every_recorded_position_is_counted() -> None:
    assert list(recorded("tawantinsuyu")) == list(POSITIONS)
