"""Setting up (section 3): the table, starting weavings, god cards, and the variants."""

from __future__ import annotations

from typing import cast

import pytest

from engine.table import Table
from games.tawantinsuyu import TITLE
from games.tawantinsuyu.data import GOD_CARDS, HILL, SETUP, WEAVINGS, WORKERS
from games.tawantinsuyu.hill import TERRACES
from games.tawantinsuyu.state import Tawantinsuyu

each_number = pytest.mark.parametrize("seats", [2, 3, 4])


def begun(seats: int, number: int = 1, *options: str) -> Table:
    """A table at its first question."""
    return Table.new(TITLE, seats, options, bytes([number]) * 32)


def state(table: Table) -> Tawantinsuyu:
    """What lies on the table."""
    return cast(Tawantinsuyu, table.state)


def advanced(table: Table, question: str) -> Table:
    """The table at a question; each earlier one is given its first answer."""
    while table.open[0].effect[0] != question:
        seat = table.awaited[0]
        table.commit(seat, [table.decision(seat).options[0].id])
    return table


@each_number
def test_workers(seats: int) -> None:
    """3.4 to 3.7: 40, 35 or 45 workers; two of different colours each; dummies with two players."""
    for number in range(1, 20):
        s = state(begun(seats, number))
        in_play = len(WORKERS) * 9 - sum(s.boxed.values())
        assert in_play == {2: 40, 3: 35, 4: 45}[seats]
        assert all(len({*p.workers}) == len(p.workers) == 2 for p in s.players)
        assert len(s.village) == {2: 6, 3: 7, 4: 9}[seats]
        assert len(s.nomads) == {2: 3, 3: 3, 4: 4}[seats]
        blocked = [x.id for x in HILL.space if x.blocked and x.terrace == TERRACES[0]]
        assert [*s.hill] == (blocked if seats == 2 else [])


@each_number
def test_weavings(seats: int) -> None:
    """3.10, 3.12: each player takes a starting weaving in turn order; the others leave the game."""
    table = begun(seats)
    first = state(table).first
    asked = []
    while table.open[0].effect[0] == "choose_start":
        asked += table.awaited
        table.commit(table.awaited[0], [table.open[0].options[-1].id])
    order = [(first + n) % seats for n in range(seats)]
    assert asked == order[: len(asked)]
    assert len(asked) == min(seats, 3)  # the fourth player has no choice
    s = state(table)
    used = {row[0] for player in s.players for row in player.tapestries}
    assert [len(player.tapestries) for player in s.players] == [1] * seats
    gone = {each.id for each in WEAVINGS.values() if each.starting or each.least_players > seats}
    assert {*s.removed} == gone - used


def test_an_answer_names_a_starting_weaving_once() -> None:
    """A starting weaving that is taken is refused to the next player."""
    table = begun(2)
    taken = table.open[0].options[0].id
    table.commit(table.awaited[0], [taken])
    refused = {each.id: each.reason for each in table.refusals(table.awaited[0])}
    assert refused == {taken: "weaving-taken"}


@each_number
def test_god_cards(seats: int) -> None:
    """3.14, D36: all keep three of eight in secret; the benefits go from the last to the first."""
    table = advanced(begun(seats), "choose_gods")
    assert table.awaited == list(range(seats))
    assert all(len(decision.options) == 56 for decision in table.open)
    hands = [[*player.dealt] for player in state(table).players]
    for seat in table.awaited:
        table.commit(seat, [f"keep {' '.join(hands[seat][:3])}"])
    s = state(table)
    assert [player.gods for player in s.players] == [hand[:3] for hand in hands]
    assert [player.laid for player in s.players] == [hand[3:] for hand in hands]
    asked = []
    while table.open[0].effect[0] != "place_priest":
        asked += table.awaited
        table.commit(table.awaited[0], [table.open[0].options[0].id])
    places = [(seat - s.first) % seats for seat in asked]
    assert places == sorted(places, reverse=True)
    s = state(table)
    assert [player.laid for player in s.players] == [[]] * seats
    assert len(s.offer) == {2: 3, 3: 4, 4: 5}[seats]
    assert s.active == s.first == table.awaited[0]
    kept = [card for seat in range(seats) for card in s.hand(seat)]
    assert len({*s.god_deck, *s.offer, *kept}) == len(GOD_CARDS)
    assert len(s.market) == 4


def test_everybody_begins_with_2_stone_and_10_points() -> None:
    """3.2, 3.13."""
    for player in state(begun(4)).players:
        assert (player.goods["stone"], sum(player.goods.values()), player.points) == (2, 2, 10)


def test_the_variants() -> None:
    """The printed hilltop is not turned, the offer may start empty, and a festival may be cheap."""
    turns = {state(begun(2, number)).rotation for number in range(1, 30)}
    assert turns == {*range(HILL.sections)}
    options = ("closed_offer", "potato_1", "printed_hilltop")
    assert {state(begun(2, n, *options)).rotation for n in range(1, 30)} == {0}
    s = state(advanced(begun(2, 1, *options), "place_priest"))
    assert (s.offer, s.potato, SETUP.players["2"].offer) == ([], 1, 3)


def test_the_central_offer_at_the_start() -> None:
    """D11: it is opened, or by an option it begins empty."""
    assert len(state(advanced(begun(4), "place_priest")).offer) == 5
    assert state(advanced(begun(4, 1, "closed_offer"), "place_priest")).offer == []


def test_the_first_player_is_drawn_by_lot() -> None:
    """D37."""
    assert {state(begun(3, number)).first for number in range(1, 40)} == {0, 1, 2}
