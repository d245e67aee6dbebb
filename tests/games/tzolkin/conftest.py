"""Whole games at random, played once and shared by the tests that look into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import cast

import pytest

from engine.core import Item
from engine.table import Table, Turn
from games.tzolkin import TITLE
from games.tzolkin.state import Tzolkin

RICHES = {"corn": 25, "wood": 8, "stone": 8, "gold": 8}

Watch = Callable[[Table, list[Item]], None]
"""Sees the table before the first answer and after each, with the events in between."""

Games = Callable[[Watch], None]


def play(table: Table, rng: Random, watch: Watch) -> None:
    """Play to the end; several seats asked at once answer in any order, and few decline."""
    watch(table, [])
    while not table.over:
        decision = rng.choice(table.open)
        ids = [option.id for option in decision.options]
        eager = [each for each in ids if each not in ("done", "nothing")]
        turn = Turn()
        table.step(decision.seat, rng.choice(eager if rng.random() < 0.7 else ids), turn)
        watch(table, turn.trace)


def tables(seats: int, count: int) -> Iterator[tuple[Table, Random]]:
    """Fresh tables; at every second one, wealth is chosen and dear things can be paid."""
    for n in range(count):
        rng = Random(f"tzolkin {seats} {n}")
        table = Table.new(TITLE, seats, (), rng.randbytes(32))
        if n % 2:
            for seat in range(seats):
                table.commit(seat, [rng.choice(table.decision(seat).options).id])
            enrich(cast(Tzolkin, table.state), rng)
        yield Table(TITLE, table.state), rng


def enrich(s: Tzolkin, rng: Random) -> None:
    """Goods, skulls and technologies for everybody."""
    for player in s.players:
        for kind, amount in RICHES.items():
            player.goods[kind] += amount
        player.goods["skull"] += 2
        s.skulls -= 2
        for track in player.technologies:
            player.technologies[track] = rng.randint(0, 3)


@pytest.fixture(params=[2, 3, 4], ids="{} seats".format)
def random_games(request: pytest.FixtureRequest) -> Games:
    """A run of eight games with one number of players, with an observer."""

    def run(watch: Watch) -> None:
        for table, rng in tables(request.param, 8):
            play(table, rng, watch)

    return run
