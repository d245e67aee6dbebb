"""The workers of Axomamma: gaining them with their rewards, and its limit (19.4)."""

from __future__ import annotations

from functools import cache

from engine import tables
from engine.core import Effect, quietly, then
from engine.luck import one_of
from games.tawantinsuyu.axomamma_data import AXOMAMMA
from games.tawantinsuyu.data import SETUP
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.workers import ENDS, any_nomad, leave_game, take_nomad, take_villager


@cache
def reward(colour: str) -> tuple[Effect, ...]:
    """Return what a worker of a colour brings."""
    return tables.effects(AXOMAMMA.reward[colour])


@quietly
def enlist(s: Tawantinsuyu, me: int, end: str) -> None:
    """Take the worker at an end of the village without payment, and its reward (19.3)."""
    colour = s.village[ENDS[end]]
    then(s, me, take_villager(end), *reward(colour), shed_workers())


@enlist.possible
def any_villager(s: Tawantinsuyu, me: int, end: str) -> bool:
    """Return whether there is a worker in the village."""
    return bool(s.village)


@quietly
def enlist_nomads(s: Tawantinsuyu, me: int, n: int) -> None:
    """Take random nomads one by one, which are replaced at once, and their rewards (19.3)."""
    if s.nomads:
        colour = one_of(s, s.nomads)
        more = (enlist_nomads(n - 1),) if n > 1 else ()
        then(s, me, take_nomad(colour), *reward(colour), shed_workers(), *more)


enlist_nomads.possible(any_nomad)


@quietly
def enlist_first(s: Tawantinsuyu, me: int) -> None:
    """Take the worker at the first end of the village, or else a random nomad (S4)."""
    then(s, me, enlist(next(iter(ENDS))) if s.village else enlist_nomads(1))


@quietly
def shed_workers(s: Tawantinsuyu, me: int) -> None:
    """Put surplus workers back into the box at once, chosen by luck (19.4)."""
    workers = s.players[me].workers
    if len(workers) > SETUP.workers:
        then(s, me, leave_game(one_of(s, workers)), shed_workers())
