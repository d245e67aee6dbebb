"""Recorded games: whole games as text, with the result they must replay to.

``python -m tests.recorded TITLE`` plays and writes them anew (``make record TITLE=<title>``).
Review the difference like code: it shows what a change of the rules changes.
"""

from __future__ import annotations

import hashlib
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from random import Random

from bench.recorded import BadRecord, Entry, Record
from bots.levels import choose_turn
from engine.table import Table
from engine.title import Title
from games import find
from tests.contract.play import largest_sets, with_required
from tests.seen import FEW, demanded, shown

FOLDER = Path(__file__).parent / "records"
EACH = 12
"""Games for each number of seats and set of options, if a title has few sets."""

BARE = 6
"""Games for each number of seats without options, if a title has many sets."""

GREEDY = 3
"""Every third game is one between greedy bots; the others are between random ones."""

WISHES = 20
"""Random turns tried for a wanted word, before a bot chooses as usual."""

MOST = 500
"""Beyond those, games are tried up to this number. A game is kept if it shows a rule or component
that no game before showed."""

FEWEST = 136
"""Up to this number, they are for the fewest seats; then for the most, which have more components.
"""

BATCH = 4
"""Games that are tried at a time, all for the same wanted words."""


Place = tuple[int, tuple[str, ...], int]
"""Number of seats, options, and number of a recorded game."""


def option_sets(title: Title) -> list[tuple[str, ...]]:
    """No option, and each option alone; the contract's random games use more of them together."""
    return [(), *(with_required(title, name) for name in sorted(title.options))]


def places(title: Title) -> list[Place]:
    """Return where the recorded games of a title lie, but for those that coverage adds."""
    sets = option_sets(title)
    if len(sets) > FEW:
        bare = [(seats, (), n) for seats in title.seats for n in range(BARE)]
        return [*bare, *[(once(title, options), options, 0) for options in sets[1:]]]
    return [
        (seats, options, n)
        for seats in title.seats
        for options in sets
        if not title.faults(seats, options)
        for n in range(EACH)
    ]


def once(title: Title, options: tuple[str, ...]) -> int:
    """Return the number of seats with which the only game of a set of options is played.

    It depends on this set alone, so that a new option moves no game.
    """
    legal = [seats for seats in title.seats if not title.faults(seats, options)]
    return Random(" ".join(options)).choice(legal)


def together(title: Title, seats: int) -> list[tuple[str, ...]]:
    """Return sets of as many options as can be played together, if a title has many."""
    return largest_sets(title, seats) if len(option_sets(title)) > FEW else []


def extra(title: Title, number: int) -> Place:
    """Return where a game for the coverage lies; where a title has many options, they have them."""
    seats = title.seats[0 if number < FEWEST else -1]
    sets = [(), *together(title, seats)]
    return seats, sets[number % len(sets)], number


def play(
    title: Title,
    seats: int,
    options: tuple[str, ...],
    number: int,
    wanted: frozenset[str] = frozenset(),
) -> Record:
    """Play one game between equal bots, the same in every run.

    A turn with a ``wanted`` word in it is preferred when a few tries find one.
    """
    name = f"{title.id} {seats} {','.join(options)} {number}"
    level, rng = "greedy" if wanted or number % GREEDY == 0 else "random", Random(name)
    seed = hashlib.sha256(name.encode()).digest()
    table = Table.new(title, seats, options, seed)
    record = Record(title.id, seats, seed, options)
    while not table.over:
        seat = rng.choice(table.awaited)
        steps = wished(table, seat, rng, wanted) or choose_turn(level, table, seat, rng)
        turn = table.commit(seat, steps)
        record.entries.append(Entry(seat, tuple(turn.lines)))
    return record


def wished(table: Table, seat: int, rng: Random, wanted: frozenset[str]) -> list[str]:
    """A random turn that has a wanted word in it, if one of some tries does; else nothing.

    The word of a component is its id.
    """
    words = {each.partition(" ")[2].partition(" ")[0] or each for each in wanted}
    for _ in range(WISHES if wanted else 0):
        steps = choose_turn("random", table, seat, rng)
        if words & {word for step in steps for word in step.split()}:
            return steps
    return []


def result(table: Table) -> str:
    """The line a record ends with: a digest of the final state, and rank and points by seat."""
    digest = hashlib.sha256(table.save()).hexdigest()
    standings = sorted(table.standings())
    points = " ".join(f"{each.rank}:{each.points:g}" for each in standings)
    return f"# end {digest} {points}"


def path(title: Title, seats: int, options: tuple[str, ...], number: int) -> Path:
    """Where a recorded game lies."""
    named = ("together",) if options and options in together(title, seats) else options
    name = "-".join([f"{seats}p", *named, f"{number:02}"])
    return FOLDER / title.name / f"{name}.txt"


def write(title: Title) -> int:
    """Play and write all recorded games of a title; return how many."""
    folder = FOLDER / title.name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    unseen = demanded(title)
    with ProcessPoolExecutor() as pool:
        for played in pool.map(_play, repeat(title.name), places(title)):
            unseen -= keep(title, *played)
        for first in range(EACH, MOST, BATCH):
            if not unseen:
                break
            tables = [extra(title, n) for n in range(first, first + BATCH)]
            for played in pool.map(_play, repeat(title.name), tables, repeat(frozenset(unseen))):
                unseen -= keep(title, *played, only_for=unseen)
    return len(list(folder.glob("*.txt")))


def _play(name: str, place: Place, wanted: frozenset[str] = frozenset()) -> tuple[Place, Record]:
    return place, play(find(name), *place, wanted)


def keep(
    title: Title, place: Place, record: Record, *, only_for: set[str] | None = None
) -> set[str]:
    """Write a game, and return what it shows; with ``only_for`` only if that is among it."""
    seen = shown(title, record)
    if only_for is None or seen & only_for:
        path(title, *place).write_text(f"{record.dumps()}{result(record.table(title))}\n")
    return seen


def changed(title: Title, folder: Path = FOLDER) -> list[str]:
    """The recorded games that the rules as they are now no longer lead to their recorded end."""
    files = sorted((folder / title.name).glob("*.txt"))
    return [file.name for file in files if differs(title, file)]


def differs(title: Title, file: Path) -> bool:
    """Whether a recorded game is another one, or none, under these rules."""
    text = file.read_text()
    try:
        return not text.endswith(f"{result(Record.loads(text).table(title))}\n")
    except BadRecord:
        return True


def report(title: Title, folder: Path = FOLDER) -> str:
    """What a change of the rules has changed.

    :raises SystemExit: it has changed games of the version that the rules still call themselves.
    """
    told = changed(title, folder)
    line = f"{len(told)} recorded games are others under the rules as they are now"
    for name in told:
        if Record.loads((folder / title.name / name).read_text()).ruleset == title.id:
            raise SystemExit(
                f"{line}, {name} for one, which says it is {title.id}: raise the version first, "
                "and guard the correction with "
                "`if s.rules >= …` (docs/decisions/0020-dated-rulings.md)"
            )
    return f"{line}: {', '.join(told)}" if told else line


if __name__ == "__main__":
    print(report(find(sys.argv[1])))
    print(f"{write(find(sys.argv[1]))} games written to {FOLDER.name}/{sys.argv[1]}")
