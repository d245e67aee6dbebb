"""Setting up: tiles, jungle, dummies and the secret choice of wealth (rules section 2)."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import cast

import pytest

from engine.core import NOBODY
from engine.guess import guess
from engine.luck import draw
from engine.table import Table
from games.tzolkin import TITLE
from games.tzolkin.setup import place_dummies
from games.tzolkin.state import DUMMY, Tzolkin
from tests.games.tzolkin import facts, laws
from tests.games.tzolkin.builder import undressed
from tests.games.tzolkin.expected import board, changed

SEEDS = [bytes([n] * 32) for n in range(40)]


def fresh(seats: int, seed: bytes = SEEDS[1]) -> Table:
    return Table.new(TITLE, seats, (), seed)


def state(table: Table) -> Tzolkin:
    return cast(Tzolkin, table.state)


@pytest.mark.parametrize(
    ("seats", "monuments", "cells", "dummies"), [(2, 4, 2, 12), (3, 5, 3, 6), (4, 6, 4, 0)]
)
def test_setup_by_number_of_players(seats: int, monuments: int, cells: int, dummies: int) -> None:
    s = state(fresh(seats))
    laws.check(s)
    assert len(s.monuments) == monuments
    assert s.jungle[2] == {"corn": cells, "wood": 0}
    assert all(s.jungle[group] == {"corn": cells, "wood": cells} for group in (3, 4, 5))
    assert sum(teeth.count(DUMMY) for teeth in s.gears.values()) == dummies
    assert (len(s.display), len(s.stack), len(s.later)) == (6, 8, 18)
    assert (s.round, s.food_days, s.calendar_corn, s.skulls) == (1, 0, 0, 13)
    for player in s.players:
        assert (player.hand, player.reserve, player.light, player.points) == (3, 3, True, 0)
        assert len(player.dealt) == 4
        assert board(player) == {"worker": 3}


def test_d01_who_starts_is_drawn_by_lot() -> None:
    """D1: every seat starts some games, and the lot is the first draw of the luck."""
    for seats in (2, 3, 4):
        starters = []
        for seed in SEEDS:
            s = state(fresh(seats, seed))
            s.draws, drawn = 0, s.start_player
            assert draw(s, seats) == drawn
            starters.append(drawn)
        assert set(starters) == set(range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d02_all_choose_at_once_and_unseen(seats: int) -> None:
    """D2: the order of the answers changes nothing, and answers are hidden until all are in."""
    ends = set()
    for order in permutations(range(seats)):
        table = fresh(seats)
        assert table.awaited == list(range(seats))
        for n, seat in enumerate(order, 1):
            views = [table.view()["players"][other] for other in range(seats)]
            assert all(view["wealth"] == [] for view in views)
            table.commit(seat, [table.decision(seat).options[seat].id])
            assert table.awaited != [seat] or n == seats
        ends.add(table.save())
    assert len(ends) == 1


def test_d02_the_six_pairs_of_the_four_tiles_dealt() -> None:
    """D2: two of the four are kept; the others leave the game unseen."""
    table = fresh(3)
    dealt = state(table).players[0].dealt
    pairs = [f"keep {a} {b}" for a, b in combinations(dealt, 2)]
    assert [option.id for option in table.decision(0).options] == pairs
    for seat in range(3):
        table.commit(seat, [table.decision(seat).options[-1].id])
    player = state(table).players[0]
    assert player.wealth == dealt[2:]
    assert (player.dealt, player.kept) == ([], [])
    assert set(dealt[:2]) <= set(state(table).wealth_box)
    laws.check(state(table))


def test_d02_what_others_chose_is_dealt_anew_in_a_guess() -> None:
    """D2: a seat's own tiles stay in its guess; those of the others could be any."""
    table = fresh(2)
    table.commit(1, [table.decision(1).options[0].id])
    s = state(table)
    seen = guess(s, 0, Random(7))
    assert seen.players[0].dealt == s.players[0].dealt
    assert len(seen.players[1].kept) == 2
    assert seen.players[1].kept != s.players[1].kept


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", SEEDS[:20])
def test_d03_d04_d05_dummies_stand_where_undealt_tiles_say(seats: int, seed: bytes) -> None:
    """D3, D4, D5: tile after tile, the first dummy of a small gear with its opposite, then stop."""
    table = fresh(seats, seed)
    s = state(table)
    assert len(table.awaited) == seats, "nobody has chosen yet"
    assert not set(s.dummy_tiles) & {tile for player in s.players for tile in player.dealt}
    expected: dict[str, set[int]] = {gear: set() for gear in laws.GEARS}
    left = laws.DUMMIES[seats]
    for tile in s.dummy_tiles:
        assert left, "a tile too many was drawn"
        gear, space = facts.WEALTH[tile].dummy
        pair = [] if expected[gear] or gear == "chichen_itza" else [(space + 5) % 10]
        for each in [space, *pair][:left]:
            expected[gear].add(each)
        left = laws.DUMMIES[seats] - sum(map(len, expected.values()))
    assert left == 0
    for gear, spaces in expected.items():
        assert {n for n, who in enumerate(s.gears[gear]) if who == DUMMY} == spaces


