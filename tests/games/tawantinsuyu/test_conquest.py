"""Conquests (section 14.4)."""

from __future__ import annotations

from games.tawantinsuyu.conquest import conquer, demands, place_conquest, set_conquest
from games.tawantinsuyu.state import Tawantinsuyu
from tests.games.tawantinsuyu.automa import solo
from tests.games.tawantinsuyu.builder import tawantinsuyu


def test_a_player_without_markers_cannot_conquer() -> None:
    """D39: after ten conquests there is no further one."""

    def used_up(s: Tawantinsuyu) -> None:
        s.players[0].conquests = 0

    table = tawantinsuyu(purple={"army": ["A19"]}, prepare=used_up, do=place_conquest())
    assert (table.asked, table.player().army) == ("", ["A19"])
    assert tawantinsuyu(purple={"army": ["A19"]}, do=place_conquest()).offered("invade")


def test_one_soldier_less() -> None:
    """D43 (Z13): the player chooses of which part; one soldier is needed in any case."""
    table = tawantinsuyu(purple={"army": ["A19", "A01"], "passive": ["Z13"]}, do=place_conquest())
    table.play("invade chinchaysuyu_4")
    assert table.options == ["turn 2 lose 0", "turn 1 lose 1"]
    table.play("turn 2 lose 0", "turn A19")
    assert (table.player().army, table.player().spent, table.points()) == (["A01"], ["A19"], 14)
    assert demands("chinchaysuyu_1", 1) == ((1, 0),)
    assert demands("antisuyu_3", 1) == ((0, 1),)
    assert demands("chinchaysuyu_2", 1) == ((1, 0),)


def test_a_card_pays_for_one_part() -> None:
    """14.4: it is turned down or discarded, and surplus soldiers are lost."""
    table = tawantinsuyu(purple={"army": ["A19", "A20"]}, do=place_conquest())
    assert table.refused["invade chinchaysuyu_7"] == "too-few-soldiers"
    table.play("invade chinchaysuyu_5", "take open", "lay new")
    assert (table.player().spent, table.state.army_discards) == (["A20"], ["A19"])


def test_a_needed_card_cannot_go_for_less() -> None:
    """14.4: a card may go only if the others meet the rest."""
    table = tawantinsuyu(purple={"army": ["A19", "A01"]}, do=place_conquest())
    table.play("invade chinchaysuyu_4")
    assert (table.player().spent, table.state.army_discards) == (["A19"], ["A01"])


def test_the_casualty_comes_first() -> None:
    """14.4: from an end of the village, else from the nomads; also if the player takes gold."""
    table = tawantinsuyu(village=["red", "blue", "green"], do=conquer())
    assert table.options == ["lose potato_end", "lose corn_end"]
    table.play("lose potato_end", "gold")
    assert (table.state.casualties, table.state.village) == (["red"], ["blue", "green"])
    table = tawantinsuyu(village=(), nomads=["red", "blue"], bag=["white"], do=conquer())
    assert table.refused["lose potato_end"] == "village-empty"
    table.play("lose red")
    assert (table.state.casualties, table.state.nomads) == (["red"], ["blue", "white"])


def test_the_others_conquer_although_the_active_player_takes_gold() -> None:
    """14.4: one marker each; the player who took gold places none."""
    table = tawantinsuyu(
        purple={"army": ["A19"]}, black={"army": ["A20"]}, village=["red"], do=conquer()
    )
    table.play("gold")
    assert (table.asked, table.question) == ("black", "place_conquest")
    table.play("invade antisuyu_3")
    assert (table.asked, table.state.conquests) == ("", {"antisuyu_3": 1})


def test_rewards_of_conquests() -> None:
    """14.4: free buildings, statues, steps, weavings and workers are each resolved."""
    for space, steps, what in (
        ("kuntisuyu_4", ["construct PB18"], "production"),
        ("qullasuyu_4", ["carve small cross"], "statues"),
        ("kuntisuyu_2", ["benefit welcome", "welcome red"], "workers"),
        ("qullasuyu_3", ["take open", "lay new"], "tapestries"),
    ):
        table = tawantinsuyu(purple={"army": ["A19", "A20"], "points": 10}, do=place_conquest())
        table.play(f"invade {space}", *steps)
        assert len(getattr(table.player(), what)) == 1
        assert table.points() == {"qullasuyu_4": 13, "qullasuyu_3": 11}.get(space, 10)
    table = tawantinsuyu(purple={"army": ["A19", "A20"], "points": 10}, do=place_conquest())
    assert "invade kuntisuyu_6" in table.options
    table.play("invade kuntisuyu_6", "step ST1U")
    assert (table.points(), table.goods()) == (14, {"corn": 1, "potato": 2})


def test_what_axomamma_takes_from_a_conquest() -> None:
    """R180: a building as by its personality, a statue of the symbol that the die chooses."""
    for built, kind in ((["PB01"], "production"), (["PB01", "PB02"], "passive")):
        table = solo(bot={"production": built}, do=set_conquest("kuntisuyu_4"))
        before = len(built) if kind == "production" else 0
        assert len(getattr(table.player("black"), kind)) == before + 1
    table = solo(do=set_conquest("qullasuyu_4"), roll=2)
    assert table.player("black").statues == ["small spiral"]


def test_army_cards_pay_for_other_army_cards() -> None:
    """5, 14.4: in the own turn a card of the hand brings the potatoes that play another one."""
    table = tawantinsuyu(
        purple={"soldiers": ["A01", "A06", "A19"]}, village=["red"], do=conquer()
    ).play("march", "play A19")
    assert table.refused["play A06"] == "needs-more"
    table.play("discard A01", "play A06")
    assert (table.player().army, table.goods()) == (["A19", "A06"], {"potato": 2})
    table = tawantinsuyu(black={"soldiers": ["A01"]}, village=["red"], do=conquer()).play("gold")
    assert table.asked == ""
