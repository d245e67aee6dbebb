"""Callers: which seat of a game a request may act for."""

from __future__ import annotations

from typing import NamedTuple

from service import reading
from service.database import db
from service.problems import Problem, unauthorized, unavailable
from store import Store
from store.games import NoSuchGame, Stored
from store.head import PRIVATE
from store.replay import OtherRules
from store.tokens import fingerprint


class Caller(NamedTuple):
    """Who asks: a seat, the host, or (neither) a spectator."""

    seat: int | None = None
    host: bool = False


def identify(stored: Stored, token: str | None) -> Caller:
    """Who this token is in this game.

    :raises Problem: 401 where it is nobody's, or where none was sent and the game is private.
    """
    if token is None:
        if stored.head.visibility == PRIVATE:
            raise unauthorized("no-token")
        return Caller()
    mark = fingerprint(token)
    for seat, chair in enumerate(stored.seats):
        if chair.token == mark:
            return Caller(seat)
    if stored.head.host == mark:
        return Caller(host=True)
    raise unauthorized("unknown-token")


def load(store: Store, game_id: str) -> Stored:
    """The game.

    :raises Problem: 404, or 503 where its rules are not installed.
    """
    try:
        return store.games.load(game_id)
    except NoSuchGame:
        raise Problem("not-found", "game", id=game_id) from None
    except OtherRules as error:
        raise unavailable("other-rules", ruleset=str(error)) from None


def enter(game_id: str) -> tuple[Stored, Caller]:
    """The game and who asks for it.

    :raises Problem: 404 or 401.
    """
    stored = load(db(), game_id)
    return stored, identify(stored, reading.bearer())


def enter_as_seat(game_id: str) -> tuple[Stored, int]:
    """The game and the seat whose token was sent.

    :raises Problem: 404, 401, or 403 for the host.
    """
    stored, caller = enter(game_id)
    if caller.seat is None:
        raise Problem("forbidden", "not-a-seat") if caller.host else unauthorized("no-token")
    return stored, caller.seat
