"""History: pages of a match's record, as one viewer may see them."""

from __future__ import annotations

from typing import Any

from engine.title import Title
from match.match import Match
from match.visibility import Say, events_of_entry, retracted_indices, visible_entry
from match.words import TURN
from store.games import Games


def log_page(
    games: Games,
    match: Match,
    game: Title | None,
    viewer: int | None,
    after: int = 0,
    limit: int | None = None,
    say: Say | None = None,
) -> list[dict[str, Any]]:
    """Return at most ``limit`` entries after revision ``after``, oldest first.

    With ``game``, turns include their ``events``; with ``say``, also their sentences.
    """
    entries = games.entries(match, after)
    gone = retracted_indices(entries, after)
    cut = entries if limit is None else entries[:limit]
    traces = games.traces(match, after, after + len(cut)) if game is not None else []
    shown = []
    for index, each in enumerate(cut, after):
        line = visible_entry(match, index, each, viewer, index in gone)
        if game is not None and each.kind == TURN:
            trace = traces[index - after]
            line["events"] = events_of_entry(match, game, index, each, trace, viewer, say)
        shown.append(line)
    return shown
