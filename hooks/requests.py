"""Requests to remote bots, and the meaning of their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Raw
from msgspec.json import encode

from hooks.outgoing import TOO_LARGE, Reply
from match.errors import Refused
from match.expiry import Lifetimes
from match.match import Match
from match.snapshot import view_blob
from match.tables import table_of
from match.visibility import iso
from schemas.loading import Invalid, Malformed, load, read_json
from schemas.turns import TurnBody
from service.presentation import game_view, refusals
from service.presentation.choices import choices, phrases_of
from service.presentation.problems import Occasion, Problem, document, invalid

TYPE = "turn.requested"
LATER = (202, 204)
GONE = 410
REFUSED, REDIRECTED, BAD_ANSWER, ILLEGAL = "status", "redirect", "bad-answer", "illegal-step"
"""Values of a delivery's ``error`` in addition to those of ``hooks.outgoing``."""

_TURN = TurnBody()


class BotAnswer(NamedTuple):
    """The answer of a remote bot: steps, or ``later`` if it will post them itself, or nothing.

    ``error`` is a short word for a failure, ``problem`` the document for the next request. ``gone``
    means that the bot must not be asked again, ``heard`` that it has received the message.
    """

    steps: Sequence[str] = ()
    later: bool = False
    error: str = ""
    problem: Problem | None = None
    gone: bool = False
    heard: bool = True


def request(
    match: Match,
    seat: int,
    after: Sequence[str],
    problem: bytes,
    language: str,
    lifetimes: Lifetimes,
) -> bytes:
    """Return the body of a request for a turn: the game as this seat sees it, and its question.

    View and choices follow the steps ``after`` that the bot has answered. ``problem`` is the
    document about its last answer if that was refused.
    """
    asked = match.position.question(seat)
    assert asked is not None
    shown = game_view.game(match, seat, language, lifetimes)
    if after:
        table, _ = table_of(match).peek(seat, after)
        shown["view"] = Raw(view_blob(table))
        shown["own"] = table.own(seat)
        shown["choices"] = choices(table, seat, phrases_of(match, language))
    shown |= {
        "seat": seat,
        "after": after,
        "problem": Raw(problem) if problem else None,
        "links": links(match.id),
    }
    return encode({"type": TYPE, "timestamp": iso(asked.at), "data": shown})


def links(game_id: str) -> dict[str, str]:
    """Return the links for a bot that posts its turn later."""
    path = f"/v1/games/{game_id}"
    return {"game": path, "legal": f"{path}/legal", "turns": f"{path}/turns"}


def read(reply: Reply) -> BotAnswer:
    """Return the meaning of a bot's answer."""
    if reply.error:
        told = Problem("too-large", limit=64 * 1024) if reply.error == TOO_LARGE else None
        return BotAnswer(error=reply.error, problem=told, heard=told is not None)
    if reply.status in LATER:
        return BotAnswer(later=True)
    if not 200 <= reply.status < 300:
        error = REDIRECTED if 300 <= reply.status < 400 else REFUSED
        return BotAnswer(error=error, gone=reply.status == GONE, heard=False)
    try:
        body = load(_TURN, read_json(reply.body))
    except Malformed as fault:
        return BotAnswer(error=BAD_ANSWER, problem=Problem("malformed-json", said=str(fault)))
    except Invalid as fault:
        return BotAnswer(error=BAD_ANSWER, problem=invalid(fault.faults))
    return BotAnswer(steps=body["steps"])


def refused(error: Refused, language: str) -> BotAnswer:
    """Return what to make of steps that are not offered."""
    return BotAnswer(error=ILLEGAL, problem=refusals.problem_of(error, language))


def problem_document(problem: Problem | None, occasion: Occasion, language: str) -> bytes:
    """Return a problem for the next request; the occasion names the id of this one."""
    return b"" if problem is None else encode(document(problem, occasion, language))


def log_path(game_id: str, seat: int) -> str:
    """Return the path of the log of a seat's requests."""
    return f"/v1/games/{game_id}/seats/{seat}/hook"
