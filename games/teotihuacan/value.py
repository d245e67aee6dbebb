"""The estimate of a position that greedy bots maximise."""

from __future__ import annotations

from dataclasses import dataclass

from engine import tables
from games.teotihuacan.box import box
from games.teotihuacan.data import BONUS_TILES, FOLDER, SETUP, TRACKS
from games.teotihuacan.eclipse import owed
from games.teotihuacan.scoring import bonus, mask_points
from games.teotihuacan.state import ASIDE, Teotihuacan


@dataclass(frozen=True)
class Weights:
    """value.toml"""

    rivals: float
    goods: dict[str, float]
    growth: dict[str, float]
    position: dict[str, float]


W = tables.load(FOLDER / "value.toml", Weights)


def value(s: Teotihuacan, seat: int) -> float:
    """Estimate the points of the seat, less a part of those of the best rival."""
    rivals = [own_value(s, side) for side in range(len(s.players)) if side != seat]
    return own_value(s, seat) - W.rivals * max(rivals, default=0.0)


def own_value(s: Teotihuacan, seat: int) -> float:
    """Estimate the points of a seat: now, and from goods, workers, tracks and tiles."""
    player = s.players[seat]
    if s.over:
        return float(player.points)
    total = float(player.points)
    total += sum([W.goods.get(kind, 0.0) * n for kind, n in player.goods.items()])
    total += growth(s, seat) * left(s)
    return total + track_value(s, seat) + temple_value(s, seat) + tile_value(s, seat)


def eclipses_left(s: Teotihuacan) -> int:
    """Return how many Eclipses are still to be scored."""
    return 1 if s.final else SETUP.eclipse.count + 1 - s.eclipse


def left(s: Teotihuacan) -> float:
    """Return the part of the game still to come, by Eclipses and the light disc."""
    period = 1 - s.light / s.dark if s.dark else 1.0
    return (eclipses_left(s) - 1 + period) / SETUP.eclipse.count


def growth(s: Teotihuacan, seat: int) -> float:
    """Return what workers and technologies would bring in a whole game."""
    player = s.players[seat]
    workers = [worker for worker in player.workers if worker.board != ASIDE]
    total = W.growth["power"] * sum([worker.power for worker in workers])
    total += W.growth["worker"] * (len(workers) - SETUP.workers)
    total += W.growth["free"] * sum([worker.unlocked for worker in workers])
    return total + W.growth["technology"] * len(player.technologies)


def track_value(s: Teotihuacan, seat: int) -> float:
    """Return what the Avenue and the pyramid track bring at the Eclipses, less missing salary."""
    player, weights = s.players[seat], W.position
    number = SETUP.eclipse.count if s.final else s.eclipse
    avenue = weights["avenue"] * player.avenue * s.building_value * eclipses_left(s)
    track = weights["track"] * player.track * SETUP.eclipse.track[number - 1]
    missing = max(0, owed(s, seat) - player.goods["cocoa"])
    return avenue + track - weights["salary"] * SETUP.eclipse.unpaid * missing * (1 - left(s))


def temple_value(s: Teotihuacan, seat: int) -> float:
    """Return what the steps of the temples and the bonus tiles within reach bring."""
    total = 0.0
    for temple in box(s).temples:
        n = s.players[seat].temples[temple]
        points = bonus(s, seat, BONUS_TILES[s.bonus_tiles[temple]])
        way = min(1.0, n / TRACKS.bonus) ** 2
        total += W.position["temple"] * n + W.position["bonus"] * way * points
    return total


def tile_value(s: Teotihuacan, seat: int) -> float:
    """Return what masks and discovery tiles bring."""
    player, weights = s.players[seat], W.position
    masks = weights["mask"] * mask_points(player.masks) * eclipses_left(s)
    alone = weights["mask_alone"] * len(player.masks)
    return masks + alone + weights["discovery"] * len(player.discoveries)
