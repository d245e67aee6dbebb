"""The estimate of a position that greedy bots maximise."""

from __future__ import annotations

from dataclasses import dataclass

from engine import tables
from games.tawantinsuyu.catalogue import STATUE_KINDS
from games.tawantinsuyu.data import ARMY_CARDS, FESTIVAL, FOLDER, REGIONS, SETUP, TEMPLE
from games.tawantinsuyu.festival import majority, tribute
from games.tawantinsuyu.scoring import final_points
from games.tawantinsuyu.state import Player, Tawantinsuyu
from games.tawantinsuyu.tapestries import connections


@dataclass(frozen=True)
class Weights:
    """value.toml"""

    rivals: float
    goods: dict[str, float]
    things: dict[str, float]
    growth: dict[str, float]
    festival: dict[str, float]


W = tables.load(FOLDER / "value.toml", Weights)


def value(s: Tawantinsuyu, seat: int) -> float:
    """Estimate the points of the seat, less a part of those of the best rival."""
    rivals = [own_value(s, side) for side in range(len(s.players)) if side != seat]
    return own_value(s, seat) - W.rivals * max(rivals, default=0.0)


def own_value(s: Tawantinsuyu, seat: int) -> float:
    """Estimate the points of a seat: now, at the end, and from what may still bring some."""
    player = s.players[seat]
    if s.over:
        return float(player.points)
    total = player.points + float(sum(final_points(s, seat).values()))
    total += sum([W.goods[kind] * n for kind, n in player.goods.items()])
    total += thing_value(s, seat) + left(s) * growth(player)
    return total + (FESTIVAL.festivals - s.festivals) * festival_value(s, seat)


def left(s: Tawantinsuyu) -> float:
    """Return the part of the game still to come, by festivals and the village."""
    village = min(1.0, len(s.village) / SETUP.players[str(s.seats)].village)
    return max(0.0, FESTIVAL.festivals - s.festivals - 1 + village) / FESTIVAL.festivals


def thing_value(s: Tawantinsuyu, seat: int) -> float:
    """Return what cards, workers, markers and symbols bring, less potatoes that are missing."""
    player, things = s.players[seat], W.things
    total = things["god"] * len(s.hand(seat)) + things["worker"] * len(player.workers)
    total += things["army"] * soldiers([*player.army, *player.soldiers])
    total += things["spent"] * soldiers(player.spent)
    total += things["step"] * (SETUP.steps - player.steps)
    total += things["symbol"] * len({STATUE_KINDS[each].symbol for each in player.statues})
    missing = max(0, tribute(s, seat) - player.goods[SETUP.food[0]])
    return total - things["missing"] * FESTIVAL.missing * missing


def soldiers(cards: list[str]) -> int:
    """Return the soldiers of army cards."""
    return sum([ARMY_CARDS[card].soldiers for card in cards])


def growth(player: Player) -> float:
    """Return what buildings would bring in a whole game."""
    up = W.growth["production"] * len(player.production)
    return up + W.growth["worn"] * len(player.worn) + W.growth["passive"] * len(player.passive)


def festival_value(s: Tawantinsuyu, seat: int) -> float:
    """Return what a festival brings: the temple, the connections and the majorities."""
    player, weights = s.players[seat], W.festival
    links = sum([len(connections(row)) for row in player.tapestries])
    total = weights["temple"] * TEMPLE[player.temple].festival + weights["climb"] * player.temple
    held = [majority(s, region) for region in REGIONS].count(seat)
    return total + weights["link"] * links + weights["majority"] * held * (1 + len(s.casualties))
