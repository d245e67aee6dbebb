"""Games over HTTP: the random client plays, and every record is taken away and checked."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import httpx

from bench.report import Report, Table
from engine.luck import TAG
from engine.table import Table as PlayTable
from examples.play_random import play
from games import all_titles, find
from match.words import TURN
from records import check as records
from store.games import now_ms
from tests.service.ops_fixtures import Installation

BOT_SHARE = 10
"""The interval of games with bots only, half of them greedy."""


def run(games: int) -> Report:
    """Play a number of games of every title and number of seats."""
    columns = ["", "games", "bots only", "turns", "seconds per game"]
    report = Report("games", "Whole games over HTTP", [Table(columns)])
    with TemporaryDirectory(prefix="chq") as folder:
        installation = Installation(Path(folder), WEB_WORKERS="2", WORKERS="2").start()
        url = f"http://127.0.0.1:{installation.port}"
        try:
            for title in all_titles().values():
                for seats in title.seats:
                    one_kind(report, url, title.id, seats, games)
        finally:
            installation.destroy()
    report.notes.append(
        "`examples/play_random.py` played the games and stops at the first error. There was none. "
        "Afterwards each record was fetched as text and replayed with the rules alone. The title's "
        "census held at each turn, the result was the same, and the seed matched the commitment."
    )
    return report


def one_kind(report: Report, url: str, ruleset: str, seats: int, games: int) -> None:
    """Play and check games for one number of seats."""
    tables = list(islice(cycle(holders(seats)), games))
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(partial(play_one, url, ruleset), range(games), tables))
    alone = sum("user" not in table for table in tables)
    figures = sum(turns for turns, _ in found), median(seconds for _, seconds in found)
    report.tables[0].add(
        f"{ruleset}, {seats} seats", str(games), str(alone), f"{figures[0]}", f"{figures[1]:.1f}"
    )


def holders(seats: int) -> list[list[str]]:
    """Return the holders in games of one number of seats: players, and bots only in one game of
    ten."""
    people = [["user"] * seats] * (BOT_SHARE - 1)
    return [*people, ["bot:random"] * seats, *people, ["bot:greedy"] * seats]


def play_one(url: str, ruleset: str, number: int, seats: Sequence[str]) -> tuple[int, float]:
    """Play a game, fetch its record and check it; tells its turns and seconds."""
    start = time.monotonic()
    with httpx.Client(base_url=url, timeout=30) as client:
        line = play(client, ruleset, list(seats), Random(f"{seats} {number}"))
        seconds = time.monotonic() - start
        return check(client, line.split()[0]), seconds


def check(client: httpx.Client, game_id: str) -> int:
    """Play the record of a finished game again; returns its number of turns."""
    path = f"/v1/games/{game_id}"
    told = client.get(path).raise_for_status().json()
    text = client.get(f"{path}/export", headers={"Accept": "text/plain"}).raise_for_status().text
    proven, title = (
        records.check(records.read(text), lambda *_: False, now_ms()),
        find(told["ruleset"]),
    )
    head, entries = proven.match.head, proven.checked.entries
    table = PlayTable.new(title, len(proven.match.chairs), head.options, head.seed)
    census = title.counted(table.state)
    turns = [entry for entry in entries if entry.kind == TURN]
    for entry in turns:
        table.replay(entry.lines)
        assert title.counted(table.state) == census, game_id
    assert table.over, game_id
    ranks = {each["seat"]: (each["rank"], each["points"]) for each in told["result"]}
    assert ranks == {s.side: (s.rank, s.points) for s in table.standings()}, game_id
    promised = client.get(f"{path}/fairness").raise_for_status().json()["commitment"]
    data = b"\0".join([TAG.encode(), game_id.encode(), head.seed])
    assert promised == hashlib.sha256(data).hexdigest(), game_id
    return len(turns)
