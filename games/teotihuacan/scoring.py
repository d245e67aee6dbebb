"""Scoring: mask sets, temple bonus tiles, and the ranks at the end (9.4, 9.6, 10.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.adjustment import adjustable
from engine.title import Standing
from games.teotihuacan.box import ALL
from games.teotihuacan.data import FINDS, TRACKS, BonusTile
from games.teotihuacan.state import ASIDE, Teotihuacan

LOW = 3
"""The highest power of the workers for which a bonus tile gives fewer points."""


def mask_sets(masks: list[int]) -> list[int]:
    """Return the sizes of the best sets: the first has one of each kind, and so on (9.6)."""
    counts = Counter(masks).values()
    return [sum([n > size for n in counts]) for size in range(max(counts, default=0))]


def mask_points(masks: list[int]) -> int:
    """Return the points of all sets of masks."""
    return sum([FINDS.masks[size] for size in mask_sets(masks)])


def best_mask_set(s: Teotihuacan, me: int) -> int:
    """Return the points of the best set."""
    return FINDS.masks[max(mask_sets(s.players[me].masks), default=0)]


@adjustable
def reached(s: Teotihuacan, me: int) -> int:
    """Return how many temple bonus tiles the player scores."""
    return sum([n >= TRACKS.bonus for n in s.players[me].temples.values()])


COUNTS: dict[str, Callable[[Teotihuacan, int], int]] = {
    "best_mask_set": best_mask_set,
    "technologies": lambda s, me: len(s.players[me].technologies),
    "always": lambda s, me: 1,
    "avenue": lambda s, me: s.players[me].avenue,
    "bonus_tiles": reached,
    "discoveries": lambda s, me: own_discoveries(s, me),
}
"""What temple bonus tiles count (R42: used discovery tiles count, masks do not)."""


def own_discoveries(s: Teotihuacan, me: int) -> int:
    """Return how many discovery tiles of the base a player has that are no masks."""
    player = s.players[me]
    return sum([not ALL.discoveries[kind].stack for kind in (*player.discoveries, *player.used)])


def bonus(s: Teotihuacan, me: int, tile: BonusTile) -> int:
    """Return the points of a temple bonus tile."""
    if tile.strong:
        powers = [worker.power for worker in s.players[me].workers if worker.board != ASIDE]
        return sum([tile.points if power <= LOW else tile.strong for power in powers])
    return tile.points * COUNTS[tile.counts](s, me)


def standings(s: Teotihuacan) -> list[Standing]:
    """Rank the players by points, then by cocoa, then by their place in the order (R17).

    In the solo game the Teotibot wins a tie (R25).
    """
    if s.seats == 1:
        return solo_standings(s)
    order = s.order if "dark_eclipse" in s.options else s.order[::-1]
    keys = {
        seat: (s.players[seat].points, s.players[seat].goods["cocoa"], place)
        for place, seat in enumerate(order)
    }
    ranked = sorted(keys, key=keys.__getitem__, reverse=True)
    return [
        Standing(seat, rank, s.players[seat].points, {"cocoa": s.players[seat].goods["cocoa"]})
        for rank, seat in enumerate(ranked, 1)
    ]


def solo_standings(s: Teotihuacan) -> list[Standing]:
    """Rank the player and the Teotibot; the player wins only with more points (R25)."""
    points = [player.points for player in s.players]
    ranked = sorted(range(len(points)), key=lambda side: (points[side], side), reverse=True)
    return [Standing(side, rank, points[side], {}) for rank, side in enumerate(ranked, 1)]
