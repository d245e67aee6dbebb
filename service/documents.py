"""Documents: what is told about a game, for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Standing
from service.caller import Caller
from service.choices import choices
from service.replying import Raw
from store.games import Stored
from store.head import Seat
from store.moment import Moment, Position
from store.shown import iso
from store.turns import table_of
from store.undo import must_agree

NOTHING = b"{}"


def seats(chairs: Sequence[Seat]) -> list[dict[str, Any]]:
    """Who sits where."""
    return [
        {"seat": number, "holder": chair.holder, "name": chair.name}
        | ({"disabled": chair.disabled} if chair.is_hook else {})
        for number, chair in enumerate(chairs)
    ]


def awaited(position: Position) -> list[dict[str, Any]]:
    """The seats that are asked."""
    return [
        {"seat": a.seat, "since": iso(a.at), "since_rev": a.rev, "deadline": None}
        for a in position.awaited
    ]


def result(standings: Sequence[Standing]) -> list[dict[str, Any]] | None:
    """The standings, None before the end."""
    return [standing._asdict() for standing in standings] or None


def own(moment: Moment, seat: int) -> Raw:
    """What this seat sees besides the view."""
    return Raw(moment.own.get(seat, NOTHING))


def summary(stored: Stored) -> dict[str, Any]:
    """A game as lists show it."""
    head, position = stored.head, stored.position
    return {
        "id": stored.id,
        "ruleset": head.ruleset,
        "name": head.name,
        "rev": stored.rev,
        "status": position.status,
        "round": position.round,
        "options": head.options,
        "undo": head.undo,
        "visibility": head.visibility,
        "invite": bool(head.invite),
        "created": iso(head.created),
        "seats": seats(stored.seats),
        "awaited": awaited(position),
        "result": result(position.result),
    }


def game(stored: Stored, caller: Caller) -> dict[str, Any]:
    """A game as this caller may see it."""
    shown = summary(stored)
    shown |= {"you": caller.seat, "view": Raw(stored.moment.view)}
    asked = caller.seat is not None and stored.position.question(caller.seat)
    if caller.seat is not None:
        shown["own"] = own(stored.moment, caller.seat)
    shown["choices"] = choices(table_of(stored), caller.seat) if asked else None
    shown["undo_request"] = undo_request(stored)
    shown["commitment"] = stored.head.commitment
    shown["record"] = stored.head.record or stored.id
    fork = stored.head.fork
    shown["fork"] = {"game": fork.game, "rev": fork.rev} if fork else None
    return shown


def undo_request(stored: Stored) -> dict[str, Any] | None:
    """The undo that waits for consent, if there is one."""
    asked = stored.position.request
    if asked is None:
        return None
    needed = [n for n in must_agree(stored, asked.seat) if n not in asked.agreed]
    return {
        "id": asked.id,
        "seat": asked.seat,
        "back_to": asked.back_to,
        "agreed": asked.agreed,
        "needed": needed,
    }


def after(
    moment: Moment, seat: int, events: list[dict[str, Any]], next_choices: dict[str, Any] | None
) -> dict[str, Any]:
    """The game right after an entry of this seat's: nothing in it but what the record says."""
    position = moment.position
    return {
        "rev": moment.rev,
        "status": position.status,
        "round": position.round,
        "events": events,
        "view": Raw(moment.view),
        "own": own(moment, seat),
        "awaited": awaited(position),
        "next": next_choices,
        "result": result(position.result),
    }
