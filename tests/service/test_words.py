"""The words of the schemas, which may import nothing that knows them, are those that are meant."""

from __future__ import annotations

from hooks import outgoing, requests
from match.words import (
    KINDS,
)
from schemas import hooks
from schemas.webhook_events import CREATED, WEBHOOK_EVENTS, YOUR_TURN
from service.edge.limits import SCOPES
from store.words import LEFT, RATE_POLICIES, RATE_SCOPES


def test_the_words_of_hooks() -> None:
    assert set(WEBHOOK_EVENTS) == {*KINDS, CREATED, LEFT, YOUR_TURN}
    told = hooks.DeliveryShown().fields["error"].metadata["description"]
    said = (requests.REFUSED, requests.REDIRECTED, requests.BAD_ANSWER, requests.ILLEGAL)
    assert [word for word in (*outgoing.ERRORS, *said) if f"`{word}`" not in told] == []


def test_every_rate_limit_has_a_scope() -> None:
    assert tuple(SCOPES) == RATE_POLICIES
    assert set(SCOPES.values()) == set(RATE_SCOPES)
