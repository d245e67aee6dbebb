"""Nothing piles up: whatever is stored runs out, but for what a game or an account is made of."""

from __future__ import annotations

import re
from typing import Any

import httpx

from match.words import PUBLIC
from service import create_app
from service.edge.operation import FREE
from service.processes.settings import Settings
from store import Store
from store.words import PROCESSES, READS
from tests.conftest import serving
from tests.service.scene import BY_NAME
from tests.service.table import Table
from tests.service.test_authorization import APP_KEY, MAY, PLAYER, Cast

STAYS = {
    r"g:\w+": "a game's header, seats, state and changed secrets; its whole record once it is over",
    r"g:\w+:(log|traces)": "its record while it runs; traces are eight at most",
    r"g:\w+:talk(:\w+)?": "its table talk: 1,000 messages a channel at most",
    r"g:\w+:(mutes|hidden)": "what its readers do not want to see or show: one line each",
    r"games:\w+:\w+": "the list of public games: one line each",
    r"ended:\w+:\w+": "the list of public games that have ended: one line each",
    r"expiring:\w+(:kept)?": "all games, for the sweeper: one line each",
    r"p:player_[\w-]+:(games|ended)": "the lists of a player's public games: one line each",
    r"a:acct_\w+": "an account",
    r"a:acct_\w+:(games|ended)": "its lists of games: one line each",
    r"a:acct_\w+:feed": "what moved in its games: about 10,000 entries",
    r"a:acct_\w+:webhooks": "its webhooks: 20 at most",
    r"app-keys": "what the operator has made",
    r"seal-secret": "one",
    r"(due|(bots|hooks|webhooks|undo|replays)-due|deadlines)": "what is taken out when it is done",
    r"alive:\w+": "processes, forgotten after a minute",
}
"""The keys without an end, and why."""

OF_RQ = r"rq:(queues|workers|workers:\w+|queue:\w+|failed:\w+|wip:\w+)"
"""What RQ keeps of its own: names of queues, and ids of jobs that wait."""


def test_a_key_has_an_end_or_a_reason(client: httpx.Client, db: Store, redis_url: str) -> None:
    app = create_app(Settings(redis_url=redis_url, writes_per_minute=10**6))
    with serving(app) as url, httpx.Client(base_url=url) as limited:
        cast: Cast | None = None
        for name, allowed in MAY.items():
            cast = cast or Cast(limited, db, PUBLIC)
            who = next(each for each in (APP_KEY, PLAYER, *sorted(allowed)) if each in allowed)
            cast.headers[who]["Idempotency-Key"] = f"c0ffee00-0000-4000-8000-{name}"
            cast.ask(name, who)
            if BY_NAME[name].counted not in (READS, FREE):
                cast = None
        table = Table(limited)
        table.keep_all()
        table.finish()
    for part in PROCESSES:
        db.heartbeats.beat(part)
    names: list[Any] = db.redis.keys("*")
    endless = {name.decode() for name in names if db.redis.ttl(name) == -1}
    assert len(endless) < len(names)
    prefix = "chasqui:"
    reasons = {each for each in STAYS if any(re.fullmatch(prefix + each, n) for n in endless)}
    assert reasons == set(STAYS)
    known = "|".join([OF_RQ, *(prefix + each for each in STAYS)])
    assert {name for name in endless if not re.fullmatch(known, name)} == set()
