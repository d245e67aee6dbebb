"""Limits of rate and size.

Each policy counts where it is cheap (docs/decisions/0016-limits-and-observation.md): turns in the
script of their commit, other changes in Redis, reads and computing time in this process.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import thread_time
from typing import Any, NamedTuple

from flask import Blueprint, Flask, Response, current_app, g, request

from match.expiry import Lifetimes
from match.match import Match
from match.turns import MOST_STEPS
from match.words import MOST_ENTRIES, STAGES
from schemas import service as shapes
from service.edge import access_log, bot_games, places, requests, responses
from service.edge.caller import opens
from service.edge.context import db, settings
from service.edge.operation import FREE, OPERATIONS, ApiResponse, operation
from service.edge.rates import ABOVE, OWN, POLICIES, SHARED, origin, rates
from service.presentation.problems import Problem
from service.processes.settings import FIELD, FIELDS, LINE, Settings
from store import keys
from store.accounts import Account, account_of, until_midnight
from store.games import Limited, now_ms
from store.script import Bucket, Quota
from store.tokens import fingerprint
from store.windows import OwnWindows, Rate, Share, SharedWindows, Taken
from store.words import (
    ACCOUNT_TURNS,
    ADDRESS_ACCOUNTS,
    ADDRESS_COST,
    ADDRESS_GAMES,
    ADDRESS_TURNS,
    CALLER,
    COST,
    DENIALS,
    READS,
    TURNS,
)

bp = Blueprint("limits", __name__)

_KEY = "chasqui-limits"


class _Limits(NamedTuple):
    """The rates of an application, the policy of each operation, and the windows.

    ``knowing`` are the operations that refuse an invalid token, ``costly`` those that compute for
    long. ``charges``: computing time is charged, which event loops cannot tell.
    """

    rates: dict[str, Rate]
    counted_as: dict[str, str]
    knowing: frozenset[str]
    costly: frozenset[str]
    charges: bool
    own: OwnWindows
    shared: SharedWindows

    def shares(self, policy: str, caller: str) -> tuple[Share, ...]:
        """Return what counts a request: the caller's share, and the one of the address."""
        mine = Share(self.rates[policy], caller)
        above = ABOVE.get(policy)
        return (mine, Share(self.rates[above], origin())) if above else (mine,)

    def take(self, policy: str, caller: str, amount: int = 1) -> Taken:
        """Count a request where its policy is counted."""
        windows = self.shared if policy in SHARED else self.own
        return windows.take(*self.shares(policy, caller), amount=amount)

    def costs(self, caller: str) -> tuple[Share, ...]:
        """Return the shares that computing time is charged to."""
        return Share(self.rates[COST], caller), Share(self.rates[ADDRESS_COST], origin())


def install(app: Flask, settings: Settings, charges: bool = True) -> None:
    """Enforce the limits of this application, unless RATE_LIMITS is off."""
    if settings.rate_limits == "off":
        return
    counted_as = {each.name: each.counted for each in OPERATIONS if each.counted != FREE}
    knowing = frozenset(each.name for each in OPERATIONS if "unauthorized" in each.problems)
    costly = frozenset(each.name for each in OPERATIONS if each.costly)
    with app.app_context():
        shared = db().windows
    app.extensions[_KEY] = _Limits(
        rates(settings), counted_as, knowing, costly, charges, OwnWindows(), shared
    )
    places.limit_costly(app, settings.costly_requests)
    app.before_request(_check)
    app.after_request(_tell)


def _limits() -> _Limits | None:
    found: _Limits | None = current_app.extensions.get(_KEY)
    return found


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
    if "caller" not in g:
        token = _token()
        looked_at = "game_id" in (request.view_args or {}) or account_of(token) is not None
        checked = token and looked_at and _checks_tokens(limits)
        g.caller = fingerprint(token).hex() if checked else origin()
    return str(g.caller)


