"""Callers: the account of a request, and the seat that its token permits."""

from __future__ import annotations

from typing import NamedTuple

from flask import g
from msgspec.structs import replace

from match.errors import refuses
from match.match import Match
from match.tables import OtherRules
from match.words import PRIVATE
from service.edge import requests
from service.edge.context import db, settings
from service.edge.operation import ANY
from service.presentation.problems import Problem, unauthorized, unavailable
from store import Store, keys
from store.account_tokens import AccountToken, token_id
from store.accounts import Account, account_of
from store.games import Limited, NoSuchGame, now_ms
from store.script import Quota
from store.tokens import fingerprint, game_of
from store.words import FULL


class Caller(NamedTuple):
    """The caller: a seat, the host, both (an account that created the game), or a spectator.

    ``account`` is the id of the account of the token.
    """

    seat: int | None = None
    host: bool = False
    account: str = ""

    def seats(self, match: Match) -> list[int]:
        """Return the seats of the caller; an account may hold several."""
        if self.account:
            return match.seats_of(self.account)
        return [] if self.seat is None else [self.seat]


def account() -> Account | None:
    """Return the account of the token, or None for another token or none.

    :raises Problem: as ``known_account``.
    """
    token = requests.bearer()
    return None if token is None or account_of(token) is None else known_account(token)


def need_account() -> Account:
    """Return the account of the token.

    :raises Problem: 401, it is not an account token; 403, it lacks the scope.
    """
    found = account()
    if found is None:
        raise unauthorized("no-account" if requests.bearer() is None else "other-kind")
    return found


def creator() -> Account | None:
    """Return the account that creates something, or None if none is required.

    :raises Problem: as ``account``; 401 or 403, an app key is required.
    """
    found = account()
    if settings().accounts == "keys" and (found is None or not found.is_key):
        raise unauthorized("no-key") if found is None else Problem("forbidden", "key-only")
    return found


