"""Visibility of the record: a viewer does not see secret and veiled answers.

A viewer is a seat, or None for a spectator. After the end everything is visible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from engine.core import Effect, Item
from engine.effects import written
from engine.table import Turn
from engine.title import Title
from match.entries import Entry
from match.match import Match, Traces
from match.replay import without_quiet
from match.words import END, RETRACTED, SEAT, TURN, UNDO_ANSWERED, UNDO_REQUESTED, UNDO_WITHDRAWN

Say = Callable[[int, Effect], str]
"""A function that returns the sentence of an event."""


def iso(at: int) -> str:
    """Return a time in ms since 1970 as RFC 3339 in UTC."""
    snapshot = datetime.fromtimestamp(at // 1000, UTC).replace(tzinfo=None)
    return f"{snapshot.isoformat()}.{at % 1000:03}Z"


def is_veiled(match: Match, index: int, entry: Entry) -> bool:
    """Return whether an answer waits for those of other seats, so that only its seat may see it."""
    stage = match.position.stage
    return entry.apart and stage is not None and index >= stage


def sees_all_steps(match: Match, index: int, entry: Entry, viewer: int | None) -> bool:
    """Return whether a viewer may see every step of a turn, and so the table between them."""
    return all(step["step"] is not None for step in visible_steps(match, index, entry, viewer))


def visible_steps(
    match: Match, index: int, entry: Entry, viewer: int | None, everything: bool = False
) -> list[dict[str, Any]]:
    """Return the answers of a turn; ``step`` is None if this viewer may not see it.

    ``everything`` lifts all secrecy, as the end of the game does.
    """
    veiled, lifted = is_veiled(match, index, entry), everything or match.over
    shown = []
    for place, (seat, step, auto) in enumerate(entry.lines):
        hidden = (veiled or place in entry.secret) and seat != viewer and not lifted
        shown.append({"seat": seat, "step": None if hidden else step, "auto": auto})
    return shown


def visible_events(
    title: Title,
    trace: Iterable[Item],
    viewer: int | None,
    say: Say | None = None,
    veiled: bool = False,
    everything: bool = False,
) -> list[dict[str, Any]]:
    """Return effects as events; for another seat's secret, only the verb.

    While ``veiled``, the effects of other seats are hidden; ``everything`` lifts all secrecy.
    """
    verbs = title.rules.verbs
    events: list[dict[str, Any]] = []
    for seat, effect in trace:
        if seat != viewer and not everything:
            if veiled:
                continue
            if verbs[effect[0]].own:
                effect = effect[:1]
        event: dict[str, Any] = {"seat": seat, "effect": written(verbs, effect)}
        if say is not None:
            event["text"] = say(seat, effect)
        events.append(event)
    return events


def steps_of_entry(
    match: Match,
    title: Title,
    index: int,
    entry: Entry,
    traces: Traces,
    viewer: int | None,
    say: Say | None = None,
    everything: bool = False,
) -> list[dict[str, Any]]:
    """Return the answers of a turn with the events of each, as this viewer may know them.

    ``everything`` lifts all secrecy, as the end of the game does.
    """
    steps, lifted = visible_steps(match, index, entry, viewer, everything), everything or match.over
    veiled = is_veiled(match, index, entry)
    for step, trace in zip(steps, traces, strict=True):
        step["events"] = visible_events(title, trace, viewer, say, veiled, lifted)
    return steps


def steps_of_turn(
    title: Title, turn: Turn, viewer: int, say: Say | None = None, veiled: bool = False
) -> list[dict[str, Any]]:
    """Return the answers of a turn that its seat only tries, with their events."""
    traces = without_quiet(title, turn.traces)
    return [
        line._asdict() | {"events": visible_events(title, trace, viewer, say, veiled)}
        for line, trace in zip(turn.lines, traces, strict=True)
    ]


def visible_entry(
    match: Match,
    index: int,
    entry: Entry,
    viewer: int | None,
    retracted: bool = False,
    everything: bool = False,
) -> dict[str, Any]:
    """Return one entry as this viewer may see it; its ``rev`` is the revision after it."""
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
    if entry.comment:
        shown["comment"] = entry.comment
    return shown


def retracted_indices(entries: Sequence[Entry], first: int = 0) -> set[int]:
    """Return the indices of the retracted entries; ``first`` is the index of entries[0]."""
    gone: set[int] = set()
    for index, each in enumerate(entries, first):
        if each.kind == RETRACTED and each.back_to is not None:
            gone.update(range(each.back_to, index))
    return gone
