"""Entries: parts of a record for one viewer, each entry with its sentence."""

from __future__ import annotations

from typing import Any

from match.match import Match
from match.tables import OtherRules, title_of
from service.presentation.choices import phrases_of
from store.games import Games
from texts import Phrases, plain_phrases


def sentences_of(match: Match, language: str) -> Phrases:
    """Return the sentences about a match; without its rules, those that need no title."""
    try:
        return phrases_of(match, language)
    except OtherRules:
        return plain_phrases(language).naming([chair.name for chair in match.chairs])


def entries(
    games: Games,
    match: Match,
    viewer: int | None,
    language: str,
    after: int,
    limit: int,
    events: bool = False,
) -> list[dict[str, Any]]:
    """Return at most ``limit`` entries after revision ``after``, as a viewer may see them.

    With ``events``, turns include them.

    :raises OtherRules: events need the rules of the match, and they are not installed.
    """
    title, say = title_of(match) if events else None, sentences_of(match, language)
    found = games.page(match, title, viewer, after, limit, say.event)
    for entry in found:
        entry["text"] = say.entry(entry)
    return found
