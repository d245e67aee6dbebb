"""The value of a position for a seat: the estimate that greedy bots maximise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.tables import effects
from games.tzolkin import scoring
from games.tzolkin.actions import obstacle, way
from games.tzolkin.data import BUILDINGS, FOLDER, MONUMENTS, SETUP, TEMPLES
from games.tzolkin.food_days import corn_for, workers_to_feed
from games.tzolkin.state import Player, Tzolkin
from games.tzolkin.temples import goods_of


@dataclass(frozen=True)
class Weights:
    """The file value.toml."""

    growth: float
    future: float
    idle: float
    goods: dict[str, float]
    lasting: dict[str, float]
    hunger: dict[str, float]
    ambition: dict[str, float]
    actions: dict[str, list[float]]


W = tables.load(FOLDER / "value.toml", Weights)
LAST_ROUND = SETUP.food_day[-1].round


def value(s: Tzolkin, seat: int) -> float:
    """Return the points a seat may expect, less a part of those of its best rival."""
    rivals = [own_value(s, n) for n in range(len(s.players)) if n != seat]
    best = max(rivals, default=0.0)
    return own_value(s, seat) - 0.3 * best


def own_value(s: Tzolkin, seat: int) -> float:
    """Return the points now, and those that goods, workers, temples and tiles may still bring."""
    player = s.players[seat]
    left = max(0.0, 1 - s.round / LAST_ROUND)
    total = player.points + sum(W.goods[kind] * n for kind, n in player.goods.items())
    lasting = W.lasting["level"] * sum(player.technologies.values())
    lasting += W.lasting["worker"] * s.workers_in_play(seat)
    lasting += W.lasting["fed"] * player.farms["workers"]
    lasting += W.lasting["cheaper"] * player.farms["discount"]
    total += left * W.future * lasting + W.lasting["light"] * player.light * (left > 0)
    total += temple_value(s, player) + monument_value(s, seat)
    return total + workers_value(s, seat) + ambition(s, seat) - hunger(s, seat)


def workers_value(s: Tzolkin, seat: int) -> float:
    """Return the worth of the own workers on the gears after the next advance."""
    if s.food_days == len(SETUP.food_day):
        return 0.0
    return W.growth * sum(
        prospect(s, seat, gear, space)
        for gear, teeth in s.gears.items()
        if seat in teeth
        for space, who in enumerate(teeth)
        if who == seat
    )


def prospect(s: Tzolkin, seat: int, gear: str, space: int) -> float:
    """Return the worth of the action ahead of a space; less while it cannot be performed."""
    worth = W.actions[gear]
    at = min(space, len(worth) - 1)
    return worth[at] if obstacle(s, seat, way(gear, at + 1, 0)) is None else W.idle * worth[at]


def hunger(s: Tzolkin, seat: int) -> float:
    """Return the cost of corn missing for the next food day; more if the day is near."""
    if s.food_days == len(SETUP.food_day):
        return 0.0
    need = workers_to_feed(s, seat) * corn_for(s, seat)
    missing = max(0, need - s.players[seat].goods["corn"])
    days = max(0, SETUP.food_day[s.food_days].round - s.round)
    return W.hunger["corn"] * missing * max(0.0, 1 - days / 8)


def temple_value(s: Tzolkin, player: Player) -> float:
    """Return the worth of the temple steps at the food days to come."""
    coming = SETUP.food_day[s.food_days :]
    points = sum(t.at(player.temples[t.id]).points for t in TEMPLES.values())
    goods = sum(W.goods[kind] * n for kind, n in goods_of(player).items())
    teal = sum(day.points for day in coming)
    return 0.8 * (points * teal + goods * (len(coming) - teal))


def monument_value(s: Tzolkin, seat: int) -> float:
    """Return the expected points of the own monuments."""
    return sum(expected(s, seat, tile) for tile in s.players[seat].monuments)


def expected(s: Tzolkin, seat: int, tile: str) -> float:
    """Return what a monument would score now, or what its price promises while there is time."""
    monument = MONUMENTS[tile]
    points = monument_points(s, seat, monument.score[0])
    if s.food_days == len(SETUP.food_day):
        return points
    return max(points, W.ambition["promise"] * sum(monument.cost.values()))


def ambition(s: Tzolkin, seat: int) -> float:
    """Return the worth of the best monument to save for, by the part of its price owned."""
    goods = s.players[seat].goods
    best = 0.0
    if s.food_days < len(SETUP.food_day):
        for tile in s.monuments:
            cost = MONUMENTS[tile].cost
            owned = sum(min(n, goods[kind]) for kind, n in cost.items()) / sum(cost.values())
            best = max(best, W.ambition["part"] * expected(s, seat, tile) * owned * owned)
    return best


def monument_points(s: Tzolkin, seat: int, written: list[Any]) -> float:
    """Return the points of one monument's scoring effect in this state."""
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
