"""The titles: every subfolder that exports TITLE is one."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from engine.title import Title


@cache
def all_titles() -> dict[str, Title]:
    """Return every title by name, in its newest version: new games are played in it."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg)
    found = [import_module(f"{__name__}.{name}").TITLE for name in names]
    return {title.name: title for title in found}


def versions(name: str) -> list[int]:
    """Return the versions of a title's rules, the newest first: its folder serves them all."""
    return list(range(all_titles()[name].version, 0, -1))


def ids() -> list[str]:
    """Return all names that ``find`` knows, as ``name@version``."""
    return [f"{name}@{version}" for name in all_titles() for version in versions(name)]


def find(name: str) -> Title:
    """Return the title called ``name``, or its version ``name@version``.

    :raises KeyError: there is no such title, or no such version of it.
    """
    title = all_titles()[name.partition("@")[0]]
    if name == title.name:
        return title
    known = {f"{title.name}@{version}": version for version in versions(title.name)}
    return title.at(known[name])
