"""The end of a turn, the first player space, and the turning of the gears (sections 4 and 8)."""

from __future__ import annotations

import pytest

from tests.games.tzolkin import laws
from tests.games.tzolkin.builder import SEATS, Side, tzolkin, verbs

GEARS = list(laws.GEARS)


class TestEndOfTurn:
    """4: the display is filled up, and the corn on the calendar is taken."""

    DISPLAY = ("A1-01", "A1-02", "A1-03", "A1-09", "A1-07", "A1-08")

    def test_the_display_is_refilled_only_then(self) -> None:
        table = tzolkin(me={"wood": 2}, gears={"tikal": {4: "me", 0: "me"}}, display=self.DISPLAY)
        stack = list(table.state.stack)
        table.play("pick tikal 4", "tikal 4", "build A1-01")
        assert table.state.display == list(self.DISPLAY[1:])
        table.play("build A1-02")
        assert table.state.display == list(self.DISPLAY[2:])
        turn = table.play("done")
        opened = stack[:-3:-1]
        assert table.state.display == [*self.DISPLAY[2:], *opened]
        assert [e for _, e in turn.trace if e[0] == "open_building"] == [
            ("open_building", tile) for tile in opened
        ]
        assert table.state.stack == stack[:-2]

    def test_empty_places_stay_empty_when_the_stack_has_run_out(self) -> None:
        table = tzolkin(me={"wood": 1}, gears={"tikal": {2: "me"}}, display=self.DISPLAY[:3])
        table.play("pick tikal 2", "tikal 2", "build A1-01")
        assert table.asked == "left"
        assert table.state.display == list(self.DISPLAY[1:3])

    def test_d33_the_corn_comes_after_placing(self) -> None:
        """D33: all of it, at the end of the own turn; it cannot pay for that turn."""
        table = tzolkin(me={"corn": 0}, calendar_corn=4)
        table.play("place start")
        assert table.asked == "left", "a second worker would have cost a corn"
        assert table.goods() == {"corn": 4}
        assert table.state.calendar_corn == 0

    def test_d33_in_time_for_feeding(self) -> None:
        """D33: the corn feeds workers in the same round."""
        table = tzolkin(mover="me", marker="left", round=8, calendar_corn=6)
        table.play("place start")
        assert table.goods() == {}
        assert table.points() == 0
        assert table.points("left") == -9

    def test_only_for_who_stands_there(self) -> None:
        table = tzolkin(start="right", calendar_corn=0)
        table.play("place tikal")
        assert table.goods() == {}
        table = tzolkin(calendar_corn=3)
        table.play("place tikal")
        assert table.goods() == {}
        assert table.state.calendar_corn == 3


