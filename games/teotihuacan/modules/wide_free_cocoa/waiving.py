"""Waiving cocoa with a discovery tile where the base game does not allow it (R48)."""

from __future__ import annotations

from engine import tables
from engine.adjustment import adjusts
from engine.core import Effect, Listing, Option
from engine.listing import Reason, answer, why
from engine.module import adds
from games.teotihuacan.box import ALL
from games.teotihuacan.data import REWARDS
from games.teotihuacan.discovery import PAYING, turn_down
from games.teotihuacan.power import choose_reward
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.workers import in_own_turn, no_paid_unlock, unlock, unlockings


def paying_tile(s: Teotihuacan, me: int) -> str | None:
    """Return an own discovery tile that pays cocoa, or None."""
    found = s.players[me].discoveries
    return next((kind for kind in found if ALL.discoveries[kind].moment == PAYING), None)


def _waiver(s: Teotihuacan, me: int) -> tuple[tuple[Effect, ...], Reason | None]:
    """Return the use of the tile, and why there is none."""
    kind = paying_tile(s, me)
    return ((turn_down(kind),), None) if kind else ((), why("no-paying-tile", "9.5"))


@adjusts(unlockings)
def free_unlocking(was: Listing, s: Teotihuacan, me: int) -> Listing:
    """Unlock all own workers with the tile, where they may be unlocked for cocoa."""
    use, no = _waiver(s, me)
    no = no_paid_unlock(s, me) or no
    return [*was, answer(Option("free unlock", (*use, unlock()), again=True), unless=no)]


@adds(choose_reward)
def free_rewards(s: Teotihuacan, me: int) -> Listing:
    """Take a reward of an ascension that costs cocoa with the tile, in the own turn (R44)."""
    use, no = _waiver(s, me)
    if not in_own_turn(s, me):
        no = why("not-in-own-turn", "9.5")
    return [
        answer(f"free {reward.id}", *use, *tables.effects(reward.do), unless=no)
        for reward in REWARDS.values()
        if reward.cost
    ]
