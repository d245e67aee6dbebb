"""Detail: the table between the steps of a turn, and the questions that were open there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.json import encode

from engine.table import Line, Table
from match.entries import Entry
from match.match import Match
from match.replay import between_lines
from match.snapshot import view_blob
from match.visibility import sees_all_steps
from service.presentation.choices import choices
from texts import Phrases


class Detail(NamedTuple):
    """What the steps of a turn are shown with.

    ``events``: what each step caused. ``views``: the views after it. ``choices``: the question that
    it answered. ``sentences``: each step as a sentence; views and choices include it.
    """

    events: bool = False
    views: bool = False
    choices: bool = False
    sentences: bool = False

    @property
    def between(self) -> bool:
        """Return whether the table between the steps is shown, which needs a replay."""
        return self.views or self.choices or self.sentences


def questions(
    match: Match, table: Table, viewer: int | None, say: Phrases, everything: bool = False
) -> list[dict[str, Any]]:
    """Return the open questions that a viewer may see: its own, and all after the end.

    ``everything`` lifts all secrecy, as the end of the game does.
    """
    shown = table.awaited if match.over or everything else [viewer]
    asked = (choices(table, seat, say) for seat in shown if seat in table.awaited)
    return [each for each in asked if each is not None]


def views(table: Table, viewer: int | None) -> dict[str, Any]:
    """Return the public view of a table, and the hidden part of a seat if one is given."""
    shown: dict[str, Any] = {"view": Raw(view_blob(table))}
    if viewer is not None:
        shown["own"] = Raw(encode(table.own(viewer)))
    return shown


def sentence(table: Table, line: Line, say: Phrases) -> str:
    """Return the sentence of the option that an answer chose; the table is the one before it."""
    decision = table.decision(line.seat)
    return say.option(decision, next(o for o in decision.options if o.id == line.step))


def add_detail(
    match: Match,
    entries: Sequence[Entry],
    told: Sequence[dict[str, Any]],
    viewer: int | None,
    say: Phrases,
    detail: Detail,
) -> None:
    """Add to the steps of turns their sentences, and the views and questions that are asked for.

    ``entries`` is the record from its start, ``told`` are entries of it in a row as the viewer
    sees them. A turn with a hidden step has no views and questions, and no sentence of that step.

    :raises match.tables.OtherRules: as ``match.replay.walk``.
    """
    if not told:
        return
    first, last = told[0]["rev"] - 1, told[-1]["rev"]
    seen = {
        index
        for index in range(first, last)
        if sees_all_steps(match, index, entries[index], viewer)
    }
    for index, place, table in between_lines(match, entries, first, last):
        steps = told[index - first]["steps"]
        if place < len(steps) and steps[place]["step"] is not None:
            steps[place]["text"] = sentence(table, entries[index].lines[place], say)
        if index not in seen:
            continue
        if detail.views and place > 0:
            steps[place - 1] |= views(table, viewer)
        if detail.choices and place < len(steps):
            step = steps[place]
            mine = match.over or step["seat"] == viewer
            asked = mine and not step["auto"]
            step["choices"] = choices(table, step["seat"], say) if asked else None
