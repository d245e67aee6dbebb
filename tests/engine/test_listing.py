"""A listing: what is offered, what is refused in place, and what it does not name."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

from engine.core import Decision, Listing, Option, Refusal, Rules, State, asks, may_ask, would
from engine.listing import RefusedAnswer, answer, any_offered, or_else, why
from engine.vocabulary import lacks, pay
from tests.engine.test_core import after_keeping
from tests.toy import play
from tests.toy.play import Toy

DEAR = why("dear", "toy 3", n=2)


@asks
def shop(s: Toy, me: int) -> Listing:
    """Two offers, one of them too dear."""
    return [answer("buy apple", pay({"stone": 1})), answer("buy boat", unless=DEAR)]


@shop.otherwise
def sold_out(s: Toy, me: int) -> Iterator[RefusedAnswer]:
    """Everything that a shop may have; the listing's own answers among them."""
    for thing in ("apple", "boat", "coat"):
        yield f"buy {thing}", why("sold-out", "toy 4")


@may_ask
def bargain(s: Toy, me: int) -> Listing:
    """Something that only a player with two stones can have."""
    return [answer("buy", unless=lacks(s.players[me].goods, {"stone": 2}, "toy 5"))]


MODULE = ModuleType("shops")
vars(MODULE).update(shop=shop, bargain=bargain)
RULES = Rules(play, MODULE)


def asked(*effect: object) -> tuple[State[play.Player], list[Decision]]:
    """The toy with this question alone on its agenda."""
    s = after_keeping().state
    s.agenda = [(0, effect)]
    return s, RULES.settle(s, [])


def test_a_question_offers_only_the_legal_answers_of_its_listing() -> None:
    """The refused one is no option."""
    _, (decision,) = asked("shop")
    assert decision.options == [Option("buy apple", (pay({"stone": 1}),))]


def test_refusals_are_those_listed_and_those_the_listing_does_not_name() -> None:
    """An answer has one reason, the nearest one; an offered answer has none."""
    s, (decision,) = asked("shop")
    assert list(RULES.refusals(s, decision)) == [
        Refusal("buy boat", "dear", {"n": 2}, "toy 3"),
        Refusal("buy coat", "sold-out", {}, "toy 4"),
    ]


def test_a_question_with_refused_answers_only_lapses() -> None:
    """A refused answer is nothing to choose."""
    assert asked("bargain")[1] == []


def test_a_way_out_is_listed_only_beside_an_offer() -> None:
    """Declining is no choice where nothing is offered."""
    way_out, no = Option("done"), ("no", DEAR)
    assert or_else([no], way_out) == [no]
    assert or_else([no, Option("yes")], way_out) == [no, Option("yes"), way_out]
    assert not any_offered([no])


def test_a_good_that_is_short_is_a_reason() -> None:
    """The first good that does not cover the price, and how much is missing."""
    assert lacks({"corn": 2, "wood": 1}, {"corn": 2, "wood": 3}, "r") == why(
        "needs-more", "r", n=2, good="wood"
    )
    assert lacks({"corn": 2}, {"corn": 2}, "r") is None


def test_would_asks_under_a_hypothetical_and_changes_nothing() -> None:
    """A purse, fields of the state, and fields of its parts."""
    table = after_keeping()
    s, before = table.state, table.save()
    assert not would(s, 0, play.give_back())
    assert would(s, 0, play.give_back(), purse={"stone": 2})
    assert would(s, 0, play.give_back(), (s.players[0], "goods", {"stone": 2}), (s, "heap", 0))
    assert table.save() == before


def test_would_restores_the_state_after_an_exception() -> None:
    """A rule that fails under a hypothetical leaves no trace."""
    table = after_keeping()
    s, before = table.state, table.save()
    with pytest.raises(KeyError):
        would(s, 0, play.give_back(), purse={})
    assert table.save() == before
    with pytest.raises(KeyError):
        would(s, 0, play.give_back(), (s, "heap", 0), purse={})
    assert table.save() == before
