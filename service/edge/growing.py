"""Enums that may grow within one version of the API; docs/versioning.md has the policy.

All other enums are closed. The specification marks these with ``x-extensible``.
"""

from __future__ import annotations

from typing import Any

import games
import texts
from bots.levels import BOTS
from match.words import KINDS, REASONS
from schemas.webhook_events import MESSAGE_TYPES, WEBHOOK_EVENTS, WEBHOOK_TYPES
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
_SHOWN = ("example", "examples", "default")


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


def mark(document: dict[str, Any]) -> None:
    """Mark each enum of the specification that may grow."""
    lists = {frozenset(words) for words in growing().values()}
    for schema in _enums(document):
        if frozenset(schema["enum"]) - {None} in lists:
            schema[MARK] = True


def _enums(part: Any) -> list[dict[str, Any]]:
    """Return every schema with an enum, but none inside of examples."""
    if isinstance(part, list):
        return [found for each in part for found in _enums(each)]
    if not isinstance(part, dict):
        return []
    below = [found for name, each in part.items() if name not in _SHOWN for found in _enums(each)]
    return [part, *below] if isinstance(part.get("enum"), list) else below
