"""The engine on one core: random playouts, and a state to bytes, back, copied and shown."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from bench import recorded
from bench.report import ROOT, Report, Table, verdict
from bench.rounds import Effort, medians, microseconds
from engine.codec import decode, encode
from engine.core import Refusal
from engine.table import Table as PlayTable
from engine.table import Turn
from engine.title import Title
from games import all_titles
from match.snapshot import own_blobs, view_blob

TARGET = 40_000  # answered questions a second
PROFILED = 100  # games
LISTED = 12  # functions


class Played(NamedTuple):
    """The number of answered questions of a playout, and how many had one option."""

    steps: int
    forced: int


def by_kernel(title: Title, seats: int, rng: Random) -> Played:
    """Play a random game on states, as a search does."""
    state = title.begin(seats, (), rng.randbytes(32))
    choose, random = state.verbs.choose, rng.random
    steps = forced = 0
    open_ = state.verbs.settle(state, [])
    while open_:
        options = open_[0].options
        steps += 1
        forced += len(options) == 1
        open_ = choose(state, open_[0], options[int(random() * len(options))], [])
    return Played(steps, forced)


def by_table(title: Title, seats: int, rng: Random) -> Played:
    """Play a random game on a table, as the service does: by ids, with barriers."""
    table = PlayTable.new(title, seats, (), rng.randbytes(32))
    steps = forced = 0
    while table.open:
        asked = table.open[0]
        steps += 1
        forced += len(asked.options) == 1
        table.step(asked.seat, asked.options[int(rng.random() * len(asked.options))].id, Turn())
    return Played(steps, forced)


Playout = Callable[[Title, int, Random], Played]


def steps_a_second(play: Playout, title: Title, seats: int, seconds: float) -> Callable[[], float]:
    """Return a run that measures answered questions a second; each run plays other games."""
    numbers = count()

    def measure() -> float:
        rng, steps, start = Random(f"{title.id} {next(numbers)}"), 0, process_time()
        while (spent := process_time() - start) < seconds:
            steps += play(title, seats, rng).steps
        return steps / spent

    return measure


def measure(effort: Effort) -> Report:
    """Measure playouts of each title with most seats, its codec, and a profile."""
    report = Report("engine", "Engine, one core")
    speed = Table(["random playouts", "steps/s", "target", ""])
    codec = Table(["a state at every turn of a recorded game", "median"])
    report.tables = [speed, codec]
    for title in all_titles().values():
        seats = max(title.seats)
        add_speed(speed, title, seats, effort)
        add_codec(codec, title, seats, effort)
        report.tables.append(profile(title, seats))
        report.notes.append(forced_note(title, seats))
    return report


def add_speed(table: Table, title: Title, seats: int, effort: Effort) -> None:
    """Add steps a second of the kernel and of ``Table``."""
    runs = {
        "kernel (`Rules.choose`)": steps_a_second(by_kernel, title, seats, effort.seconds),
        "table (`Table.step`)": steps_a_second(by_table, title, seats, effort.seconds),
    }
    for name, value in medians(runs, effort.rounds).items():
        what = f"{title.id}, {seats} players, {name}"
        table.add(what, f"{value:,.0f}", f"≥ {TARGET:,}", verdict(value >= TARGET))


def add_codec(into: Table, title: Title, seats: int, effort: Effort) -> None:
    """Add the cost of a state outside the rules: µs and bytes, averaged over a game."""
    tables = snapshots(title, seats)
    blobs = [table.save() for table in tables]
    kind, calls = title.state, len(tables)
    asked = [table for table in tables if table.open]
    load = partial(PlayTable.load, title)
    actions: dict[str, Callable[[], object]] = {
        "encode": lambda: each(encode, (table.state for table in tables)),
        "decode": lambda: each(partial(decode, kind), blobs),
        "clone (encode and decode)": lambda: each(
            lambda state: decode(kind, encode(state)), (t.state for t in tables)
        ),
        "load (decode and find the open questions)": lambda: each(load, blobs),
        "view, as JSON": lambda: each(view_blob, tables),
        "own parts of all seats, as JSON": lambda: each(own_blobs, tables),
    }
    runs = {name: microseconds(run, calls, effort.seconds / 5) for name, run in actions.items()}
    told: dict[str, Callable[[], object]] = {
        "barriers of all options of a question": lambda: each(barriers, asked),
        "refusals of a question": lambda: each(refusals, asked),
    }
    runs |= {n: microseconds(run, len(asked), effort.seconds / 5) for n, run in told.items()}
    for name, value in medians(runs, effort.rounds).items():
        into.add(f"{title.id}: {name}", f"{value:.1f} µs")
    views = [len(view_blob(table)) for table in tables]
    into.add(f"{title.id}: state", f"{median(map(len, blobs)):,.0f} bytes")
    into.add(f"{title.id}: view", f"{median(views):,.0f} bytes")


def barriers(table: PlayTable) -> list[bool]:
    """Compute which options of the first open question end the turn."""
    return table.barriers(table.awaited[0])


def refusals(table: PlayTable) -> list[Refusal]:
    """Compute the refusals of the first open question."""
    return table.refusals(table.awaited[0])


def each(call: Callable[[Any], object], things: Iterable[Any]) -> None:
    """Call for each thing and store no result, because stored results make the garbage collector
    work."""
    for thing in things:
        call(thing)


def snapshots(title: Title, seats: int) -> list[PlayTable]:
    """Return the table after each turn of a recorded game of median length."""
    games = sorted(recorded.records(title, seats), key=lambda record: len(record.entries))
    record = games[len(games) // 2]
    table = PlayTable.new(title, seats, record.options, record.seed)
    found = [table.clone()]
    for entry in record.entries:
        table.replay(entry.lines)
        found.append(table.clone())
    return found


def profile(title: Title, seats: int) -> Table:
    """Return the profile of playouts: the functions with their own time."""
    rng, profiler = Random(title.id), cProfile.Profile()
    by_kernel(title, seats, rng)
    profiler.enable()
    for _ in range(PROFILED):
        by_kernel(title, seats, rng)
    profiler.disable()
    stats = pstats.Stats(profiler).get_stats_profile()
    total = sum(one.tottime for one in stats.func_profiles.values())
    names = sorted(stats.func_profiles.items(), key=lambda item: -item[1].tottime)
    table = Table([f"{title.id}: where the time of playouts goes", "share", "calls"])
    for name, one in names[:LISTED]:
        where = f"{place(one.file_name)} " if one.file_name != "~" else ""
        table.add(f"{where}`{name}`", f"{one.tottime / total:.0%}", f"{one.ncalls}")
    return table


def place(file_name: str) -> str:
    """Return the path of a module within this repository."""
    path = Path(file_name)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def forced_note(title: Title, seats: int) -> str:
    """Return a note about the length of random games and their forced answers."""
    rng = Random(title.id)
    games = [by_kernel(title, seats, rng) for _ in range(PROFILED)]
    steps, forced = sum(g.steps for g in games), sum(g.forced for g in games)
    return (
        f"A random game of {title.id} with {seats} players has {steps / PROFILED:.0f} answered "
        f"questions. Of these, {forced / steps:.1%} had only one option."
    )
