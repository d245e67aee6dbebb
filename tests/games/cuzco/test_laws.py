"""Invariants of a game of Cuzco, computed without the rules' own code."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from engine.core import Item
from engine.module import part
from engine.table import Table, Turn
from games.cuzco import TITLE
from games.cuzco.data import MASK, SPACES
from games.cuzco.modules.pututu.tiles import Pututus
from games.cuzco.state import Cuzco, Die, Player

COSTLY = {"offering": 6, "food": 12, "medal": 2}


def random_table(seats: int, options: tuple[str, ...], number: int) -> tuple[Table, Random]:
    """A fresh table; at every second one everybody is rich, so that cards and goods come up."""
    rng = Random(f"cuzco {seats} {options} {number}")
    table = Table.new(TITLE, seats, options, rng.randbytes(32))
    if number % 2:
        for player in table.state.players:
            for kind, n in COSTLY.items():
                player.goods[kind] += n
    return table, rng


def check_board(s: Cuzco) -> None:
    """One quipu a seat and village, one priest a step, feathers in slots of their colour."""
    for pile in s.piles.values():
        assert len(set(pile)) == len(pile)
    assert len(s.stairs) == 6
    for player in s.players:
        check_mask(player)
        assert player.chaski == "CUZCO" or player.chaski in s.piles
        assert 0 <= player.knowledge <= 15
        assert min(player.goods.values()) >= 0
    assert min(s.feathers.values()) >= 0
    if "pututu" in s.modules:
        pututus = part(s, Pututus)
        for tiles in (pututus.supply, *(holding.tiles for holding in pututus.holdings)):
            assert min(tiles.values()) >= 0
    assert 0 <= s.medals <= 6
    assert all(card is None or card[:-1] == god for god, card in s.gods.items())


def check_mask(player: Player) -> None:
    """Twelve spaces, feathers beside circlets of their colour, active circlets between two."""
    pairs = MASK[player.mask].circlets
    for colour, circlets in player.feathers.items():
        assert len(set(circlets)) == len(circlets) <= 3
        assert all(colour in pairs[circlet - 1] for circlet in circlets)
    for circlet in player.circlets:
        assert all(circlet in player.feathers[colour] for colour in pairs[circlet - 1])
    assert len(set(player.circlets)) == len(player.circlets)
    assert player.quipus + len(player.tiles) <= 12
    assert set(player.slid) <= set(player.tiles)
    assert len(player.completed) <= 9
    assert len(player.tasks) <= 3


def check_dice(s: Cuzco, before: dict[str, list[Die]], trace: list[Item]) -> None:
    """A die placed was lower than all there, unless a card said otherwise."""
    free = {space.id for space in SPACES.players[str(len(s.players))] if not space.lower_only}
    unbound = any(effect[0] == "ignore_placement" for _, effect in trace) or s.now.unbound
    for _, effect in trace:
        if effect[0] == "put" and effect[1] not in free and not unbound:
            assert all(effect[3] < value for value in [die.value for die in before[effect[1]]])


def check_points(before: list[int], s: Cuzco, trace: list[Item]) -> None:
    """Points come from events that say so, and from nothing else."""
    gained: Counter[int] = Counter()
    for seat, effect in trace:
        if effect[0] in ("score", "reward"):
            gained[seat] += effect[-1]
    assert [p.points - was for p, was in zip(s.players, before, strict=True)] == [
        gained[seat] for seat in range(len(before))
    ]


@pytest.mark.parametrize("options", [(), ("pututu",)], ids=["bare", "pututu"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_of_every_step(seats: int, options: tuple[str, ...]) -> None:
    for number in range(6):
        table, rng = random_table(seats, options, number)
        s, turns = cast(Cuzco, table.state), Counter[int]()
        while not table.over:
            decision = rng.choice(table.open)
            dice = {space: list(row) for space, row in s.spaces.items()}
            points = [player.points for player in s.players]
            turn = Turn()
            table.step(decision.seat, rng.choice(decision.options).id, turn)
            check_board(s)
            check_dice(s, dice, turn.trace)
            check_points(points, s, turn.trace)
            turns.update(seat for seat, effect in turn.trace if effect[0] == "put")
        assert turns == dict.fromkeys(range(seats), 18)
        assert s.medals == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_limits_of_cards_hold(seats: int) -> None:
    """At most one green card a phase II, one ability a die, one medal an ability and turn."""
    for number in range(1, 12, 2):
        table, rng = random_table(seats, (), number)
        while not table.over:
            decision = rng.choice(table.open)
            cards = [o for o in decision.options if o.id.split()[0] in ("play", "medal")]
            option = rng.choice(cards or decision.options)
            table.step(decision.seat, option.id, Turn())
            now = cast(Cuzco, table.state).now
            assert sum(card.startswith("green") for card in now.played) <= 1
            assert len(set(now.played)) == len(now.played)
            assert len(set(now.medals)) == len(now.medals)
