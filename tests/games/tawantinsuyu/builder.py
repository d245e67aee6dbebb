"""Tables of Tawantinsuyu laid out in one call and played as transcripts.

``tawantinsuyu(purple={"workers": ["blue"], "gods": ["G01"]}, hill={"S1T1": "blue"})`` is a table of
two with purple to take a turn; its high priest faces section 1. What is not named is empty, and
cards, tiles and workers that are not named are in the decks, piles and bag. ``do`` is an effect
that is resolved for purple, or for another ``actor``, instead of a turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypedDict, cast

from engine.codec import decode, encode
from engine.core import Effect, Item, queue
from engine.table import Table
from games.tawantinsuyu import TITLE
from games.tawantinsuyu.data import (
    ARMY_CARDS,
    GOD_CARDS,
    PASSIVE,
    PRODUCTION,
    SETUP,
    WEAVINGS,
    WORKERS,
    WORKERS_OF_COLOUR,
)
from games.tawantinsuyu.state import CurrentTurn, Player, Tawantinsuyu
from games.tawantinsuyu.turns import own_turn
from tests.games.transcript import Transcript

SEATS = ("purple", "black", "orange", "grey")


class Side(TypedDict, total=False):
    """What one player has; ``soldiers`` are army cards in hand, ``army`` those in play."""

    potato: int
    corn: int
    stone: int
    gold: int
    points: int
    workers: Sequence[str]
    priest: int
    temple: int
    production: Sequence[str]
    worn: Sequence[str]
    passive: Sequence[str]
    statues: Sequence[str]
    tapestries: Sequence[Sequence[str]]
    army: Sequence[str]
    spent: Sequence[str]
    soldiers: Sequence[str]
    gods: Sequence[str]
    open_gods: Sequence[str]
    laid: Sequence[str]


class Play(Transcript[Tawantinsuyu, Player]):
    """A table of the title and its open question."""

    title = TITLE
    seats = SEATS

    def hand(self, seat: str = "purple") -> list[str]:
        """A player's god cards."""
        return self.state.hand(SEATS.index(seat))


@cache
def _fresh(seats: int, options: tuple[str, ...]) -> bytes:
    return encode(Table.new(TITLE, seats, options, bytes([seats] * 32)).state)


def tawantinsuyu(
    seats: int = 2,
    *,
    purple: Side | None = None,
    black: Side | None = None,
    orange: Side | None = None,
    grey: Side | None = None,
    do: Effect | None = None,
    actor: str = "purple",
    items: Sequence[Item] = (),
    options: tuple[str, ...] = (),
    rotation: int = 0,
    hill: Mapping[str, str] | None = None,
    steps: Mapping[str, str] | None = None,
    conquests: Mapping[str, str] | None = None,
    village: Sequence[str] = ("blue", "green", "red"),
    nomads: Sequence[str] = ("blue", "green", "red"),
    casualties: Sequence[str] = (),
    bag: Sequence[str] | None = None,
    offer: Sequence[str] = (),
    god_deck: Sequence[str] = (),
    army_deck: Sequence[str] = (),
    army_discards: Sequence[str] = (),
    market: Sequence[str] = ("PB18", "PB19", "Z19", "Z20"),
    production_pile: Sequence[str] = (),
    passive_pile: Sequence[str] = (),
    weavings: Sequence[str] = (),
    festivals: int = 0,
    token: str | None = None,
    prepare: Callable[[Tawantinsuyu], None] = lambda s: None,
) -> Play:
    """A table in the middle of a game; see the module.

    ``god_deck``, ``army_deck`` and the piles are the top of each, the first one drawn first.
    ``weavings`` are the open one and those under it. ``steps`` and ``conquests`` name the players
    whose markers lie there. ``items`` are the whole agenda, the first one first.
    """
    s = cast(Tawantinsuyu, decode(TITLE.state, _fresh(seats, options)))
    s.agenda, s.apart, s.now = [], [], CurrentTurn()
    s.rotation, s.first, s.festivals = rotation, 0, festivals
    s.token = None if token is None else SEATS.index(token)
    s.hill = dict(hill or {})
    s.steps = {spot: SEATS.index(seat) for spot, seat in (steps or {}).items()}
    s.conquests = {space: SEATS.index(seat) for space, seat in (conquests or {}).items()}
    for side, given in enumerate((purple, black, orange, grey)[: len(s.players)]):
        _lay_out_player(s, side, cast(dict[str, Any], given or {}))
    _lay_out_workers(s, village, nomads, casualties, bag)
    _lay_out_cards(s, offer, god_deck, army_deck, army_discards)
    _lay_out_tiles(s, market, production_pile, passive_pile)
    _lay_out_weavings(s, weavings)
    for player in s.players:
        for statue in player.statues:
            s.statues[statue] -= 1
    seat = SEATS.index(actor)
    s.active = seat
    queue(s, list(items) or [(seat, do or own_turn())])
    prepare(s)
    return Play(s)