class TestFirstPlayerSpace:
    """8: the worker returns, the marker moves, the calendar may go two days."""

    def test_nobody_there_a_corn_on_the_calendar_and_one_day(self) -> None:
        table = tzolkin(calendar_corn=2, marker="across", moment="end of round")
        assert table.state.calendar_corn == 3
        assert table.state.round == 4
        assert table.state.start_player == SEATS.index("across")
        assert table.asked == "across"

    @pytest.mark.parametrize("days", ["advance 1", "advance 2"])
    def test_d34_no_corn_when_the_space_was_used(self, days: str) -> None:
        """D34: neither for one day nor for two."""
        table = tzolkin(start="left", calendar_corn=0, moment="end of round")
        table.play(days)
        assert table.state.calendar_corn == 0

    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("holder", range(4))
    @pytest.mark.parametrize("user", range(4))
    def test_the_marker_comes_or_is_passed_to_the_left(
        self, seats: int, holder: int, user: int
    ) -> None:
        if max(holder, user) >= seats:
            holder, user = holder % seats, user % seats
        table = tzolkin(seats, marker=SEATS[holder], start=SEATS[user], moment="end of round")
        assert table.asked == SEATS[user], "the user of the space turns the calendar"
        assert table.player(SEATS[user]).hand == 3
        assert table.state.start_space is None
        table.play("advance 1")
        first = (user + 1) % seats if user == holder else user
        assert table.state.start_player == first
        assert table.asked == SEATS[first]

    def test_the_marker_stays_until_the_space_is_used_again(self) -> None:
        rich: Side = {"corn": 20}
        table = tzolkin(2, me=rich, left=rich, marker="left", moment="end of round")
        order = []
        for _ in range(6):
            order.append(table.asked)
            table.place_one()
        assert order == ["left", "me"] * 3

    def test_two_days_for_the_light_side(self) -> None:
        gears = {"tikal": {0: "me", 5: "left"}, "chichen_itza": {8: "across", 10: "across"}}
        table = tzolkin(start="me", gears=gears, moment="end of round")
        assert table.options == ["advance 1", "advance 2"]
        table.play("advance 2")
        assert not table.player().light
        assert table.state.round == 5
        assert table.on("tikal") == {2: "me", 7: "left"}
        assert table.on("chichen_itza") == {10: "across"}
        assert table.player("across").hand == 2

    def test_one_day_keeps_the_light_side(self) -> None:
        table = tzolkin(start="me", moment="end of round")
        table.play("advance 1")
        assert table.player().light
        assert table.state.round == 4

    def test_not_with_the_dark_side(self) -> None:
        """All else happens all the same."""
        table = tzolkin(me={"light": False}, start="me", marker="left", moment="end of round")
        assert (table.asked, table.question) == ("me", "turn")
        assert (table.state.round, table.state.start_player) == (4, 0)
        assert not table.player().light

    @pytest.mark.parametrize("gear", GEARS)
    @pytest.mark.parametrize("who", ["me", "left", "right"])
    def test_d36_any_players_worker_on_a_last_but_one_space_forbids_it(
        self, gear: str, who: str
    ) -> None:
        """D36: the own ones too."""
        table = tzolkin(start="me", gears={gear: {laws.LAST[gear] - 1: who}}, moment="end of round")
        assert table.question == "turn"
        assert table.state.round == 4
        assert table.player().light

    @pytest.mark.parametrize("gear", GEARS)
    def test_d36_dummies_do_not(self, gear: str) -> None:
        """D36: nor do workers on the last space, who are pushed off in any case."""
        last = laws.LAST[gear]
        gears = {gear: {last - 1: "dummy", last: "left"}}
        table = tzolkin(2, start="me", gears=gears, moment="end of round")
        table.play("advance 2")
        assert last - 1 not in table.on(gear)
        assert table.player("left").hand == 3

    def test_d35_the_choice_comes_after_the_food_day(self) -> None:
        """D35: in the calendar phase, when everybody has been fed and rewarded."""
        table = tzolkin(me={"corn": 6, "chaac": 1}, start="me", round=8, moment="end of round")
        assert table.question == "days"
        assert table.state.food_days == 1
        assert table.goods() == {"stone": 1}

    def test_d36_what_stands_there_after_the_food_day_counts(self) -> None:
        """D36: the worker on the first player space is back in hand by then."""
        table = tzolkin(start="me", moment="end of round")
        assert table.player().hand == 3
        assert table.options == ["advance 1", "advance 2"]


class TestAdvance:
    """8: every worker a space on; beyond the last space it goes home, dummies go round."""

    @pytest.mark.parametrize("gear", GEARS)
    def test_every_space(self, gear: str) -> None:
        last = laws.LAST[gear]
        for space in range(last + 1):
            table = tzolkin(gears={gear: {space: "left"}}, moment="end of round")
            pushed = space == last
            assert table.on(gear) == ({} if pushed else {space + 1: "left"})
            assert table.player("left").hand == (3 if pushed else 2)
            assert table.goods("left") == {}

    @pytest.mark.parametrize("gear", GEARS)
    def test_d06_dummies_go_round_and_are_never_pushed_off(self, gear: str) -> None:
        """D6: through the hidden teeth: 10 teeth on small gears, 13 on Chichen Itza."""
        teeth = laws.GEARS[gear]
        for tooth in range(teeth):
            table = tzolkin(2, gears={gear: {tooth: "dummy"}}, moment="end of round")
            assert table.on(gear)[(tooth + 1) % teeth] == "dummy"

    def test_d06_a_dummy_back_on_space_0_blocks_it(self) -> None:
        """D6: from tooth 9 of a small gear and tooth 12 of Chichen Itza."""
        gears = {"palenque": {9: "dummy"}, "chichen_itza": {12: "dummy"}}
        table = tzolkin(2, me={"corn": 9}, gears=gears, moment="end of round")
        table.play("place palenque", "place chichen_itza", "done")
        assert table.on("palenque")[1] == "me"
        assert table.on("chichen_itza")[1] == "me"

    def test_all_workers_move_at_once(self) -> None:
        crowd = {n: SEATS[n % 4] for n in range(8)}
        table = tzolkin(gears={"uxmal": crowd}, moment="end of round")
        assert table.on("uxmal") == {n + 1: who for n, who in crowd.items() if n < 7}


