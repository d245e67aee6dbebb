"""What printed effects without a choice do to a player's board, computed from the facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from games.tzolkin.state import Player
from tests.games.tzolkin.facts import Effect

Board = dict[str, float]
"""Everything countable a player has, by name, without zeros."""


def board(player: Player) -> Board:
    """The numbers of a player's board."""
    numbers = {
        **player.goods,
        **player.temples,
        **player.technologies,
        "points": player.points,
        "worker": player.hand,
        "farm workers": player.farms["workers"],
        "farm discount": player.farms["discount"],
    }
    return {name: n for name, n in numbers.items() if n}


def changed(before: Board, paid: Mapping[str, int], effects: Iterable[Effect]) -> Board:
    """The board after paying and taking what the effects print."""
    after = Counter(before)
    after.subtract(paid)
    for effect in effects:
        verb, *args = effect
        if verb == "gain":
            after[args[1]] += int(args[0])
        elif verb == "farm":
            after[f"farm {args[0]}"] += int(args[1])
        else:
            after[verb] += int(args[0])
    return {name: n for name, n in after.items() if n}
