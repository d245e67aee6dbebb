"""The titles: every subfolder that exports GAME is one."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from engine.title import Title


@cache
def every() -> list[Title]:
    """Every version of every title, found by looking into the folder, the newest last."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg)
    found = [import_module(f"{__name__}.{name}").GAME for name in names]
    return sorted(found, key=lambda game: (game.name, game.version))


@cache
def all_games() -> dict[str, Title]:
    """Every title by name, in its newest version, which new games are played in."""
    return {game.name: game for game in every()}


def versions(name: str) -> list[int]:
    """The versions of a title that are here, the newest first."""
    older = [game.version for game in every() if game.name == name]
    return sorted({all_games()[name].version, *older}, reverse=True)


def ids() -> list[str]:
    """All that ``find`` finds, as ``name@version``."""
    return [f"{name}@{version}" for name in all_games() for version in versions(name)]


def find(name: str) -> Title:
    """The title called ``name``, or its version ``name@version``.

    :raises KeyError: no such title, or that version of it is not here.
    """
    game = all_games()[name.partition("@")[0]]
    if name in (game.name, game.id):
        return game
    return {each.id: each for each in every()}[name]
