"""Harder gathering: the Teotibot gets two resources and an obsidian (12.5)."""

from engine.module import Module

MODULE = Module(
    name="teotibot_gathering_2",
    summary="The Teotibot gathers 2 resources and 1 obsidian on boards 2, 3 and 4.",
    requires=("obsidian",),
    seats=(1,),
)
