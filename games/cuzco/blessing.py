"""The fire blessing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Effect, Option, Refusal, asks
from engine.vocabulary import gain
from games.cuzco.data import SETUP
from games.cuzco.gods import choices, on_display, refused_decks
from games.cuzco.state import Cuzco
from games.cuzco.university import learn

OFFERING = Option("offering", (gain({"offering": SETUP.blessing["offering"]}),))
WISDOM = [
    Option("knowledge", (learn(SETUP.blessing["knowledge"]),)),
    Option("food", (gain({"food": SETUP.blessing["food"]}),)),
]


def fire_blessing() -> tuple[Effect, ...]:
    """A god card or an offering, and a step of knowledge or food (4.7, E3)."""
    return bless(), nourish()


@asks
def bless(s: Cuzco, me: int) -> list[Option]:
    """Fire blessing: take a face-up god card or an offering."""
    return [*choices(on_display(s)), OFFERING]


@bless.refuses
def refused_blessings(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Decks that have run out."""
    yield from refused_decks(s)


@asks
def nourish(s: Cuzco, me: int) -> list[Option]:
    """Fire blessing: advance knowledge or take food."""
    return WISDOM