def test_d04_the_opposite_may_be_a_hidden_tooth() -> None:
    """D4: opposite Palenque 3 lies tooth 8."""
    s = undressed()
    s.wealth_box = ["W02"]
    place_dummies(s, 2)
    assert [n for n, who in enumerate(s.gears["palenque"]) if who == DUMMY] == [3, 8]


def test_d05_the_last_dummy_comes_alone() -> None:
    """D5: with one left it goes on the printed space, and that was it."""
    s = undressed()
    s.wealth_box = ["W04", "W02"]
    place_dummies(s, 1)
    assert [n for n, who in enumerate(s.gears["palenque"]) if who == DUMMY] == [3]
    assert s.wealth_box == ["W04"]


def test_no_opposite_on_chichen_itza_nor_for_the_second_tile_of_a_gear() -> None:
    s = undressed()
    s.wealth_box = ["W04", "W01", "W17"]
    place_dummies(s, 4)
    assert [n for n, who in enumerate(s.gears["chichen_itza"]) if who == DUMMY] == [0]
    assert [n for n, who in enumerate(s.gears["palenque"]) if who == DUMMY] == [1, 6, 7]


def test_d07_fourteen_buildings_of_the_first_age_and_eighteen_of_the_second() -> None:
    """D7: the stacks hold what their age says."""
    s = state(fresh(4))
    assert {facts.BUILDINGS[tile].age for tile in s.display + s.stack} == {1}
    assert len(s.display + s.stack) == 14
    assert {facts.BUILDINGS[tile].age for tile in s.later} == {2}
    assert len(s.later) == 18


@pytest.mark.parametrize(
    "option", ["market limit", "tribes", "prophecies", "quick actions", "extra buildings"]
)
def test_d56_no_options_of_the_online_version(option: str) -> None:
    """D56: this is the base game."""
    assert not TITLE.options
    with pytest.raises(ValueError, match="option"):
        Table.new(TITLE, 4, [option])


@pytest.mark.parametrize("tile", facts.WEALTH)
def test_wealth_tile_gives_what_it_shows(tile: str) -> None:
    """Every tile, kept together with another one, through the secret choice."""
    other = "W19" if tile != "W19" else "W10"
    s = cast(Tzolkin, TITLE.begin(4, (), SEEDS[0]))
    everywhere = [(s.wealth_box, n) for n in range(len(s.wealth_box))]
    everywhere += [(p.dealt, n) for p in s.players for n in range(4)]
    for place, wanted in zip(
        [(s.players[2].dealt, 0), (s.players[2].dealt, 1)], (tile, other), strict=True
    ):
        here, there = place, next((pile, n) for pile, n in everywhere if pile[n] == wanted)
        here[0][here[1]], there[0][there[1]] = there[0][there[1]], here[0][here[1]]
    for player in s.players:
        player.dealt.sort()
    table = Table(TITLE, s)
    kept = sorted([tile, other])
    for seat in (3, 2, 1, 0):
        step = f"keep {kept[0]} {kept[1]}" if seat == 2 else table.decision(seat).options[0].id
        table.commit(seat, [step])
    player = s.players[2]
    effects = [*facts.WEALTH[tile].effects, *facts.WEALTH[other].effects]
    assert player.wealth == kept
    assert board(player) == changed({"worker": 3}, {}, effects)
    laws.check(s)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_begin_with_the_first_player_and_go_clockwise(seats: int) -> None:
    """The effects waiting after the choice are a round from the first player on."""
    for seed in SEEDS[:8]:
        table = fresh(seats, seed)
        for seat in range(seats):
            table.commit(seat, [table.decision(seat).options[0].id])
        s, order = state(table), []
        for _ in range(seats):
            order.append(table.awaited[0])
            table.commit(
                order[-1],
                ["place tikal", "done"] if s.players[order[-1]].goods["corn"] else ["place tikal"],
            )
        assert order == [(s.start_player + n) % seats for n in range(seats)]


def test_the_table_belongs_to_nobody_between_turns() -> None:
    """Rounds are the table's own effects, not a seat's."""
    assert TITLE.begin(2, (), SEEDS[0]).agenda[0][0] == NOBODY
