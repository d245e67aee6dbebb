"""The words of the schemas, which may import nothing that knows them, are those that are meant."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema
from marshmallow.validate import OneOf

from hooks import outgoing, requests
from hooks.webhooks import CREATED, YOUR_TURN
from match.clocks import SHORTEST
from match.words import (
    BANK,
    CANCELLED,
    CLOCK,
    CLOCK_REASONS,
    CONSENT,
    END,
    EXPIRED,
    FREE,
    KINDS,
    NONE,
    PER_TURN,
    PRIVATE,
    PUBLIC,
    SEAT,
    SEAT_REASONS,
    STATUSES,
    STAYING,
    UNDO_WITHDRAWN,
    UNLISTED,
)
from schemas import accounts, clocks, games, history, hooks, jobs, service
from service.edge.limits import SCOPES
from service.streams.account_feed import LEFT
from store import presence, webhooks
from store.accounts import GUEST, KEY
from store.jobs import STATES


def test_the_words_of_a_record() -> None:
    assert history.KINDS == KINDS
    assert {
        SEAT: (*SEAT_REASONS, *STAYING),
        CLOCK: CLOCK_REASONS,
        UNDO_WITHDRAWN: (EXPIRED,),
        END: (CANCELLED,),
    } == history.REASONS


def test_the_words_of_a_game() -> None:
    assert games.STATUSES == STATUSES
    assert games.UNDO_POLICIES == (NONE, CONSENT, FREE)
    assert games.VISIBILITIES == (PUBLIC, UNLISTED, PRIVATE)
    assert clocks.KINDS == (PER_TURN, BANK)
    assert clocks.SHORTEST == SHORTEST


def test_the_words_of_accounts_hooks_and_jobs() -> None:
    assert accounts.KINDS == (KEY, GUEST)
    assert jobs.STATES == STATES
    assert set(hooks.EVENTS) == {*KINDS, CREATED, LEFT, YOUR_TURN}
    assert _choices(hooks.Disabled(), "reason") == {
        webhooks.FAILING,
        webhooks.GONE,
        webhooks.BY_OWNER,
    }
    told = hooks.DeliveryShown().fields["error"].metadata["description"]
    said = (requests.REFUSED, requests.REDIRECTED, requests.BAD_ANSWER, requests.ILLEGAL)
    assert [word for word in (*outgoing.ERRORS, *said) if f"`{word}`" not in told] == []


def test_the_words_of_operators() -> None:
    assert service.PARTS == presence.PARTS
    assert _choices(service.Rate(), "policy") == set(SCOPES)


def _choices(schema: Schema, name: str) -> set[Any]:
    return {
        word
        for each in schema.fields[name].validators
        if isinstance(each, OneOf)
        for word in each.choices
    }
