"""The estimate of a position that greedy bots maximise."""

from __future__ import annotations

from dataclasses import dataclass

from engine import tables
from games.cuzco.board import villages
from games.cuzco.counting import COUNTS, missing
from games.cuzco.data import FOLDER, GOODS, MASK, SETUP, TILES
from games.cuzco.state import Cuzco, Player


@dataclass(frozen=True)
class Weights:
    """value.toml"""

    rivals: float
    goods: dict[str, float]
    growth: dict[str, float]
    position: dict[str, float]
    tasks: dict[str, float]


W = tables.load(FOLDER / "value.toml", Weights)


def value(s: Cuzco, seat: int) -> float:
    """Estimate the points of the seat, less a part of those of the best rival."""
    rivals = [own_value(s, n) for n in range(len(s.players)) if n != seat]
    return own_value(s, seat) - W.rivals * max(rivals, default=0.0)


def own_value(s: Cuzco, seat: int) -> float:
    """Estimate the points of a seat: now, and from goods, tiles, roads, temple and tasks."""
    player = s.players[seat]
    total = float(player.points)
    total += sum([W.goods[kind] * n for kind, n in useful_goods(s, player).items()])
    total += growth(s, player) * left(s)
    total += temple_value(s, seat) + village_value(s, seat) + bonus_value(s, seat)
    return total + university_value(s, seat) + task_value(s, seat)


def left(s: Cuzco) -> float:
    """Return the part of the game still to come, by rounds and phases."""
    done = s.round - 1 + {"I": 0.2, "II": 0.7, "III": 0.9, "end": 1.0}.get(s.phase, 0.0)
    return max(0.0, 1 - done / SETUP.rounds)


def useful_goods(s: Cuzco, player: Player) -> dict[str, float]:
    """Return the goods that can still be used: food buys goods of the lines to come."""
    if s.phase == "end":
        return {"medal": player.goods["medal"]}
    lines = s.market[s.round - 1 :]
    dearest = sum([max([GOODS[good].price for good in line], default=0) for line in lines])
    usable = {**player.goods, "food": min(player.goods["food"], dearest)}
    cards = len(player.gods) + len(player.dealt_gods)
    return {**usable, "offering": min(player.goods["offering"], cards + 1 + 3 * left(s))}


def growth(s: Cuzco, player: Player) -> float:
    """Estimate what tiles, cards, feathers and free spaces bring while rounds are left."""
    g = W.growth
    cards = len(player.gods) + len(player.dealt_gods)
    total = g["tile"] * len(player.tiles) + g["card"] * min(cards, 5)
    total += g["quipu"] * (SETUP.quipus - player.quipus - player.reserve)
    total += g["space"] * min(player.free_spaces, 3)
    total += g["feather"] * sum(map(len, player.feathers.values()))
    unslid = [TILES[tile].value for tile in player.tiles if tile not in player.slid]
    total += g["unslid"] * sum(unslid)
    for circlet, pair in enumerate(MASK[player.mask].circlets, 1):
        if circlet not in player.circlets:
            set_beside = sum([circlet in player.feathers[colour] for colour in pair])
            total += (0.0, g["half"], g["ready"])[set_beside]
    return total


def temple_value(s: Cuzco, seat: int) -> float:
    """Estimate the points of the priests in the rounds to come, and the next medal."""
    if s.phase == "end" or (s.phase == "III" and s.round == SETUP.rounds):
        return 0.0
    mine = s.stairs.count(seat)
    coming = SETUP.temple.points[s.round - 1 : s.round + 1]
    most = max([s.stairs.count(n) for n in range(len(s.players)) if n != seat], default=0)
    lead = W.position["majority"] * (mine > most)
    return W.position["priest"] * mine * sum(coming) + lead


def village_value(s: Cuzco, seat: int) -> float:
    """Estimate the points of the villages with the own quipu on top; it may be covered later."""
    known = villages(s.layout)
    tops = [known[place].points for place, pile in s.piles.items() if pile and pile[-1] == seat]
    part = W.position["top"] + (1 - W.position["top"]) * (1 - left(s))
    return part * sum(tops)


def bonus_value(s: Cuzco, seat: int) -> float:
    """Estimate the bonuses of the final scoring; nearer ones count more."""
    total = 0.0
    for bonus in SETUP.bonus:
        part = min(1.0, COUNTS[bonus.counts](s, seat, "") / bonus.least)
        total += bonus.points * (1.0 if part == 1 else W.position["bonus"] * left(s) * part**3)
    return total


def university_value(s: Cuzco, seat: int) -> float:
    """Estimate the points of the knowledge so far, and of going first."""
    if s.phase not in ("I", "II"):
        return 0.0
    mine = s.players[seat].knowledge
    ahead = all([mine >= player.knowledge for player in s.players])
    return W.position["step"] * SETUP.knowledge.points[mine] + W.position["first"] * ahead


def task_value(s: Cuzco, seat: int) -> float:
    """Estimate the open tasks that hold, or lack little."""
    total = 0.0
    for task in s.players[seat].tasks:
        lacks = sum(missing(s, seat, task))
        total += (W.tasks["met"], W.tasks["near"])[lacks] if lacks < 2 else W.tasks["near"] / lacks
    return total
