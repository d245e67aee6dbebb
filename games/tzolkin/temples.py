"""The temples: steps up and down, and their rewards on food days."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Literal

from engine.core import Effect, Item, Listing, Option, asks, does, queue, quietly, then
from engine.listing import Reason, answer, why
from engine.vocabulary import gain
from games.tzolkin.data import SETUP, TEMPLES
from games.tzolkin.goods import score, shared, take_skulls
from games.tzolkin.state import Player, Tzolkin

RUNGS = {t.id: (t.bottom, t.top) for t in TEMPLES.values()}


@quietly
def step(s: Tzolkin, me: int, temple: str, steps: int) -> None:
    """Climb a temple; a step beyond or onto an occupied top is lost (D20, D21)."""
    at, top = s.players[me].temples[temple], RUNGS[temple][1]
    room = top - at - (at < top and top_taken(s, temple))
    then(s, me, climb(min(steps, room), temple))


@does
def climb(s: Tzolkin, me: int, steps: int, temple: str) -> None:
    """Move the marker up (0 steps: it cannot); the top step turns the board to its light side."""
    player = s.players[me]
    player.temples[temple] += steps
    if player.temples[temple] == RUNGS[temple][1] and not player.light:
        then(s, me, turn_board("light"))


@does
def turn_board(s: Tzolkin, me: int, side: Literal["light", "dark"]) -> None:
    """Turn the player board to this side: only the light one allows a double advance."""
    s.players[me].light = side == "light"


def top_taken(s: Tzolkin, temple: str) -> bool:
    """Return whether a marker is on the top step, which holds one."""
    top = RUNGS[temple][1]
    return any(player.temples[temple] == top for player in s.players)


CLIMB = [Option(f"climb {temple}", (step(temple, 1),)) for temple in TEMPLES]
CLIMB_TWO = [
    Option(f"climb {one} {two}", (step(one, 1), step(two, 1)))
    for one, two in combinations(TEMPLES, 2)
]


@asks
def step_any(s: Tzolkin, me: int, steps: int) -> list[Option]:
    """Climb a temple of choice, even one where the step is lost (D20)."""
    if steps == 1:
        return CLIMB
    return [Option(f"climb {temple}", (step(temple, steps),)) for temple in TEMPLES]


@asks
def step_two(s: Tzolkin, me: int) -> list[Option]:
    """Climb one step on each of two different temples (D20)."""
    return CLIMB_TWO


@does
def descend(s: Tzolkin, me: int, temple: str) -> None:
    """Anger a god: the marker goes one step down."""
    s.players[me].temples[temple] -= 1


def can_anger(player: Player) -> list[str]:
    """Return the temples on which the marker can still go down (D18)."""
    return [temple for temple, at in player.temples.items() if at > RUNGS[temple][0]]


def at_bottom(temple: str, rule: str) -> Reason:
    """Return why a player cannot anger this god."""
    return why("temple-at-bottom", rule, temple=temple)


@does
def temple_goods(s: Tzolkin, me: int) -> None:
    """Give goods on a tan food day: those of the own step and all steps below.

    If the bank has fewer skulls than are due to all players, no player gets one (D30).
    """
    due = [goods_of(player) for player in s.players]
    enough = sum(goods.get("skull", 0) for goods in due) <= s.skulls
    items: list[Item] = []
    for seat, goods in enumerate(due):
        skulls = goods.pop("skull", 0)
        if goods:
            items.append((seat, gain(goods)))
        if skulls and enough:
            items.append((seat, take_skulls(skulls)))
    queue(s, items)


def goods_of(player: Player) -> dict[str, int]:
    """Return the goods printed at a player's steps and below, over all temples."""
    goods: dict[str, int] = {}
    for temple in TEMPLES.values():
        for rung in temple.steps:
            if rung.step <= player.temples[temple.id]:
                for kind, n in rung.reward.items():
                    goods[kind] = goods.get(kind, 0) + n
    return goods


def step_points(player: Player) -> int:
    """Return the points printed at the own steps; steps below the start cost points."""
    return sum(t.at(player.temples[t.id]).points for t in TEMPLES.values())


@does
def temple_points(s: Tzolkin, me: int, age: int) -> None:
    """Give points on a teal food day: of the own step, then the bonus of each temple leader.

    Players who share the lead get half of it each, however many they are (D41).
    """
    items = [(n, score(step_points(p))) for n, p in enumerate(s.players)]
    for temple in TEMPLES.values():
        highest = max(player.temples[temple.id] for player in s.players)
        leaders = [n for n, p in enumerate(s.players) if p.temples[temple.id] == highest]
        bonus = temple.leader[age - 1]
        share = bonus if len(leaders) == 1 else shared(bonus, 2)
        items += [(seat, lead(temple.id, share)) for seat in leaders]
    queue(s, items)


@does
def lead(s: Tzolkin, me: int, temple: str, victory_points: float) -> None:
    """Score the leader's bonus of a temple, or half of it."""
    s.players[me].points += victory_points


def begging(s: Tzolkin, me: int) -> Listing:
    """Beg with too little corn: anger a god to have exactly three (4.1; D9)."""
    player = s.players[me]
    corn = player.goods["corn"]
    if corn >= SETUP.begging["below"]:
        return []
    return _pleas(corn, tuple(can_anger(player)))


@cache
def _pleas(corn: int, angered: tuple[str, ...]) -> Listing:
    given: Effect = gain({"corn": SETUP.begging["up_to"] - corn})
    return [
        answer(
            Option(f"beg {temple}", (descend(temple), given), again=True),
            unless=temple not in angered and at_bottom(temple, "4.1"),
        )
        for temple in TEMPLES
    ]
