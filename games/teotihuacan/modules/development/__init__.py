"""Development: on a new Construction board, strong workers lay more tiles for less (M5)."""

from functools import partial

from engine.module import Module
from games.teotihuacan.box import added_by
from games.teotihuacan.modules.development import techniques
from games.teotihuacan.modules.development.techniques import TABLE, Building

MODULE = Module(
    name="development",
    summary="Module 5: the power of the workers on Construction counts. Its numbers are assumed.",
    excludes=("first_game",),
    verbs=(techniques,),
    part=Building,
    components=partial(added_by, "development"),
    tables=lambda: {"development": TABLE},
)
