"""Descriptions and limits use the closed lists of words."""

from __future__ import annotations

from hooks import outgoing, requests
from schemas import hooks
from service.edge.limits import SCOPES
from store.words import RATE_POLICIES, RATE_SCOPES


def test_every_error_of_a_delivery_is_described() -> None:
    told = hooks.DeliveryShown().fields["error"].metadata["description"]
    said = (requests.REFUSED, requests.REDIRECTED, requests.BAD_ANSWER, requests.ILLEGAL)
    assert [word for word in (*outgoing.ERRORS, *said) if f"`{word}`" not in told] == []


def test_every_rate_limit_has_a_scope() -> None:
    assert tuple(SCOPES) == RATE_POLICIES
    assert set(SCOPES.values()) == set(RATE_SCOPES)
