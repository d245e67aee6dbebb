"""The words of the schemas, which may import nothing that knows them, are those that are meant."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema
from marshmallow.validate import OneOf

from hooks import outgoing, requests
from hooks.webhooks import CREATED, YOUR_TURN
from match.words import (
    KINDS,
)
from schemas import hooks, service
from service.edge.limits import SCOPES
from service.streams.account_feed import LEFT


def test_the_words_of_hooks() -> None:
    assert set(hooks.EVENTS) == {*KINDS, CREATED, LEFT, YOUR_TURN}
    told = hooks.DeliveryShown().fields["error"].metadata["description"]
    said = (requests.REFUSED, requests.REDIRECTED, requests.BAD_ANSWER, requests.ILLEGAL)
    assert [word for word in (*outgoing.ERRORS, *said) if f"`{word}`" not in told] == []


def test_the_words_of_limits() -> None:
    assert _choices(service.Rate(), "policy") == set(SCOPES)


def _choices(schema: Schema, name: str) -> set[Any]:
    return {
        word
        for each in schema.fields[name].validators
        if isinstance(each, OneOf)
        for word in each.choices
    }
