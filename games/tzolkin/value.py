"""What a position is worth to a seat: the estimate that greedy bots maximise."""

from __future__ import annotations

from engine.tables import effects
from games.tzolkin import scoring
from games.tzolkin.data import BUILDINGS, MONUMENTS, SETUP, TEMPLES
from games.tzolkin.state import Player, Tzolkin

GOOD = {"corn": 0.35, "wood": 0.9, "stone": 1.2, "gold": 1.6, "skull": 4.0}
LEVEL = 3.0
WORKER = 4.0
FARM = {"workers": 2.5, "discount": 4.0}
SPACE = 0.6
BUILDING = 1.0


def value(s: Tzolkin, seat: int) -> float:
    """Points the seat may expect, own side minus the best of the others (higher is better)."""
    mine = own_value(s, seat)
    return mine - max(own_value(s, n) for n in range(len(s.players)) if n != seat)


def own_value(s: Tzolkin, seat: int) -> float:
    """Points now, and what goods, workers, temples and technologies may still bring."""
    player = s.players[seat]
    left = 1 - min(1.0, s.round / SETUP.food_day[-1].round)
    total = player.points / 4
    for kind, worth in GOOD.items():
        total += worth * player.goods[kind] * (0.5 + 0.5 * left)
    total += left * (LEVEL * sum(player.technologies.values()) + WORKER * s.workers_in_play(seat))
    total += left * sum(FARM[kind] * n for kind, n in player.farms.items())
    total += left * BUILDING * len(player.buildings)
    total += temple_value(s, player) + monument_value(s, seat)
    return total + SPACE * standing_value(s, seat)


def temple_value(s: Tzolkin, player: Player) -> float:
    """Points of the steps at the teal food days to come."""
    coming = [day for day in SETUP.food_day[s.food_days :] if day.points]
    points = sum(t.at(player.temples[t.id]).points for t in TEMPLES.values())
    return points * len(coming) * 0.8


def monument_value(s: Tzolkin, seat: int) -> float:
    """What the own monuments would score now."""
    return sum(
        monument_points(s, seat, MONUMENTS[tile].score[0]) for tile in s.players[seat].monuments
    )


def monument_points(s: Tzolkin, seat: int, written: list[object]) -> float:
    """Points of one monument's scoring effect as the table stands."""
    ((verb, name, points),) = effects([written])
    if verb == "per_group":
        player = s.players[seat]
        own = [BUILDINGS[tile].group for tile in player.buildings]
        own += [MONUMENTS[tile].group for tile in player.monuments]
        return float(points * own.count(name))
    count = scoring.COUNTERS[name](s, seat)
    if verb == "per":
        return float(points * count)
    return float(points[count] if verb == "by_count" else points[len(s.players) - 2] * count)


def standing_value(s: Tzolkin, seat: int) -> float:
    """How far the own workers have come on the gears."""
    return float(
        sum(space for teeth in s.gears.values() for space, who in enumerate(teeth) if who == seat)
    )
