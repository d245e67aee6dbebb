"""A game that ends early: four greedy bots build together, until the pyramid is complete.

``python -m tests.games.teotihuacan.early`` plays and records it anew.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from random import Random

from bench.recorded import Entry, Record
from bots.levels import choose_turn
from engine.table import Table
from games.teotihuacan import TITLE
from games.teotihuacan.state import Teotihuacan
from tests.recorded import result

FILE = Path(__file__).parent / "records" / "early_end.txt"
NAME = "a complete pyramid"
TILE, LIGHT = 80.0, 4.0
GOODS = {"stone": (2.0, 9), "wood": (1.4, 7), "cocoa": (0.5, 8)}
"""What a good is worth for building, and how many of it."""


def progress(s: Teotihuacan, me: int) -> float:
    """How near all players together are to a complete pyramid."""
    total = TILE * len(s.pyramid) - LIGHT * s.light
    for player in s.players:
        for kind, (worth, most) in GOODS.items():
            total += worth * min(player.goods[kind], most)
        for worker in player.workers:
            total += 0.3 * min(worker.power, 4) - bool(worker.space)
            total += 1.5 * (worker.board == 8 and worker.unlocked)
    return total


def play() -> Record:
    """Play the game, the same in every run."""
    rng, seed = Random(NAME), hashlib.sha256(NAME.encode()).digest()
    table = Table.new(replace(TITLE, value=progress), 4, (), seed)
    record = Record(TITLE.id, 4, seed, ())
    while not table.over:
        seat = table.awaited[0]
        turn = table.commit(seat, choose_turn("greedy", table, seat, rng))
        record.entries.append(Entry(seat, tuple(turn.lines)))
    return record


if __name__ == "__main__":
    record = play()
    FILE.write_text(f"{record.dumps()}{result(record.table(TITLE))}\n")
    print(f"{len(record.entries)} turns written to {FILE.name}")
