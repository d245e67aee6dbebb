"""Obsidian for discarding: the Teotibot gains for each great discovery tile that it discards."""

from engine.module import Module

MODULE = Module(
    name="teotibot_shaman_obsidian",
    summary="The Teotibot gains 1 obsidian for each great discovery tile that its shaman discards.",
    requires=("altars_and_shamans",),
    seats=(1,),
)
