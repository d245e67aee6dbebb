"""What the players of the first game begin with, instead of starting tiles (3.4, R19)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.core import does, quietly, then
from engine.module import replaces
from engine.vocabulary import Goods
from games.teotihuacan import setup
from games.teotihuacan.state import Teotihuacan


@dataclass(frozen=True)
class Beginner:
    """What a player begins with; ``workers`` are pairs of board and power."""

    goods: Goods
    workers: list[tuple[int, int]]
    temples: dict[str, int] = field(default_factory=dict)
    points: int = 0
    avenue: int = 0
    technology: int = 0


@dataclass(frozen=True)
class FirstGame:
    """data.toml"""

    ring: list[int]
    technologies: list[str]
    royal: dict[str, str]
    bonus_tiles: dict[str, str]
    player: list[Beginner]


TABLE = tables.load(Path(__file__).parent / "data.toml", FirstGame)


@replaces(setup.give_starts)
@quietly
def give_starts(s: Teotihuacan, me: int) -> None:
    """Give the players the preset instead of starting tiles."""
    then(s, me, preset())


@does
def preset(s: Teotihuacan, me: int) -> None:
    """Give each player, in order, what the first game begins with."""
    for seat, given in zip(s.order, TABLE.player, strict=False):
        player = s.players[seat]
        for kind, n in given.goods.items():
            player.goods[kind] += n
        player.temples |= given.temples
        player.points, player.avenue = given.points, given.avenue
        for worker, (board, power) in zip(player.workers, given.workers, strict=False):
            worker.board, worker.power = board, power
        if given.technology:
            player.technologies.append(s.technologies[given.technology - 1])
