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
from games import all_games
from store import Store
from tests.service.ops_fixtures import Installation, eventually
from tests.soak.crowd import Game, crowd, finish
from tests.workers.tables import assert_sound

VICTIMS = ("web", "web child", "stream", "stream child", "worker", "redis", "supervisor")
SETTLED = 11.0  # seconds; a program that never lives so long is given up by its supervisor
PROCESSES, PLAYERS = 3, 4


@dataclass
class Tally:
    """What one process of the crowd has seen."""

    games: list[Game]
    retries: int


def victim(installation: Installation, name: str) -> psutil.Process:
    """The process to kill: a program of the supervisor's, or a child that gunicorn forked."""
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
    assert eventually(lambda: not killed.is_running())
    assert eventually(installation.healthy), installation.said()


def attack(installation: Installation, until: float, rng: Random) -> Counter[str]:
    """Kill one program after the other until that time; returns how often each."""
    done: Counter[str] = Counter()
    while time.time() < until:
        time.sleep(rng.uniform(0.2, 2.0))
        name = rng.choice(VICTIMS)
        age = time.time() - victim(installation, name).create_time()
        if age > SETTLED or name.endswith(" child"):
            kill(installation, name)
            done[name] += 1
    return done


def tables(seats: range) -> list[list[str]]:
    """Who sits where: people, bots of each kind, and both."""
    found = []
    for count in seats:
        found.append(["user"] * count)
        for bot in ("bot:random", "bot:greedy"):
            found.append(["user", *[bot] * (count - 1)])
    return found


def play_crowd(
    url: str, ruleset: str, who: Sequence[Sequence[str]], seed: str, until: float
) -> Tally:
    """Play and watch until that time, finish the games begun, and audit all of them."""
    stop = Event()
    players = crowd(url, ruleset, who, PLAYERS, seed, stop)
    stop.wait(until - time.time())
    stop.set()
    games: list[Game] = []
    finish(players, games.append)
    return Tally(games, sum(player.client.retries for player in players))


def run(minutes: float) -> Report:
    """Every title under attack for so long."""
    report = Report("kills", "Killed with SIGKILL under load, one at a time")
    for game in all_games().values():
        with TemporaryDirectory(prefix="chq") as folder:
            installation = Installation(Path(folder), WEB_WORKERS="2", WORKERS="2").start()
            try:
                add(report, game.id, *one_attack(installation, game.id, game.seats, minutes))
            finally:
                installation.destroy()
    report.notes.append(
        "Players post a turn again until it is acknowledged, and one time in five hang up before "
        "the first answer can be there; watchers follow the stream, hang up "
        "at random and go on where they were. Afterwards each seat's turns in the record were "
        "compared with those acknowledged to it, each watcher's revisions with 1, 2, 3 … to the "
        "last, and every record was played again and compared with the stored state. No turn and "
        "no message was lost or doubled."
    )
    return report


def one_attack(
    installation: Installation, ruleset: str, seats: range, minutes: float
) -> tuple[Counter[str], list[Tally]]:
    """A crowd of several processes under attack; all their games end and are sound."""
    url, until = f"http://127.0.0.1:{installation.port}", time.time() + 60 * minutes
    with ProcessPoolExecutor(PROCESSES) as pool:
        crowds: list[Future[Tally]] = [
            pool.submit(play_crowd, url, ruleset, tables(seats), f"soak {n}", until)
            for n in range(PROCESSES)
        ]
        killed = attack(installation, until, Random(ruleset))
        tallies = [each.result() for each in crowds]
    db = Store.open(installation.redis_url)
    for tally in tallies:
        for game in tally.games:
            assert_sound(db, game.id)
            assert db.games.load(game.id).over
    db.redis.close()
    return killed, tallies


def add(report: Report, title: str, killed: Counter[str], tallies: Sequence[Tally]) -> None:
    """What was killed how often, and what came of it."""
    games = [game for tally in tallies for game in tally.games]
    kills = Table([f"{title}: killed", "times"])
    for name in VICTIMS:
        kills.add(name, str(killed[name]))
    seen = Table([f"{title}: seen by players and watchers", "number"])
    acknowledged = sum(len(game.acknowledged) for game in games)
    seen.add("games begun, and played to their end", str(len(games)))
    seen.add("turns acknowledged, and in the record once", f"{acknowledged:,}")
    seen.add("of these, acknowledged to a repeated request", f"{sum(g.repeats for g in games):,}")
    seen.add("requests sent again", f"{sum(tally.retries for tally in tallies):,}")
    seen.add("stream messages, each once and in order", f"{sum(len(g.watched) for g in games):,}")
    seen.add("times a stream was opened", f"{sum(game.cuts for game in games):,}")
    report.tables += [kills, seen]
