"""Descriptions and limits use the closed lists of words."""

from __future__ import annotations

from hooks import outgoing, requests
from schemas import hooks, service
from service.edge.rates import POLICIES
from store.words import RATE_POLICIES, RATE_SCOPES


def test_every_error_of_a_delivery_is_described() -> None:
    told = hooks.DeliveryShown().fields["error"].metadata["description"]
    said = (requests.REFUSED, requests.REDIRECTED, requests.BAD_ANSWER, requests.ILLEGAL)
    assert [word for word in (*outgoing.ERRORS, *said) if f"`{word}`" not in told] == []


def test_every_rate_limit_is_described() -> None:
    told = service.Rate().fields["policy"].metadata["description"]
    assert [policy for policy in RATE_POLICIES if f"`{policy}`" not in told] == []


def test_every_rate_limit_has_a_scope() -> None:
    assert tuple(POLICIES) == RATE_POLICIES
    assert {policy.scope for policy in POLICIES.values()} == set(RATE_SCOPES)