def used_up(quota: Quota, error: Limited, own: bool) -> Problem:
    """Return the problem of a quota for today: the account's ``own``, or that of the address."""
    wait, why = -(-error.wait // 1000), "games-today" if own else "games-today-here"
    headers = {"Retry-After": str(wait)}
    return Problem("rate-limited", why, headers=headers, limit=quota.most, wait=wait)


def known_account(token: str) -> Account:
    """Return the account of this token, looked up once for each request.

    :raises Problem: 401, it belongs to no account; 403, it lacks the scope of the operation.
    """
    mark = fingerprint(token)
    kept: Account | None = g.get("account")
    if kept is not None and kept.token is not None and kept.token.mark == mark:
        return kept
    found = db().accounts.get(account_of(token) or "", token_id(mark))
    if found is None or found.token is None or found.token.mark != mark:
        raise unauthorized("unknown-account")
    if found.disabled:
        raise unauthorized("account-disabled")
    sent = found.token
    g.account = found = _with_quota(found)
    _require_scope(sent)
    used = db().account_tokens.touch(found.id, sent, now_ms())
    if used is not sent:
        found = g.account = replace(found, token=used)
    return found


def _with_quota(account: Account) -> Account:
    """Return a guest with the quota that all guests have."""
    if account.is_key or settings().rate_limits == "off":
        return account
    return replace(account, games_per_day=settings().guest_games_per_day)


def _require_scope(token: AccountToken) -> None:
    """Check that a token permits the operation; what declares no scope needs a full token."""
    scope = g.get("scope", FULL)
    if scope != ANY and not token.permits(scope):
        headers = {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{scope}"'}
        raise Problem("forbidden", "scope", headers=headers, scope=scope, has=token.scopes)


def opens(token: str) -> bool:
    """Return whether a token is right, whatever it permits.

    This is for limits, so it notes nothing about the caller.
    """
    mark = fingerprint(token)
    if account_id := account_of(token):
        return db().accounts.admits(account_id, token_id(mark))
    found = db().games.summaries([each for each in [game_of(token)] if keys.is_id(each)])
    marks = {known for each in found for known in (each.head.host, *(c.token for c in each.chairs))}
    return mark in marks


def identify(match: Match, token: str | None, seat: int | None = None) -> Caller:
    """Return the caller in this game.

    An account that holds several seats has ``seat`` if that is one of them, else the lowest.

    :raises Problem: 401, the token is invalid, or missing in a private game; 403, the account has
        no part in a private game.
    """
    if token is None:
        if match.head.visibility == PRIVATE:
            raise unauthorized("no-token")
        return Caller()
    if account_of(token) is not None:
        return _as_account(match, known_account(token).id, seat)
    mark = fingerprint(token)
    for number, chair in enumerate(match.chairs):
        if chair.token == mark:
            _require_honoured(match, chair.account)
            return Caller(number)
    if match.head.host == mark:
        _require_honoured(match, match.head.account)
        return Caller(host=True)
    raise unauthorized("unknown-token")


def _require_honoured(match: Match, account_id: str) -> None:
    """Check that the account whose seat or game it is was not recovered since the game began."""
    if account_id and not db().accounts.honours(account_id, match.head.created):
        raise unauthorized("recovered")


def _as_account(match: Match, account_id: str, wanted: int | None) -> Caller:
    """Return a seat that an account holds here, and whether it is the host."""
    held = match.seats_of(account_id)
    host = match.head.account == account_id
    if not held and not host and match.head.visibility == PRIVATE:
        raise Problem("forbidden", "no-part")
    seat = wanted if wanted in held else min(held, default=None)
    return Caller(seat, host, account_id)


def load(store: Store, game_id: str) -> Match:
    """Return the game.

    :raises Problem: 404; 503, its rules are not installed.
    """
    try:
        return store.games.load(game_id)
    except NoSuchGame:
        raise Problem("not-found", "game", id=game_id) from None
    except OtherRules as error:
        raise unavailable("other-rules", ruleset=str(error)) from None


def enter(game_id: str, seat: int | None = None) -> tuple[Match, Caller]:
    """Return the game and its caller, who acts for ``seat`` if its account holds several.

    :raises Problem: 404, 401, or 403 for an account, as ``identify``.
    """
    match = load(db(), game_id)
    caller = identify(match, requests.bearer(), seat)
    g.entered = match, caller
    return match, caller


@refuses("forbidden")
def enter_to_see(game_id: str, seat: int | None) -> tuple[Match, Caller]:
    """Return the game and its caller, who sees it as ``seat``, or by default as the lowest own.

    :raises Problem: 404, 401, or 403: it is not the caller's seat.
    """
    match, caller = enter(game_id, seat)
    if seat is not None:
        _require_own(match, caller, seat)
    return match, caller


def _require_own(match: Match, caller: Caller, seat: int) -> None:
    held = caller.seats(match)
    if seat in held:
        return
    if seat >= len(match.chairs):
        raise Problem("not-found", "seat", seat=seat)
    if requests.bearer() is None:
        raise unauthorized("no-token")
    raise Problem("forbidden", "not-own-seat", seat=seat)


@refuses("forbidden")
def enter_with_part(game_id: str) -> tuple[Match, Caller]:
    """Return the game and its caller, who has a seat of it or is its host.

    :raises Problem: 404, 401, or 403 for an account without a part.
    """
    match, caller = enter(game_id)
    if caller.seat is None and not caller.host:
        raise Problem("forbidden", "no-seat") if caller.account else unauthorized("no-token")
    return match, caller


@refuses("forbidden")
def enter_as_seat(game_id: str) -> tuple[Match, int]:
    """Return the game and the seat of the token.

    :raises Problem: 404, 401, or 403 for the host, and for an account without a seat.
    """
    match, caller = enter(game_id)
    return match, only_seat(match, caller)


@refuses("forbidden")
def only_seat(match: Match, caller: Caller, named: int | None = None) -> int:
    """Return the seat for which the caller acts: a named one, or its only one.

    :raises Problem: 404, 401, or 403: the caller has no seat, another one, or several.
    """
    if caller.seat is None:
        if caller.account:
            raise Problem("forbidden", "no-seat")
        raise Problem("forbidden", "not-a-seat") if caller.host else unauthorized("no-seat-token")
    if named is not None:
        _require_own(match, caller, named)
        return named
    held = caller.seats(match)
    if len(held) > 1:
        raise Problem("forbidden", "several-seats", seats=held)
    return caller.seat


def eyes(match: Match, caller: Caller, wanted: str | None) -> tuple[int | None, bool]:
    """Return the seat of the view, and whether everything is visible.

    :raises Problem: 403, or 404 for an unknown seat.
    """
    if wanted is None:
        return caller.seat, False
    if wanted == "everything":
        if not match.over:
            raise Problem("forbidden", "still-running")
        return caller.seat, True
    seat = int(wanted)
    if seat >= len(match.chairs):
        raise Problem("not-found", "seat", seat=seat)
    if seat not in caller.seats(match) and not match.over:
        if caller.seat is None and not caller.host:
            raise unauthorized("no-token")
        raise Problem("forbidden", "own-eyes")
    return seat, False
