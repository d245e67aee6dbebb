"""The temple: priests on the stairs, the fire blessing, and what phase III brings."""

from __future__ import annotations

from functools import cache

from engine.core import Effect, Item, Listing, Option, asks, does, may_ask, queue, then
from engine.listing import answer, why
from engine.vocabulary import gain
from games.cuzco.data import SETUP
from games.cuzco.gods import face_up
from games.cuzco.state import Cuzco
from games.cuzco.turns import score
from games.cuzco.university import learn

OFFERING = Option("offering", (gain({"offering": SETUP.blessing["offering"]}),))
WISDOM = [
    Option("knowledge", (learn(SETUP.blessing["knowledge"]),)),
    Option("food", (gain({"food": SETUP.blessing["food"]}),)),
]


def fire_blessing() -> tuple[Effect, ...]:
    """Return a god card or an offering, and a step of knowledge or food (4.7, E3)."""
    return bless(), nourish()


@asks
def bless(s: Cuzco, me: int) -> Listing:
    """Fire blessing: take a face-up god card or an offering."""
    return [*face_up(s), OFFERING]


@asks
def nourish(s: Cuzco, me: int) -> list[Option]:
    """Fire blessing: advance knowledge or take food."""
    return WISDOM


@may_ask
def temple(s: Cuzco, me: int, strength: int) -> Listing:
    """Put an own priest on a step of number at most the strength (4.4; D3, D16)."""
    return steps(strength) if s.players[me].priests else []


@temple.possible
def any_priest(s: Cuzco, me: int, strength: int) -> bool:
    """Return whether a priest is in the own supply."""
    return s.players[me].priests > 0


@cache
def steps(strength: int) -> Listing:
    """List the steps of the stairs, those above the strength with the reason."""
    too_high = why("step-too-high", "4.4", n=strength)
    return [
        answer(f"step {n}", climb(n), unless=n > strength and too_high)
        for n in range(1, SETUP.temple.steps + 1)
    ]


@does
def climb(s: Cuzco, me: int, step: int) -> None:
    """Put a priest on the step, then take the fire blessing.

    A priest on the step moves one step down and pushes on, until a step was empty. A priest
    pushed below the first step returns to its owner.
    """
    s.players[me].priests -= 1
    pushed: int | None = me
    at = step - 1
    while pushed is not None and at >= 0:
        pushed, s.stairs[at] = s.stairs[at], pushed
        at -= 1
    then(s, me, *([] if pushed is None else [send_home(pushed)]), *fire_blessing())


@does
def send_home(s: Cuzco, me: int, seat: int) -> None:
    """Return a priest pushed off the stairs to the supply of its owner."""
    s.players[seat].priests += 1


@does
def priesthood(s: Cuzco, me: int) -> None:
    """Score every priest on the stairs; the player with most of them takes a medal.

    On a tie the player on the highest step takes it. Without any priest a medal leaves (7.2).
    """
    s.ring = 2
    each = SETUP.temple.points[s.round - 1]
    counts = {seat: s.stairs.count(seat) for seat in s.order}
    items: list[Item] = [(seat, score(each * n)) for seat, n in counts.items() if n]
    if items and s.medals:
        best = max(counts, key=lambda seat: (counts[seat], highest(s, seat)))
        items += [(best, earn_medal()), (best, gain({"medal": 1}))]
    elif s.medals:
        items.append((me, remove_medal()))
    queue(s, items)


def highest(s: Cuzco, seat: int) -> int:
    """Return the highest step with a priest of this seat, or -1."""
    return max([n for n, other in enumerate(s.stairs) if other == seat], default=-1)


@does
def earn_medal(s: Cuzco, me: int) -> None:
    """Take a medal of the temple's pile for the priests on the stairs."""
    s.medals -= 1


@does
def remove_medal(s: Cuzco, me: int) -> None:
    """Remove a medal from the game, because there is no priest on the stairs."""
    s.medals -= 1
    s.medals_gone += 1
