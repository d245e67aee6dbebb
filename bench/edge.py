"""The edge: the cost of metrics, log lines, rate limits and compression for a turn."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time_ns
from typing import TYPE_CHECKING, Any

from bench import planned
from bench.installation import running
from bench.planned import Plan
from bench.report import Report, Table
from bench.rounds import Effort
from games import all_titles
from store import Store, keys
from store.script import Bucket
from telemetry import logs, shared

if TYPE_CHECKING:
    from flask import Flask

GAMES = 2
TRIES = 2  # games in each round
BARE, COUNTED, LOGGED, LIMITED = "neither", "metrics", "metrics, log", "metrics, log, limits"
GZIPPED = "metrics, log, limits, gzip"

Best = dict[tuple[int, int], int]
"""The fewest ns of each turn (of a game, by its number) so far."""


def measure(effort: Effort) -> Report:
    """Measure whole turns in this process, with and without each part."""
    folder = shared.share(os.environ)
    web = Table(["CPU µs a turn, without the server", "", "more"])
    server = Table(["µs of a commit's script", "", "more"])
    report = Report("edge", "What surrounds a turn", [web, server])
    title = next(reversed(all_titles().values()))
    plans = planned.plans(title, max(title.seats))[:GAMES]
    try:
        with running() as installation, quiet():
            apps = applications(installation.url)
            best: dict[str, Best] = {name: {} for name in apps}
            for _ in range(effort.rounds * TRIES):
                for name, app in apps.items():
                    accepted = {"Accept-Encoding": "gzip"} if name == GZIPPED else {}
                    play(installation.db, app, plans, best[name], accepted)
            rows(web, {name: mean(found) for name, found in best.items()})
            rows(server, scripts(installation.db, plans[0], effort))
    finally:
        shared.forget(folder)
        del os.environ[shared.FOLDER]
    report.notes = [
        f"Turns of {title.id}, each the best of {effort.rounds * TRIES} tries, to exclude other "
        "load. Log lines go to /dev/null."
    ]
    return report


def rows(table: Table, found: dict[str, float]) -> None:
    """Add a row for each, with the difference to the first."""
    first = next(iter(found.values()))
    for name, value in found.items():
        table.add(name, f"{value:.0f}", f"{value - first:+.0f}")


def applications(url: str) -> dict[str, Flask]:
    """Return the web application with more and more parts."""
    from service import create_app
    from service.edge import access_log
    from service.processes.settings import Settings

    bare = create_app(Settings(redis_url=url, rate_limits="off", log_requests="none"))
    for calls in (bare.before_request_funcs, bare.after_request_funcs):
        kept: list[Any] = [f for f in calls[None] if not _belongs(f, access_log.__name__)]
        calls[None] = kept
    return {
        BARE: bare,
        COUNTED: create_app(Settings(redis_url=url, rate_limits="off", log_requests="none")),
        LOGGED: create_app(Settings(redis_url=url, rate_limits="off")),
        LIMITED: create_app(Settings(redis_url=url)),
        GZIPPED: create_app(Settings(redis_url=url)),
    }


def _belongs(function: Any, module: str) -> bool:
    return bool(getattr(function, "func", function).__module__ == module)


def play(db: Store, app: Flask, plans: list[Plan], best: Best, accepted: dict[str, str]) -> None:
    """Play each game once, and store the best time of each turn."""
    client = app.test_client()
    for number, plan in enumerate(plans):
        game = planned.create(db, plan)
        for place, turn in enumerate(plan.turns):
            headers = {"Authorization": f"Bearer {game.tokens[turn.seat]}"}
            headers |= {"If-Match": f'"{turn.rev}"', "Content-Type": "application/json"}
            headers |= accepted
            path, body = f"/v1/games/{game.id}/turns", json.dumps({"steps": turn.steps})
            start = thread_time_ns()
            answer = client.post(path, data=body, headers=headers)
            spent = thread_time_ns() - start
            if answer.status_code != 201:
                raise SystemExit(f"a turn was refused:\n{answer.text}")
            best[number, place] = min(spent, best.get((number, place), spent))


def mean(best: Best) -> float:
    """Return the mean in µs."""
    return sum(best.values()) / len(best) / 1e3


def scripts(db: Store, plan: Plan, effort: Effort) -> dict[str, float]:
    """Measure a commit in Redis with no, one and two buckets."""
    seat = Bucket(keys.bucket("turns", "bench"), 10**6, 10**5)
    account = Bucket(keys.bucket("account-turns", "bench"), 10**6, 10**5)
    kinds = {"no bucket": (), "a bucket": (seat,), "two buckets": (seat, account)}
    best: dict[str, float] = {}
    for _ in range(effort.rounds * TRIES * 2):
        for name, buckets in kinds.items():
            spent = commits(db, plan, buckets)
            best[name] = min(spent, best.get(name, spent))
    return best


def commits(db: Store, plan: Plan, buckets: tuple[Bucket, ...]) -> float:
    """Return the µs of a script, by the server's own statistics, over the turns of a game."""

    from match import turns
    from store.games import now_ms

    match = db.games.load(planned.create(db, plan).id)
    db.redis.config_resetstat()
    for turn in plan.turns:
        change = turns.play(match, now_ms(), turn.seat, turn.steps)
        match = db.games.commit(match, change, buckets=buckets)
    told: Any = db.redis.info("commandstats")
    return float(told["cmdstat_evalsha"]["usec_per_call"])


@contextmanager
def quiet() -> Iterator[None]:
    """Write log lines to /dev/null."""
    log = logging.getLogger("chasqui.requests")
    handler = logs.handler(logs.JSON)
    assert isinstance(handler, logging.StreamHandler)
    level, handlers, propagate = log.level, log.handlers[:], log.propagate
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        handler.setStream(nowhere)
        log.handlers[:], log.propagate = [handler], False
        log.setLevel(logging.INFO)
        try:
            yield
        finally:
            log.handlers[:], log.propagate = handlers, propagate
            log.setLevel(level)
