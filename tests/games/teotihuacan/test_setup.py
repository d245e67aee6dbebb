"""Setting up (section 3): the table, starting tiles, workers, neutral dice, and the variants."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from engine.module import part
from engine.table import Table
from games.teotihuacan import TITLE
from games.teotihuacan.data import DISCOVERIES, PYRAMID_TILES, STARTING_TILES, TECHNOLOGIES
from games.teotihuacan.modules.dealt_starting_tiles.dealing import Dealing
from games.teotihuacan.state import ASIDE, Teotihuacan, Worker
from tests.games.teotihuacan.builder import SEATS, Play, Stand, starting, teotihuacan

START = {
    2: "100 101 110 111 112 113 120 121 122 123 132 133 200 222",
    3: "110 111 112 113 120 121 122 123 210 212",
    4: "101 102 110 113 120 123 131 132",
}


def fresh(seats: int, number: int = 1, *options: str) -> Teotihuacan:
    """A state before the first answer."""
    return cast(Teotihuacan, TITLE.begin(seats, options, bytes([number]) * 32))


def drafting(seats: int, number: int = 1, *options: str) -> Table:
    """A table at its first question."""
    return Table.new(TITLE, seats, options, bytes([number]) * 32)


def started(seats: int, number: int = 1, *options: str) -> Teotihuacan:
    """A table before the first turn: each question is given its first answer."""
    table = drafting(seats, number, *options)
    while table.open[0].effect[0] != "turn":
        seat = table.awaited[0]
        table.commit(seat, [table.decision(seat).options[0].id])
    return cast(Teotihuacan, table.state)


def test_the_ring() -> None:
    """Position 1 holds the Palace, position 5 the Construction board; the others vary."""
    rings = [fresh(2, number).ring for number in range(30)]
    assert all((ring[0], ring[4], sorted(ring)) == (1, 8, list(range(1, 9))) for ring in rings)
    assert len({tuple(ring) for ring in rings}) > 20


def test_technologies_are_sorted() -> None:
    """Six of nine in ascending order, wherever their price puts them."""
    displays = [fresh(2, number).technologies for number in range(30)]
    assert all(len(shown) == 6 and shown == sorted(shown) for shown in displays)
    assert {tile for shown in displays for tile in shown} == set(TECHNOLOGIES)
    assert len({tuple(shown) for shown in displays}) > 10


def test_technologies_by_price() -> None:
    """R2: an option puts tiles of 1 gold into row 1 and tiles of 2 gold into row 2."""
    for number in range(10):
        shown = fresh(3, number, "bga_technologies").technologies
        assert [TECHNOLOGIES[tile].gold for tile in shown] == [1, 1, 1, 2, 2, 2]
        assert (shown[:3], shown[3:]) == (sorted(shown[:3]), sorted(shown[3:]))


def test_royal_and_bonus_tiles() -> None:
    """A left, B in the middle, C right; a bonus tile on each temple."""
    kinds = {"left": {"04", "05", "09"}, "middle": {"02", "06", "07"}, "right": {"01", "03", "08"}}
    tables = [fresh(2, number) for number in range(40)]
    assert {slot: {s.royal[slot] for s in tables} for slot in kinds} == kinds
    assert all(set(s.bonus_tiles) == {"blue", "red", "green"} for s in tables)
    assert all(len(set(s.bonus_tiles.values())) == 3 for s in tables)
    assert {tile for s in tables for tile in s.bonus_tiles.values()} == {
        f"BT{n}" for n in range(1, 8)
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_discovery_tiles(seats: int) -> None:
    """One on each of boards 1, 2, 3, 4, 7; piles by the number of players; 54 in all (R46)."""
    s = started(seats)
    assert {board for board, tile in s.tiles.items() if tile} == {"1", "2", "3", "4", "7"}
    assert {place: len(pile) for place, pile in s.piles.items()} == {
        "blue 4": seats,
        "red 5": seats + 1,
        "green 3": seats - 1,
        "green 6": seats,
        "avenue 3": 3,
        "avenue 6": 2,
        "avenue 8": 1,
    }
    laid = [tile for pile in s.piles.values() for tile in pile]
    laid += [tile for tile in s.tiles.values() if tile]
    for player in s.players:
        laid += [*player.discoveries, *(f"mask{kind}" for kind in player.masks)]
    copies = {tile.id: tile.copies for tile in DISCOVERIES.values()}
    assert Counter([*laid, *s.discovery_stack]) == copies
    assert sum(copies.values()) == 54
    assert sum(n for tile, n in copies.items() if DISCOVERIES[tile].mask) == 17


def test_the_buildings_row_ends_with_three_twos_and_two_ones() -> None:
    """R18: each building that is taken uncovers the next value."""
    s = started(4)
    values = []
    for taken in range(12):
        s.nobles = [min(5, taken), min(4, max(0, taken - 5)), max(0, taken - 9)]
        values.append(s.building_value)
    assert values == [5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_pyramid(seats: int) -> None:
    """Random tiles on the places of the reference, three displayed, nothing scored."""
    s = fresh(seats)
    places = [f"{tile.level}{tile.row}{tile.column}" for tile in s.pyramid]
    assert places == START[seats].split()
    tiles = [*(tile.tile for tile in s.pyramid), *s.display, *s.pyramid_stack]
    assert (sorted(tiles), len(s.display)) == (sorted(PYRAMID_TILES), 3)
    assert {player.track for player in s.players} == {0}
    assert {player.points for player in s.players} == {0}
    assert {tile.turns for number in range(5) for tile in fresh(seats, number).pyramid} == {
        *range(4)
    }
    assert (len(s.decorations), len(s.decoration_stack)) == (4, 11)
    assert s.decorated == {"top": [], "right": [], "bottom": [], "left": []}


@pytest.mark.parametrize(
    ("seats", "dark", "cocoa"), [(2, 10, [1, 3]), (3, 11, [1, 2, 3]), (4, 12, [1, 2, 2, 3])]
)
def test_cocoa_and_the_calendar(seats: int, dark: int, cocoa: list[int]) -> None:
    """R3: 1 for the first, 3 for the last, 2 for the others; the dark disc by players."""
    s = fresh(seats)
    assert [s.players[seat].goods["cocoa"] for seat in s.order] == cocoa
    assert (s.light, s.dark, s.eclipse, s.nobles) == (0, dark, 1, [0, 0, 0])
    orders = {tuple(fresh(seats, number).order) for number in range(40)}
    assert all(sorted(order) == list(range(seats)) for order in orders)
    assert len(orders) > seats - 1


@pytest.mark.parametrize(("seats", "offered"), [(2, 6), (3, 8), (4, 10)])
def test_the_draft(seats: int, offered: int) -> None:
    """3.4: 6, 8 or 10 tiles; a tile each in order, then in reverse order."""
    table = drafting(seats)
    s = cast(Teotihuacan, table.state)
    assert len(s.offered) == len(set(s.offered)) == offered
    asked = []
    while table.open[0].effect[0] == "pick_tile":
        seat = table.awaited[0]
        asked.append(seat)
        options = table.decision(seat).options
        assert [option.id for option in options] == [f"pick {tile}" for tile in s.offered]
        taken = options[-1].id.split()[1]
        table.commit(seat, [options[-1].id])
        assert taken in s.players[seat].starting
    assert asked == [*s.order, *reversed(s.order)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [(), ("dealt_starting_tiles",)])
def test_after_the_setup(seats: int, options: tuple[str, ...]) -> None:
    """Three workers on three boards, a fourth of power 3 aside; starting tiles in the box."""
    for number in range(5):
        s = started(seats, number, *options)
        for player in s.players:
            boards = [worker.board for worker in player.workers[:3]]
            assert len(set(boards)) == 3
            assert ASIDE not in boards
            assert player.workers[3] == Worker(3, ASIDE)
            assert all(worker.power <= 3 for worker in player.workers[:3])
            assert player.starting == []
        assert s.offered == []
        assert not any(place.startswith("beside") for place in s.piles)
        assert (s.round, s.light, s.now.arrived) == (1, 0, [])


@pytest.mark.parametrize(("seats", "colours"), [(2, 2), (3, 1), (4, 0)])
def test_neutral_dice(seats: int, colours: int) -> None:
    """Three different boards for each unused colour."""
    seen: set[int] = set()
    for number in range(12):
        s = started(seats, number)
        assert len(s.neutral) == colours
        assert all(len(dice) == len(set(dice)) == 3 for dice in s.neutral)
        seen |= {board for dice in s.neutral for board in dice}
    assert seen == (set(range(1, 9)) if colours else set())


def test_neutral_dice_stand_on_the_first_boards_of_two_tiles() -> None:
    """R45: of tiles that no player kept; read from left to right, a number twice counts once."""
    for number in range(20):
        table = Table(TITLE, fresh(2, number))
        kept: list[str] = []
        put: list[tuple[str, ...]] = []
        while table.open[0].effect[0] != "turn":
            seat = table.awaited[0]
            turn = table.commit(seat, [table.decision(seat).options[0].id])
            kept += [effect[1] for _, effect in turn.trace if effect[0] == "take_start"]
            for _, effect in turn.trace:
                if effect[0] == "put_neutral_dice":
                    tiles, boards = effect[2:]
                    shown = [board for tile in tiles for board in STARTING_TILES[tile].boards]
                    assert list(boards) == list(dict.fromkeys(shown))[:3]
                    put.append(tiles)
        assert len(kept) == 4
        assert len({*kept, *put[0], *put[1]}) == 8


def test_neutral_dice_are_drawn_again_after_an_eclipse() -> None:
    """3.3: after Eclipse 1 and 2, not after the last."""
    for eclipse, times in ((1, 2), (2, 2), (3, 0)):
        table = teotihuacan(2, when="eclipse", eclipse=eclipse, light=9, dark=9)
        table.play("salary 0", "salary 0")
        assert len(table.events("put_neutral_dice")) == times


def beginning(*tiles: str, beside: str = "res2", cocoa: int = 1) -> Play:
    """A player who begins with these tiles."""
    return starting(teotihuacan(2, red={"cocoa": cocoa}, stack=["vp4"]), tiles, beside)


GAINS = {
    "ST1": ([1, 2], {"cocoa": 2, "wood": 3}, "avenue"),
    "ST2": ([3, 4], {"stone": 2, "gold": 3, "cocoa": 1}, "green"),
    "ST3": ([2, 3], {"wood": 5, "stone": 1}, "blue"),
    "ST4": ([1, 4], {"cocoa": 5, "gold": 2}, "red"),
    "ST5": ([4, 5], {"gold": 2, "wood": 1}, "blue 01"),
    "ST6": ([2, 4], {"wood": 3, "gold": 2}, "power"),
    "ST7": ([5, 8], {"wood": 3}, "blue 01"),
    "ST8": ([6, 7], {"cocoa": 2, "stone": 4, "wood": 1}, "blue"),
    "ST9": ([5, 6], {"cocoa": 1, "wood": 1}, "blue red green"),
    "ST10": ([7, 8], {"cocoa": 5}, "red power"),
    "ST11": ([6, 8], {"cocoa": 6}, "green power"),
    "ST12": ([5, 7], {"wood": 3}, "blue red"),
    "ST13": ([3, 5], {"cocoa": 3, "wood": 5}, ""),
    "ST14": ([3, 7], {"stone": 3, "gold": 1}, "find"),
    "ST15": ([2, 6], {"wood": 1, "stone": 2, "gold": 3}, ""),
    "ST16": ([4, 8], {"cocoa": 2, "gold": 3}, "find"),
    "ST17": ([3, 8], {"cocoa": 3, "wood": 2, "stone": 3}, ""),
    "ST18": ([2, 7], {"wood": 1, "stone": 2}, "avenue"),
}
"""What each starting tile gives, with the rewards of its steps where wood is taken (9.3)."""


@pytest.mark.parametrize("tile", GAINS)
def test_gains_of_a_starting_tile(tile: str) -> None:
    """R54."""
    boards, goods, more = GAINS[tile]
    other = "ST17" if tile != "ST17" else "ST13"
    both = Counter(goods) + Counter(GAINS[other][1])
    table = beginning(other, tile, cocoa=0)
    found = {"find": "claim res2", "power": f"power {boards[0]} 1"}
    while table.asked:
        wood = [option for option in table.options if option.endswith("wood")]
        here = [option for option in table.options if option in found.values()]
        placing = [f"place {' '.join(map(str, sorted(each)))}" for each in three(boards, other)]
        wanted = [*wood, *here, *(option for option in placing if option in table.options)]
        table.play(wanted[0])
    player = table.player()
    assert (Counter(table.goods()), player.avenue) == (both, int("avenue" in more))
    assert table.temples() == {t: 1 for t in ("blue", "red", "green") if t in more}
    assert player.technologies == (["01"] if "01" in more else [])
    assert player.discoveries == (["res2"] if "find" in more else [])
    assert player.points == int("red" in more)
    assert sum(power for _, power, *_ in table.workers()) == 3 + ("power" in more)
    assert {board for board, *_ in table.workers()} >= set(boards)


def three(boards: list[int], other: str) -> list[set[int]]:
    """The boards of a tile with one of another tile."""
    return [{*boards, board} for board in STARTING_TILES[other].boards if board not in boards]


def test_two_lowest_technologies() -> None:
    """R4: two different ones, each with its temple step; no other player scores (R26)."""
    table = beginning("ST5", "ST7")
    table.state.players[1].technologies = ["01", "03"]
    table.play("take 1 wood", "take 2 wood", "place 4 5 8")
    assert table.player().technologies == ["01", "03"]
    assert (table.temples(), table.points("yellow")) == ({"blue": 1, "red": 1}, 0)


def test_the_tile_beside_is_claimed_for_its_cost_or_goes_back() -> None:
    table = beginning("ST16", "ST13", beside="cocoa4")
    assert table.options == ["claim cocoa4", "pass"]
    table.play("claim cocoa4", "place 3 4 5")
    assert (table.player().discoveries, table.player().goods["gold"]) == (["cocoa4"], 2)
    table = beginning("ST16", "ST13", beside="cocoa4")
    table.play("pass", "place 3 4 5")
    assert table.player().discoveries == []
    assert sorted(table.state.discovery_stack) == ["cocoa4", "vp4"]
    table = beginning("ST14", "ST15", beside="res3", cocoa=0)
    assert table.question == "place_workers", "1 cocoa is missing"


def test_workers_stand_on_boards_of_the_tiles() -> None:
    """3.2: three of up to four boards; a number on both tiles counts once."""
    table = beginning("ST17", "ST18")
    assert table.options == ["place 2 3 7", "place 2 3 8", "place 2 7 8", "place 3 7 8"]
    assert set(table.refused.values()) == {"boards-of-tiles"}
    assert beginning("ST17", "ST13").workers() == [(3, 1), (5, 1), (8, 1)]


def test_a_starting_power_up_may_go_to_any_worker() -> None:
    table = beginning("ST10", "ST6").play("place 2 4 7")
    assert table.options == ["power 2 1", "power 4 1", "power 7 1"]
    table.play("power 4 1", "power 4 2")
    assert table.workers() == [(2, 1), (4, 3), (7, 1)]


def test_dealt_starting_tiles() -> None:
    """3.2: four are dealt to each player, who keeps two in secret; then all show them."""
    table = drafting(3, 1, "dealt_starting_tiles")
    s = cast(Teotihuacan, table.state)
    assert [decision.effect[0] for decision in table.open] == ["keep_tile"] * 3
    hands = part(s, Dealing).hands
    dealt = [hand.dealt[:] for hand in hands]
    assert [len(tiles) for tiles in dealt] == [4, 4, 4]
    assert len({tile for tiles in dealt for tile in tiles}) == 12
    for seat in range(3):
        options = [option.id for option in table.decision(seat).options]
        assert options == [f"keep {tile}" for tile in dealt[seat]]
        table.commit(seat, options[:2])
        if seat < 2:
            assert hands[seat].kept == dealt[seat][:2]
            assert all(player.starting == [] for player in s.players)
    assert [player.starting for player in s.players] == [tiles[:2] for tiles in dealt]


FIRST_GAME: list[tuple[dict[str, int], dict[str, int], list[Stand]]] = [
    ({"cocoa": 5 + 1, "wood": 1, "stone": 2, "gold": 4}, {"green": 1}, [(2, 1), (6, 2), (8, 1)]),
    ({"cocoa": 5, "wood": 4, "stone": 2}, {"blue": 1, "red": 1}, [(2, 1), (3, 1), (7, 2)]),
    ({"cocoa": 4, "wood": 3, "stone": 4, "gold": 1}, {"blue": 1}, [(1, 1), (2, 1), (7, 1)]),
    ({"cocoa": 2, "wood": 2, "gold": 5}, {"green": 2}, [(3, 1), (4, 1), (5, 1)]),
]
"""Goods with the rewards of the steps but without the cocoa of the place in the order."""


@pytest.mark.parametrize(("seats", "cocoa"), [(2, [1, 3]), (3, [1, 2, 3]), (4, [1, 2, 2, 3])])
def test_the_first_game(seats: int, cocoa: list[int]) -> None:
    """The preset of the data file, with the technologies of R19; the place's cocoa is added."""
    s = cast(Teotihuacan, drafting(seats, 1, "first_game").state)
    table = Play(s)
    assert s.ring == [1, 3, 5, 2, 8, 7, 6, 4]
    assert s.technologies == ["01", "03", "05", "09", "15", "17"]
    assert s.royal == {"left": "01", "middle": "06", "right": "04"}
    assert s.bonus_tiles == {"blue": "BT3", "red": "BT4", "green": "BT7"}
    for place, seat in enumerate(s.order):
        goods, temples, workers = FIRST_GAME[place]
        name, player = SEATS[seat], s.players[seat]
        assert table.temples(name) == temples
        assert table.workers(name) == workers
        assert (player.points, player.avenue) == (int(place == 1), int(place == 2))
        assert player.technologies == (["05"] if place == 3 else [])
        assert table.goods(name) == {**goods, "cocoa": goods["cocoa"] + cocoa[place]}
        assert player.workers[3] == Worker(3, ASIDE)


def test_the_first_turn_is_that_of_the_first_player() -> None:
    for number in range(4):
        table = drafting(4, number, "first_game")
        s = cast(Teotihuacan, table.state)
        assert (table.awaited, s.round, s.turn) == ([s.order[0]], 1, 1)
