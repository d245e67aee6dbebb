"""The temple: priests on the stairs, and what they bring in phase III."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Item, Option, Refusal, does, may_ask, queue, then
from engine.vocabulary import gain
from games.cuzco.blessing import fire_blessing
from games.cuzco.data import SETUP
from games.cuzco.points import score
from games.cuzco.state import Cuzco


@may_ask
def temple(s: Cuzco, me: int, strength: int) -> list[Option]:
    """Put an own priest on a step of number at most the strength (4.4; D3, D16)."""
    return STEPS[:strength] if s.players[me].priests else []


@temple.possible
def any_priest(s: Cuzco, me: int, strength: int) -> bool:
    """A priest is in the own supply."""
    return s.players[me].priests > 0


@temple.refuses
def refused_steps(s: Cuzco, me: int, strength: int) -> Iterator[Refusal]:
    """Steps that are too high."""
    for option in STEPS[strength:]:
        yield Refusal(option.id, "step-too-high", {"n": strength}, "4.4")


@does
def climb(s: Cuzco, me: int, step: int) -> None:
    """A priest on the step moves one step down, pushing on until a step was empty; who is pushed
    below the first returns to the owner. Then the fire blessing."""
    s.players[me].priests -= 1
    pushed: int | None = me
    at = step - 1
    while pushed is not None and at >= 0:
        pushed, s.stairs[at] = s.stairs[at], pushed
        at -= 1
    then(s, me, *([] if pushed is None else [send_home(pushed)]), *fire_blessing())


@does
def send_home(s: Cuzco, me: int, seat: int) -> None:
    """A priest pushed off the stairs returns to the supply of its owner."""
    s.players[seat].priests += 1


STEPS = [Option(f"step {n}", (climb(n),)) for n in range(1, SETUP.temple.steps + 1)]


@does
def priesthood(s: Cuzco, me: int) -> None:
    """Points for every priest on the stairs; a medal for the player with most of them.

    Of equals the one on the highest step takes it; with nobody there a medal leaves (7.2).
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
    """The highest step with a priest of this seat, or -1."""
    return max([n for n, who in enumerate(s.stairs) if who == seat], default=-1)


@does
def earn_medal(s: Cuzco, me: int) -> None:
    """A medal of the temple's pile for the priests on the stairs."""
    s.medals -= 1


@does
def remove_medal(s: Cuzco, me: int) -> None:
    """Without any priest on the stairs a medal leaves the game."""
    s.medals -= 1
    s.medals_gone += 1
