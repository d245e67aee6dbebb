"""Bots: the time from a player's commit to the bot's answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from itertools import islice
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import perf_counter, process_time
from typing import Any

from bench.engine import snapshots
from bench.installation import Installation, running
from bench.report import Report, Table
from bench.rounds import Effort, percentile
from bots.levels import BOTS, choose_turn
from bots.strategies import random_turn
from engine.title import Title
from games import all_titles
from match.tables import table_of
from store import Store
from store.connection import listen

ANSWERS = 60  # answers of each bot in a round
PATIENCE = 30.0  # seconds


class Commits:
    """The times of commits, from the wake-up channel of the streams."""

    def __init__(self, url: str) -> None:
        self._heard: SimpleQueue[tuple[str | None, float]] = SimpleQueue()
        Thread(target=self._listen, args=[url], daemon=True).start()
        self._heard.get(timeout=PATIENCE)

    def _listen(self, url: str) -> None:
        for game_id in listen(url):
            self._heard.put((game_id, perf_counter()))

    def forget(self) -> None:
        """Forget the commits so far."""
        while not self._heard.empty():
            self._heard.get()

    def next(self, game_id: str) -> float:
        """Return the time of the next commit of this game."""
        while True:
            heard, at = self._heard.get(timeout=PATIENCE)
            if heard == game_id:
                return at


def measure(effort: Effort) -> Report:
    """Measure bots of each level in games with fewest seats, one game at a time."""
    columns = ["from a person's commit to the bot's", "answers", "p50", "p99", "choosing alone"]
    report = Report("rq", "Bots answer through RQ", [Table(columns)])
    with running() as installation:
        commits = Commits(installation.url)
        for title in all_titles().values():
            found: dict[str, list[float]] = {level: [] for level in BOTS}
            for number in range(effort.rounds):
                for level, times in found.items():
                    rng = Random(f"{level} {number}")
                    times += answers(installation, commits, title, level, rng)
            for level, times in found.items():
                figures = [f"{percentile(times, p) * 1e3:.1f} ms" for p in (50, 99)]
                alone = f"{choosing(title, level):.1f} ms"
                report.tables[0].add(f"{title.id}: {level}", str(len(times)), *figures, alone)
    report.notes.append(
        "One listener on the wake-up channel sees both commits. The service is idle otherwise. "
        "*Choosing alone* is the median CPU time of the choice, in one process."
    )
    return report


def answers(
    installation: Installation, commits: Commits, title: Title, level: str, rng: Random
) -> list[float]:
    """Return the seconds to each answer of a bot of this level in a round."""
    times: list[float] = []
    while len(times) < ANSWERS:
        with closing(HTTPConnection("127.0.0.1", installation.port, timeout=PATIENCE)) as http:
            found = one_game(installation.db, http, commits, title, level, rng)
            times += islice(found, ANSWERS - len(times))
    return times


def fewest(title: Title) -> int:
    """Return the lowest number of seats that leaves one for a bot."""
    return next(seats for seats in title.seats if seats > 1)


def one_game(
    db: Store, http: HTTPConnection, commits: Commits, title: Title, level: str, rng: Random
) -> Iterator[float]:
    """Play a seat at random against bots, and time the first answer to each turn."""
    seats = [{"holder": "user"}, *[{"holder": f"bot:{level}"}] * (fewest(title) - 1)]
    made = post(http, "/v1/games", {"ruleset": title.id, "seats": seats}, {})
    path, token = f"/v1/games/{made['id']}/turns", made["tokens"]["seats"]["0"]
    while (rev := settled(db, made["id"])) is not None:
        table = table_of(db.games.load(made["id"]))
        steps = random_turn(table, 0, rng)
        commits.forget()
        headers = {"Authorization": f"Bearer {token}", "If-Match": f'"{rev}"'}
        after = post(http, path, {"steps": steps}, headers)
        if any(each["seat"] for each in after["awaited"]):
            asked = commits.next(made["id"])
            yield commits.next(made["id"]) - asked


def settled(db: Store, game_id: str) -> int | None:
    """Return the revision at which no bot is asked, or None when the game is over."""
    end = perf_counter() + PATIENCE
    while perf_counter() < end:
        match = db.games.load(game_id)
        if not match.bot_awaited:
            return None if match.over else match.rev
    raise SystemExit(f"the bots of game {game_id} do not answer")


def post(
    http: HTTPConnection, path: str, body: dict[str, Any], headers: dict[str, str]
) -> dict[str, Any]:
    """Return the answer to a request that must succeed."""
    headers["Content-Type"] = "application/json"
    http.request("POST", path, json.dumps(body), headers)
    response = http.getresponse()
    answer = response.read()
    if response.status != 201:
        raise SystemExit(f"{path} was refused:\n{answer.decode()}")
    told: dict[str, Any] = json.loads(answer)
    return told


def choosing(title: Title, level: str) -> float:
    """Return the median CPU ms of a choice, over the turns of a recorded game."""
    rng, times = Random(level), []
    for table in snapshots(title, fewest(title))[:-1]:
        start = process_time()
        choose_turn(level, table, table.awaited[0], rng)
        times.append((process_time() - start) * 1e3)
    return percentile(times, 50)
