"""Streams: the cost of idle listeners in memory and in turns."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Sequence
from itertools import chain, cycle, islice
from random import Random
from statistics import median
from urllib.request import urlopen

from bench import http, load, planned
from bench.installation import Installation, running
from bench.planned import Plan
from bench.report import Report, Table, verdict
from bench.rounds import Effort
from games import all_titles

LISTENERS = 2_000
WATCHED = 50  # watched games in which nothing happens
PLAYERS = 16
WARM_UP = 0.5
AT_ONCE = 200  # listeners that connect together
RATIO, MEMORY = 0.9, 94  # ratio to the turns without listeners; MB with all of them
MB, KB = 1 << 20, 1 << 10
PATIENCE = 60.0


def measure(effort: Effort) -> Report:
    """Measure turns without and with listeners, in alternating order."""
    report = Report("streams", "Idle listeners")
    memory = Table(["PSS of the stream process", "listeners", "MB", "KB each", "target", ""])
    speed = Table(["turns over HTTP", "listeners", "turns/s", "of those without", "target", ""])
    report.tables = [memory, speed]
    titles = all_titles().values()
    plans = list(chain.from_iterable(planned.plans(title, max(title.seats)) for title in titles))
    with running() as installation:
        full, rates = [], []
        for number in range(effort.rounds):
            before, after, rate = one(installation, plans, number, effort.seconds)
            if number == 0:
                empty = before
            full.append(after)
            rates.append(rate)
    size, each = median(full) / MB, (median(full) - empty) / LISTENERS / KB
    memory.add("before the first", "0", f"{empty / MB:.0f}", "", "", "")
    told = f"≤ {MEMORY} MB", verdict(size <= MEMORY)
    memory.add("with all of them", f"{LISTENERS:,}", f"{size:.0f}", f"{each:.1f}", *told)
    without, beside = (median(rate[n] for rate in rates) for n in (0, 1))
    ratio = median(rate[1] / rate[0] for rate in rates)
    speed.add(f"{PLAYERS} players", "0", f"{without:,.0f}", "", "", "")
    told = f"≥ {RATIO}", verdict(ratio >= RATIO)
    speed.add(f"{PLAYERS} players", f"{LISTENERS:,}", f"{beside:,.0f}", f"{ratio:.2f}", *told)
    report.notes = [
        f"Each listener follows one of {WATCHED} games by server-sent events, on its own "
        "connection. Nothing happens in those games. Other games are played as in the part about "
        "turns. Memory is that of the stream process. Its parent, gunicorn's master, has about 18 "
        "MB."
    ]
    return report


def one(
    installation: Installation, plans: Sequence[Plan], number: int, seconds: float
) -> tuple[int, int, tuple[float, float]]:
    """Measure a round: bytes and turns a second without and with listeners."""
    if number:
        await_nobody(installation.stream_port)
    watched = [planned.create(installation.db, plan).id for plan in islice(cycle(plans), WATCHED)]
    empty, rate = size(installation), 0.0
    if number % 2 == 0:
        rate = turns(installation, plans, number, seconds)
    listeners = listen(installation.stream_port, watched)
    beside = turns(installation, plans, number, seconds)
    full = size(installation)
    for listener in listeners:
        listener.close()
    if number % 2 == 1:
        await_nobody(installation.stream_port)
        rate = turns(installation, plans, number, seconds)
    return empty, full, (rate, beside)


def turns(installation: Installation, plans: Sequence[Plan], number: int, seconds: float) -> float:
    """Return turns a second of games without spectators."""
    kinds = http.kinds(installation.db, plans, Random(number), PLAYERS, seconds)
    players = load.connect(installation.port, PLAYERS)
    http.serve(players, kinds[http.FULL])
    load.run(players, WARM_UP)
    rate = load.run(players, seconds).rate
    for player in players:
        player.socket.close()
    return rate


def listen(port: int, game_ids: Sequence[str]) -> list[socket.socket]:
    """Open all streams, and wait until each has begun."""
    found: list[socket.socket] = []
    games = cycle(game_ids)
    while len(found) < LISTENERS:
        fresh = [_connect(port, next(games)) for _ in range(min(AT_ONCE, LISTENERS - len(found)))]
        for listener in fresh:
            data = b""
            while b"retry:" not in data:
                chunk = listener.recv(1 << 16)
                if not chunk:
                    raise SystemExit(f"a stream was refused:\n{data.decode()}")
                data += chunk
        found += fresh
    return found


def await_nobody(port: int) -> None:
    """Wait until the process has noticed that its listeners left, at the next heartbeat."""
    deadline = time.monotonic() + PATIENCE
    while left := json.load(urlopen(f"http://127.0.0.1:{port}/healthz"))["streams"]:
        if time.monotonic() > deadline:
            raise SystemExit(f"{left} streams are served on that nobody listens to")
        time.sleep(0.5)


def _connect(port: int, game_id: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
    lines = [f"GET /v1/games/{game_id}/events?after=0 HTTP/1.1", "Host: localhost"]
    connection.sendall("\r\n".join([*lines, "Accept: text/event-stream", "", ""]).encode())
    return connection


def size(installation: Installation) -> int:
    """Return the memory of the serving process in bytes, with its part of shared memory."""
    serving = [each for each in installation.processes("stream") if not each.children()]
    return sum(each.memory_full_info().pss for each in serving)
