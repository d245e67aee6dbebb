"""Advanced worship: displacing brings cocoa, and own workers can be displaced (R47)."""

from engine.module import Module
from games.teotihuacan.modules.advanced_worship import displacing

MODULE = Module(
    name="advanced_worship",
    summary="Displacing another player's worker brings 1 cocoa; own workers can be displaced.",
    verbs=(displacing,),
)
