"""Begging, mercy, placing workers and picking them up (rules sections 4 to 6)."""

from __future__ import annotations

import pytest

from engine.table import IllegalStep
from tests.games.tzolkin import facts, laws
from tests.games.tzolkin.builder import Side, crowd, tzolkin

GEARS = list(laws.GEARS)
PLACES = [*(f"place {gear}" for gear in GEARS), "place start"]
BEGS = ["beg chaac", "beg quetzalcoatl", "beg kukulkan"]
PICKS = [f"pick {gear} {n}" for gear, last in laws.LAST.items() for n in range(last + 1)]
FALLEN: Side = {"chaac": -1, "quetzalcoatl": -1, "kukulkan": -1}
NO_HAND: Side = {"hand": 0}


def full(space: int) -> dict[str, dict[int, str]]:
    return crowd(**dict.fromkeys(GEARS, space))


class TestBegging:
    """4.1: with less than three corn, one step down a temple for exactly three."""

    @pytest.mark.parametrize("corn", [0, 1, 2])
    def test_corn_becomes_exactly_three(self, corn: int) -> None:
        table = tzolkin(me={"corn": corn, "points": 5})
        table.play("beg quetzalcoatl")
        assert table.goods() == {"corn": 3}
        assert table.temples() == (0, -1, 0)
        assert table.points() == 5
        assert (table.asked, table.options) == ("me", PLACES)

    @pytest.mark.parametrize("corn", [3, 4, 20])
    def test_not_with_three_corn(self, corn: int) -> None:
        table = tzolkin(me={"corn": corn})
        assert not set(BEGS) & set(table.options)
        assert [table.refused[beg] for beg in BEGS] == ["too-much-corn"] * 3

    def test_not_from_the_bottom(self) -> None:
        table = tzolkin(me={"chaac": -1})
        assert [option for option in table.options if "beg" in option] == BEGS[1:]
        assert table.refused["beg chaac"] == "temple-at-bottom"

    def test_not_with_all_markers_at_the_bottom(self) -> None:
        table = tzolkin(me=FALLEN)
        assert table.options == PLACES
        assert [table.refused[beg] for beg in BEGS] == ["temple-at-bottom"] * 3

    def test_once_a_turn_and_only_at_its_start(self) -> None:
        """Having begged one has three corn; having spent it, one is past the start."""
        table = tzolkin(gears={"palenque": {0: "left", 1: "left"}})
        table.play("beg chaac")
        assert table.refused["beg chaac"] == "too-much-corn"
        table.play("place palenque")
        assert table.goods() == {"corn": 1}
        assert not set(BEGS) & set(table.options)
        assert [table.refused[beg] for beg in BEGS] == ["turn-has-begun"] * 3

    def test_d09_who_begged_may_pick_up(self) -> None:
        """D9: begging does not bind the choice of the turn."""
        table = tzolkin(gears={"yaxchilan": {1: "me"}})
        table.play("beg kukulkan", "pick yaxchilan 1", "yaxchilan 1")
        assert table.goods() == {"corn": 3, "wood": 1}
        assert table.asked == "left"

    def test_forced_when_no_placement_is_affordable_and_nobody_is_on_a_gear(self) -> None:
        table = tzolkin(start="right", gears=full(1))
        assert table.options == BEGS
        assert {table.refused[place] for place in PLACES} == {"needs-more", "space-occupied"}
        table.play("beg chaac")
        assert table.options == PLACES[:5]

    def test_not_forced_with_a_worker_on_a_gear(self) -> None:
        gears = full(1) | {"tikal": {0: "left", 3: "me"}}
        table = tzolkin(start="right", gears=gears)
        assert table.options == [*BEGS, "pick tikal 3"]

    def test_not_forced_while_a_space_is_affordable(self) -> None:
        gears = full(1)
        gears["uxmal"] = {}
        table = tzolkin(start="right", gears=gears)
        assert table.options == [*BEGS, "place uxmal"]


