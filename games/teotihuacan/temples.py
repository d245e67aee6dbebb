"""The temples and the Avenue of the Dead: steps and their rewards (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.adjustment import adjustable
from engine.core import Effect, Listing, Option, asks, does, may_ask, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, why
from games.teotihuacan.bot_choices import answered
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import TRACKS
from games.teotihuacan.discovery import claim_find, claims, no_claims
from games.teotihuacan.state import Teotihuacan


def movable(s: Teotihuacan, me: int, temple: str) -> bool:
    """Return whether the marker can go up: the top has room for one (8.1, R9)."""
    here = s.players[me].temples[temple]
    if here < TRACKS.top - 1:
        return True
    return here < TRACKS.top and all([p.temples[temple] < TRACKS.top for p in s.players])


@quietly
def step(s: Teotihuacan, me: int, temple: str) -> None:
    """Go one step up a temple; a step that cannot be made is lost (8.1)."""
    if movable(s, me, temple):
        then(s, me, *ascent(s, me, temple, s.players[me].temples[temple] + 1))


@adjustable
def ascent(s: Teotihuacan, me: int, temple: str, n: int) -> tuple[Effect, ...]:
    """Return what a step up a temple brings: the marker reaches it."""
    return (reach(temple, n),)


@step.possible
def can_step(s: Teotihuacan, me: int, temple: str) -> bool:
    """Return whether the marker can go up."""
    return movable(s, me, temple)


@does
def reach(s: Teotihuacan, me: int, temple: str, n: int) -> None:
    """Reach a step of a temple and take its reward, or a discovery tile where some lie."""
    s.players[me].temples[temple] = n
    if finds(s, me, f"{temple} {n}"):
        then(s, me, claim_or_reward(temple, n))
    else:
        then(s, me, *answered(s, me, rewards(temple, n)))


@adjustable
def finds(s: Teotihuacan, me: int, pile: str) -> bool:
    """Return whether there are discovery tiles for a player; the Teotibot takes none (R22)."""
    return bool(s.piles.get(pile)) and not s.played_by_rules(me)


@cache
def rewards(temple: str, n: int) -> tuple[Effect, ...]:
    """Return the printed reward of a step."""
    return tables.effects(ALL.temples[temple].steps[n].do)


@asks
def claim_or_reward(s: Teotihuacan, me: int, temple: str, n: int) -> Listing:
    """Claim a discovery tile of the step for its cost, or take the printed reward (8.1)."""
    return [*claims(s, me, f"{temple} {n}"), Option("reward", rewards(temple, n))]


@claim_or_reward.otherwise
def no_claim_here(s: Teotihuacan, me: int, temple: str, n: int) -> Iterator[RefusedAnswer]:
    """Yield the discovery tiles that do not lie there."""
    return no_claims(s)


@may_ask
def step_anywhere(s: Teotihuacan, me: int, n: int) -> Listing:
    """Go up a number of steps, each on any temple whose marker can move (8.1)."""
    return [
        answer(_step(temple, n), unless=not movable(s, me, temple) and _no_room(temple))
        for temple in box(s).temples
    ]


@cache
def _step(temple: str, n: int) -> Option:
    more = (step_anywhere(n - 1),) if n > 1 else ()
    return Option(f"step {temple}", (step(temple), *more))


@cache
def _no_room(temple: str) -> Reason:
    return why("no-step-left", "8.1", temple=temple)


@step_anywhere.possible
def any_step(s: Teotihuacan, me: int, n: int) -> bool:
    """Return whether a marker can go up on some temple."""
    return any([movable(s, me, temple) for temple in box(s).temples])


@quietly
def walk_avenue(s: Teotihuacan, me: int) -> None:
    """Go one step along the Avenue of the Dead; beyond its end a step is lost (8.2)."""
    here = s.players[me].avenue
    if here < TRACKS.avenue.last:
        then(s, me, walk_to(here + 1))


@walk_avenue.possible
def avenue_left(s: Teotihuacan, me: int) -> bool:
    """Return whether the Avenue has a step left."""
    return s.players[me].avenue < TRACKS.avenue.last


@does
def walk_to(s: Teotihuacan, me: int, n: int) -> None:
    """Reach a step of the Avenue, where a discovery tile may be claimed."""
    s.players[me].avenue = n
    if finds(s, me, f"avenue {n}"):
        then(s, me, claim_find(f"avenue {n}"))
