"""Architecture: on a new Decorations board, decorations of strong workers score more (M4)."""

from functools import partial

from engine.module import Module
from games.teotihuacan.box import added_by
from games.teotihuacan.modules.architecture import plans
from games.teotihuacan.modules.architecture.plans import TABLE

MODULE = Module(
    name="architecture",
    summary="Module 4: the power of the workers on Decorations counts. Its numbers are assumed.",
    excludes=("first_game",),
    verbs=(plans,),
    components=partial(added_by, "architecture"),
    tables=lambda: {"architecture": TABLE},
)
