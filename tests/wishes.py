"""Wishes of players, carried out on stored matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from match import undo
from match.match import Change, Match
from match.undo_requests import RequestState
from store import Store
from store.commits import carry_out

Rule = Callable[..., Change | None]


def wish(db: Store, match: Match, rule: Rule, *arguments: Any, **named: Any) -> Match:
    """Carry out a rule with these arguments; return the match after it."""
    return carry_out(db.games, match, lambda now, at: rule(now, at, *arguments, **named)).match


def answer_undo(db: Store, match: Match, seat: int, agree: bool) -> Match:
    """Have a seat answer the undo request that waits."""
    return wish(db, match, undo.answer, _request(db, match), seat, agree)


def withdraw_undo(db: Store, match: Match, seat: int) -> Match:
    """Have a seat withdraw its undo request."""
    return wish(db, match, undo.withdraw, _request(db, match), seat)


def _request(db: Store, match: Match) -> RequestState:
    request = match.position.request
    assert request is not None
    return undo.state_of(match, db.games.entries(match), request.id)