def _lay_out_player(s: Tawantinsuyu, side: int, given: Mapping[str, Any]) -> None:
    player = s.players[side]
    player.goods = {kind: given.get(kind, 0) for kind in player.goods}
    player.points = given.get("points", SETUP.points)
    player.priest, player.temple = given.get("priest", 1), given.get("temple", 0)
    player.steps = SETUP.steps - list(s.steps.values()).count(side)
    player.conquests = SETUP.conquests - list(s.conquests.values()).count(side)
    player.tapestries = [list(row) for row in given.get("tapestries", ())]
    player.dealt, player.recruits = [], []
    for name in ("workers", "production", "worn", "passive", "statues", "army", "spent"):
        setattr(player, name, list(given.get(name, ())))
    for name in ("soldiers", "gods", "open_gods", "laid"):
        setattr(player, name, list(given.get(name, ())))


def _lay_out_workers(
    s: Tawantinsuyu,
    village: Sequence[str],
    nomads: Sequence[str],
    casualties: Sequence[str],
    bag: Sequence[str] | None,
) -> None:
    s.village, s.nomads, s.casualties = list(village), list(nomads), list(casualties)
    there = Counter([*s.hill.values(), *village, *nomads, *casualties])
    there += Counter(colour for player in s.players for colour in player.workers)
    s.boxed = dict.fromkeys(WORKERS, SETUP.players[str(s.seats)].removed)
    left = {c: WORKERS_OF_COLOUR - s.boxed[c] - there[c] for c in WORKERS}
    assert min(left.values()) >= 0
    s.bag = left if bag is None else {c: list(bag).count(c) for c in WORKERS}


def _pile(every: Iterable[str], taken: Iterable[str], top: Sequence[str]) -> list[str]:
    """The things that are left, with those named on the top, which is the end."""
    gone = {*taken}
    assert not gone & {*top}
    return [*(each for each in every if each not in gone | {*top}), *reversed(top)]


def _lay_out_cards(
    s: Tawantinsuyu,
    offer: Sequence[str],
    god_deck: Sequence[str],
    army_deck: Sequence[str],
    army_discards: Sequence[str],
) -> None:
    s.offer, s.army_discards = list(offer), list(army_discards)
    gods, army = [*offer], [*army_discards]
    for p in s.players:
        gods += [*p.gods, *p.open_gods, *p.laid]
        army += [*p.soldiers, *p.army, *p.spent]
    assert len({*gods}) == len(gods)
    assert len({*army}) == len(army)
    s.god_deck = _pile(GOD_CARDS, gods, god_deck)
    s.army_deck = _pile(ARMY_CARDS, army, army_deck)


def _lay_out_tiles(
    s: Tawantinsuyu, market: Sequence[str], production: Sequence[str], passive: Sequence[str]
) -> None:
    taken = [b for p in s.players for b in (*p.production, *p.worn, *p.passive)]
    s.market = [each for each in market if each not in taken]
    s.production_pile = _pile(PRODUCTION, [*taken, *s.market], production)
    s.passive_pile = _pile(PASSIVE, [*taken, *s.market], passive)


def _lay_out_weavings(s: Tawantinsuyu, weavings: Sequence[str]) -> None:
    taken = {weaving for p in s.players for row in p.tapestries for weaving in row}
    unused = [each.id for each in WEAVINGS.values() if each.starting]
    unused += [each.id for each in WEAVINGS.values() if each.least_players > s.seats]
    s.removed = [each for each in unused if each not in taken | {*weavings}]
    s.drawn = []
    s.weaving_pile = _pile(WEAVINGS, [*taken, *s.removed], weavings)
    s.weaving = s.weaving_pile.pop()
