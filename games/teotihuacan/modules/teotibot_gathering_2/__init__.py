"""Harder gathering: the Teotibot gets two resources and an obsidian (12.5)."""

from functools import partial

from engine.module import Module
from games.teotihuacan.box import deeds_by

MODULE = Module(
    name="teotibot_gathering_2",
    summary="The Teotibot gathers 2 resources and 1 obsidian on boards 2, 3 and 4.",
    requires=("obsidian",),
    seats=(1,),
    tables=partial(deeds_by, "teotibot_gathering_2"),
)
