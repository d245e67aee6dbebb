"""Turns: their end, the limit of workers, the token of the festival (sections 5 and 15)."""

from __future__ import annotations

from engine.core import Item
from games.tawantinsuyu.festival import take_token
from games.tawantinsuyu.turns import end_of_turn
from games.tawantinsuyu.workers import take_villager
from tests.games.tawantinsuyu.builder import Play, tawantinsuyu

SAFEGUARD = 40
"""The turns in a row without a worker leaving the village."""


def pray_and_recruit(table: Play) -> Play:
    """The table after a turn without a placement and without a purchase."""
    seat = table.asked
    table.play("pray")
    while table.asked == seat and table.question != "turn":
        table.play("recruit" if table.question == "second_action" else table.options[0])
    return table


def test_no_more_than_two_workers() -> None:
    """D5: the limit holds at the end of a turn only, after the purchase."""
    table = tawantinsuyu(purple={"workers": ["blue", "green", "red", "red"]}, do=end_of_turn())
    assert (table.options, table.refused["dismiss white"]) == (
        ["dismiss blue", "dismiss green", "dismiss red"],
        "no-such-worker",
    )
    table.play("dismiss red", "dismiss red")
    assert table.player().workers == ["blue", "green"]
    table = tawantinsuyu(purple={"workers": ["blue", "green"]}, do=end_of_turn())
    assert (table.asked, table.player().workers) == ("", ["blue", "green"])


def test_the_order_at_the_end_of_a_turn() -> None:
    """D26: god card, purchase, limit, market, token."""
    table = tawantinsuyu(
        purple={
            "priest": 2,
            "workers": ["green", "white", "blue"],
            "gods": ["G15"],
            "stone": 2,
            "potato": 1,
        },
        market=["PB02", "PB12", "Z03", "Z09"],
        village=["red"],
    )
    table.play("place green", "space S2T1", "discard god G15", "task K2T1", "construct PB02")
    table.play("hire potato_end", "dismiss white")
    order = ["add_to_offer", "take_villager", "leave_game", "open_building", "hold_token"]
    assert [effect[0] for _, effect in table.trace if effect[0] in order] == order
    assert (table.state.token, table.points(), table.asked) == (0, 11, "black")


def test_one_turn_for_each_rival_before_the_festival() -> None:
    """D28: it is held at the start of the holder's next turn."""
    table = tawantinsuyu(3, purple={"potato": 1}, village=["red"])
    table.play("pray", "take deck", "take deck", "recruit", "welcome red", "hire potato_end")
    assert (table.asked, table.events("hold_festival")) == ("black", [])
    assert pray_and_recruit(table).asked == "orange"
    assert (pray_and_recruit(table).asked, table.state.festivals) == ("purple", 1)
    assert table.question == "play_gods"
    assert table.state.token is None


def test_no_equal_number_of_turns() -> None:
    """D28: the game ends with the third festival, before the holder's turn."""
    table = tawantinsuyu(3, purple={"potato": 1}, village=["red"], festivals=2)
    table.play("pray", "take deck", "take deck", "recruit", "welcome red", "hire potato_end")
    assert table.points() == 14
    pray_and_recruit(pray_and_recruit(table))
    assert (table.asked, table.state.over, table.state.festivals) == ("", True, 3)


def test_a_village_emptied_by_a_conquest() -> None:
    """D40: the active player takes the token at the end of the turn."""
    table = tawantinsuyu(purple={"priest": 3}, village=["red"]).play("priest 1")
    assert (table.state.village, table.state.token) == ([], None)
    table.play("pass", "recruit", "welcome red")
    assert (table.state.token, table.points(), table.asked) == (0, 11, "black")


def test_the_token_is_taken_once() -> None:
    """D44: the village stays empty, and the next player takes nothing."""
    table = tawantinsuyu(3, black={"points": 10}, village=(), token="purple", actor="black")
    pray_and_recruit(table)
    assert (table.state.token, table.points("black"), table.asked) == (0, 10, "orange")


def ends(turns: int) -> list[Item]:
    """The ends of some turns of two players."""
    return [(n % 2, take_token()) for n in range(turns)]


def test_no_worker_leaves_the_village_for_40_turns() -> None:
    """D33: from the start of the game, and from the turn after a worker has left."""
    assert tawantinsuyu(items=ends(SAFEGUARD - 1)).state.token is None
    assert tawantinsuyu(items=ends(SAFEGUARD)).state.token == 1
    left: list[Item] = [(0, take_villager("potato_end")), (0, take_token())]
    assert tawantinsuyu(items=[*left, *ends(SAFEGUARD - 1)]).state.token is None
    assert tawantinsuyu(items=[*left, *ends(SAFEGUARD)]).state.token == 1


def test_the_token_of_the_safeguard() -> None:
    """R163: the player whose turn ends takes it with its points; the village stays."""
    table = tawantinsuyu(black={"points": 10}, items=ends(SAFEGUARD))
    assert (table.points(), table.points("black"), len(table.state.village)) == (10, 11, 3)
    table = tawantinsuyu(items=[*ends(SAFEGUARD), *ends(SAFEGUARD)])
    assert (table.state.token, table.points()) == (1, 10)


def test_the_last_moment_of_a_turn_with_an_empty_village() -> None:
    """R168: what the last action brought may still be discarded for goods."""
    table = tawantinsuyu(village=(), token="black", army_deck=["A01", "A02"])
    table.play("recruit", "welcome red", "train", "keep A01")
    assert (table.question, table.options) == ("hire", ["discard A01", "pass"])
    assert table.refused["hire corn_end"] == "village-empty"
    table.play("discard A01")
    assert (table.goods(), table.asked) == ({"potato": 3}, "black")