def _check() -> None:
    """Count the request, and refuse it above the limit.

    :raises Problem: 429.
    """
    limits = _limits()
    kind = limits.counted_as.get(access_log.operation()) if limits else None
    if limits is None or kind is None or request.method == "OPTIONS":
        return
    g.cpu = thread_time()
    caller = _caller(limits)
    if limits.charges and (spent := limits.own.wait(*limits.costs(caller))):
        raise _too_many(*spent)
    _refuse_guesses(limits)
    if kind == TURNS:
        # Commits count played turns. Refused turns and duplicates are counted below, as reads.
        if spent := limits.own.wait(*limits.shares(READS, caller)):
            raise _too_many(*spent)
        return
    shares, taken = limits.shares(kind, caller), limits.take(kind, caller)
    if taken.full is not None:
        raise _too_many(shares[taken.full].rate, taken.wait)
    g.told = [_tightest(shares, taken)]


def _tightest(shares: Sequence[Share], taken: Taken) -> tuple[Rate, int]:
    """Return the rate of which least is left, and what is left."""
    pairs = [(share.rate, left) for share, left in zip(shares, taken.left, strict=True)]
    return min(pairs, key=lambda pair: pair[1])


def _refuse_guesses(limits: _Limits) -> None:
    """Refuse a wrong token of an address that has sent too many; right ones go on.

    :raises Problem: 429.
    """
    if "Authorization" not in request.headers or not _checks_tokens(limits):
        return
    spent = limits.own.wait(Share(limits.rates[DENIALS], origin()))
    if spent and not opens(_token()):
        raise _too_many(*spent)


def _tell(response: Response) -> Response:
    """Add the rate headers, and count denials, turns that were not played, and computing time."""
    limits = _limits()
    assert limits is not None
    name = access_log.operation()
    if limits.counted_as.get(name) == TURNS and _is_unplayed(response):
        caller = _caller(limits)
        g.told = [_tightest(limits.shares(READS, caller), limits.take(READS, caller))]
    if limits.charges and "cpu" in g:
        _charge(limits, response)
    told: list[tuple[Rate, int]] = g.get("told") or []
    if told:
        response.headers["RateLimit-Policy"] = ", ".join(_policy(rate) for rate, _ in told)
        response.headers["RateLimit"] = ", ".join(f'"{rate.name}";r={left}' for rate, left in told)
    if 400 <= response.status_code < 500 and _is_guess(limits, response):
        limits.take(DENIALS, origin())
    return response


def _charge(limits: _Limits, response: Response) -> None:
    """Charge the computing time until the answer is sent; costly operations tell what is left.

    A refused request is charged to its address only: it may come with a new token each time.
    """
    costs, began = limits.costs(_caller(limits)), g.cpu
    if g.get("problem") == "rate-limited":
        costs = costs[1:]
    if access_log.operation() in limits.costly and "told" in g:
        rate, left = _tightest(costs, limits.own.take(*costs, amount=0))
        g.told.append((rate, max(0, left - _ms_since(began))))
    response.call_on_close(partial(_charge_now, limits.own, began, costs))


def _charge_now(own: OwnWindows, began: float, costs: tuple[Share, ...]) -> None:
    own.charge((thread_time() - began) * 1e3, *costs)


def _ms_since(began: float) -> int:
    return round((thread_time() - began) * 1e3)


def _policy(rate: Rate) -> str:
    return f'"{rate.name}";q={rate.amount};w={rate.seconds}'


def _is_guess(limits: _Limits, response: Response) -> bool:
    """Return whether a token was refused, or was not checked although it counted as a caller.

    The latter happens if the game does not exist or the body is not valid. Otherwise a new token
    for each such request would avoid all limits.
    """
    if "Authorization" not in request.headers or g.get("problem") == "rate-limited":
        return False
    known = "entered" in g or "account" in g
    return response.status_code == 401 or (not known and _caller(limits) != origin())


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
            "RateLimit-Policy": _policy(rate),
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
    account = match.chairs[seat].account
    names = {TURNS: f"{match.id}:{seat}", ACCOUNT_TURNS: account, ADDRESS_TURNS: origin()}
    g.buckets = [limits.rates[policy] for policy, name in names.items() if name]
    return tuple(_bucket(rate, names[rate.name]) for rate in g.buckets)