class TestFoodDayRounds:
    """D8, D37, D38: rounds 8, 14, 21, 27, never skipped."""

    @pytest.mark.parametrize("round", range(1, 28))
    def test_d08_food_days_by_round(self, round: int) -> None:
        """D8: after the turns of rounds 8, 14, 21 and 27."""
        before = sum(day < round for day in (8, 14, 21, 27))
        table = tzolkin(round=round, moment="end of round")
        assert table.state.food_days == before + (round in (8, 14, 21, 27))
        assert table.table.over is (round == 27)

    @pytest.mark.parametrize(("before", "days"), [(7, 0), (13, 1), (20, 2)])
    def test_d37_two_days_onto_and_over_a_food_day(self, before: int, days: int) -> None:
        """D37: 7 to 9 makes round 9 the food day, held after its turns, and no second one."""
        table = tzolkin(start="me", round=before, moment="end of round")
        assert table.state.food_days == days
        table.play("advance 2")
        assert (table.state.round, table.state.food_days) == (before + 2, days)
        last_seat = (table.state.start_player - 1) % 4
        while table.asked != SEATS[last_seat]:
            table.place_one()
        assert table.state.food_days == days
        table.place_one()
        assert table.state.food_days == days + 1

    def test_d37_the_numbers_of_later_food_days_stay(self) -> None:
        """D37: a food day held on round 9 leaves the next one on round 14."""
        table = tzolkin(round=9, food_days=0, moment="end of round")
        assert table.state.food_days == 1
        for round in (10, 11, 12, 13):
            assert tzolkin(round=round, food_days=1, moment="end of round").state.food_days == 1
        assert tzolkin(round=14, food_days=1, moment="end of round").state.food_days == 2

    def test_two_days_onto_a_food_day(self) -> None:
        table = tzolkin(start="me", round=6, moment="end of round")
        table.play("advance 2")
        assert (table.state.round, table.state.food_days) == (8, 0)

    def test_d38_two_days_from_round_26(self) -> None:
        """D38: the new round is the last one; the game ends after its turns."""
        table = tzolkin(start="me", round=26, moment="end of round")
        table.play("advance 2")
        assert (table.state.round, table.state.food_days) == (28, 3)
        for _ in range(4):
            table.place_one()
        assert table.table.over
        assert table.state.food_days == 4

    def test_d38_from_round_25_it_is_round_27(self) -> None:
        """D38: on the number itself."""
        table = tzolkin(start="me", round=25, moment="end of round")
        table.play("advance 2")
        assert (table.state.round, table.state.food_days) == (27, 3)


class TestLastCalendarPhase:
    """13.1: it still turns the gears, which only matters for ties."""

    def test_workers_are_pushed_off_and_the_first_player_returns(self) -> None:
        gears = {"tikal": {6: "me", 7: "left"}}
        table = tzolkin(start="me", marker="left", gears=gears, round=27, moment="end of round")
        assert table.table.over
        assert table.on("tikal") == {7: "me"}
        assert table.state.start_space is None
        assert table.state.start_player == 0

    def test_d50_one_day_only(self) -> None:
        """D50: no player is asked, even with the light side and free teeth."""
        table = tzolkin(start="me", gears={"tikal": {0: "me"}}, round=27, moment="end of round")
        assert table.table.over
        assert table.on("tikal") == {1: "me"}
        assert table.player().light
        assert "days" not in verbs(table.trace)
        assert ("advance", 1) in [effect for _, effect in table.trace]


def test_the_order_of_a_rounds_end() -> None:
    """Feeding, change of age, temples, marker, calendar."""
    side: Side = {"corn": 20}
    table = tzolkin(
        me=side, left=side, across=side, right=side, start="me", round=14, moment="end of round"
    )
    told = [
        v
        for v in verbs(table.trace)
        if v in ("food_day", "pay", "next_age", "temple_points", "become_first")
    ]
    assert told == ["food_day", *["pay"] * 4, "next_age", "temple_points", "become_first"]
