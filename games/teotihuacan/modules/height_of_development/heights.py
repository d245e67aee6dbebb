"""Special abilities: how they are won, and what they do (15.8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from engine import tables
from engine.adjustment import adjusts
from engine.core import Listing, Option, asks, does, quietly, then
from engine.listing import answer, why
from engine.module import before, part
from engine.visibility import by_side
from games.teotihuacan.data import FINDS, TRACKS, Component
from games.teotihuacan.eclipse import avenue_steps, points_of_masks, score_eclipse
from games.teotihuacan.power import power_reborn
from games.teotihuacan.scoring import mask_sets, reached
from games.teotihuacan.state import Teotihuacan

NAME = "height_of_development"


@dataclass(frozen=True, kw_only=True)
class Ability(Component):
    """A special ability, in the order of their numbers.

    ``power`` is added to that of an ascended worker. At an Eclipse, ``avenue`` is added to the
    steps on the Avenue, and ``masks`` to the size of a set. ``worth`` is for greedy bots.
    """

    id: str
    power: int = 0
    avenue: int = 0
    masks: int = 0
    worth: float = 0.0


@dataclass(frozen=True)
class AbilityTable:
    """data.toml; the Teotibot scores the bonus tiles of the ``settled`` temples in any case."""

    settled: list[str]
    ability: list[Ability]


TABLE = tables.load(Path(__file__).parent / "data.toml", AbilityTable)
ABILITIES = {ability.id: ability for ability in TABLE.ability}


@dataclass(slots=True)
class Ascent:
    """The special abilities of a side."""

    abilities: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Heights:
    """What the sides have won."""

    sides: list[Ascent] = by_side()


def owned(s: Teotihuacan, me: int) -> list[Ability]:
    """Return the special abilities of a side."""
    return [ABILITIES[id_] for id_ in part(s, Heights).sides[me].abilities]


@quietly
def win_ability(s: Teotihuacan, me: int) -> None:
    """Win an ability on a temple step; the Teotibot wins none there (R34, R125)."""
    if not s.played_by_rules(me):
        then(s, me, choose_ability())


@asks
def choose_ability(s: Teotihuacan, me: int) -> Listing:
    """Choose a special ability that you do not have (R34)."""
    have = part(s, Heights).sides[me].abilities
    return [
        answer(_choose(id_), unless=id_ in have and why("ability-owned", "15.8", ability=id_))
        for id_ in ABILITIES
    ]


@cache
def _choose(id_: str) -> Option:
    return Option(f"ability {id_}", (gain_ability(id_),))


@does
def gain_ability(s: Teotihuacan, me: int, ability: str) -> None:
    """Mark a special ability as own."""
    part(s, Heights).sides[me].abilities.append(ability)


@before(score_eclipse)
@quietly
def develop_teotibot(s: Teotihuacan, me: int) -> None:
    """Give the Teotibot the ability with the number of the Eclipse, before the scoring (15.8)."""
    for bot in range(s.seats, len(s.players)):
        then(s, bot, gain_ability(TABLE.ability[s.eclipse - 1].id))


@adjusts(power_reborn)
def power_of_ability(was: int, s: Teotihuacan, me: int) -> int:
    """Add power to an ascended worker."""
    return was + sum([ability.power for ability in owned(s, me)])


@adjusts(avenue_steps)
def avenue_of_ability(was: int, s: Teotihuacan, me: int) -> int:
    """Add steps to those on the Avenue that an Eclipse counts (R126)."""
    return was + sum([ability.avenue for ability in owned(s, me)])


@adjusts(points_of_masks)
def masks_of_ability(was: int, s: Teotihuacan, me: int) -> int:
    """Count more masks in the best set of an Eclipse; without a set there is none (R127)."""
    more = sum([ability.masks for ability in owned(s, me)])
    best = max(mask_sets(s.players[me].masks), default=0)
    return was + FINDS.masks[best + more] - FINDS.masks[best] if best else was


@adjusts(reached)
def reached_by_figure(was: int, s: Teotihuacan, me: int) -> int:
    """Count the bonus tile on which a figure of the Teotibot stands from the start (R128)."""
    if not s.played_by_rules(me):
        return was
    temples = s.players[me].temples
    return was + sum([temples[temple] < TRACKS.bonus for temple in TABLE.settled])
