"""Refusals: the problems that the rules of a match raise, as documents in a language."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlencode

from msgspec.json import encode

from engine.table import IllegalStep
from match.faults import Fault
from match.match import Match
from match.visibility import iso
from match.words import HOOK, OPEN, PERSON, WAITING
from service.presentation import documents
from service.presentation.choices import choices, refusal
from service.presentation.problems import Problem, sentences
from store.turns import IncompleteTurn
from texts import Phrases

NO_TURN = ("forbidden", "game-over", "illegal-step", "not-started", "not-your-turn")
"""The problems of every operation that takes steps of a seat."""

SHOWN_STEPS = 20
LONGEST_VALUE = 300
"""The maximal number of quoted characters of a wrong value."""
TURN_OVER, UNKNOWN = "turn-over", "unknown-step"
"""The service's own reasons for refusing a step; all others come from the titles."""


def not_asked(match: Match, seat: int) -> Problem:
    """Return why this seat is not asked."""
    if match.over:
        return Problem("game-over")
    if match.position.status == WAITING:
        free = [n for n, chair in enumerate(match.chairs) if chair.holder == OPEN]
        return Problem("not-started", open=free)
    awaited = documents.awaited(match.position)
    seats = [each["seat"] for each in awaited]
    extra = {"rev": match.rev, "awaited": awaited}
    return Problem("not-your-turn", extra=extra, seat=seat, awaited=seats)


def bot_plays(match: Match, seat: int) -> Problem:
    """Return the problem of a seat that a bot plays, with the way back if there is one."""
    chair = match.chairs[seat]
    if chair.resigned:
        return Problem("resigned", seat=seat)
    link = f"/v1/games/{match.id}/seats/{seat}"
    holder = HOOK if chair.hook else PERSON
    extra = {"link": link, "holder": holder}
    return Problem("bot-plays", extra=extra, seat=seat, bot=chair.holder, link=link, holder=holder)


def paused(match: Match) -> Problem:
    """Return the problem of a game that is paused."""
    since = iso(match.position.rests_since or 0)
    link = f"/v1/games/{match.id}/pause"
    return Problem("paused", extra={"since": since, "link": link}, since=since, link=link)


def illegal_in(match: Match, steps: Sequence[str], error: IllegalStep, say: Phrases) -> Problem:
    """Return the problem of a step that a game does not offer, with a link to its options."""
    query = urlencode([("after", step) for step in steps[: error.index]])
    link = f"/v1/games/{match.id}/legal" + (f"?{query}" if query else "")
    return illegal(error, link, say)


def illegal(error: IllegalStep, link: str | None, say: Phrases) -> Problem:
    """Return the problem of an illegal step: the reason, the options, and similar steps."""
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


def incomplete(error: IncompleteTurn, count: int, say: Phrases) -> Problem:
    """Return the problem of steps that end in the middle of a turn."""
    following = choices(error.table, error.seat, say)
    question = following["text"] if following else ""
    return Problem(
        "incomplete-turn",
        extra={"next": following},
        count=count,
        seat=error.seat,
        question=question,
    )
