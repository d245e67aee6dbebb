"""Laws over whole random games: nothing is made or lost, nothing happens without an event."""

from __future__ import annotations

from typing import cast

from engine.core import Item
from engine.listing import any_offered
from engine.table import Table
from games.tzolkin import TITLE
from games.tzolkin.state import DUMMY, Tzolkin
from tests.games.tzolkin import laws
from tests.games.tzolkin.conftest import Games


def state(table: Table) -> Tzolkin:
    return cast(Tzolkin, table.state)


def test_workers_skulls_tiles_and_jungle_are_conserved(random_games: Games) -> None:
    """At every question of every game."""
    random_games(lambda table, trace: laws.check(state(table)))


def test_goods_and_points_change_by_events_only(random_games: Games) -> None:
    """The events of each answer add up to what has changed, in goods, points and skulls."""
    known: dict[int, laws.Ledger] = {}

    def watch(table: Table, trace: list[Item]) -> None:
        now = laws.ledger(state(table))
        before = known.get(id(table))
        if before is not None:
            assert laws.booked(before, trace) == now
        known.clear()
        known[id(table)] = laws.ledger(state(table))

    random_games(watch)


def test_dummies_turn_with_the_days(random_games: Games) -> None:
    """A dummy's tooth is where it began, as many days on."""
    began: dict[int, dict[str, set[int]]] = {}

    def watch(table: Table, trace: list[Item]) -> None:
        s = state(table)
        home = {
            gear: {(n - (s.round - 1)) % len(teeth) for n, who in enumerate(teeth) if who == DUMMY}
            for gear, teeth in s.gears.items()
        }
        if not trace:
            began.clear()
        assert began.setdefault(id(table), home) == home

    random_games(watch)


def test_what_has_happened_stays(random_games: Games) -> None:
    """Skulls laid, tiles owned, levels and workers in play never get fewer; days only pass."""
    last: list[tuple[int, ...]] = []

    def watch(table: Table, trace: list[Item]) -> None:
        s = state(table)
        if not trace:
            last.clear()
        now = [s.round, s.food_days, s.age, len(s.skulls_laid), len(s.removed)]
        for seat, player in enumerate(s.players):
            now += [len(player.wealth), len(player.buildings), len(player.monuments)]
            now += [*player.technologies.values(), *player.farms.values()]
            now += [*player.harvested.values(), s.workers_in_play(seat)]
        if last:
            assert all(a <= b for a, b in zip(last[0], now, strict=True))
        last[:] = [tuple(now)]

    random_games(watch)


def test_a_game_ends_after_four_food_days_and_at_most_27_rounds(random_games: Games) -> None:
    ends: list[tuple[int, int]] = []

    def watch(table: Table, trace: list[Item]) -> None:
        if table.over:
            s = state(table)
            turns = s.round - 1
            assert s.food_days == 4
            assert turns in (27, 28)
            assert all(not any(p.goods[k] for k in ("wood", "stone", "gold")) for p in s.players)
            ends.append((turns, len(table.standings())))

    random_games(watch)
    assert len(ends) == 8


def test_the_display_is_full_at_every_turn(random_games: Games) -> None:
    """Or the stack has run out."""

    def watch(table: Table, trace: list[Item]) -> None:
        s = state(table)
        if table.open and table.open[0].effect[0] == "turn":
            assert len(s.display) == 6 or not s.stack

    random_games(watch)


def test_somebody_stands_on_the_first_player_space_only_within_a_round(random_games: Games) -> None:
    """A player who scores has had a turn in it, and no seat waits for days without a turn."""

    def watch(table: Table, trace: list[Item]) -> None:
        s = state(table)
        if not table.open or s.start_space is None:
            return
        (decision,) = table.open
        seats = len(s.players)
        seen = (s.start_space - s.start_player) % seats
        assert seen <= (decision.seat - s.start_player) % seats

    random_games(watch)


def test_only_questions_that_may_lapse_do(random_games: Games) -> None:
    """With riches too: what must be answered can always be."""
    random_games(lambda table, trace: None)
    verbs = TITLE.rules.verbs
    assert {name for name in TITLE.rules.lapsed if not verbs[name].optional} == set()


QUICKLY_TESTED = [
    ("build",),
    ("build_up_to_two",),
    ("build_with_corn", 2),
    ("trade",),
    ("research", 1),
    ("borrow", 1),
    *(("pay_any", n) for n in (1, 2, 3)),
    *(("harvest", group) for group in (2, 3, 4, 5)),
]


def test_quick_tests_agree_with_the_listings(random_games: Games) -> None:
    """A question is possible if and only if its listing has an option."""
    seen: set[tuple[str, bool]] = set()

    def watch(table: Table, trace: list[Item]) -> None:
        s = state(table)
        for decision in table.open if s.turn % 5 == 0 else ():
            for name, *args in QUICKLY_TESTED:
                verb = TITLE.rules.verbs[str(name)]
                assert verb.predicate is not None
                quick = verb.predicate(s, decision.seat, *args)
                assert quick == any_offered(verb.run(s, decision.seat, *args)), (name, args)
                seen.add((str(name), quick))

    random_games(watch)
    assert {name for name, quick in seen if quick} == {str(name) for name, *_ in QUICKLY_TESTED}
