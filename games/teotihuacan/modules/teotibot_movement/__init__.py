"""Movement of the Teotibot: direction tiles that tell how far its workers advance (S1)."""

from collections.abc import Mapping

from engine.module import Module, part
from games.teotihuacan.modules.teotibot_movement import column
from games.teotihuacan.modules.teotibot_movement.column import TABLE, Column
from games.teotihuacan.state import Teotihuacan


def census(s: Teotihuacan) -> Mapping[str, object]:
    """Count the direction tiles."""
    return {"direction tiles": sorted(part(s, Column).distances)}


MODULE = Module(
    name="teotibot_movement",
    summary="Module S1: the workers of the Teotibot advance as its direction tiles say.",
    seats=(1,),
    verbs=(column,),
    part=Column,
    tables=lambda: {"direction_tiles": TABLE},
    census=census,
)
