"""Limits of rate and size.

Each policy counts where it is cheap (docs/decisions/0016-limits-and-observation.md): turns in the
script of their commit, other changes in Redis, reads in this process.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, Flask, Response, current_app, g, request

from match.match import Match
from match.turns import MOST_STEPS
from schemas import service as shapes
from service.edge import access_log, requests, responses
from service.edge.caller import opens
from service.edge.context import db
from service.edge.operation import FREE, OPERATIONS, ApiResponse, operation
from service.presentation.problems import Problem
from service.processes.settings import FIELD, FIELDS, LINE, Settings
from store import keys
from store.accounts import account_of
from store.games import Limited
from store.script import Bucket
from store.tokens import fingerprint
from store.windows import OwnWindows, Rate, Share, SharedWindows, Taken
from store.words import (
    ACCOUNT,
    ACCOUNT_TURNS,
    ADDRESS,
    CALLER,
    DENIALS,
    EXPORTS,
    READS,
    RECOVERIES,
    SEAT,
    TALK,
    TURNS,
    WRITES,
)

bp = Blueprint("limits", __name__)

_KEY = "chasqui-limits"

SCOPE_OF = {
    TURNS: SEAT,
    ACCOUNT_TURNS: ACCOUNT,
    WRITES: CALLER,
    TALK: CALLER,
    READS: CALLER,
    EXPORTS: CALLER,
    DENIALS: ADDRESS,
    RECOVERIES: ADDRESS,
}
"""Which requests are counted together. A caller is a token, or an address without one."""

SHARED = (WRITES, TALK, RECOVERIES)
"""The policies that all processes count together."""


class _Limits(NamedTuple):
    """The rates of an application, the policy of each operation, and the windows.

    ``knowing`` are the operations that refuse an invalid token.
    """

    rates: dict[str, Rate]
    counted_as: dict[str, str]
    knowing: frozenset[str]
    own: OwnWindows
    shared: SharedWindows

    def take(self, policy: str, caller: str, amount: int = 1) -> Taken:
        """Count a request where its policy is counted."""
        windows = self.shared if policy in SHARED else self.own
        return windows.take(Share(self.rates[policy], caller), amount=amount)


def install(app: Flask, settings: Settings) -> None:
    """Enforce the limits of this application, unless RATE_LIMITS is off."""
    if settings.rate_limits == "off":
        return
    amounts = {
        TURNS: settings.turns_per_minute,
        ACCOUNT_TURNS: settings.account_turns_per_minute,
        WRITES: settings.writes_per_minute,
        TALK: settings.talk_per_minute,
        READS: settings.reads_per_minute,
        EXPORTS: settings.exports_per_minute,
        DENIALS: settings.denials_per_minute,
        RECOVERIES: settings.recoveries_per_minute,
    }
    rates = {name: Rate(name, amount) for name, amount in amounts.items()}
    counted_as = {each.name: each.counted for each in OPERATIONS if each.counted != FREE}
    knowing = frozenset(each.name for each in OPERATIONS if "unauthorized" in each.problems)
    with app.app_context():
        shared = db().windows
    app.extensions[_KEY] = _Limits(rates, counted_as, knowing, OwnWindows(), shared)
    app.before_request(_check)
    app.after_request(_tell)


def _limits() -> _Limits | None:
    found: _Limits | None = current_app.extensions.get(_KEY)
    return found


def _address() -> str:
    return request.remote_addr or ""


def _token() -> str:
    """Return the token that the request sends, without a check."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _checks_tokens(limits: _Limits) -> bool:
    return access_log.operation() in limits.knowing


def _caller(limits: _Limits) -> str:
    """Return the key to count by: a token that will be checked, else an address.

    If the operation accepts any token, a new one for each request would avoid the limit.
    """
    token = _token()
    looked_at = "game_id" in (request.view_args or {}) or account_of(token) is not None
    if token and looked_at and _checks_tokens(limits):
        return fingerprint(token).hex()
    return _address()


def _check() -> None:
    """Count the request, and refuse it above the limit.

    :raises Problem: 429.
    """
    limits = _limits()
    kind = limits.counted_as.get(access_log.operation()) if limits else None
    if limits is None or kind is None or request.method == "OPTIONS":
        return
    _refuse_guesses(limits)
    caller = _caller(limits)
    if kind == TURNS:
        # Commits count played turns. Refused turns and duplicates are counted below, as reads.
        if spent := limits.own.wait(Share(limits.rates[READS], caller)):
            raise _too_many(*spent)
        return
    taken = limits.take(kind, caller)
    if taken.full is not None:
        raise _too_many(limits.rates[kind], taken.wait)
    g.limit = limits.rates[kind], taken.left[0]


