"""Turns over HTTP, compared with a floor without rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, repeat
from random import Random
from statistics import median
from time import process_time

from bench import load, planned
from bench.installation import Installation, running
from bench.planned import Plan
from bench.report import Report, Table, verdict
from bench.rounds import Effort, percentile
from games import all_titles
from store import Store

TARGET = 0.6  # of the floor's throughput
CLIENTS = (1, 16, 64)
WARM_UP = 0.5  # seconds of each kind
FLOOR, FULL, MINIMAL = "floor", "turns", "turns, minimal"
GAMES_A_SECOND = 40
CPU = ("web", "redis", "load")

Requests = Callable[[], Iterator[bytes]]
"""The requests of one client, for as long as it asks."""


@dataclass(frozen=True)
class Run:
    """One round of one kind: its answers, and CPU µs per answer by program."""

    answers: load.Answers
    cpu: Mapping[str, float]


def measure(effort: Effort) -> Report:
    """Measure floor, full and minimal answers in turn, on the same connections."""
    report = Report("http", "Turns over HTTP, validated and committed")
    speed = Table(["", "clients", "turns/s", "p50", "p99", "of the floor", "target", ""])
    cost = Table(["CPU µs a turn", "clients", *CPU, "the floor's, of it"])
    sizes = Table(["bytes of a `turns` answer (body)", "median", "p99", "largest"])
    report.tables = [speed, cost, sizes]
    with running("bench.floor") as installation:
        for title in all_titles().values():
            plans = planned.plans(title, max(title.seats))
            for clients in CLIENTS:
                found = rounds(installation, plans, clients, effort)
                add(speed, cost, title.id, clients, found)
            add_sizes(sizes, title.id, found)
    report.notes = [
        "Each client plays recorded games on a kept-alive connection and waits for each answer. "
        "Web processes, Redis and load share the machine. The floor does everything that a turn "
        "does except the rules. It checks the token, reads the game, commits with the same script, "
        "and answers with the view. Its blobs have the same size: it uses games in the middle of a "
        "recorded one."
    ]
    return report


def rounds(
    installation: Installation, plans: Sequence[Plan], clients: int, effort: Effort
) -> dict[str, list[Run]]:
    """Measure all kinds once in each round, in rotating order, on shared connections.

    Chance decides which web process gets how many connections.
    """
    found: dict[str, list[Run]] = {FLOOR: [], FULL: [], MINIMAL: []}
    for number in range(effort.rounds):
        sources = kinds(installation.db, plans, Random(number), clients, effort.seconds)
        # After the games are made: the service drops connections that stay silent.
        connections = load.connect(installation.port, clients)
        for source in sources.values():
            serve(connections, source)
            load.run(connections, WARM_UP)
        for turn in range(len(found)):
            kind = list(found)[(number + turn) % len(found)]
            serve(connections, sources[kind])
            found[kind].append(one(installation, connections, effort.seconds))
        for connection in connections:
            connection.socket.close()
    return found


def serve(connections: Sequence[load.Client], source: Requests) -> None:
    """Give each connection its own requests."""
    for connection in connections:
        connection.requests = source()


def kinds(
    db: Store, plans: Sequence[Plan], rng: Random, clients: int, seconds: float
) -> dict[str, Requests]:
    """Return the source of requests of each kind, prepared as far as possible."""
    order = cycle(rng.sample(plans, len(plans)))

    def floor() -> Iterator[bytes]:
        plan = next(order)
        game, turn = planned.create(db, plan, plan.middle), plan.turns[len(plan.turns) // 2]
        return repeat(planned.request(f"/bench/floor/{game.id}", game.tokens[turn.seat], turn))

    def turns(prefer: str) -> Requests:
        def game() -> list[bytes]:
            return list(planned.requests(planned.create(db, next(order)), prefer))

        ready = [game() for _ in range(clients + int(GAMES_A_SECOND * seconds))]

        def source() -> Iterator[bytes]:
            while True:
                yield from ready.pop() if ready else game()

        return source

    return {FLOOR: floor, FULL: turns(""), MINIMAL: turns("return=minimal")}


def one(installation: Installation, connections: Sequence[load.Client], seconds: float) -> Run:
    """Measure one round of one kind."""
    before = {name: cpu_seconds(installation, name) for name in CPU}
    answers = load.run(connections, seconds)
    cpu = {
        name: (cpu_seconds(installation, name) - spent) / len(answers.latencies) * 1e6
        for name, spent in before.items()
    }
    return Run(answers, cpu)


def cpu_seconds(installation: Installation, name: str) -> float:
    """Return the CPU time of each program; ``load`` is this process."""
    if name == "load":
        return process_time()
    times = [process.cpu_times() for process in installation.processes(name)]
    return sum(each.user + each.system for each in times)


def add(
    speed: Table, cost: Table, title: str, clients: int, found: Mapping[str, Sequence[Run]]
) -> None:
    """Add a row for each kind to both tables."""
    for kind, runs in found.items():
        what = f"{title}: {kind}", str(clients)
        rate = f"{median(run.answers.rate for run in runs):,.0f}"
        latencies = [run.answers.latencies for run in runs]
        waits = (median(percentile(each, p) for each in latencies) for p in (50, 99))
        pairs = list(zip(runs, found[FLOOR], strict=True))
        ratio = median(run.answers.rate / floor.answers.rate for run, floor in pairs)
        judged = (f"≥ {TARGET}", verdict(ratio >= TARGET)) if kind == FULL else ("", "")
        speed.add(*what, rate, *(f"{wait * 1e3:.1f} ms" for wait in waits), f"{ratio:.2f}", *judged)
        spent = (f"{median(run.cpu[name] for run in runs):.0f}" for name in CPU)
        share = median(sum(floor.cpu.values()) / sum(run.cpu.values()) for run, floor in pairs)
        cost.add(*what, *spent, f"{share:.2f}")


def add_sizes(table: Table, title: str, found: Mapping[str, Sequence[Run]]) -> None:
    """Add the sizes of the answers."""
    for kind, runs in found.items():
        sizes = [size for run in runs for size in run.answers.sizes]
        figures = median(sizes), percentile(sizes, 99), max(sizes)
        table.add(f"{title}: {kind}", *(f"{figure:,.0f}" for figure in figures))
