"""Laws: the contract suite and each title's own laws, over hundreds of games with other luck.

A pass is a run of every law on one table size; each law plays at least one game of its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module, util
from random import Random
from types import ModuleType
from typing import Any

import pytest

from bench.report import Report, Table
from games import all_titles
from tests.contract import play, test_laws

GAMES_A_PASS = 8
"""Games that a title's own laws play in one pass; see ``tests/games/tzolkin/conftest.py``."""

Law = Callable[..., None]
Case = tuple[str, int, tuple[str, ...]]


def laws(module: ModuleType, *parameters: str) -> list[Law]:
    """Return the tests of a module that take exactly these parameters."""
    found = [each for name, each in vars(module).items() if name.startswith("test_")]
    return [law for law in found if tuple(inspect.signature(law).parameters) == parameters]


def own_laws(name: str) -> tuple[ModuleType | None, list[Law]]:
    """Return the player of a title's random games, and the title's own laws."""
    folder = f"tests.games.{name}"
    if util.find_spec(folder) is None or util.find_spec(f"{folder}.conftest") is None:
        return None, []
    names = [f"{folder}.{name}" for name in ("test_laws", "test_refusals")]
    modules = [import_module(name) for name in names if util.find_spec(name)]
    found = [law for module in modules for law in laws(module, "random_games")]
    return import_module(f"{folder}.conftest"), found


def law_of_states(name: str) -> Callable[[Any], None]:
    """Return what checks one state of a title: ``check`` of ``laws.py`` in the title's tests."""
    folder = f"tests.games.{name}"
    if util.find_spec(folder) is None or util.find_spec(f"{folder}.laws") is None:
        return lambda state: None
    found: Callable[[Any], None] = import_module(f"{folder}.laws").check
    return found


@contextmanager
def other_luck(number: int, *modules: ModuleType) -> Iterator[None]:
    """Inside, every game that these modules play is another one than they were written with."""

    def luck(seed: object) -> Random:
        return Random(f"{seed} {number}")

    original = play.seed

    def seed(*words: object) -> bytes:
        return original(*words, number)

    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setattr(module, "Random", luck)
        patch.setattr(play, "seed", seed)
        patch.setattr(test_laws, "seed", seed)
        play.random_game.cache_clear()
        yield
    play.random_game.cache_clear()


def contract_pass(case: Case, number: int) -> int:
    """Run every contract law on other games; return the number of laws."""
    found = laws(test_laws, "name", "seats", "options")
    with other_luck(number, play, test_laws):
        for law in found:
            _hold(law, f"{case} {number}", *case)
    return len(found)


def own_pass(name: str, seats: int, number: int) -> int:
    """Run every own law of a title on other games; return the number of laws."""
    home, found = own_laws(name)
    if home is None:
        return 0
    source: Any = home

    def random_games(watch: Any) -> None:
        for table, rng in source.tables(seats, GAMES_A_PASS):
            source.play(table, rng, watch)

    with other_luck(number, home):
        for law in found:
            _hold(law, f"{name} {seats} {number}", random_games)
    return len(found)


def _hold(law: Law, what: str, *arguments: Any) -> None:
    try:
        law(*arguments)
    except BaseException as error:
        raise AssertionError(f"{law.__name__} does not hold in pass {what}: {error!r}") from error


def run(games: int) -> Report:
    """Run passes of the contract laws, and as many games of each title's own laws."""
    columns = ["", "contract laws", "passes", "own laws", "passes of 8 games"]
    report = Report("laws", "Laws over random games", [Table(columns)])
    own_passes = -(-games // GAMES_A_PASS)
    with ProcessPoolExecutor() as pool:
        for case in play.cases():
            name, seats, options = case
            if name not in all_titles():
                continue
            contract = max(pool.map(partial(contract_pass, case), range(1, games + 1)))
            own = max(pool.map(partial(own_pass, name, seats), range(1, own_passes + 1)))
            what = ", ".join([name, f"{seats} players", *options])
            report.tables[0].add(what, str(contract), str(games), str(own), str(own_passes))
    report.notes.append("Every law held in every pass. Each law plays at least one whole game.")
    return report