def _refuse_guesses(limits: _Limits) -> None:
    """Refuse a wrong token of an address that has sent too many; right ones go on.

    :raises Problem: 429.
    """
    if "Authorization" not in request.headers or not _checks_tokens(limits):
        return
    spent = limits.own.wait(Share(limits.rates[DENIALS], _address()))
    if spent and not opens(_token()):
        raise _too_many(*spent)


def _tell(response: Response) -> Response:
    """Add the rate headers, and count denials, and turns that were not played."""
    limits = _limits()
    assert limits is not None
    if limits.counted_as.get(access_log.operation()) == TURNS and _is_unplayed(response):
        g.limit = limits.rates[READS], limits.take(READS, _caller(limits)).left[0]
    told: tuple[Rate, int] | None = g.get("limit")
    if told is not None:
        rate, left = told
        response.headers["RateLimit-Policy"] = f'"{rate.name}";q={rate.amount};w={rate.seconds}'
        response.headers["RateLimit"] = f'"{rate.name}";r={left}'
    if 400 <= response.status_code < 500 and _is_guess(limits, response):
        limits.take(DENIALS, _address())
    return response


def _is_guess(limits: _Limits, response: Response) -> bool:
    """Return whether a token was refused, or was not checked although it counted as a caller.

    The latter happens if the game does not exist or the body is not valid. Otherwise a new token
    for each such request would avoid all limits.
    """
    if "Authorization" not in request.headers or g.get("problem") == "rate-limited":
        return False
    known = "entered" in g or "account" in g
    return response.status_code == 401 or (not known and _caller(limits) != _address())


def _is_unplayed(response: Response) -> bool:
    """Return whether a turn was refused or a duplicate, which costs as much as a preview."""
    if request.method == "OPTIONS" or g.get("problem") == "rate-limited":
        return False
    return response.status_code != 201


def _too_many(rate: Rate, wait: int) -> Problem:
    return Problem(
        "rate-limited",
        "rate",
        headers={
            "Retry-After": str(wait),
            "RateLimit-Policy": f'"{rate.name}";q={rate.amount};w={rate.seconds}',
            "RateLimit": f'"{rate.name}";r=0;t={wait}',
        },
        policy=rate.name,
        limit=rate.amount,
        window=rate.seconds,
        wait=wait,
    )


def of_turn(match: Match, seat: int) -> tuple[Bucket, ...]:
    """Return the buckets for a turn of this seat."""
    limits = _limits()
    if limits is None:
        return ()
    buckets = [_bucket(limits.rates[TURNS], f"{match.id}:{seat}")]
    if account := match.chairs[seat].account:
        buckets.append(_bucket(limits.rates[ACCOUNT_TURNS], account))
    return tuple(buckets)


def _bucket(rate: Rate, name: str) -> Bucket:
    return Bucket(keys.bucket(rate.name, name), rate.amount, rate.amount / rate.seconds)


def turn_counted(after: Match) -> None:
    """Note what remains in the bucket of the seat."""
    limits = _limits()
    if limits is not None and after.tokens_left is not None:
        g.limit = limits.rates[TURNS], after.tokens_left


def turn_refused(error: Limited) -> Problem:
    """Return the problem of a turn above the rate limit."""
    limits = _limits()
    assert limits is not None
    rate = limits.rates[(TURNS, ACCOUNT_TURNS)[error.index]]
    return _too_many(rate, -(-error.wait // 1000))


@operation(
    bp,
    "GET",
    "/v1/limits",
    {200: ApiResponse("All limits, and what the caller has left.", shapes.Limits)},
)
def get_limits() -> Response:
    """Return the limits of size and rate.

    `remaining` is what the token has left, or without a token the address. For turns it is null:
    RateLimit in the answer to a turn has it.
    """
    limits = _limits()
    rates = [_rate(limits, each) for each in limits.rates.values()] if limits else []
    return responses.json(
        {
            "body_bytes": requests.MAX_BODY,
            "engine_bytes": requests.LIMITS["engine.apply_turns"],
            "import_bytes": requests.LIMITS["imports.import_record"],
            "line_bytes": LINE,
            "header_fields": FIELDS,
            "header_bytes": FIELD,
            "steps": MOST_STEPS,
            "wait_seconds": requests.MAX_WAIT,
            "rates": rates,
        }
    )


def _rate(limits: _Limits, rate: Rate) -> dict[str, Any]:
    remaining = None
    if rate.name in (READS, EXPORTS, *SHARED):
        token = _token()
        by_token = token and SCOPE_OF[rate.name] == CALLER
        caller = fingerprint(token).hex() if by_token else _address()
        remaining = limits.take(rate.name, caller, amount=0).left[0]
    return {
        "policy": rate.name,
        "quota": rate.amount,
        "window": rate.seconds,
        "scope": SCOPE_OF[rate.name],
        "remaining": remaining,
    }
