"""Counts that tasks and the final scoring name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from games.cuzco.board import villages as villages_of
from games.cuzco.data import CARDS, SETUP, TASKS, TILES, Requirement, Village
from games.cuzco.state import Cuzco, Player

Count = Callable[[Cuzco, int, str], int]
"""A count of a seat's things; the last argument is the kind, where there are several."""


def _tiles(player: Player, kind: str) -> list[str]:
    return [tile for tile in player.tiles if TILES[tile].kind == kind]


def _abilities(player: Player, kind: str) -> int:
    return len({TILES[tile].ability for tile in _tiles(player, kind)})


def _reached(s: Cuzco, me: int) -> list[Village]:
    """Return the villages with an own quipu, on top or not."""
    known = villages_of(s.layout)
    return [known[place] for place, pile in s.piles.items() if me in pile]


def _hand(s: Cuzco, me: int) -> Counter[str]:
    """Count the cards in hand by god; medals do not count."""
    player = s.players[me]
    return Counter(CARDS[card].god for card in [*player.gods, *player.dealt_gods])


def _slid(s: Cuzco, me: int, kind: str) -> int:
    return sum(TILES[tile].kind == kind for tile in s.players[me].slid)


def _per(kind: str, get: Callable[[Village], str]) -> Count:
    """Count the villages reached whose feature is of the named kind."""
    return lambda s, me, wanted: sum(get(village) == wanted for village in _reached(s, me))


COUNTS: dict[str, Count] = {
    "tiles_of_kind": lambda s, me, kind: len(_tiles(s.players[me], kind)),
    "slid_tiles_of_kind": lambda s, me, kind: _slid(s, me, kind),
    "tiles_slid": lambda s, me, kind: len(s.players[me].slid),
    "distinct_abilities": lambda s, me, kind: _abilities(s.players[me], kind),
    "tiles_with_ability": lambda s, me, kind: sum(
        TILES[tile].ability == kind for tile in s.players[me].tiles
    ),
    "priests_on_stairs": lambda s, me, kind: s.stairs.count(me),
    "goods": lambda s, me, kind: len(s.players[me].wares),
    "goods_of_type": lambda s, me, kind: s.players[me].wares.count(kind),
    "distinct_goods": lambda s, me, kind: len(set(s.players[me].wares)),
    "has_turn_order_1": lambda s, me, kind: int(s.order[0] == me),
    "villages": lambda s, me, kind: len(_reached(s, me)),
    "villages_outer": lambda s, me, kind: sum(v.outer for v in _reached(s, me)),
    "villages_of_colour": _per("colour", lambda village: village.feather),
    "villages_of_building": _per("building", lambda village: village.building),
    "god_cards_same_god": lambda s, me, kind: max(_hand(s, me).values(), default=0),
    "god_cards_of": lambda s, me, kind: _hand(s, me)[kind],
    "distinct_gods": lambda s, me, kind: len(_hand(s, me)),
    "active_circlets": lambda s, me, kind: len(s.players[me].circlets),
    "inti_medals": lambda s, me, kind: s.players[me].goods["medal"],
    "offerings": lambda s, me, kind: s.players[me].goods["offering"],
    "food": lambda s, me, kind: s.players[me].goods["food"],
    "feathers": lambda s, me, kind: sum(map(len, s.players[me].feathers.values())),
    "feathers_of_colour": lambda s, me, kind: len(s.players[me].feathers[kind]),
    "quipus_in_reserve": lambda s, me, kind: s.players[me].reserve,
    "completed_tasks": lambda s, me, kind: len(s.players[me].completed),
    "tiles_on_mask": lambda s, me, kind: len(s.players[me].tiles),
}


def missing(s: Cuzco, me: int, task: str) -> list[int]:
    """Return how many each unmet requirement of a task lacks; more than asked for is fine."""
    lacks = [lack(s, me, requirement) for requirement in TASKS[task].requires]
    return [n for n in lacks if n > 0]


def lack(s: Cuzco, me: int, requirement: Requirement) -> int:
    """Return how many a requirement lacks; 0 or less when it is met."""
    return requirement.least - COUNTS[requirement.counts](s, me, requirement.kind)


def met(s: Cuzco, me: int, task: str, relaxed: int) -> bool:
    """Return whether the task's conditions hold, one of them lowered by ``relaxed``."""
    lacks = missing(s, me, task)
    return not lacks or (len(lacks) == 1 and lacks[0] <= relaxed)


def check_counts() -> None:
    """Raise ValueError when a table names an unknown count."""
    names = {each.counts for task in TASKS.values() for each in task.requires}
    names |= {bonus.counts for bonus in SETUP.bonus}
    if unknown := sorted(names - COUNTS.keys()):
        raise ValueError(f"unknown counts: {', '.join(unknown)}")
