"""Refusals: the problems of refused steps, wishes and records, as documents in a language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlencode

from msgspec.json import encode

from engine.table import IllegalStep
from match.errors import Fault, Refused
from match.match import Match
from match.visibility import iso
from match.words import HOOK, PERSON
from service.presentation import game_view
from service.presentation.choices import choices, phrases_of, refusal
from service.presentation.problems import Problem, sentences, unauthorized
from texts import Phrases

SHOWN_STEPS = 20
LONGEST_VALUE = 300
"""The maximal number of quoted characters of a wrong value."""
TURN_OVER, UNKNOWN = "turn-over", "unknown-step"
"""The service's own reasons for refusing a step; all others come from the titles."""


def problem_of(error: Refused, language: str) -> Problem:
    """Return the problem of a refusal; its sentences are in a language."""
    make = _MAKERS.get(error.code)
    if make is None:
        return Problem(error.code, error.why, **error.params)
    return make(error, language)


def _unauthorized(error: Refused, language: str) -> Problem:
    return unauthorized(error.why or "")


def _not_your_turn(error: Refused, language: str) -> Problem:
    match, seat = _match_of(error), error.params["seat"]
    awaited = game_view.awaited(match.position)
    extra = {"rev": match.rev, "awaited": awaited}
    seats = [each["seat"] for each in awaited]
    return Problem("not-your-turn", extra=extra, seat=seat, awaited=seats)


def _bot_plays(error: Refused, language: str) -> Problem:
    """Return the problem of a seat that a bot plays, with the way back."""
    match, seat = _match_of(error), error.params["seat"]
    chair, link = match.chairs[seat], f"/v1/games/{match.id}/seats/{seat}"
    holder = HOOK if chair.hook else PERSON
    extra = {"link": link, "holder": holder}
    return Problem("bot-plays", extra=extra, seat=seat, bot=chair.holder, link=link, holder=holder)


def _paused(error: Refused, language: str) -> Problem:
    match = _match_of(error)
    since = iso(match.position.rests_since or 0)
    link = f"/v1/games/{match.id}/pause"
    return Problem("paused", extra={"since": since, "link": link}, since=since, link=link)


def _not_claimable(error: Refused, language: str) -> Problem:
    late = {"claimable": error.params["claimable"]}
    form = "detail" if error.params["claimable"] else "detail-of-none"
    return Problem("not-claimable", form=form, extra=late, **error.params)


def _undo_not_allowed(error: Refused, language: str) -> Problem:
    policy, back_to = _match_of(error).head.undo, error.params["back_to"]
    extra = {"reason": error.why, "policy": policy}
    form = "detail-of-none" if back_to is None else "detail"
    told = {"back_to": back_to, "policy": policy}
    return Problem("undo-not-allowed", error.why, form=form, extra=extra, **told)


def _illegal_step(error: Refused, language: str) -> Problem:
    """Return the problem of a step that is not offered: the reason, the options, similar steps.

    A match without an id is not stored, so there is no link to its options.
    """
    match, step = _match_of(error), error.params["error"]
    query = urlencode([("after", each) for each in error.params["steps"][: step.index]])
    link = f"/v1/games/{match.id}/legal" + (f"?{query}" if query else "")
    return _illegal(step, link if match.id else None, phrases_of(match, language))


def _incomplete_turn(error: Refused, language: str) -> Problem:
    """Return the problem of steps that end in the middle of a turn."""
    seat, count = error.params["seat"], error.params["count"]
    following = choices(error.params["table"], seat, phrases_of(_match_of(error), language))
    question = following["text"] if following else ""
    extra = {"next": following}
    return Problem("incomplete-turn", extra=extra, count=count, seat=seat, question=question)


def _match_of(error: Refused) -> Match:
    assert error.match is not None
    return error.match


_MAKERS: dict[str, Callable[[Refused, str], Problem]] = {
    "unauthorized": _unauthorized,
    "not-your-turn": _not_your_turn,
    "bot-plays": _bot_plays,
    "paused": _paused,
    "not-claimable": _not_claimable,
    "undo-not-allowed": _undo_not_allowed,
    "illegal-step": _illegal_step,
    "incomplete-turn": _incomplete_turn,
}
"""The refusals whose documents have more members than their parameters."""


def _illegal(error: IllegalStep, link: str | None, say: Phrases) -> Problem:
    offered = [option.id for option in error.decision.options] if error.decision else []
    meant = [] if error.refusal else nearest(error.step, offered)
    why = _why(error, meant, say)
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


def _why(error: IllegalStep, meant: list[str], say: Phrases) -> dict[str, Any]:
    """Return the title's reason, or the service's own if the title does not know the step."""
    if error.refusal is not None:
        return refusal(error.refusal, say)
    found = sentences(say.language)["why"]
    reason = TURN_OVER if error.decision is None else UNKNOWN
    text = found["did-you-mean" if meant else reason].format(nearest=", ".join(meant))
    return {"reason": reason, "rule": None, "params": {}, "text": text}


def invalid_record(fault: Fault) -> Problem:
    """Return the problem of a record that fails its check."""
    expected, got, place = (_short(each) for each in (fault.expected, fault.got, fault.place))
    return Problem(
        "invalid-record",
        fault.why,
        form="detail" if fault.line is None else "detail-of-text",
        extra={
            "entry": fault.index,
            "line": fault.line,
            "pointer": place,
            "reason": fault.why,
            "expected": expected,
            "got": got,
        },
        entry="-" if fault.index is None else fault.index,
        pointer=place or "/",
        expected=expected or "-",
        got=got or "-",
        line=fault.line or "-",
    )


def _short(value: Any) -> str | None:
    """Return a value as JSON, lists of words as words; long values are cut."""
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        value = ", ".join(map(str, value))
    shown = value if isinstance(value, str) else encode(value).decode()
    return shown if len(shown) <= LONGEST_VALUE else f"{shown[:LONGEST_VALUE]} …"


def nearest(step: str, offered: Sequence[str]) -> list[str]:
    """Return up to three options that are spelled like the step that was sent."""
    plain = {" ".join(each.casefold().split()): each for each in offered}
    sent = " ".join(step.casefold().split())
    return [plain[each] for each in get_close_matches(sent, plain)]
