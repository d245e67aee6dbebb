"""What a viewer may see of the record: secret and veiled answers stay out of it.

A viewer is a seat, or None for a spectator. Once the game is over everybody sees everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from engine.core import Effect, Item
from engine.title import Title
from match.entries import Entry
from match.match import Match
from match.words import END, RETRACTED, SEAT, TURN, UNDO_ANSWERED, UNDO_REQUESTED, UNDO_WITHDRAWN

Say = Callable[[int, Effect], str]
"""Writes the sentence of an event: what has happened to a seat."""


def iso(at: int) -> str:
    """A time in ms since 1970 as RFC 3339 in UTC."""
    snapshot = datetime.fromtimestamp(at // 1000, UTC).replace(tzinfo=None)
    return f"{snapshot.isoformat()}.{at % 1000:03}Z"


def is_veiled(match: Match, index: int, entry: Entry) -> bool:
    """Whether an answer waits for those of the other seats, so that only its seat may see it."""
    stage = match.position.stage
    return entry.apart and stage is not None and index >= stage


def visible_steps(
    match: Match, index: int, entry: Entry, viewer: int | None, everything: bool = False
) -> list[dict[str, Any]]:
    """The answers of a turn; ``step`` is None where this viewer may not see it.

    ``everything`` lifts all secrecy, as the end of the game does.
    """
    veiled, lifted = is_veiled(match, index, entry), everything or match.over
    shown = []
    for place, (seat, step, auto) in enumerate(entry.lines):
        hidden = (veiled or place in entry.secret) and seat != viewer and not lifted
        shown.append({"seat": seat, "step": None if hidden else step, "auto": auto})
    return shown


def visible_events(
    game: Title,
    trace: Iterable[Item],
    viewer: int | None,
    say: Say | None = None,
    veiled: bool = False,
    everything: bool = False,
) -> list[dict[str, Any]]:
    """Effects as events; of another seat's secret only the verb is told.

    While ``veiled``, other seats' effects are not told at all; ``everything`` lifts all secrecy.
    """
    verbs = game.rules.verbs
    events: list[dict[str, Any]] = []
    for seat, effect in trace:
        if seat != viewer and not everything:
            if veiled:
                continue
            if verbs[effect[0]].own:
                effect = effect[:1]
        event: dict[str, Any] = {"seat": seat, "effect": effect}
        if say is not None:
            event["text"] = say(seat, effect)
        events.append(event)
    return events


def events_of_entry(
    match: Match,
    game: Title,
    index: int,
    entry: Entry,
    trace: Iterable[Item],
    viewer: int | None,
    say: Say | None = None,
) -> list[dict[str, Any]]:
    """What an entry led to, as far as this viewer may know."""
    return visible_events(game, trace, viewer, say, is_veiled(match, index, entry), match.over)


def visible_entry(
    match: Match,
    index: int,
    entry: Entry,
    viewer: int | None,
    retracted: bool = False,
    everything: bool = False,
) -> dict[str, Any]:
    """One entry as this viewer may see it; its ``rev`` is the revision after it."""
    shown: dict[str, Any] = {"rev": index + 1, "kind": entry.kind, "at": iso(entry.at)}
    if entry.kind != END:
        shown["seat"] = entry.seat
    if entry.kind == TURN:
        answers = visible_steps(match, index, entry, viewer, everything)
        shown |= {"steps": answers, "retracted": retracted}
    elif entry.kind == SEAT:
        shown |= {"holder": entry.holder, "name": entry.name, "starts": entry.starts}
    elif entry.kind == RETRACTED:
        shown["back_to"] = entry.back_to
    elif entry.kind == UNDO_REQUESTED:
        shown |= {"request": index + 1, "back_to": entry.back_to}
    elif entry.kind == UNDO_ANSWERED:
        shown |= {"request": entry.request, "agree": entry.agree}
    elif entry.kind == UNDO_WITHDRAWN:
        shown["request"] = entry.request
    elif entry.kind == END:
        shown["result"] = [standing.document() for standing in entry.result]
    if entry.why:
        shown["why"] = entry.why
    return shown


def retracted_indices(entries: Sequence[Entry], first: int = 0) -> set[int]:
    """Indices of the entries that a later one has put out of force; ``first`` is entries[0]'s."""
    gone: set[int] = set()
    for index, each in enumerate(entries, first):
        if each.kind == RETRACTED and each.back_to is not None:
            gone.update(range(each.back_to, index))
    return gone
