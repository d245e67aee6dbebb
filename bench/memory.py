"""Memory of the server for a game, running and finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from bench import planned
from bench.installation import running
from bench.planned import Plan, Planned
from bench.report import Report, Table, verdict
from bench.rounds import Effort
from games import all_titles
from match.match import Match
from store import Store, keys
from store.commits import play_turn

GAMES = 1_000
RUNNING, FINISHED = 30, 6  # KB, the limit for a game
KB = 1024

Stage = tuple[str, int, float]
"""A name, the limit in KB, and the played part of the turns; -1 is all but the last."""

STAGES: tuple[Stage, ...] = (
    ("just begun", RUNNING, 0),
    ("in the middle", RUNNING, 0.5),
    ("before the last turn", RUNNING, -1),
    ("finished", FINISHED, 1),
)


def measure(effort: Effort) -> Report:
    """Measure a thousand parallel games of each title with most seats, once."""
    report = Report("memory", "Memory of the server for a game")
    table = Table(
        ["", "games", "KB a game", "target", "", "of it: hash", "log", "traces", "largest"]
    )
    report.tables.append(table)
    # The disk does not affect the memory.
    with running(APPENDFSYNC="no") as installation:
        for title in all_titles().values():
            plans = planned.plans(title, max(title.seats))
            for (stage, most, _), size, parts in fill(installation.db, plans):
                told = f"{size:.1f}", f"≤ {most}", verdict(size <= most)
                what = f"{title.id}, {max(title.seats)} players, {stage}"
                table.add(what, str(GAMES), *told, *(f"{part:.1f}" for part in parts))
    report.notes.append(
        "The growth of `used_memory` (INFO memory) by all games, divided by their number. The "
        "parts are the mean of MEMORY USAGE over their keys. The log of a finished game is packed "
        "in its hash."
    )
    return report


def fill(db: Store, plans: Sequence[Plan]) -> Iterator[tuple[Stage, float, list[float]]]:
    """Yield each stage with the KB of a game, in total and by key."""
    warm_up = planned.create(db, plans[0])
    advance(db, db.games.load(warm_up.id), warm_up, 1)
    empty = used(db)
    games = [planned.create(db, plan) for plan in islice(cycle(plans), GAMES)]
    match = {game.id: db.games.load(game.id) for game in games}
    for stage in STAGES:
        for game in games:
            match[game.id] = advance(db, match[game.id], game, stage[2])
        yield stage, (used(db) - empty) / GAMES / KB, parts(db, games)


def advance(db: Store, match: Match, game: Planned, part: float) -> Match:
    """Play until this part of the planned turns."""
    count = len(game.plan.turns)
    upto = count - 1 if part < 0 else round(count * part)
    for turn in game.plan.turns[match.rev : upto]:
        match = play_turn(db.games, match, turn.seat, turn.steps).match
    return match


def used(db: Store) -> int:
    """Return the memory of the server in bytes."""
    return int(db.redis.info("memory")["used_memory"])


def parts(db: Store, games: Sequence[Planned]) -> list[float]:
    """Return the mean KB of each kind of key, and the KB of the largest game."""
    found, sums = [], [0.0] * len(games)
    for name in (keys.game, keys.log, keys.traces):
        sizes = [(db.redis.memory_usage(name(game.id), samples=0) or 0) / KB for game in games]
        found.append(sum(sizes) / len(sizes))
        sums = [whole + size for whole, size in zip(sums, sizes, strict=True)]
    return [*found, max(sums)]
