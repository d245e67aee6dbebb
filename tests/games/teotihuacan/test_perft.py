"""The numbers of answer sequences are as recorded in tests/perft/teotihuacan.toml."""

from __future__ import annotations

import pytest

from tests.games.teotihuacan.positions import POSITIONS
from tests.perft import perft, recorded


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    position, depth = POSITIONS[name]
    assert [perft(position(), n) for n in range(1, depth + 1)] == recorded("teotihuacan")[name]


def test_every_recorded_position_is_counted() -> None:
    assert list(recorded("teotihuacan")) == list(POSITIONS)
