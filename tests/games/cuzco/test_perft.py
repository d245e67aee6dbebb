"""The numbers of answer sequences are as recorded in tests/perft/cuzco.toml."""

from __future__ import annotations

import pytest

from tests.games.cuzco.positions import POSITIONS
from tests.perft import perft, recorded


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    position, depth = POSITIONS[name]
    assert [perft(position(), n) for n in range(1, depth + 1)] == recorded("cuzco")[name]


def test_every_recorded_position_is_counted() -> None:
    assert list(recorded("cuzco")) == list(POSITIONS)
