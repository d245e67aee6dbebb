"""Seasons of Progress: a tile for each period, with a rule and points at the Eclipse (M3)."""

from engine.core import NOBODY, then
from engine.luck import shuffled
from engine.module import Module, part
from games.teotihuacan.modules.seasons_of_progress import seasons
from games.teotihuacan.modules.seasons_of_progress.seasons import (
    SEASONS,
    Seasons,
    season_points,
    turn_up_season,
)
from games.teotihuacan.state import Teotihuacan


def setup(s: Teotihuacan) -> None:
    """Shuffle the season tiles, and turn up the first one before all else (R124)."""
    fitting = [id_ for id_, tile in SEASONS.items() if tile.in_play(s.modules)]
    part(s, Seasons).stack = shuffled(s, fitting)
    then(s, NOBODY, turn_up_season())


def census(s: Teotihuacan) -> dict[str, object]:
    """Count the season tiles."""
    own = part(s, Seasons)
    return {"tiles": sorted([*own.stack, *filter(None, [own.tile]), *own.past])}


def value(s: Teotihuacan, side: int) -> float:
    """Return what the season would score for a side now."""
    return 0.0 if s.over else float(season_points(s, side))


MODULE = Module(
    name="seasons_of_progress",
    summary="Module 3: a season tile changes each period. The effects of the tiles are assumed.",
    excludes=("first_game",),
    verbs=(seasons,),
    part=Seasons,
    setup=setup,
    components=lambda: {"season": SEASONS},
    census=census,
    value=value,
)
