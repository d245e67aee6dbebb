"""Memory: what the server needs for a game, running and finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from bench import planned
from bench.installation import running
from bench.planned import Plan, Planned
from bench.report import Report, Table, verdict
from bench.rounds import Effort
from games import all_games
from match.match import Match
from store import Store, keys, turns

GAMES = 1_000
RUNNING, FINISHED = 30, 6  # KB, the most a game may need
KB = 1024

Stage = tuple[str, int, float]
"""A name, the most KB, and which part of the turns has been played: -1 is all but the last."""

STAGES: tuple[Stage, ...] = (
    ("just begun", RUNNING, 0),
    ("in the middle", RUNNING, 0.5),
    ("before the last turn", RUNNING, -1),
    ("finished", FINISHED, 1),
)


def measure(effort: Effort) -> Report:
    """A thousand games of every title with most seats, played side by side; measured once."""
    report = Report("memory", "Memory of the server for a game")
    table = Table(
        ["", "games", "KB a game", "target", "", "of it: hash", "log", "traces", "largest"]
    )
    report.tables.append(table)
    # How often the server writes to the disk does not change what it keeps in memory.
    with running(APPENDFSYNC="no") as installation:
        for game in all_games().values():
            plans = planned.plans(game, max(game.seats))
            for (stage, most, _), size, parts in fill(installation.db, plans):
                told = f"{size:.1f}", f"≤ {most}", verdict(size <= most)
                what = f"{game.id}, {max(game.seats)} players, {stage}"
                table.add(what, str(GAMES), *told, *(f"{part:.1f}" for part in parts))
    report.notes.append(
        "The growth of `used_memory` (INFO memory) by all games, divided by their number. The "
        "parts are the mean of MEMORY USAGE over their keys. The log of a finished game is packed "
        "in its hash."
    )
    return report


def fill(db: Store, plans: Sequence[Plan]) -> Iterator[tuple[Stage, float, list[float]]]:
    """Each stage with the KB that a game needs there, in all and by key."""
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
    """Play on until this part of the planned turns is played."""
    count = len(game.plan.turns)
    upto = count - 1 if part < 0 else round(count * part)
    for turn in game.plan.turns[match.rev : upto]:
        match = turns.play(db, match, turn.seat, turn.steps).match
    return match


def used(db: Store) -> int:
    """The bytes the server uses, by its own account."""
    return int(db.redis.info("memory")["used_memory"])


def parts(db: Store, games: Sequence[Planned]) -> list[float]:
    """The mean KB of each kind of key of a game, and the KB of all keys of the largest."""
    found, sums = [], [0.0] * len(games)
    for name in (keys.game, keys.log, keys.traces):
        sizes = [(db.redis.memory_usage(name(game.id), samples=0) or 0) / KB for game in games]
        found.append(sum(sizes) / len(sizes))
        sums = [whole + size for whole, size in zip(sums, sizes, strict=True)]
    return [*found, max(sums)]
