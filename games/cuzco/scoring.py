"""The end of the game: final scoring and standings."""

from __future__ import annotations

from engine.core import Effect, does, then
from engine.title import Standing
from games.cuzco.board import villages
from games.cuzco.counting import COUNTS
from games.cuzco.data import SETUP
from games.cuzco.state import Cuzco

MEDALS, VILLAGES = "inti_medals", "top_villages"
"""The rows of the final scoring that are no bonus."""


@does
def count_points(s: Cuzco, me: int) -> None:
    """Score unused medals, villages and bonuses (section 8, E14 to E16)."""
    points = [*medal_points(s, me), *village_points(s, me), *bonuses(s, me)]
    then(s, me, *points)


def medal_points(s: Cuzco, me: int) -> list[Effect]:
    """Return the points for unused medals."""
    medals = s.players[me].goods["medal"]
    return [reward(MEDALS, SETUP.scoring["medal"] * medals)] if medals else []


def top_villages(s: Cuzco, me: int) -> list[str]:
    """Return the villages where the own quipu lies on top."""
    return [village for village, pile in s.piles.items() if pile and pile[-1] == me]


def village_points(s: Cuzco, me: int) -> list[Effect]:
    """Return the points of the villages where the own quipu is on top."""
    known = villages(s.layout)
    total = sum(known[village].points for village in top_villages(s, me))
    return [reward(VILLAGES, total)] if total else []


def bonuses(s: Cuzco, me: int) -> list[Effect]:
    """Return the bonuses, all or nothing (D1: ten quipus delivered, not every village)."""
    return [
        reward(bonus.counts, bonus.points)
        for bonus in SETUP.bonus
        if COUNTS[bonus.counts](s, me, "") >= bonus.least
    ]


@does
def reward(s: Cuzco, me: int, counts: str, points: int) -> None:
    """Score points of the final scoring for one of its rows."""
    s.players[me].points += points


def standings(s: Cuzco) -> list[Standing]:
    """Rank the seats by points, then by turn order."""
    token = {seat: n for n, seat in enumerate(s.order, 1)}
    ranked = sorted(token, key=lambda seat: (-s.players[seat].points, token[seat]))
    return [
        Standing(seat, rank, s.players[seat].points, {"turn_order": token[seat]})
        for rank, seat in enumerate(ranked, 1)
    ]