def _bucket(rate: Rate, name: str) -> Bucket:
    return Bucket(keys.bucket(rate.name, name), rate.amount, rate.amount / rate.seconds)


def turn_counted(after: Match) -> None:
    """Note what remains in the bucket of the seat."""
    limits = _limits()
    if limits is not None and after.tokens_left is not None:
        g.told = [(limits.rates[TURNS], after.tokens_left)]


def turn_refused(error: Limited) -> Problem:
    """Return the problem of a turn above the rate limit."""
    return _too_many(g.buckets[error.index], -(-error.wait // 1000))


def of_guests(owner: Account | None) -> list[Quota]:
    """Return the quota of games of the caller's address; applications with a key have none."""
    limits = _limits()
    if limits is None or (owner is not None and owner.is_key):
        return []
    rate, (day, lasts) = limits.rates[ADDRESS_GAMES], until_midnight(now_ms())
    return [Quota(keys.address_day(origin(), day), rate.amount, lasts)]


def count_account() -> None:
    """Count a new guest account of the caller's address.

    :raises Problem: 429.
    """
    limits = _limits()
    if limits is None:
        return
    taken = limits.take(ADDRESS_ACCOUNTS, origin())
    if taken.full is not None:
        raise _too_many(limits.rates[ADDRESS_ACCOUNTS], taken.wait)


@operation(
    bp,
    "GET",
    "/v1/limits",
    {200: ApiResponse("All limits, and what the caller has left.", shapes.Limits)},
)
def get_limits() -> Response:
    """Return the limits of size and rate, and the lifetimes of games.

    `remaining` is what the token has left, or without a token the address. For turns it is null:
    RateLimit in the answer to a turn has it.
    """
    limits = _limits()
    rates = [_rate(limits, each) for each in limits.rates.values()] if limits else []
    most = bot_games.most()
    return responses.json(
        {
            "body_bytes": requests.MAX_BODY,
            "engine_bytes": requests.LIMITS["engine.apply_turns"],
            "import_bytes": requests.LIMITS["imports.import_record"],
            "line_bytes": LINE,
            "header_fields": FIELDS,
            "header_bytes": FIELD,
            "steps": MOST_STEPS,
            "entries": MOST_ENTRIES,
            "replays_per_address": (settings().replays_per_address or None) if limits else None,
            "bot_games_per_account": most.account or None,
            "bot_games_per_address": most.address or None,
            **_streams(limits is not None),
            "wait_seconds": requests.MAX_WAIT,
            "rates": rates,
            "lifetimes": _lifetimes(db().lifetimes),
        }
    )


def _streams(limited: bool) -> dict[str, int | None]:
    """Return how many event streams may be open; null without limits."""
    names = ("streams", "streams_per_address", "anonymous_streams")
    return {name: getattr(settings(), name) if limited else None for name in names}


def _lifetimes(kept: Lifetimes) -> dict[str, Any]:
    seconds = {stage: kept.of(stage) / 1000 or None for stage in STAGES}
    return {**seconds, "app_keys": kept.app_keys}


def _rate(limits: _Limits, rate: Rate) -> dict[str, Any]:
    remaining = None
    if rate.name in (*OWN, *SHARED):
        token, scope = _token(), POLICIES[rate.name].scope
        caller = fingerprint(token).hex() if token and scope == CALLER else origin()
        windows = limits.shared if rate.name in SHARED else limits.own
        remaining = windows.take(Share(rate, caller), amount=0).left[0]
    return {
        "policy": rate.name,
        "quota": rate.amount,
        "window": rate.seconds,
        "scope": POLICIES[rate.name].scope,
        "remaining": remaining,
    }
