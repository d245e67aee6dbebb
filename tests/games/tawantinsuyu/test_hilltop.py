"""Secondary actions and the high priest (sections 13 and 14)."""

from __future__ import annotations

from engine.core import Effect
from games.tawantinsuyu.conquest import conquer
from games.tawantinsuyu.hilltop import arrive, offer, produce, rejuvenate, worship
from games.tawantinsuyu.workers import welcome
from tests.games.tawantinsuyu.builder import Side, tawantinsuyu

RICH: Side = {
    "corn": 3,
    "potato": 2,
    "statues": ["small cross", "large cross"],
    "production": ["PB01"],
    "worn": ["PB02"],
    "army": ["A19"],
    "soldiers": ["A01", "A02"],
    "spent": ["A03"],
}
"""A player who can do something with every action."""
ACTIONS = [worship(), offer(), rejuvenate(), conquer(), produce()]


def test_the_offering_pays_corn() -> None:
    """D2: 2, 4 or 6 corn for 1, 2 or 3 steps; potatoes are not accepted."""
    table = tawantinsuyu(purple={"corn": 4, "potato": 9}, do=offer())
    assert table.options == ["offer 2", "offer 4", "gold", "pass"]
    assert table.refused["offer 6"] == "needs-more"
    table.play("offer 4")
    assert (table.player().temple, table.goods()["potato"]) == (2, 10)


def test_gold_instead_is_for_the_active_player() -> None:
    """D22: the others never get it, also if the active player takes it."""
    for action in ACTIONS:
        table = tawantinsuyu(black=RICH, village=["blue"], do=action).play("gold")
        assert table.goods() == {"gold": 1}
        while table.asked == "black":
            assert "gold" not in {*table.options, *table.refused}
            table.play("pass")


def test_an_action_that_cannot_be_used() -> None:
    """D23: the high priest may go there for gold or nothing."""
    for action in ACTIONS:
        table = tawantinsuyu(village=["blue"], do=action)
        assert (table.asked, table.options) == ("purple", ["gold", "pass"])


def test_only_actions_of_the_high_priest_are_followed() -> None:
    """D24: the other players do nothing when a player prays, trains or recruits."""
    for word in ("pray", "train", "recruit"):
        table = tawantinsuyu(black=RICH, god_deck=["G01", "G02"]).play(word)
        while table.question != "second_action":
            assert table.asked == "purple"
            table.play(table.options[0])
    table = tawantinsuyu(purple={"priest": 1}, black=RICH).play("priest 1", "pass")
    assert (table.asked, table.question) == ("black", "follow_offer")


def test_workers_come_from_the_nomads() -> None:
    """D25: without nomads there is no worker, whatever the village has; they are refilled."""
    table = tawantinsuyu(nomads=(), do=welcome(1))
    assert (table.asked, table.player().workers) == ("", [])
    table = tawantinsuyu(nomads=["blue", "red"], bag=["white"], do=welcome(1))
    table.play("welcome red")
    assert (table.player().workers, table.state.nomads) == (["red"], ["blue", "white"])
    assert len(table.state.village) == 3


def test_two_different_actions() -> None:
    """13: the first one is complete for everybody before the second begins."""
    table = tawantinsuyu(purple={"priest": 1}, black={"corn": 3}).play("priest 2")
    assert table.options == ["gold", "pass"]
    table.play("gold")
    assert (table.refused["priest 1"], "priest 2" in table.options) == ("same-action", False)
    assert table.options == ["pray", "train", "recruit"]


def test_a_statue_that_is_given_up_leaves_the_game() -> None:
    """D38: it is in no supply; its points stay, its symbol no longer helps."""
    table = tawantinsuyu(purple={"statues": ["small cross"], "points": 20}, do=worship())
    supply = table.state.statues["small cross"]
    table.play("give small cross")
    assert (table.state.lost, table.state.statues["small cross"]) == (["small cross"], supply)
    assert (table.player().statues, table.points()) == ([], 20)


