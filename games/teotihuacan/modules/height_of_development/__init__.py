"""Height of Development: a fourth temple, which gives special abilities (M2)."""

from engine.module import Module, part
from games.teotihuacan.box import added_by, box
from games.teotihuacan.catalogue import temple_steps
from games.teotihuacan.data import SETUP
from games.teotihuacan.modules.height_of_development import heights
from games.teotihuacan.modules.height_of_development.heights import (
    ABILITIES,
    NAME,
    TABLE,
    Ascent,
    Heights,
    owned,
)
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.value import eclipses_left


def setup(s: Teotihuacan) -> None:
    """Put a marker of each side below the first step of the new temple."""
    for player in s.players:
        player.temples = dict.fromkeys(box(s).temples, 0) | player.temples
    part(s, Heights).sides = [Ascent() for _ in s.players]


def components() -> dict[str, dict[str, object]]:
    """Return the facts of the board, the temple with its steps, and the abilities."""
    added = {kind: dict(facts) for kind, facts in added_by(NAME).items()}
    return {**added, "step": {**temple_steps(added["temple"].values())}, "ability": {**ABILITIES}}


def value(s: Teotihuacan, side: int) -> float:
    """Estimate the worth of a side's abilities in the Eclipses to come."""
    part_left = 0.0 if s.over else eclipses_left(s) / SETUP.eclipse.count
    return part_left * sum([ability.worth for ability in owned(s, side)])


MODULE = Module(
    name=NAME,
    summary="Module 2: a fourth temple and special abilities. The steps of the temple are assumed.",
    excludes=("first_game",),
    verbs=(heights,),
    part=Heights,
    setup=setup,
    components=components,
    tables=lambda: {NAME: TABLE},
    value=value,
)
