"""The box: the components of the base and of all modules, and those that a game is played with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from engine import tables
from engine.core import Effect
from engine.effects import plain
from engine.module import Components, per_combination
from engine.tables import Written
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.data import (
    ALCHEMY,
    FINDS,
    FOLDER,
    PALACE,
    RING,
    STARTING_TILES,
    TRACKS,
    ActionTile,
    Board,
    Component,
    Deed,
    Discovery,
    RoyalTile,
    StartingTile,
    Technology,
    Temple,
)

C = TypeVar("C", bound=Component)


@dataclass(frozen=True)
class Added:
    """The file components.toml of a module: components of the kinds that the base has too."""

    board: list[Board] = field(default_factory=list)
    temple: list[Temple] = field(default_factory=list)
    technology: list[Technology] = field(default_factory=list)
    discovery: list[Discovery] = field(default_factory=list)
    royal: list[RoyalTile] = field(default_factory=list)
    starting: list[StartingTile] = field(default_factory=list)
    action: list[ActionTile] = field(default_factory=list)
    deed: list[Deed] = field(default_factory=list)


BASE = Added(
    RING.board,
    TRACKS.temple,
    ALCHEMY.technology,
    FINDS.discovery,
    PALACE.royal,
    list(STARTING_TILES.values()),
    TEOTIBOT.action,
    TEOTIBOT.deed,
)


def _added() -> Iterator[Added]:
    """Yield what each module adds; every component tells the module, which is the folder."""
    for path in sorted(FOLDER.parent.glob("modules/*/components.toml")):
        read = tables.load(path, Added)
        yield Added(
            **{
                kind: [replace(each, module=path.parent.name) for each in found]
                for kind, found in vars(read).items()
            }
        )


EVERY = (BASE, *_added())


@dataclass(frozen=True)
class Box:
    """Components by their ids; boards and deeds by the printed numbers of boards.

    ``actions`` are the main actions of the boards.
    """

    boards: dict[int, Board]
    temples: dict[str, Temple]
    technologies: dict[str, Technology]
    discoveries: dict[str, Discovery]
    royal: dict[str, RoyalTile]
    starting: dict[str, StartingTile]
    action_tiles: dict[str, ActionTile]
    deeds: dict[int, Deed]
    actions: dict[int, Effect]


def _filled(modules: tuple[str, ...] | None) -> Box:
    """Return the components in play with these modules; without a tuple, all that there are."""

    def chosen(components: Iterable[C]) -> list[C]:
        """Return the components that are in play."""
        return [each for each in components if modules is None or each.in_play(modules)]

    boards = {b.number: b for b in _by_needs(chosen(b for a in EVERY for b in a.board))}
    tiles = chosen(each for added in EVERY for each in added.action)
    taken = {each.instead for each in tiles} if modules is not None else set()
    return Box(
        boards=boards,
        temples={each.id: each for each in chosen(t for a in EVERY for t in a.temple)},
        technologies={each.id: each for each in chosen(t for a in EVERY for t in a.technology)},
        discoveries={each.id: each for each in chosen(d for a in EVERY for d in a.discovery)},
        royal={each.id: each for each in chosen(r for a in EVERY for r in a.royal)},
        starting={each.id: each for each in chosen(x for a in EVERY for x in a.starting)},
        action_tiles={each.id: each for each in tiles if each.id not in taken},
        deeds={d.board: d for d in _by_needs(chosen(d for a in EVERY for d in a.deed))},
        actions={n: tables.effects([b.action])[0] for n, b in boards.items() if b.action},
    )


def _by_needs(components: Iterable[C]) -> list[C]:
    """Return components in order; one that needs more modules takes the place of others."""
    return sorted(components, key=lambda each: bool(each.module) + len(each.needs))


box = per_combination(_filled)
"""The components that a game is played with."""

ALL = _filled(None)
"""Every component by its id; boards and deeds differ by modules, see `box`."""


def board_id(board: Board) -> str:
    """Return the name of a board for clients: its number, and the modules that it belongs to."""
    return " ".join([str(board.number), *filter(None, [board.module, *board.needs])])


def added_by(module: str) -> Components:
    """Return the facts of the components that a module adds, by kind and id."""
    found: dict[str, dict[str, Component]] = {}
    for added in EVERY:
        for kind, listed in vars(added).items():
            for each in listed:
                if each.module == module and kind != "deed":
                    id_ = board_id(each) if kind == "board" else each.id
                    found.setdefault(NAMES.get(kind, kind), {})[id_] = each
    return found


NAMES = {"action": "action_tile"}
"""The kinds of components whose name for clients differs from that in the tables."""


def deeds_by(module: str) -> dict[str, list[Deed]]:
    """Return the table of the deeds that a module adds; deeds have no ids."""
    return {f"{module}_deeds": [d for added in EVERY for d in added.deed if d.module == module]}


def every_effect(facts: Any, name: str = "") -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Yield the effects in the fields of components, however deep, with their names."""
    if is_dataclass(facts):
        for part, hint in get_type_hints(type(facts), include_extras=True).items():
            yield from _in_field(getattr(facts, part), hint, f"{name} {part}")
    elif isinstance(facts, Mapping):
        for key, each in facts.items():
            yield from every_effect(each, f"{name} {key}")
    elif isinstance(facts, list):
        for each in facts:
            yield from every_effect(each, name)


def _in_field(value: Any, hint: Any, name: str) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Yield the effects in a field whose type says that it holds some."""
    hint = plain(hint)
    if hint in (Written, Effect):
        yield name, tables.effects([] if value is None else [value])
    elif get_origin(hint) in (list, tuple):
        for each in value:
            yield from _in_field(each, get_args(hint)[0], name)
    else:
        yield from every_effect(value, name)
