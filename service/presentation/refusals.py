"""Refusing: why the steps of a seat are not played, told alike wherever steps are sent."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlencode

from engine.table import IllegalStep, Table
from engine.title import Title
from service.edge import requests
from service.edge.problems import Problem, sentences
from service.edge.staleness import stale
from service.presentation import documents
from service.presentation.choices import choices, refusal
from store import turns
from store.games import Stored
from store.head import OPEN
from store.moment import WAITING
from store.turns import IncompleteTurn

NO_TURN = ("forbidden", "game-over", "illegal-step", "not-started", "not-your-turn")
"""What any operation may answer that takes steps of a seat."""

SHOWN_STEPS = 20
TURN_OVER, UNKNOWN = "turn-over", "unknown-step"
"""Our own reasons for refusing a step; all others are the titles'."""


def asked(stored: Stored, seat: int) -> Table:
    """The table, with this seat asked.

    :raises Problem: 409, it is not.
    """
    if stored.position.question(seat) is None:
        raise not_asked(stored, seat)
    return turns.table_of(stored)


def asked_at(stored: Stored, seat: int, rev: int) -> Table:
    """The table, with this seat asked the question that it was asked at a revision.

    :raises Problem: 412, that question is no longer open; 409, the seat is not asked.
    """
    if not turns.is_fresh(stored, seat, rev):
        raise stale(stored, rev, seat)
    return asked(stored, seat)


def not_asked(stored: Stored, seat: int) -> Problem:
    """Why this seat has nothing to answer now."""
    if stored.over:
        return Problem("game-over")
    if stored.position.status == WAITING:
        free = [n for n, chair in enumerate(stored.seats) if chair.holder == OPEN]
        return Problem("not-started", open=free)
    awaited = documents.awaited(stored.position)
    seats = [each["seat"] for each in awaited]
    extra = {"rev": stored.rev, "awaited": awaited}
    return Problem("not-your-turn", extra=extra, seat=seat, awaited=seats)


def illegal_in(stored: Stored, game: Title, steps: Sequence[str], error: IllegalStep) -> Problem:
    """A step that is not offered in a stored game, with a link to what is offered instead."""
    query = urlencode([("after", step) for step in steps[: error.index]])
    return illegal(game, error, f"/v1/games/{stored.id}/legal" + (f"?{query}" if query else ""))


def illegal(game: Title, error: IllegalStep, link: str | None) -> Problem:
    """A step that is not offered: why not, what is, and what may have been meant."""
    offered = [option.id for option in error.decision.options] if error.decision else []
    meant = [] if error.refusal else nearest(error.step, offered)
    why = _why(game, error, meant)
    extra = {
        "index": error.index,
        "got": error.step,
        "question": error.decision.effect[0] if error.decision else None,
        "reason": why["reason"],
        "rule": why["rule"],
        "text": why["text"],
        "legal": offered[:SHOWN_STEPS],
        "options": len(offered),
        "nearest": meant,
        "link": link,
    }
    params = {"index": error.index, "step": error.step, "refusal": why["params"]}
    return Problem("illegal-step", said=why["text"], extra=extra, **params)


def _why(game: Title, error: IllegalStep, meant: list[str]) -> dict[str, Any]:
    """The title's reason, or ours where the question has never heard of such a step."""
    if error.refusal is not None:
        return refusal(game, error.refusal)
    told = sentences(requests.language())["why"]
    reason = TURN_OVER if error.decision is None else UNKNOWN
    text = told["did-you-mean" if meant else reason].format(nearest=", ".join(meant))
    return {"reason": reason, "rule": None, "params": {}, "text": text}


def nearest(step: str, offered: Sequence[str]) -> list[str]:
    """Up to three of these steps that are written much like the one that was sent."""
    plain = {" ".join(each.casefold().split()): each for each in offered}
    sent = " ".join(step.casefold().split())
    return [plain[each] for each in get_close_matches(sent, plain)]


def incomplete(error: IncompleteTurn, count: int) -> Problem:
    """The steps end in the middle of a turn."""
    following = choices(error.table, error.seat)
    question = following["text"] if following else ""
    return Problem(
        "incomplete-turn",
        extra={"next": following},
        count=count,
        seat=error.seat,
        question=question,
    )