class TestMercy:
    """D10: who can neither pay nor beg gives all corn for one worker on a cheapest space."""

    @pytest.mark.parametrize(("corn", "space"), [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (1, 3)])
    def test_d10_one_worker_for_all_corn(self, corn: int, space: int) -> None:
        table = tzolkin(me={**FALLEN, "corn": corn}, start="right", gears=full(space))
        assert table.options == PLACES[:5]
        assert not set(table.options) & set(table.refused)
        table.play("place uxmal")
        assert table.goods() == {}
        assert table.on("uxmal")[space] == "me"
        assert table.player().hand == 2
        assert table.asked == "left"

    def test_d10_only_the_cheapest_gears_and_the_rest_is_explained(self) -> None:
        gears = crowd(palenque=3, yaxchilan=4, tikal=3, uxmal=4, chichen_itza=3)
        table = tzolkin(me={**FALLEN, "corn": 2}, start="right", gears=gears)
        assert table.options == ["place palenque", "place tikal", "place chichen_itza"]
        assert table.refused_at_hand == {
            **dict.fromkeys(BEGS, "temple-at-bottom"),
            "place yaxchilan": "needs-more",
            "place uxmal": "needs-more",
            "place start": "space-occupied",
        }
        table.play("place tikal")
        assert table.goods() == {}

    def test_d10_never_while_the_first_player_space_is_free(self) -> None:
        table = tzolkin(me=FALLEN, gears=full(1))
        assert table.options == ["place start"]
        table.play("place start")
        assert table.player().hand == 2
        assert table.state.start_space == 0

    def test_d10_never_with_a_worker_on_a_gear(self) -> None:
        gears = full(1) | {"tikal": {0: "left", 1: "me"}}
        table = tzolkin(me=FALLEN, start="right", gears=gears)
        assert table.options == ["pick tikal 1"]
        assert table.refused["place palenque"] == "needs-more"

    def test_d10_never_while_begging_is_possible(self) -> None:
        board: Side = {"chaac": -1, "quetzalcoatl": -1, "kukulkan": 6}
        table = tzolkin(me=board, start="right", gears=full(1))
        assert table.options == ["beg kukulkan"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d55_three_corn_always_place_a_worker(seats: int) -> None:
    """D55: 18 workers of others, however low they stand, leave a space for at most 3 corn."""
    others = ["left", "across", "right"][: seats - 1]
    crowd_of = [*(name for name in others for _ in range(6)), *["dummy"] * laws.DUMMIES[seats]]
    assert len(crowd_of) == 18
    gears: dict[str, dict[int, str]] = {gear: {} for gear in GEARS}
    for n, who in enumerate(crowd_of):
        gears[GEARS[n % 5]][n // 5] = who
    idle: list[Side] = [{"hand": 0}] * 3
    table = tzolkin(seats, left=idle[0], across=idle[1], right=idle[2], gears=gears)
    table.play("beg chaac")
    assert {"place uxmal", "place chichen_itza"} <= set(table.options)
    table.play("place uxmal")
    assert table.goods() == {}


def test_d55_a_worker_can_always_be_picked_up_without_action() -> None:
    """D55: with an empty hand and nothing to gain there is still a turn."""
    board: Side = {**FALLEN, "hand": 0}
    table = tzolkin(me=board, gears={"tikal": {2: "me", 0: "me"}, "chichen_itza": {4: "me"}})
    assert table.options == ["pick tikal 0", "pick tikal 2", "pick chichen_itza 4"]
    table.play("pick chichen_itza 4", "done")
    assert table.player().hand == 1
    assert table.asked == "left"


class TestPlacing:
    """Section 5."""

    @pytest.mark.parametrize("gear", ["palenque", "yaxchilan", "tikal", "uxmal"])
    @pytest.mark.parametrize("lowest", [6, 7])
    def test_d11_any_action_spaces_can_be_entered(self, gear: str, lowest: int) -> None:
        """D11: when all lower spaces are occupied, for the number of the space."""
        table = tzolkin(me={"corn": 7}, gears=crowd(**{gear: lowest}))
        table.play(f"place {gear}")
        assert table.on(gear)[lowest] == "me"
        assert table.goods().get("corn", 0) == 7 - lowest

    def test_d11_space_10_of_chichen_itza_too(self) -> None:
        """D11: hidden teeth never."""
        table = tzolkin(me={"corn": 10}, gears=crowd(chichen_itza=10))
        table.play("place chichen_itza")
        assert table.on("chichen_itza")[10] == "me"

    @pytest.mark.parametrize("gear", GEARS)
    def test_d11_a_full_gear_accepts_nobody(self, gear: str) -> None:
        """D11: hidden teeth are no spaces."""
        table = tzolkin(me={"corn": 50}, gears=crowd(**{gear: laws.LAST[gear] + 1}))
        assert f"place {gear}" not in table.options
        assert table.refused[f"place {gear}"] == "gear-full"

    @pytest.mark.parametrize("gear", GEARS)
    def test_a_last_space_too_dear_is_not_a_full_gear(self, gear: str) -> None:
        table = tzolkin(me={"corn": 4}, gears=crowd(**{gear: laws.LAST[gear]}))
        (refusal,) = [r for r in table.table.refusals(0) if r.id.startswith("place")]
        assert (refusal.id, refusal.reason) == (f"place {gear}", "needs-more")
        assert refusal.params == {"n": laws.LAST[gear] - 4, "good": "corn"}

    def test_a_dummy_blocks_its_space(self) -> None:
        gears = {"tikal": {0: "dummy", 1: "dummy"}, "palenque": {9: "dummy", 8: "dummy"}}
        table = tzolkin(2, me={"corn": 9}, gears=gears)
        table.play("place tikal", "place palenque", "done")
        assert table.on("tikal")[2] == "me"
        assert table.on("palenque")[0] == "me"
        assert table.goods() == {"corn": 9 - 2 - 0 - 1}

    @pytest.mark.parametrize("count", range(1, 7))
    @pytest.mark.parametrize("first", [True, False])
    def test_d12_surcharge_by_number_of_workers(self, count: int, first: bool) -> None:
        """D12: the first player space counts as a worker and costs nothing itself."""
        places = PLACES[5:] + PLACES[:5] if first else PLACES
        table = tzolkin(me={"corn": 20, "hand": 6})
        table.play(*places[:count], *(["done"] if count < 6 else []))
        assert table.goods() == {"corn": 20 - facts.SURCHARGE[count - 1]}
        assert table.player().hand == 6 - count

    def test_every_worker_must_be_paid_now(self) -> None:
        """The third worker costs two more: with one left it cannot be placed."""
        table = tzolkin(me={"corn": 2, "hand": 3}, calendar_corn=5)
        table.play("place start", "place tikal")
        assert table.goods() == {"corn": 1 + 5}
        assert table.asked == "left"

    def test_refusals_while_placing_name_the_price(self) -> None:
        table = tzolkin(
            me={"corn": 3, "hand": 3}, gears={"palenque": {0: "left", 1: "left", 2: "left"}}
        )
        table.play("place start", "place tikal")
        assert table.options == ["place yaxchilan", "place uxmal", "place chichen_itza", "done"]
        assert table.refused == {
            **dict.fromkeys([*BEGS, *PICKS], "turn-has-begun"),
            "place palenque": "needs-more",
            "place tikal": "needs-more",
            "place start": "space-occupied",
        }

    def test_placing_and_picking_up_do_not_mix(self) -> None:
        table = tzolkin(me={"corn": 9, "hand": 2}, gears={"yaxchilan": {1: "me", 2: "me"}})
        table.play("place tikal")
        assert not [option for option in table.options if option.startswith("pick")]
        assert table.refused["pick yaxchilan 1"] == "turn-has-begun"
        table = tzolkin(me={"corn": 9, "hand": 2}, gears={"yaxchilan": {1: "me", 2: "me"}})
        table.play("pick yaxchilan 1", "yaxchilan 1")
        assert table.options == ["pick yaxchilan 2", "done"]
        assert table.refused_at_hand == dict.fromkeys([*BEGS, *PLACES], "turn-has-begun")
        assert {*PICKS} - {"pick yaxchilan 2"} == {*table.refused} - {*BEGS, *PLACES}

    def test_no_pass_and_nothing_but_placing_from_an_empty_board(self) -> None:
        table = tzolkin(me={"corn": 3})
        assert table.options == PLACES

    def test_without_a_worker_in_hand_nobody_is_placed(self) -> None:
        table = tzolkin(me={"corn": 9, "hand": 0}, gears={"yaxchilan": {1: "me", 2: "me", 3: "me"}})
        assert [table.refused[place] for place in PLACES] == ["no-worker-in-hand"] * 6

    def test_d54_the_first_player_space_alone(self) -> None:
        """D54: as the only placement of a turn; then the space is taken."""
        table = tzolkin()
        table.play("place start")
        assert table.state.start_space == 0
        assert table.asked == "left"
        assert table.refused["place start"] == "space-occupied"

    def test_one_worker_only_on_the_first_player_space(self) -> None:
        table = tzolkin(me={"corn": 9})
        table.play("place start")
        assert table.refused["place start"] == "space-occupied"


class TestPickingUp:
    """Section 6; R60: no question is asked when there is nothing but to decline."""

    def test_in_any_order_from_any_gears(self) -> None:
        gears = {"palenque": {1: "me"}, "yaxchilan": {1: "me"}, "uxmal": {1: "me"}}
        table = tzolkin(gears=gears)
        assert table.options[-3:] == ["pick palenque 1", "pick yaxchilan 1", "pick uxmal 1"]
        table.play("pick palenque 1", "palenque 1")
        table.play("pick uxmal 1", "uxmal 1", "climb chaac", "pick yaxchilan 1", "yaxchilan 1")
        assert table.goods() == {"wood": 1}
        assert table.temples() == (1, 0, 0)
        assert table.player().hand == 3

    def test_gains_pay_for_later_workers_but_not_the_other_way_round(self) -> None:
        table = tzolkin(gears={"palenque": {1: "me"}, "uxmal": {1: "me"}})
        table.play("pick uxmal 1")
        assert table.options == ["pick palenque 1", "done"]

    def test_nothing_is_always_possible(self) -> None:
        table = tzolkin(gears={"yaxchilan": {4: "me", 5: "me"}})
        table.play("pick yaxchilan 4", "nothing", "pick yaxchilan 5", "nothing")
        assert table.goods() == {}
        assert table.player().hand == 3

    @pytest.mark.parametrize("gear", GEARS)
    def test_space_0_has_no_action(self, gear: str) -> None:
        """R60: so nothing is asked."""
        rich: Side = {"corn": 9, "wood": 9, "stone": 9, "gold": 9, "skull": 3}
        table = tzolkin(me=rich, gears={gear: {0: "me"}})
        table.play(f"pick {gear} 0")
        assert table.goods() == {"corn": 9, "wood": 9, "stone": 9, "gold": 9, "skull": 3}
        assert table.asked == "left"

    def test_not_the_workers_of_others(self) -> None:
        table = tzolkin(me={"corn": 3}, gears={"yaxchilan": {4: "left"}, "tikal": {2: "me"}})
        assert [option for option in table.options if "pick" in option] == ["pick tikal 2"]
        with pytest.raises(IllegalStep):
            table.play("pick yaxchilan 4")
