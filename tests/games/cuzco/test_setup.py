"""Setting up (section 2), the board (1.1), and the facts of the tables written down twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, cast

import msgspec
import pytest

from engine.core import then, together
from engine.guess import guess
from engine.table import Table, Turn
from games.cuzco import TITLE, board, data
from games.cuzco.board import villages, ways
from games.cuzco.data import (
    BOARD,
    CARDS,
    GODS,
    GOODS,
    MASK,
    SETUP,
    TASKS,
    TILES,
    Road,
    Village,
    check_words,
)
from games.cuzco.setup import open_decks, return_god, swap_gods
from games.cuzco.state import Cuzco

VILLAGES = """
I1 purple tambo 1
I2 purple storehouse 3
I3 orange shrine 1
I4 orange tambo 2
I5 pink watchtower 1
I6 turquoise storehouse 1
O1 orange shrine 4
O2 turquoise watchtower 3
O3 pink storehouse 5
O4 purple watchtower 5
O5 turquoise tambo 6
O6 pink shrine 4
"""

ROADS = """
I6 I1 stone 1, I6 O1 bridge 6, I1 O1 bridge 2, I1 I2 bridge 4, I1 O2 bridge 4, I2 O2 stone 2,
I2 I3 stone 1, I2 O3 stone 6, I3 O3 bridge 2, I3 I4 stone 3, I3 O4 bridge 5, I4 O4 bridge 3,
I4 I5 stone 2, I4 O5 bridge 6, I5 O5 bridge 1, I5 I6 bridge 3, I5 O6 stone 6, I6 O6 bridge 1,
O1 O2 stone 3, O2 O3 bridge 5, O3 O4 stone 4, O4 O5 stone 5, O5 O6 stone 5, O6 O1 stone 4
"""


def fresh(seats: int, number: int = 1, *options: str) -> Cuzco:
    return cast(Cuzco, TITLE.begin(seats, options, bytes([number]) * 32))


def started(seats: int, number: int = 1) -> Cuzco:
    """A table after both secret choices."""
    table = Table.new(TITLE, seats, (), bytes([number]) * 32)
    while table.state.apart:
        seat = table.awaited[0]
        table.commit(seat, [table.decision(seat).options[-1].id])
    return cast(Cuzco, table.state)


def test_d01_the_default_layout_has_twelve_villages() -> None:
    """D1: twelve villages, one feather and one building half each."""
    found = villages(BOARD.default_layout)
    told = [f"{v.id} {v.feather} {v.building} {v.points}" for v in found.values()]
    assert told == VILLAGES.strip().splitlines()
    assert [v.id for v in found.values() if v.outer] == [f"O{n}" for n in range(1, 7)]


def test_the_roads_of_the_default_layout() -> None:
    told = {tuple(road.split()) for road in ROADS.replace("\n", " ").split(",")}
    both = told | {(b, a, kind, die) for a, b, kind, die in told}
    found = {
        (place, way.to, way.kind, str(way.die))
        for place in villages("ADBECF")
        for way in ways("ADBECF", 0, place)
        if way.to != BOARD.centre
    }
    assert found == both


@pytest.mark.parametrize("rotation", range(6))
def test_the_overlay_joins_cuzco_to_every_inner_village(rotation: int) -> None:
    out = ways("ADBECF", rotation, BOARD.centre)
    assert sorted(way.to for way in out) == [f"I{n}" for n in range(1, 7)]
    for way in out:
        back = [w for w in ways("ADBECF", rotation, way.to) if w.to == BOARD.centre]
        assert [(w.kind, w.die) for w in back] == [(way.kind, way.die)]


def test_random_layouts_alternate_and_vary() -> None:
    layouts = {fresh(2, n).layout for n in range(40)}
    assert len(layouts) > 15
    for layout in layouts:
        assert set(layout[::2]) == set("ABC")
        assert set(layout[1::2]) == set("DEF")
        assert Counter(v.feather for v in villages(layout).values()) == dict.fromkeys(
            ("turquoise", "purple", "orange", "pink"), 3
        )
    assert fresh(2, 1, "default_layout").layout == "ADBECF"


@pytest.mark.parametrize(
    ("seats", "feathers", "tasks", "goods", "medals_gone"),
    [(2, 6, 4, 4, 2), (3, 9, 5, 4, 1), (4, 12, 6, 5, 0)],
)
def test_setup_by_number_of_players(
    seats: int, feathers: int, tasks: int, goods: int, medals_gone: int
) -> None:
    s = started(seats)
    assert sum(s.feathers.values()) == 4 * feathers - seats
    assert len(s.palace) == tasks
    assert [len(line) for line in s.market] == [goods] * 6
    assert (s.medals, s.medals_gone) == (6, medals_gone)
    assert sorted(s.order) == list(range(seats))
    assert s.arrivals == s.order[::-1]
    assert all(card is not None for card in s.gods.values())
    assert all(len(row) == 6 for row in s.display.values())
    for token, seat in enumerate(s.order):
        player = s.players[seat]
        assert player.points == token
        assert player.goods == {"offering": 2, "food": 0, "medal": 1}
        assert len(player.tasks) == 3
        assert TASKS[player.tasks[0]].silver
        assert sum(map(len, player.feathers.values())) == 1
        assert len(player.dealt_gods) == 2
        assert len(player.dice) == 3
        assert (player.quipus, player.free_spaces, player.priests) == (10, 2, 4)


def test_d15_tiles_slid_for_food_are_farm_tiles() -> None:
    """D15: "food tile" in the lists of exchange and phase II is a slip for farm tile."""
    assert {t.kind for t in TILES.values()} == {"study", "farm"}
    assert Counter((t.kind, t.ability) for t in TILES.values()) == Counter(
        {(t.kind, t.ability): 3 for t in TILES.values()}
    )
    assert Counter((t.kind, t.value) for t in TILES.values()) == Counter(
        {(kind, value): 12 for kind in ("study", "farm") for value in (1, 2, 3)}
    )


def test_d18_a_line_of_the_market_is_a_round() -> None:
    """D18: six lines of five spaces, the fifth for four players only."""
    assert len(fresh(4).market) == SETUP.rounds
    assert sum(good.count for good in GOODS.values()) == 30
    two, four = fresh(2), fresh(4)
    assert Counter(g for line in four.market for g in line) == {
        g.id: g.count for g in GOODS.values()
    }
    assert Counter(g for line in two.market for g in line) == {
        g.id: g.count - 1 for g in GOODS.values()
    }


def test_d19_a_swap_always_ends() -> None:
    """D19: no deck gives more than two of the ten cards."""
    assert all(rows.gods_per_deck <= 2 for rows in SETUP.players.values())
    for number in range(60):
        for player in started(3, number).players:
            assert len({CARDS[card].god for card in player.dealt_gods}) == 2


def dealing(hands: list[list[str]], rest: list[str]) -> Table:
    """Return a table of three at which these god cards were dealt; token order is 2, 0, 1."""
    table = Table.new(TITLE, 3, (), bytes(32))
    s = cast(Cuzco, table.state)
    s.apart, s.agenda, s.order, s.discards = [], [], [2, 0, 1], []
    for player, hand in zip(s.players, hands, strict=True):
        player.dealt_gods = hand
    s.god_rest = rest
    used = [*rest, *[card for hand in hands for card in hand]]
    s.god_pile = [card for card in CARDS for _ in range(GODS.copies)]
    for card in used:
        s.god_pile.remove(card)
    then(s, -1, together(return_god()), swap_gods(), open_decks())
    return Table(TITLE, s)


def test_d19_a_player_chooses_secretly_which_card_goes_back() -> None:
    """D19: of two cards of one god; a hand of two gods is kept without a choice."""
    hands = [["red1", "red3"], ["blue1", "white2"], ["green2", "green2"]]
    table = dealing(hands, ["blue2", "white1", "yellow1", "yellow2"])
    assert [o.id for o in table.decision(0).options] == ["return red1", "return red3"]
    assert [o.id for o in table.decision(1).options] == ["keep"]
    assert [o.id for o in table.decision(2).options] == ["return green2"]
    refused = {r.id: r.reason for seat in (0, 1) for r in table.refusals(seat)}
    assert (refused["keep"], refused["return blue1"]) == ("gods-equal", "gods-differ")
    table.force(Turn())
    assert table.awaited == [0]
    turn = table.commit(0, ["return red3"])
    assert turn.reveals
    s = cast(Cuzco, table.state)
    assert [seat for seat, effect in turn.trace if effect[0] == "swap_god"] == [2, 0]
    assert "red1" in s.players[0].dealt_gods
    assert s.players[1].dealt_gods == ["blue1", "white2"]
    assert "green2" in s.players[2].dealt_gods
    assert "red3" in [*s.discards, *s.players[2].dealt_gods]
    assert all(len({CARDS[c].god for c in p.dealt_gods}) == 2 for p in s.players)
    assert s.god_rest == []


def test_d19_a_card_given_back_may_be_drawn_by_a_later_player() -> None:
    """D19: the swaps follow the turn order; the rest is one card, so no luck is in it."""
    hands = [["red1", "red3"], ["blue1", "white2"], ["green2", "green2"]]
    table = dealing(hands, ["yellow1"])
    table.force(Turn())
    table.commit(0, ["return red1"])
    s = cast(Cuzco, table.state)
    assert [p.dealt_gods for p in s.players] == [
        ["green2", "red3"],
        ["blue1", "white2"],
        ["green2", "yellow1"],
    ]
    assert s.discards == ["red1"]


def test_two_players_are_dealt_different_gods() -> None:
    """One card of each deck: no player is asked."""
    table = Table.new(TITLE, 2, (), bytes(32))
    asked = set()
    while table.state.apart:
        decision = table.open[0]
        asked.add(decision.effect[0])
        table.commit(decision.seat, [decision.options[0].id])
    assert asked == {"choose_slot", "choose_tasks"}


def test_d21_twelve_equal_spaces() -> None:
    """D21: the place of a tile on the mask has no effect, so players are not asked."""
    player = fresh(2).players[0]
    player.quipus = 0
    player.tiles = list(TILES)[:12]
    assert player.free_spaces == 0


def test_masks_have_every_pair_of_colours_in_four_orders() -> None:
    for mask in MASK.values():
        assert len({frozenset(pair) for pair in mask.circlets}) == 6
        assert Counter(c for pair in mask.circlets for c in pair) == dict.fromkeys(
            ("turquoise", "purple", "orange", "pink"), 3
        )
    for circlet in range(6):
        assert len({frozenset(mask.circlets[circlet]) for mask in MASK.values()}) == 4


TABLES: dict[str, Any] = {
    "setup": data.SETUP,
    "spaces": data.SPACES,
    "board": data.BOARD,
    "masks": data.MASKS,
    "people": data.PEOPLE,
    "gods": data.GODS,
    "market": data.GOODS,
    "tasks": data.TASKS,
}


def test_d22_assumed_values_keep_their_mark_in_the_catalogue() -> None:
    """D22: designed values are marked where clients read them."""
    assert all(tile.assumed for tile in TABLES["people"].tile)
    assert all(circlet.assumed for circlet in TABLES["masks"].circlet)
    assert all(mask.assumed for mask in TABLES["masks"].mask)
    assert TABLES["setup"].knowledge.assumed
    assert TABLES["board"].assumed
    assert [end.assumed for end in TABLES["board"].overlay] == [False, True] * 3
    assert {good.id for good in TABLES["market"].values() if not good.assumed} == {"soup"}
    assert all(card.assumed for card in TABLES["gods"].ability)
    assert [god.id for god in TABLES["gods"].god if not god.assumed] == ["yellow"]
    known = [ability.name for ability in TABLES["people"].ability if not ability.assumed]
    assert known == ["stone_road", "food"]
    assert [task.id for task in TABLES["tasks"].values() if not task.assumed] == ["G19", "G28"]


@pytest.mark.parametrize(
    ("table", "marks"),
    [
        (
            "board",
            40,
        ),  # the whole, 6 triangles, their 18 roads, 6 sides, 6 roads of it, 3 bridge ends
        ("gods", 19),  # 4 gods, 15 abilities
        ("market", 5),  # all goods but the soup
        ("masks", 10),  # 4 masks, 6 circlets
        ("people", 82),  # 10 abilities, 72 tiles
        ("setup", 1),  # the knowledge track
        ("spaces", 0),
        ("tasks", 59),  # all but the two of the worked examples
    ],
)
def test_d22_every_table_marks_what_no_source_confirms(table: str, marks: int) -> None:
    """D22: what is designed here, or taken from another game, is marked row by row."""
    assert count_marks(msgspec.to_builtins(TABLES[table])) == marks


def test_d22_what_is_on_the_board_is_marked_as_the_board() -> None:
    """D22: Cuzco is printed; villages and buildings were designed, and so was each road."""
    kinds = TITLE.all_components()
    assert all(building.assumed for building in kinds["building"].values())
    known = [id for id, village in kinds["village"].items() if not village.assumed]
    assert known == [data.BOARD.centre]
    assert all(road.assumed for triangle in data.BOARD.triangle for road in triangle.roads)


def count_marks(value: Any) -> int:
    """Return how many rows are marked ``assumed``."""
    if isinstance(value, dict):
        return (value.get("assumed") is True) + sum(map(count_marks, value.values()))
    return sum(map(count_marks, value)) if isinstance(value, list) else 0


@pytest.mark.parametrize(
    ("field", "word"), [("god", "black"), ("window", "at_noon"), ("scope", "game"), ("per", "card")]
)
def test_the_words_of_the_cards_are_closed_lists(field: str, word: str) -> None:
    """A card names a god, a window and a limit of the lists, or the title does not load."""
    check_words(GODS)
    card, changed = GODS.ability[0], dict[str, Any]({field: word})
    if field in ("scope", "per"):
        wrong = replace(card, limit=replace(card.limit, **changed))
    else:
        wrong = replace(card, **changed)
    with pytest.raises(ValueError, match=f"{card.id}: unknown {word}"):
        check_words(replace(GODS, ability=[wrong]))


def test_a_card_names_phases_of_the_list() -> None:
    wrong = replace(GODS.ability[0], phases=["I", "IV"])
    with pytest.raises(ValueError, match="unknown IV"):
        check_words(replace(GODS, ability=[wrong]))


def test_sixty_one_tasks() -> None:
    assert Counter(task.silver for task in TASKS.values()) == {True: 6, False: 55}


def test_first_feathers_are_of_different_colours_and_placed_secretly() -> None:
    table = Table.new(TITLE, 4, (), bytes([3]) * 32)
    s = cast(Cuzco, table.state)
    assert len({player.first_feather for player in s.players}) == 4
    assert table.awaited == [0, 1, 2, 3]
    turn = table.commit(2, [table.decision(2).options[1].id])
    assert not turn.reveals
    assert s.players[2].slot == [1]
    assert table.view()["players"][2]["slot"] == 1, "others see that one is chosen, not which"
    assert all(not any(player.feathers.values()) for player in s.players)


def test_tasks_are_chosen_secretly_after_the_slots() -> None:
    table = Table.new(TITLE, 2, (), bytes([4]) * 32)
    for seat in (1, 0):
        turn = table.commit(seat, [table.decision(seat).options[0].id])
    assert turn.reveals, "the next secret choice begins, and the slots are seen"
    assert [d.effect[0] for d in table.open] == ["choose_tasks"] * 2
    assert len(table.decision(0).options) == 6
    assert table.view()["players"][0]["dealt_tasks"] == 4
    assert table.own(0).keys() == {"title", "dealt_tasks"}


def test_an_owner_may_list_a_board_of_another_structure(monkeypatch: pytest.MonkeyPatch) -> None:
    """``graph_source = "listed"`` reads villages and roads as they stand."""
    listed = replace(
        BOARD,
        graph_source="listed",
        village=[
            Village("I1", "pink", "tambo", 2, False),
            Village("O9", "pink", "shrine", 7, True),
        ],
        road=[Road(("I1", "O9"), "stone", 5)],
    )
    monkeypatch.setattr(board, "BOARD", listed)
    assert list(villages("listed")) == ["I1", "O9"]
    assert ways("listed", 0, "O9") == (("stone", 5, "I1"),)
    assert ways("listed", 0, "I1") == (("stone", 5, "O9"), ("stone", 2, "CUZCO"))


def test_a_guess_of_a_slot_chosen_secretly_does_not_follow_the_choice() -> None:
    """Whatever the other seat has chosen, the same luck guesses the same, and all are guessed."""
    guesses = []
    for choice in range(3):
        table = Table.new(TITLE, 2)
        table.commit(1, [table.decision(1).options[choice].id])
        seen = [guess(table.state, 0, Random(n)) for n in range(20)]
        guesses.append([cast(Cuzco, each).players[1].slot for each in seen])
    assert guesses[0] == guesses[1] == guesses[2]
    assert {slot for (slot,) in guesses[0]} == {0, 1, 2}
