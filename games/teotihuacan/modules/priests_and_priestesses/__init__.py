"""Priests and priestesses: each side has one, with advantages and drawbacks (M1; 15.7)."""

from engine.luck import shuffled
from engine.module import Module, part
from games.teotihuacan.modules.priests_and_priestesses import (
    actions,
    choosing,
    gains,
    shamans,
    solo,
    starting,
    turns,
)
from games.teotihuacan.modules.priests_and_priestesses.priests import (
    PRIESTS,
    SOLO,
    Office,
    Offices,
)
from games.teotihuacan.state import Teotihuacan

DEALT = 2
"""The priests that each player is dealt."""


def setup(s: Teotihuacan) -> None:
    """Deal priests to the players."""
    known = part(s, Offices)
    known.box = shuffled(s, [id_ for id_, each in PRIESTS.items() if each.in_play(s.modules)])
    known.sides = [Office() for _ in s.players]
    for own in known.sides[: s.seats]:
        own.dealt = sorted(known.box.pop() for _ in range(DEALT))


def census(s: Teotihuacan) -> dict[str, object]:
    """Count the priests of the players."""
    known = part(s, Offices)
    found = [*known.box]
    for own in known.sides[: s.seats]:
        found += [*own.dealt, *own.kept, *filter(None, [own.priest])]
    return {"priests": sorted(found)}


MODULE = Module(
    name="priests_and_priestesses",
    summary="Module 1: each player has a priest with advantages and drawbacks.",
    excludes=("first_game",),
    verbs=(choosing, starting, actions, turns, gains, shamans, solo),
    part=Offices,
    setup=setup,
    components=lambda: {"priest": PRIESTS, "solo_priest": SOLO},
    census=census,
)
