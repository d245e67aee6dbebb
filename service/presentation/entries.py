"""Entries: parts of a record for one viewer, each entry with its sentence."""

from __future__ import annotations

from typing import Any

from match.match import Match
from match.tables import OtherRules, title_of
from service.presentation.choices import phrases_of
from service.presentation.detail import Detail, add_detail
from store.games import Games
from texts import Phrases, plain_phrases

NOTHING = Detail()


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
    detail: Detail = NOTHING,
) -> list[dict[str, Any]]:
    """Return at most ``limit`` entries after revision ``after``, as a viewer may see them.

    ``detail`` is what the steps of turns are shown with.

    :raises OtherRules: it needs the rules of the match, and they are not installed.
    """
    title, say = title_of(match) if detail.events else None, sentences_of(match, language)
    found = games.page(match, title, viewer, after, limit, say.event)
    if detail.between:
        add_detail(match, games.entries(match), found, viewer, say, detail)
    for entry in found:
        entry["text"] = say.entry(entry)
    return found
