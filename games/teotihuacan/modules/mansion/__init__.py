"""Mansion: a board 1 whose royal tiles have owners, and a great discovery tile (M7)."""

from engine.luck import shuffled
from engine.module import Components, Module
from games.teotihuacan.box import added_by
from games.teotihuacan.modules.mansion import automa, owners, worshipping
from games.teotihuacan.modules.mansion.owners import TABLE, TILES, Mansion
from games.teotihuacan.state import Teotihuacan

NAME = "mansion"


def setup(s: Teotihuacan) -> None:
    """Shuffle the royal tiles over the slots; their categories do not matter there."""
    s.royal = dict(zip(s.royal, shuffled(s, list(s.royal.values())), strict=True))


def components() -> Components:
    """Return the facts of the ownership tiles and of the other components."""
    return {**added_by(NAME), "ownership": TILES}


def value(s: Teotihuacan, side: int) -> float:
    """Estimate the worth of the royal tiles that a side owns; at the end it is nothing."""
    return 0.0 if s.over else TABLE.worth * list(owners.owners(s).values()).count(side)


MODULE = Module(
    name=NAME,
    summary="Module 7: the Mansion, whose royal tiles have owners.",
    requires=("obsidian",),
    excludes=("first_game",),
    verbs=(owners, worshipping, automa),
    part=Mansion,
    setup=setup,
    components=components,
    tables=lambda: {"mansion": TABLE},
    value=value,
)
