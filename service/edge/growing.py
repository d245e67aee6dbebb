"""Enums that may grow within one version of the API; docs/versioning.md has the policy.

All other enums are closed. The specification marks these with ``x-extensible``.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import games
import texts
from bots.levels import BOTS
from match.words import KINDS, REASONS
from schemas.webhook_events import MESSAGE_TYPES, WEBHOOK_EVENTS, WEBHOOK_TYPES
from service.edge.openapi_shapes import Json, walked
from service.presentation.problems import STATUS
from store.words import (
    ACCOUNT_KINDS,
    ACCOUNT_MESSAGES,
    DISABLED_REASONS,
    JOB_KINDS,
    PARTS,
    RATE_POLICIES,
    RATE_SCOPES,
    SCOPES,
    SNAPSHOT,
)

MARK = "x-extensible"


def growing() -> dict[str, tuple[str, ...]]:
    """Return the enums that may grow, by what they list."""
    return {
        "kinds of entries": KINDS,
        "kinds of events": (SNAPSHOT, *KINDS),
        "reasons of entries": tuple({why for whys in REASONS.values() for why in whys}),
        "problem codes": tuple(STATUS),
        "kinds of jobs": JOB_KINDS,
        "kinds of accounts": ACCOUNT_KINDS,
        "events of accounts": ACCOUNT_MESSAGES,
        "events of webhooks": WEBHOOK_EVENTS,
        "types of all messages": MESSAGE_TYPES,
        "types of webhooks' messages": tuple(WEBHOOK_TYPES.values()),
        "reasons of disabled webhooks": DISABLED_REASONS,
        "rate limits": RATE_POLICIES,
        "scopes of rate limits": RATE_SCOPES,
        "scopes of tokens": SCOPES,
        "parts of an installation": PARTS,
        "languages": tuple(texts.LANGUAGES),
        "bots": tuple(BOTS),
        "titles": tuple(games.all_titles()),
        "rulesets": tuple(title.id for title in games.all_titles().values()),
        "titles and rulesets": (*games.all_titles(), *games.ids()),
    }


def marked(document: Json) -> Json:
    """Return the specification with each enum marked that may grow."""
    lists = {frozenset(words) for words in growing().values()}
    told: Json = walked(document, partial(_mark, lists))
    return told


def _mark(lists: Collection[frozenset[str]], schema: Json) -> Json:
    grows = frozenset(schema.get("enum", ())) - {None} in lists
    return {**schema, MARK: True} if grows else schema
