"""Free steps at the Mansion: the Teotibot pays no cocoa for them (section 13)."""

from engine.module import Module

MODULE = Module(
    name="teotibot_mansion_free",
    summary="The Teotibot pays no cocoa for temple steps at the Mansion.",
    requires=("mansion",),
    seats=(1,),
)
