"""The stateless engine: it takes a record and returns state and choices."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response

from match import foreign_records
from match.errors import Fault, Refused
from match.match import Traces
from match.replay import without_quiet
from match.turns import refusing
from match.visibility import steps_of_entry, visible_entry
from records import check
from records.check import Proven
from schemas import engine as shapes
from service.edge import requests, responses
from service.edge.operation import ApiResponse, operation
from service.presentation import game_view, refusals
from service.presentation.choices import choices, phrases_of, refusal
from service.presentation.detail import questions
from service.presentation.problems import invalid
from service.views import rulesets
from service.views.imports import proven
from store.games import now_ms
from store.words import READS
from texts import Phrases

bp = Blueprint("engine", __name__)

MAX_BODY = 256 * 1024
"""The limit of the body in bytes: a JSON record with all draws has up to 60,000."""

_PROBLEMS = (foreign_records.go_on, "invalid-record", "not-found", "unavailable")


@operation(
    bp,
    "POST",
    "/v1/engine/<name>/apply",
    {200: ApiResponse("The game after the turns.", shapes.Applied)},
    problems=_PROBLEMS,
    body=shapes.EngineBody,
    stored=False,
    limit=MAX_BODY,
    costly=True,
    counted=READS,
)
def apply_turns(name: str, body: dict[str, Any]) -> Response:
    """Play turns on a record that the caller stores.

    The service stores nothing. To play a whole game, send the returned record with the next turns.
    The record is verified as in an import. `as` limits the answer to a seat's view. The record
    itself contains everything.
    """
    paper = _paper(name, body)
    viewer = _seat(paper, body["as_"], "/as")
    say, entries = phrases_of(paper.match, requests.language()), list[dict[str, Any]]()
    for after, index, traces in _played(paper, body["turns"]):
        entries += _entries(after, index, traces, viewer, say)
        paper = after
    table, snapshot = paper.checked.table, paper.match.snapshot
    shown = _outcome(paper) | {"view": responses.Raw(snapshot.view)}
    if viewer is None:
        shown["everything"] = game_view.everything(table.title, snapshot.state)
    else:
        shown["own"] = game_view.own(snapshot, viewer)
    shown["choices"] = questions(paper.match, table, viewer, say, everything=viewer is None)
    shown |= {"entries": entries, "record": paper.as_json(), "text": paper.as_text()}
    return responses.json(shown)


@operation(
    bp,
    "POST",
    "/v1/engine/<name>/legal",
    {200: ApiResponse("The open questions.", shapes.EngineLegal)},
    problems=_PROBLEMS,
    body=shapes.EngineLegalBody,
    stored=False,
    limit=MAX_BODY,
    costly=True,
    counted=READS,
)
def legal_steps(name: str, body: dict[str, Any]) -> Response:
    """List the legal steps on a record that the caller stores.

    The answer covers all seats to move, or one of them after some steps.
    """
    paper = _paper(name, body)
    for played, *_ in _played(paper, body["turns"]):
        paper = played
    say = phrases_of(paper.match, requests.language())
    wanted, after = _seat(paper, body["seat"], "/seat"), body["after"]
    asked = []
    for seat in paper.checked.table.awaited if wanted is None else [wanted]:
        table = paper.checked.table.clone()
        with _refusing(paper), refusing(paper.match, seat, after):
            turn = table.play(seat, after)
        question = {"seat": seat, "after": after, "complete": turn.complete}
        question["choices"] = None if turn.complete else choices(table, seat, say)
        if body["explain"] and not turn.complete:
            question["refused"] = [refusal(each, say) for each in table.refusals(seat)]
        asked.append(question)
    return responses.json(_outcome(paper) | {"questions": asked})


def _paper(name: str, body: dict[str, Any]) -> Proven:
    """Return the given record, or a new one.

    :raises Problem: 404, there is no such title; 422, the record is not valid.
    """
    title = rulesets.find(name)
    if "seats" in body:
        if faults := title.faults(body["seats"], body["options"]):
            raise invalid([(f"/{fault.place}", fault.text) for fault in faults])
        seed = bytes.fromhex(body["seed"]) if "seed" in body else secrets.token_bytes(32)
        return check.new(title, body["seats"], body["options"], seed, now_ms())
    paper = proven(body["text"] if "text" in body else body["record"])
    if paper.match.head.ruleset != title.id:
        raise refusals.invalid_record(
            Fault("record-differs", "/ruleset", title.id, paper.match.head.ruleset)
        )
    return paper


def _seat(paper: Proven, seat: int | None, pointer: str) -> int | None:
    most = len(paper.match.chairs) - 1
    if seat is not None and seat > most:
        raise invalid([(pointer, f"should be a seat, 0 to {most}")])
    return seat


def _played(paper: Proven, turns: Sequence[dict[str, Any]]) -> Iterator[tuple[Proven, int, Traces]]:
    """Play turns; yield the record after each, the index of its entry, and the events of its lines.

    :raises Problem: a turn cannot be played.
    """
    checked = paper.checked
    for number, turn in enumerate(turns):
        with _refusing(paper, number):
            index, traces = foreign_records.go_on(checked, turn["seat"], turn["steps"], now_ms())
        paper = replace(paper, match=replace(paper.match, snapshot=checked.snapshot))
        yield paper, index, traces


def _entries(
    paper: Proven, index: int, traces: Traces, viewer: int | None, say: Phrases
) -> list[dict[str, Any]]:
    """Return the entries that the last turn added; without a viewer, all of them is visible."""
    title, everything = paper.checked.table.title, viewer is None
    match, entries = paper.match, paper.checked.entries
    new = [
        visible_entry(match, place, made, viewer, everything=everything)
        for place, made in enumerate(entries[index:], index)
    ]
    traces = without_quiet(title, traces)
    new[0]["steps"] = steps_of_entry(
        match, title, index, entries[index], traces, viewer, say.event, everything
    )
    return new


@contextmanager
def _refusing(paper: Proven, number: int | None = None) -> Iterator[None]:
    """Turn refusals into problems; ``turn`` is the index of the turn."""
    try:
        yield
    except Refused as error:
        error.match = replace(paper.match, id="")  # not stored, so nothing links to it
        problem = refusals.problem_of(error, requests.language())
    except Fault as fault:
        problem = refusals.invalid_record(fault)
    else:
        return
    problem.extra["turn"] = number
    raise problem


def _outcome(paper: Proven) -> dict[str, Any]:
    """Return the state after the record."""
    position = paper.match.position
    return {
        "ruleset": paper.match.head.ruleset,
        "rev": paper.match.rev,
        **game_view.outline(position),
    }
