"""The titles: every subfolder that exports GAME is one."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from engine.game import Game


@cache
def all_games() -> dict[str, Game]:
    """Every title by name, found by looking into the folder."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg)
    games = [import_module(f"{__name__}.{name}").GAME for name in names]
    return {game.name: game for game in games}


def find(name: str) -> Game:
    """The title called ``name`` or ``name@version``.

    :raises KeyError: no such title, or another version of it.
    """
    title, _, version = name.partition("@")
    game = all_games()[title]
    if version and version != str(game.version):
        raise KeyError(name)
    return game
