"""Options are complete and legal, and what is not offered is explained."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from engine.core import Decision, Item, Refusal, resolvable
from engine.listing import offered as offered_of
from engine.table import Table
from games.tzolkin import TITLE
from games.tzolkin.state import Tzolkin
from tests.games.tzolkin import laws
from tests.games.tzolkin.conftest import Games
from tests.games.tzolkin.oracle import legal, thinkable

WITHOUT_CONTENT = {"done", "nothing"}


def asked(table: Table) -> list[tuple[Tzolkin, Decision, set[str], list[Refusal]]]:
    s = cast(Tzolkin, table.state)
    return [(s, d, {option.id for option in d.options}, table.refusals(d.seat)) for d in table.open]


def test_offered_and_refused_are_unique_and_disjoint(random_games: Games) -> None:
    """At every question; every refusal gives a reason and a rule."""
    random_games(lambda table, trace: laws.check_questions(table))


def test_exactly_the_legal_answers_are_offered(random_games: Games) -> None:
    """The rule, computed a second time."""

    def watch(table: Table, trace: list[Item]) -> None:
        for s, decision, offered, _ in asked(table):
            name, *args = decision.effect
            assert offered == legal(s, decision.seat, name, *args), decision.effect

    random_games(watch)


QUESTIONS: list[tuple[Any, ...]] = [
    *(("act", gear, space) for gear, last in laws.LAST.items() for space in range(last + 1)),
    *(("harvest", group) for group in (2, 3, 4, 5)),
    *(("research", levels) for levels in (1, 2)),
    *(("build_second", applied) for applied in (True, False)),
    *((name,) for name in ("build", "may_build", "build_up_to_two", "offering", "trade")),
    *((name, 1) for name in ("borrow", "may_borrow", "research_more")),
    *(("pay_any", n) for n in (1, 2, 3)),
    ("build_with_corn", 2),
]
"""What the rules might ask a seat at any moment."""


def test_the_same_of_every_question_that_might_be_asked(random_games: Games) -> None:
    """At every turn: also where nothing can be chosen, and where a quick test is at work."""
    rules = TITLE.rules

    def watch(table: Table, trace: list[Item]) -> None:
        s = cast(Tzolkin, table.state)
        for decision in table.open:
            if decision.effect[0] != "turn":
                continue
            for name, *args in QUESTIONS:
                listed = rules.verbs[name].run(s, decision.seat, *args)
                expected = legal(s, decision.seat, name, *args)
                assert {each.id for each in offered_of(listed)} == expected, (name, args)
                assert resolvable(s, decision.seat, (name, *args)) is bool(expected)

    random_games(watch)


def test_every_thinkable_answer_is_offered_or_refused(random_games: Games) -> None:
    """And nothing else is refused."""

    def watch(table: Table, trace: list[Item]) -> None:
        for s, decision, offered, refusals in asked(table):
            name, *args = decision.effect
            wanted = thinkable(s, decision.seat, name, *args)
            known = (offered - WITHOUT_CONTENT) | {refusal.id for refusal in refusals}
            assert known == wanted

    random_games(watch)


def test_what_is_missing_is_missing(random_games: Games) -> None:
    """With so much more the answer is legal, or lacks something else; with one less it is not."""
    rng = Random("missing")

    def watch(table: Table, trace: list[Item]) -> None:
        for seat in table.awaited:
            for refusal in table.refusals(seat):
                if refusal.reason.startswith("needs-more") and rng.random() < 0.05:
                    good, n = str(refusal.params.get("good", "wood")), int(refusal.params["n"])
                    (still,) = lacking(table, seat, refusal.id, good, n - 1)
                    assert still.params == refusal.params | {"n": 1}
                    after = lacking(table, seat, refusal.id, good, n)
                    assert all(other.params.get("good") != good for other in after), refusal

    random_games(watch)


def lacking(table: Table, seat: int, step: str, good: str, n: int) -> list[Refusal]:
    """Why this answer is refused when the seat owns so much more of a good."""
    richer = table.clone()
    richer.state.players[seat].goods[good] += n
    again = Table(TITLE, richer.state)
    return [refusal for refusal in again.refusals(seat) if refusal.id == step]
