"""Facts that follow from the state and that a client needs to draw it or to plan a turn."""

from __future__ import annotations

from dataclasses import dataclass

from games.tawantinsuyu.data import REGIONS
from games.tawantinsuyu.festival import majority
from games.tawantinsuyu.hill import SECTIONS, SPACES, descending, food_between
from games.tawantinsuyu.hilltop import action_at
from games.tawantinsuyu.scoring import final_points
from games.tawantinsuyu.state import Tawantinsuyu


@dataclass(frozen=True, slots=True)
class Derived:
    """What the view shows besides the state.

    ``actions`` are the hilltop actions that face the sections, section 1 first. ``descending`` is
    the food of descending to each free space. ``roaming`` is the food of each player's way to each
    section, none before the high priest is placed. ``majorities`` are the sides that would score
    the regions at a festival. ``final_points`` are those of each player at the end by their source,
    if the game ended now.
    """

    actions: list[str]
    descending: dict[str, int]
    roaming: list[list[int]]
    majorities: dict[str, int | None]
    final_points: list[dict[str, int]]


def roamings(s: Tawantinsuyu, side: int) -> list[int]:
    """Return the food of roaming to each section; nothing before the high priest is placed."""
    priest = s.players[side].priest
    return [food_between(priest, section) for section in SECTIONS] if priest else []


def derived(s: Tawantinsuyu) -> Derived:
    """Return the facts that a client would otherwise compute from the rules."""
    return Derived(
        [action_at(s, section) for section in SECTIONS],
        {space: descending(s, space) for space in SPACES if space not in s.hill},
        [roamings(s, side) for side in range(len(s.players))],
        {region: majority(s, region) for region in REGIONS},
        [final_points(s, side) for side in range(len(s.players))],
    )
