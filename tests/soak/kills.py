"""Kills: one program after the other is killed at random while a crowd plays."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event

import psutil

from bench.report import Report, Table
from games import all_titles
from store import Store
from tests.service.ops_fixtures import Installation, eventually
from tests.soak.audit import FOUND, TOLD_AGAIN
from tests.soak.crowd import Site, crowd, finish
from tests.soak.plans import Plan, plans
from tests.soak.strangers import Strangers
from tests.workers.tables import assert_sound

VICTIMS = (
    *("web", "web child", "stream", "stream child"),
    *("worker", "hooks", "redis", "supervisor", "guard"),
)
SETTLED = 11.0  # seconds; a program that never lives so long is given up by its supervisor
PROCESSES, PLAYERS = 3, 4
LOCAL = {"HOOKS_ALLOW_LOCAL": "1"}
"""What an installation needs whose remote bots are on this machine."""


@dataclass
class Tally:
    """What one process of the crowd has played, and what the audit found in it."""

    games: list[str]
    found: Counter[str]


def victim(installation: Installation, name: str) -> psutil.Process:
    """Return the process to kill: a program of the supervisor, or a fork of gunicorn."""
    if name == "supervisor":
        return psutil.Process(installation.process.pid)
    program, _, child = name.partition(" ")
    process = installation.program(program)
    if child:
        assert eventually(lambda: bool(process.children()))
        return process.children()[0]
    return process


def kill(installation: Installation, name: str) -> None:
    """Kill it with SIGKILL, and wait until everything is back."""
    killed = victim(installation, name)
    if name == "supervisor":
        installation.family()
    killed.kill()
    if name == "supervisor":
        installation.process.wait()
        assert eventually(lambda: not installation.left()), installation.left()
        installation.start()
    if name == "guard":  # the supervisor notices at the next change of its children
        kill(installation, "worker")
    assert eventually(lambda: not killed.is_running())
    assert eventually(installation.healthy), installation.said()


def may_die(installation: Installation, name: str) -> bool:
    """Return whether its supervisor will not give it up."""
    if name.endswith(" child"):
        return True
    # With the guard a worker is killed.
    process = victim(installation, "worker" if name == "guard" else name)
    return time.time() - process.create_time() > SETTLED


def attack(installation: Installation, until: float, rng: Random) -> Counter[str]:
    """Kill one program after the other until that time; returns how often each.

    Which one is left to chance, which is kinder to those that were killed more often.
    """
    done: Counter[str] = Counter()
    while time.time() < until:
        time.sleep(rng.uniform(0.2, 2.0))
        names = [name for name in VICTIMS if may_die(installation, name)]
        [name] = rng.choices(names, [1 / (1 + done[name]) for name in names])
        kill(installation, name)
        done[name] += 1
    return done


def play_crowd(url: str, ruleset: str, wanted: Sequence[Plan], seed: str, until: float) -> Tally:
    """Play and watch until that time, finish the games begun, and audit all of them."""
    stop = Event()
    with Strangers(url) as strangers:
        players = crowd(Site(url, ruleset, strangers, stop), wanted, PLAYERS, seed)
        stop.wait(until - time.time())
        stop.set()
        games: list[str] = []
        found = finish(players, lambda game: games.append(game.id))
        found[TOLD_AGAIN] += strangers.listener.repeats
    return Tally(games, found)


def run(minutes: float) -> Report:
    """Attack every title for some minutes."""
    report = Report("kills", "Killed with SIGKILL under load, one at a time")
    for title in all_titles().values():
        with TemporaryDirectory(prefix="chq") as folder:
            installation = Installation(Path(folder), WEB_WORKERS="2", WORKERS="2", **LOCAL).start()
            try:
                add(report, title.id, *one_attack(installation, title.id, title.seats, minutes))
            finally:
                installation.destroy()
    report.notes.append(
        "Human players, bots and remote bots play without clocks, with clocks that suffice, and "
        "with clocks that expire because a player is absent. Then a bot plays, or another player "
        "claims the seat. Players repeat a turn, an undo, a consent or a claim until it is "
        "acknowledged. One request in five is cut off before its answer. Spectators cut their "
        "streams at random and resume. A webhook receives the events of all games. Afterwards the "
        "record was compared with all acknowledged turns and with the turns of remote bots. It "
        "was also compared with the revisions of each spectator and the entries sent to the "
        "webhook. Each record was replayed, compared with the stored state, and verified. No turn "
        "and no message was lost or duplicated, except messages of a webhook whose sender was "
        "killed."
    )
    return report


def one_attack(
    installation: Installation, ruleset: str, seats: range, minutes: float
) -> tuple[Counter[str], list[Tally]]:
    """Return a crowd of several processes under attack; all their games end and are sound."""
    url, until = f"http://127.0.0.1:{installation.port}", time.time() + 60 * minutes
    wanted = plans(seats)
    with ProcessPoolExecutor(PROCESSES) as pool:
        crowds: list[Future[Tally]] = [
            pool.submit(play_crowd, url, ruleset, rotated(wanted, n), f"soak {n}", until)
            for n in range(PROCESSES)
        ]
        killed = attack(installation, until, Random(ruleset))
        tallies = [each.result() for each in crowds]
    db = Store.open(installation.redis_url)
    for tally in tallies:
        for game_id in tally.games:
            assert_sound(db, game_id)
            assert db.games.load(game_id).over
    db.redis.close()
    return killed, tallies


def rotated(wanted: Sequence[Plan], process: int) -> list[Plan]:
    """Return the plans from the first on with which no process before this one begins."""
    first = process * PLAYERS % len(wanted)
    return [*wanted[first:], *wanted[:first]]


def add(report: Report, title: str, killed: Counter[str], tallies: Sequence[Tally]) -> None:
    """What was killed how often, and what came of it."""
    kills = Table([f"{title}: killed", "times"])
    for name in VICTIMS:
        kills.add(name, str(killed[name]))
    seen = Table([f"{title}: seen by players, spectators, remote bots and a webhook", "number"])
    seen.add("games begun and finished", str(sum(len(t.games) for t in tallies)))
    for what in FOUND:
        seen.add(what, f"{sum(tally.found[what] for tally in tallies):,}")
    report.tables += [kills, seen]
