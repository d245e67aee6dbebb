"""Games of bots only: how many of them a client may have that run.

A game counts while bots of the service sit at all its seats, and one of them is asked. It counts
for the account that made it, and for the address of that request. App keys have no cap.
"""

from __future__ import annotations

from service.edge.context import db, settings
from service.edge.rates import origin
from service.presentation.problems import Problem
from store.accounts import Account
from store.games import Full
from store.script import NO_CAPS, Caps
from store.words import ACCOUNT

RETRY = 10
"""Seconds after which a refused client may try again: bots play a game in a few seconds."""


def most() -> Caps:
    """Return the caps that hold here; there are none if RATE_LIMITS is off."""
    known = settings()
    if known.rate_limits == "off":
        return NO_CAPS
    return Caps(known.bot_games_per_account, known.bot_games_per_address)


def makers(owner: Account | None) -> tuple[str, str]:
    """Return who makes a new game: the account, and a mark of the address; both may be empty."""
    if settings().rate_limits == "off" or (owner is not None and owner.is_key):
        return "", ""
    return owner.id if owner is not None else "", db().seals.mark(origin())


def full(error: Full) -> Problem:
    """Return the problem of a cap that is reached."""
    why = "bot-games" if error.cap.scope == ACCOUNT else "bot-games-here"
    headers = {"Retry-After": str(RETRY)}
    return Problem("rate-limited", why, headers=headers, limit=error.cap.most, wait=RETRY)
