"""Limits: how often a caller may ask, and how large a request may be.

What counts where is a matter of cost (docs/decisions/0016-limits-and-observation.md): turns in
buckets that the script of their commit looks into, other changes in Redis, reads in this process.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, Flask, Response, current_app, g, request

from match.match import Match
from schemas import limits as shapes
from schemas.fields import MOST_STEPS
from service.edge import access_log, requests, responses
from service.edge.database import db
from service.edge.operation import FREE, OPERATIONS, READS, TURNS, WRITES, Answer, operation
from service.presentation.problems import Problem
from service.processes.gunicorn_workers import FIELD, FIELDS, LINE
from service.processes.settings import Settings
from store import keys
from store.accounts import account_of
from store.games import Limited
from store.script import Bucket
from store.tokens import fingerprint
from store.windows import SECONDS, Rate, Windows

bp = Blueprint("limits", __name__)

ACCOUNT_TURNS, DENIALS = "account-turns", "denials"
_KEY = "chasqui-limits"

SCOPES = {
    TURNS: "seat",
    ACCOUNT_TURNS: "account",
    WRITES: "caller",
    READS: "caller",
    DENIALS: "address",
}
"""Whose requests are counted together; a caller is a token, or an address without one."""


class _Limits(NamedTuple):
    """The rates of an application, what counts each operation, and the windows they count in.

    ``knowing`` are the operations that refuse a token which is nobody's.
    """

    rates: dict[str, Rate]
    counted_as: dict[str, str]
    knowing: frozenset[str]
    own: Windows
    shared: Windows


def install(app: Flask, settings: Settings) -> None:
    """Hold the callers of this application to its limits, unless RATE_LIMITS is off."""
    if settings.rate_limits == "off":
        return
    amounts = {
        TURNS: settings.turns_per_minute,
        ACCOUNT_TURNS: settings.account_turns_per_minute,
        WRITES: settings.writes_per_minute,
        READS: settings.reads_per_minute,
        DENIALS: settings.denials_per_minute,
    }
    rates = {name: Rate(name, amount) for name, amount in amounts.items()}
    counted_as = {each.name: each.counted for each in OPERATIONS if each.counted != FREE}
    knowing = frozenset(each.name for each in OPERATIONS if "unauthorized" in each.problems)
    with app.app_context():
        shared = db().windows
    app.extensions[_KEY] = _Limits(rates, counted_as, knowing, Windows.own(), shared)
    app.before_request(_check)
    app.after_request(_tell)


def _limits() -> _Limits | None:
    found: _Limits | None = current_app.extensions.get(_KEY)
    return found


def _address() -> str:
    return request.remote_addr or ""


def _caller() -> str:
    """Whose requests are counted together: a token's that will be looked at, else an address's.

    Where any token will do, a new one with every request would be a way around the limit.
    """
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    limits = _limits()
    looked_at = "game_id" in (request.view_args or {}) or account_of(token) is not None
    looked_at = looked_at and limits is not None and access_log.operation() in limits.knowing
    return fingerprint(token).hex() if looked_at and scheme.lower() == "bearer" else _address()


def _check() -> None:
    """Count the request, and refuse it where there were too many.

    :raises Problem: 429.
    """
    limits = _limits()
    kind = limits.counted_as.get(access_log.operation()) if limits else None
    if limits is None or kind is None or request.method == "OPTIONS":
        return
    denials = limits.rates[DENIALS]
    if "Authorization" in request.headers and not limits.own.left(denials, _address()):
        raise _too_many(denials, limits.own.wait(denials, _address()))
    caller = _caller()
    if kind == TURNS:
        # Turns that are played are counted by their commit, the others below, as reads.
        reads = limits.rates[READS]
        if not limits.own.left(reads, caller):
            raise _too_many(reads, limits.own.wait(reads, caller))
        return
    windows = limits.shared if kind == WRITES else limits.own
    left = windows.take(limits.rates[kind], caller)
    if left < 0:
        raise _too_many(limits.rates[kind], windows.wait(limits.rates[kind], caller))
    g.limit = limits.rates[kind], left


def _tell(response: Response) -> Response:
    """Tell what is left, and count what only the answer shows: guesses, refused turns."""
    limits = _limits()
    assert limits is not None
    told: tuple[Rate, int] | None = g.get("limit")
    if told is not None:
        rate, left = told
        response.headers["RateLimit-Policy"] = f'"{rate.name}";q={rate.amount};w={SECONDS}'
        response.headers["RateLimit"] = f'"{rate.name}";r={left}'
    if 400 <= response.status_code < 500 and _is_guess(response):
        limits.own.take(limits.rates[DENIALS], _address())
    if limits.counted_as.get(access_log.operation()) == TURNS and _is_refused_turn(response):
        limits.own.take(limits.rates[READS], _caller())
    return response


def _is_guess(response: Response) -> bool:
    """Whether a token was refused, or counted as a caller and then nobody looked whose it is.

    That is so where there is no such game, or where the body was wrong already: a new token with
    every such request would be a way around all limits.
    """
    if "Authorization" not in request.headers or g.get("problem") == "rate-limited":
        return False
    known = "entered" in g or "account" in g
    return response.status_code == 401 or (not known and _caller() != _address())


def _is_refused_turn(response: Response) -> bool:
    """Whether a turn was looked at and not played: that cost what a preview costs."""
    return response.status_code >= 400 and g.get("problem") != "rate-limited"


def _too_many(rate: Rate, wait: int) -> Problem:
    return Problem(
        "rate-limited",
        "rate",
        headers={
            "Retry-After": str(wait),
            "RateLimit-Policy": f'"{rate.name}";q={rate.amount};w={SECONDS}',
            "RateLimit": f'"{rate.name}";r=0;t={wait}',
        },
        policy=rate.name,
        limit=rate.amount,
        window=SECONDS,
        wait=wait,
    )


def of_turn(match: Match, seat: int) -> tuple[Bucket, ...]:
    """The buckets that give a token each for a turn of this seat."""
    limits = _limits()
    if limits is None:
        return ()
    buckets = [_bucket(limits.rates[TURNS], f"{match.id}:{seat}")]
    if account := match.chairs[seat].account:
        buckets.append(_bucket(limits.rates[ACCOUNT_TURNS], account))
    return tuple(buckets)


def _bucket(rate: Rate, name: str) -> Bucket:
    return Bucket(keys.bucket(rate.name, name), rate.amount, rate.amount / SECONDS)


def turn_counted(after: Match) -> None:
    """Note what the commit of a turn has left of its seat's bucket."""
    limits = _limits()
    if limits is not None and after.tokens_left is not None:
        g.limit = limits.rates[TURNS], after.tokens_left


def turn_refused(error: Limited) -> Problem:
    """A turn for which a bucket had no token."""
    limits = _limits()
    assert limits is not None
    rate = limits.rates[(TURNS, ACCOUNT_TURNS)[error.index]]
    return _too_many(rate, -(-error.wait // 1000))


@operation(
    bp,
    "GET",
    "/v1/limits",
    {200: Answer("All limits, and what the caller has left.", shapes.Limits)},
)
def get_limits() -> Response:
    """Return the limits of size and rate.

    `remaining` is what the caller has left. For turns it is null: RateLimit in the answer to a turn
    has it.
    """
    limits = _limits()
    rates = [_rate(limits, each) for each in limits.rates.values()] if limits else []
    return responses.json(
        {
            "body_bytes": requests.MAX_BODY,
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
    if rate.name in (READS, WRITES):
        windows = limits.own if rate.name == READS else limits.shared
        remaining = windows.left(rate, _caller())
    return {
        "policy": rate.name,
        "quota": rate.amount,
        "window": SECONDS,
        "scope": SCOPES[rate.name],
        "remaining": remaining,
    }