def test_passive_buildings_of_an_action() -> None:
    """D42: they come before the action, also if the active player then takes gold."""
    table = tawantinsuyu(
        purple={"priest": 3, "passive": ["Z12"], "gold": 1},
        black={"passive": ["Z17"], "points": 10},
    )
    table.play("priest 1")
    assert (table.asked, table.goods("black"), table.points("black")) == (
        "purple",
        {"gold": 1},
        11,
    )
    table.play("lose potato_end", "gold")
    assert table.goods() == {"gold": 2}
    table = tawantinsuyu(purple={"passive": ["Z12"], "gold": 1}, do=arrive("worship"))
    assert (table.question, table.options) == ("may_pay", ["pay climb", "pass"])


def test_z16_before_or_after_producing() -> None:
    """D42: the owner chooses, also in the action of a rival."""
    table = tawantinsuyu(
        purple={"production": ["PB01"], "worn": ["PB02"], "passive": ["Z16"]}, do=arrive("produce")
    )
    assert table.options == ["before Z16", "after Z16"]
    table.play("before Z16", "turn PB02", "activate PB01", "activate PB02")
    assert (table.goods(), table.player().production) == ({"potato": 6}, [])
    table = tawantinsuyu(
        black={"production": ["PB01"], "worn": ["PB02"], "passive": ["Z16"]}, do=arrive("produce")
    )
    assert (table.asked, table.options) == ("black", ["before Z16", "after Z16"])
    table.play("after Z16", "pass", "activate PB01", "turn PB01")
    assert table.player("black").production == ["PB01"]


def test_z16_is_used_after_if_it_could_do_nothing_before() -> None:
    """R161: nothing is face down before, so the owner is not asked."""
    table = tawantinsuyu(purple={"production": ["PB01"], "passive": ["Z16"]}, do=arrive("produce"))
    table.play("activate PB01", "pass")
    assert (table.question, table.options) == ("turn_up", ["turn PB01", "pass"])
    table.play("turn PB01")
    assert (table.goods(), table.player().production) == ({"potato": 3}, ["PB01"])


def test_a_building_turns_up_before_or_after_the_others() -> None:
    """14.5: one of the active player; a follower turns none up."""
    side: Side = {"production": ["PB01"], "worn": ["PB02", "PB03"]}
    table = tawantinsuyu(purple=side, do=produce()).play("turn PB02")
    assert table.refused["turn PB03"] == "turned-up-already"
    table.play("activate PB02", "pass")
    assert (table.goods(), table.player().worn) == ({"potato": 3}, ["PB03", "PB02"])
    table = tawantinsuyu(purple=side, black=side, do=produce()).play("activate PB01", "turn PB01")
    assert (table.asked, table.options) == ("black", ["activate PB01", "pass"])


def follow_with(action: Effect) -> list[str]:
    """The answers of a follower who can do something with every action."""
    return tawantinsuyu(black=RICH, village=["blue"], do=action).play("pass").options


def test_what_the_others_may_do() -> None:
    """14.1 to 14.5: less than the active player."""
    assert follow_with(worship()) == ["give small cross", "give large cross", "pass"]
    assert follow_with(offer()) == ["offer 3", "pass"]
    assert follow_with(rejuvenate()) == ["turn PB02", "turn A03", "pass"]
    assert follow_with(conquer()) == ["play A01", "play A02", "pass"]
    assert follow_with(produce()) == ["activate PB01", "pass"]


def test_army_cards_pay_to_turn_up_more() -> None:
    """5, 14.3: after the free thing, a card of the hand may bring the food for the next one."""
    side: Side = {"worn": ["PB01", "PB02"], "soldiers": ["A06"]}
    table = tawantinsuyu(purple=side, do=rejuvenate()).play("turn PB01")
    assert (table.refused["turn PB02"], table.refused["gold"]) == ("no-food", "action-begun")
    table.play("discard A06", "turn PB02")
    assert (table.player().production, table.goods()) == (["PB01", "PB02"], {"corn": 1})
