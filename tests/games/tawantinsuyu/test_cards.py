"""God cards and army cards: drawing, benefits, the central offer (sections 9 and 12)."""

from __future__ import annotations

from engine.visibility import view
from games.tawantinsuyu.army import draw_army
from games.tawantinsuyu.benefits import benefits
from games.tawantinsuyu.buildings import build
from games.tawantinsuyu.gods import card_benefits, choose_tucked, take_gods, tuck_god
from games.tawantinsuyu.state import Tawantinsuyu
from tests.games.tawantinsuyu.builder import Side, tawantinsuyu


def no_god_deck(s: Tawantinsuyu) -> None:
    """Leave the god deck without cards."""
    s.god_deck = []


def test_the_offer_is_not_refilled() -> None:
    """D11: a card that is taken leaves a gap."""
    table = tawantinsuyu(offer=["G03", "G11"], do=take_gods(2)).play("take G11")
    assert (table.state.offer, table.refused["take G11"]) == (["G03"], "not-in-offer")
    table.play("take G03")
    assert (table.state.offer, table.hand()) == ([], ["G11", "G03"])


def test_an_empty_god_deck() -> None:
    """D34: the offer is left, and without it there is no card."""
    table = tawantinsuyu(offer=["G03"], do=take_gods(2), prepare=no_god_deck)
    assert table.refused["take deck"] == "deck-empty"
    table.play("take G03")
    assert (table.hand(), table.asked) == (["G03"], "")
    table = tawantinsuyu(do=take_gods(1, True), prepare=no_god_deck)
    assert (table.hand(), table.asked) == ([], "")


def test_who_may_decline_a_god_card() -> None:
    """R152: a benefit may be declined; the pray action and the white worker bring cards."""
    table = tawantinsuyu(do=benefits(card_benefits("G28")))
    table.play("pass")
    assert (table.hand(), table.goods()) == ([], {"potato": 1})
    table = tawantinsuyu(offer=["G03"]).play("pray")
    assert (table.options, table.refused["pass"]) == (["take deck", "take G03"], "must-take")
    table.play("take G03", "take deck")
    assert len(table.hand()) == 2
    table = tawantinsuyu(purple={"priest": 4, "workers": ["white"], "gods": ["G29"]}, offer=["G03"])
    table.play("place white", "space S4T1", "discard god G29", "stop")
    assert (table.options, table.refused["pass"]) == (["take deck", "take G03"], "must-take")


def test_benefits_that_can_only_help_come_first() -> None:
    """R150: goods and points, without a question; the player orders the others."""
    table = tawantinsuyu(purple={"points": 10}, do=benefits(card_benefits("G24")))
    assert (table.goods(), table.options) == ({"potato": 2}, ["benefit draw_army", "pass"])
    table = tawantinsuyu(
        purple={"points": 10, "stone": 2}, market=["PB02"], do=benefits(card_benefits("G05"))
    )
    assert (table.points(), table.question) == (12, "build")
    effects = (*card_benefits("G12"), *card_benefits("G24"))
    table = tawantinsuyu(do=benefits(effects))
    assert table.offered("benefit") == ["take_gods", "draw_army"]
    table.play("benefit draw_army", "benefit take_gods", "take deck")
    assert (table.goods(), len(table.hand())) == ({"potato": 3}, 1)


def test_the_only_benefit_left_may_be_declined() -> None:
    """R165: also a nomad, or the yield of a building."""
    table = tawantinsuyu(nomads=["blue", "red"], do=benefits(card_benefits("G07")))
    assert table.options == ["benefit welcome", "pass"]
    table.play("benefit welcome")
    assert table.options == ["welcome blue", "welcome red"]
    table = tawantinsuyu(purple={"production": ["PB01", "PB03"]}, do=benefits(card_benefits("G14")))
    assert (table.goods(), table.options) == (
        {"potato": 1},
        ["benefit produce_once", "pass"],
    )


def test_the_card_for_a_swap_is_secret() -> None:
    """R153: only its owner sees which card goes under the deck."""
    assert choose_tucked.own
    assert tuck_god.own
    table = tawantinsuyu(purple={"stone": 2, "gods": ["G15", "G01"]}, market=["PB02"], do=build())
    table.play("swap", "tuck G15")
    assert "G15" not in str(table.table.view())


def test_a_card_of_the_offer_stays_known() -> None:
    """R166: the others see it in the hand; a card of the deck stays hidden."""
    table = tawantinsuyu(offer=["G03"], god_deck=["G11"], do=take_gods(2))
    table.play("take G03", "take deck")
    shown = str(table.table.view())
    assert ("G03" in shown, "G11" in shown) == (True, False)


def test_army_cards_in_play_bring_no_goods() -> None:
    """D21: only cards of the hand are discarded for goods, as often as wanted."""
    table = tawantinsuyu(purple={"soldiers": ["A01", "A15"], "army": ["A06"], "spent": ["A11"]})
    assert table.offered("discard") == ["A01", "A15"]
    assert table.refused["discard A06"] == table.refused["discard A11"] == "not-in-hand"
    table.play("discard A01", "discard A15")
    assert (table.goods(), table.question) == ({"potato": 3, "gold": 1}, "turn")


def test_army_cards_are_discarded_in_the_own_turn_only() -> None:
    """5: not while another player acts."""
    table = tawantinsuyu(
        purple={"priest": 1}, black={"soldiers": ["A01"], "corn": 3, "gods": ["G01"]}
    )
    table.play("priest 1", "pass")
    assert (table.asked, table.options) == ("black", ["offer 3", "pass"])


def test_the_discards_become_the_army_deck() -> None:
    """10.7: when the deck is empty; without any card there is nothing to draw."""

    def no_deck(s: Tawantinsuyu) -> None:
        s.army_deck = []

    table = tawantinsuyu(army_discards=["A01", "A02"], prepare=no_deck, do=draw_army(2))
    assert sorted(table.offered("keep")) == ["A01", "A02"]
    table.play("keep A02")
    assert (table.player().soldiers, table.state.army_discards) == (["A02"], ["A01"])
    assert tawantinsuyu(prepare=no_deck, do=draw_army(2)).asked == ""


def test_a_tucked_card_hides_the_hand() -> None:
    """R153, R166: the others do not see whether a card of the offer is still there."""
    side: Side = {"gods": ["G01"], "open_gods": ["G02", "G03"]}
    tables = [
        tawantinsuyu(purple=side, do=choose_tucked()).play(f"tuck {card}")
        for card in ("G01", "G02")
    ]
    assert [table.player().open_gods for table in tables] == [[], []]
    assert [sorted(table.hand()) for table in tables] == [["G02", "G03"], ["G01", "G03"]]
    assert view(tables[0].state) == view(tables[1].state)


def test_what_is_free_is_free_while_paying_for_a_benefit() -> None:
    """5: an army card may be discarded before the answer."""
    side: Side = {"gold": 1, "soldiers": ["A15"]}
    table = tawantinsuyu(purple=side, do=benefits(card_benefits("G21")))
    assert table.options == ["pay climb", "pass", "discard A15"]
    table.play("discard A15", "pay climb")
    assert (table.player().temple, table.goods()) == (1, {"gold": 1})
