"""Plans: what tables a crowd sits down at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

DAY = 24 * 3600
BANK = {"kind": "bank", "seconds": DAY, "increment": 60, "on_timeout": "bot:random"}
PER_TURN = {"kind": "turn", "seconds": DAY, "on_timeout": "claim"}
"""Clocks that never run out."""
TO_A_BOT = {"kind": "turn", "seconds": 5, "on_timeout": "bot:random"}
TO_BE_CLAIMED = {"kind": "bank", "seconds": 5, "on_timeout": "claim"}
"""Clocks that expire if a player is absent or the service is down."""


@dataclass(frozen=True)
class Plan:
    """A plan for a game.

    ``seats`` are those of ``POST /v1/games``, with ``hook`` for a remote bot of the crowd. Players
    of ``absent`` seats never act. ``undo`` is the policy for undos, which happen now and then;
    without a policy there are none.
    """

    seats: tuple[str, ...]
    clock: Json | None = None
    absent: tuple[int, ...] = ()
    undo: str = ""

    @property
    def loses(self) -> bool:
        """Return whether a bot may take the seat of a present player, who is then too late."""
        return bool(self.absent) and self.clock == TO_A_BOT


def plans(seats: range) -> list[Plan]:
    """People, bots of each kind, remote bots, all clocks, undo: each for these numbers of seats."""
    found = []
    for count in seats:
        some = ("me", *["hook"] * (count - 2), "user")
        wanted = [
            Plan(("me", *["user"] * (count - 1)), undo="consent"),
            Plan(("me", *["hook"] * (count - 1)), PER_TURN),
            Plan(some, TO_A_BOT, absent=(count - 1,)),
            Plan(some, TO_BE_CLAIMED, absent=(count - 1,)),
            Plan(("me", *["bot:random"] * (count - 1)), BANK),
            Plan(("user",) * count, undo="free"),
            Plan(("user", *["bot:greedy"] * (count - 1))),
        ]
        found += [plan for plan in wanted if len(plan.absent) < count]
    return found
