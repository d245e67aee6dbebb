"""Obsidian in payments and gains, and the technologies that make more of it (12.4)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import tables
from engine.adjustment import adjustable, adjusts
from engine.core import Effect, Listing, quietly, then
from engine.listing import answer, why
from engine.module import adds, after
from engine.vocabulary import gain, lacks, pay
from games.teotihuacan.goods import gain_any, pay_any
from games.teotihuacan.paying import Substitute, Substitutes, substitutes
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.workers import collect
from games.teotihuacan.worship import use_royal


@dataclass(frozen=True)
class Use:
    """What a technology does with obsidian: see data.toml."""

    id: str
    any: bool = False
    cocoa: int = 0
    gained: int = 0


@dataclass(frozen=True)
class ObsidianTable:
    """data.toml"""

    good: str
    kinds: tuple[str, ...]
    worth: float
    technology: list[Use]


TABLE = tables.load(Path(__file__).parent / "data.toml", ObsidianTable)
USES = {each.id: each for each in TABLE.technology}


def owned(s: Teotihuacan, me: int) -> list[Use]:
    """Return what the own technologies do with obsidian; the Teotibot ignores them (11.3)."""
    found = [] if s.played_by_rules(me) else s.players[me].technologies
    return [USES[id_] for id_ in found if id_ in USES]


@adjustable
def pays_resources(s: Teotihuacan, me: int) -> bool:
    """Return whether obsidian may be paid in place of resources (R27)."""
    return True


@adjusts(substitutes)
def pay_with_obsidian(was: Substitutes, s: Teotihuacan, me: int) -> Substitutes:
    """Let obsidian pay for resources, and for cocoa with a technology (12.4)."""
    if not s.players[me].goods[TABLE.good]:
        return was
    resources = (Substitute(TABLE.good, TABLE.kinds),) if pays_resources(s, me) else ()
    cocoa = max([technology.cocoa for technology in owned(s, me)], default=0)
    for_cocoa = (Substitute(TABLE.good, ("cocoa",), cocoa),) if cocoa else ()
    return (*was, *resources, *for_cocoa)


@adds(pay_any)
def pay_obsidian(s: Teotihuacan, me: int, after: tuple[Effect, ...] = ()) -> Listing:
    """Pay obsidian where a resource of any kind is asked for (R27)."""
    one = {TABLE.good: 1}
    no = None if pays_resources(s, me) else why("obsidian-by-name-only", "M1")
    short = lacks(s.players[me].goods, one, "12.4")
    return [answer(f"pay {TABLE.good}", pay(one), *after, unless=no or short)]


@adds(gain_any)
def take_obsidian(s: Teotihuacan, me: int, n: int) -> Listing:
    """Take an obsidian as a resource of any kind, with a technology (12.4)."""
    lacking = not any([technology.any for technology in owned(s, me)])
    more = (gain_any(n - 1),) if n > 1 else ()
    no = lacking and why("no-obsidian-of-choice", "12.4")
    return [answer(f"take {TABLE.good}", gain({TABLE.good: 1}), *more, unless=no)]


@after(collect)
@quietly
def obsidian_for_collecting(s: Teotihuacan, me: int, board: int) -> None:
    """Gain obsidian after Collect Cocoa, with a technology (12.4)."""
    gain_obsidian(s, me)


@after(use_royal)
@quietly
def obsidian_for_royal(s: Teotihuacan, me: int, tile: str, power: int) -> None:
    """Gain obsidian after a royal tile is used, with a technology (12.4)."""
    gain_obsidian(s, me)


def gain_obsidian(s: Teotihuacan, me: int) -> None:
    """Gain the obsidian that technologies bring for Collect Cocoa and for royal tiles."""
    if n := sum([technology.gained for technology in owned(s, me)]):
        then(s, me, gain({TABLE.good: n}))
