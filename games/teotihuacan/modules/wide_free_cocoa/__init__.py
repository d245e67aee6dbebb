"""Wide use of the tile that pays cocoa: also for unlocking and ascension, as online (R48)."""

from engine.module import Module
from games.teotihuacan.modules.wide_free_cocoa import waiving

MODULE = Module(
    name="wide_free_cocoa",
    summary="The discovery tile that pays cocoa also pays for unlocking and for ascension rewards.",
    verbs=(waiving,),
)
