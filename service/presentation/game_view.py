"""The game view: a game as JSON for one viewer, and its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw

from engine.codec import decode
from engine.core import State
from engine.title import Standing, Title
from match import expiry, pauses
from match.chairs import Chair
from match.expiry import Lifetimes
from match.head import Clock
from match.match import Match
from match.position import Position
from match.snapshot import Snapshot
from match.tables import table_of
from match.undo import must_agree
from match.visibility import iso
from match.words import BANK, WAITING
from service.presentation.choices import choices, phrases_of

_INTERNAL = ("seed", "draws", "agenda", "apart")


def seats(chairs: Sequence[Chair]) -> list[dict[str, Any]]:
    """Return the seats and their holders."""
    return [
        {
            "seat": number,
            "holder": chair.holder,
            "name": chair.name,
            "player": chair.player,
            "away": chair.is_away,
            "resigned": chair.resigned,
            "reserved": chair.is_reserved,
        }
        | ({"disabled": chair.disabled} if chair.is_hook else {})
        for number, chair in enumerate(chairs)
    ]


def seats_now(match: Match) -> list[dict[str, Any]]:
    """Return the seats with their clocks."""
    shown, times, clock = seats(match.chairs), match.position.times, match.head.clock
    for number, chair in enumerate(shown):
        time = times[number] if times else None
        banked = time is not None and clock is not None and clock.kind == BANK
        chair["bank"] = time.left / 1000 if time is not None and banked else None
        chair["claimable"] = time is not None and time.late
    return shown


def awaited(position: Position) -> list[dict[str, Any]]:
    """Return the seats that are asked."""
    rests = position.rests_since is not None
    return [
        {
            "seat": a.seat,
            "since": iso(a.at),
            "since_rev": a.rev,
            "deadline": None if a.due is None or rests else iso(a.due),
        }
        for a in position.awaited
    ]


def clock(kept: Clock | None) -> dict[str, Any] | None:
    """Return the clock of the players."""
    return None if kept is None else msgspec.structs.asdict(kept)


def pause(match: Match) -> dict[str, Any] | None:
    """Return the requested or agreed pause, if any."""
    rest = match.position.rest
    if rest is None:
        return None
    needed = [] if match.paused else pauses.missing(match)
    since = None if rest.since is None else iso(rest.since)
    return {"agreed": rest.agreed, "needed": needed, "since": since}


def result(standings: Sequence[Standing]) -> list[dict[str, Any]] | None:
    """Return the standings, or None before the end."""
    return [standing.document() for standing in standings] or None


def outline(position: Position) -> dict[str, Any]:
    """Return what a position says about the game as a whole."""
    return {
        "status": position.status,
        "round": position.round,
        "awaited": awaited(position),
        "result": result(position.result),
    }


def own(snapshot: Snapshot, seat: int) -> Raw:
    """Return the hidden part of this seat."""
    return Raw(snapshot.own[seat])


def everything(title: Title, saved: bytes) -> dict[str, Any]:
    """Return every field of a saved state but the machinery's."""
    state: State[Any] = decode(title.state, saved)
    fields: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return {name: value for name, value in fields.items() if name not in _INTERNAL}


def summary(match: Match, lifetimes: Lifetimes) -> dict[str, Any]:
    """Return a game as lists show it."""
    head, position, end = match.head, match.position, expiry.expires(match, lifetimes)
    return {
        "id": match.id,
        "ruleset": head.ruleset,
        "name": head.name,
        "rev": match.rev,
        "status": position.status,
        "round": position.round,
        "options": head.options,
        "undo": head.undo,
        "visibility": head.visibility,
        "invite": bool(head.invite),
        "clock": clock(head.clock),
        "paused": match.paused,
        "created": iso(head.created),
        "ended": None if position.ended is None else iso(position.ended),
        "imported": None if head.imported is None else iso(head.imported),
        "expires": None if end is None else iso(end),
        "seats": seats_now(match),
        "awaited": awaited(position),
        "result": result(position.result),
        "rematch": match.rematch or None,
        "rematch_of": head.rematch_of or None,
        "record": head.record or match.id,
    }


def game(match: Match, seat: int | None, language: str, lifetimes: Lifetimes) -> dict[str, Any]:
    """Return a game as a seat sees it; None is a spectator.

    Before the start a seat sees nothing of its own: a player could look, leave the seat, and so
    know secrets of a table that is set up again from the same seed.
    """
    shown = summary(match, lifetimes)
    shown |= {"you": seat, "view": Raw(match.snapshot.view)}
    if seat is not None and match.position.status != WAITING:
        shown["own"] = own(match.snapshot, seat)
    asked = seat is not None and match.awaits(seat)
    shown["choices"] = (
        choices(table_of(match), seat, phrases_of(match, language)) if asked else None
    )
    shown["undo_request"] = undo_request(match)
    shown["pause"] = pause(match)
    shown["commitment"] = match.head.commitment
    fork = match.head.fork
    shown["fork"] = {"game": fork.game, "rev": fork.rev} if fork else None
    return shown


def undo_request(match: Match) -> dict[str, Any] | None:
    """Return the undo that waits for consent, if there is one."""
    asked = match.position.request
    if asked is None:
        return None
    needed = [n for n in must_agree(match, asked.seat) if n not in asked.agreed]
    return {
        "id": asked.id,
        "seat": asked.seat,
        "back_to": asked.back_to,
        "agreed": asked.agreed,
        "needed": needed,
        "expires": expires(match, asked.id),
    }


def expires(match: Match, request_id: int) -> str | None:
    """Return when an undo request will have waited long enough; None once it is settled.

    While the game rests it does not wait either.
    """
    asked = match.position.request
    if asked is None or asked.id != request_id or match.paused:
        return None
    return iso(asked.expires)


def after(
    snapshot: Snapshot, seat: int, steps: list[dict[str, Any]], next_choices: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the game after an entry of this seat, from facts of the record only."""
    position = snapshot.position
    return {
        "rev": snapshot.rev,
        "status": position.status,
        "round": position.round,
        "steps": steps,
        "view": Raw(snapshot.view),
        "own": own(snapshot, seat),
        "awaited": awaited(position),
        "next": next_choices,
        "result": result(position.result),
    }
