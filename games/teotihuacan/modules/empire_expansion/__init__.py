"""Empire Expansion: warriors conquer regions, where buildings give benefits (M9)."""

from engine.module import Components, Module, part
from games.teotihuacan.box import added_by, deeds_by
from games.teotihuacan.modules.empire_expansion import (
    automa,
    benefits,
    conquest,
    territory,
    warriors,
)
from games.teotihuacan.modules.empire_expansion.territory import (
    COLONIES,
    MASKS,
    REGIONS,
    TABLE,
    Empire,
    points_of_warriors,
    settled,
    stands,
)
from games.teotihuacan.nobles import BUILDINGS
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.value import eclipses_left

NAME = "empire_expansion"


def setup(s: Teotihuacan) -> None:
    """Lay out the Empire board and the special masks, and hand out the warriors (15.1)."""
    empire = part(s, Empire)
    empire.warriors = [[] for _ in REGIONS]
    empire.supply = [TABLE.warriors for _ in s.players]
    empire.special = list(MASKS)


def components() -> Components:
    """Return the facts of the boards and tiles added, of regions, masks and path tiles."""
    return {
        **added_by(NAME),
        "region": {str(number): region for number, region in REGIONS.items()},
        "special_mask": MASKS,
        "path_tile": {tile.id: tile for tile in TABLE.path_tile},
    }


def census(s: Teotihuacan) -> dict[str, object]:
    """Count the warriors of each side and the special masks."""
    empire = part(s, Empire)
    placed = [side for there in empire.warriors for side in there]
    placed += empire.settled.values()
    held = [kind for player in s.players for kind in player.masks]
    special = [mask for mask, known in MASKS.items() for _ in range(held.count(known.kind))]
    return {
        "warriors": [left + placed.count(side) for side, left in enumerate(empire.supply)],
        "special masks": sorted([*empire.special, *special]),
    }


def value(s: Teotihuacan, side: int) -> float:
    """Estimate what the warriors of a side score at the Eclipses, and where it may build."""
    if s.over:
        return 0.0
    able = [n for n in COLONIES if stands(s, side, n) and not settled(s, n)]
    builders = len(able) if s.taken < BUILDINGS else 0
    eclipses = TABLE.worth.eclipse * eclipses_left(s) * points_of_warriors(s, side)
    return eclipses + TABLE.worth.builder * builders


MODULE = Module(
    name=NAME,
    summary="Module 9: warriors push each other through the Empire, and buildings settle it.",
    requires=("obsidian",),
    excludes=("first_game",),
    verbs=(territory, warriors, conquest, benefits, automa),
    part=Empire,
    setup=setup,
    components=components,
    tables=lambda: {"empire": TABLE, **deeds_by(NAME)},
    census=census,
    value=value,
)
