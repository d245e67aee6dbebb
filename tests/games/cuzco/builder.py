"""Tables of Cuzco laid out in one call and played as transcripts.

``cuzco(red={"dice": [4], "food": 2}, piles={"I5": ["green"]})`` is a table of four in round 1 with
red to place a die. What is not named is empty or on its start; no secret card is in a hand; the
seats go in the order of their tokens, on the default layout.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypedDict, cast

from engine.codec import decode, encode
from engine.core import NOBODY, Effect, queue
from engine.module import part
from engine.table import Table
from games.cuzco import TITLE
from games.cuzco.data import CARDS, GODS, GOODS, SETUP, TASKS, TILES
from games.cuzco.dice import choose_die
from games.cuzco.gods import DECKS
from games.cuzco.market import market
from games.cuzco.modules.pututu.tiles import Pututus
from games.cuzco.palace import last_tasks, palace
from games.cuzco.people import use_tiles
from games.cuzco.rounds import end_round, final_scoring, phase_three
from games.cuzco.state import CurrentTurn, Cuzco, Die, Player
from games.cuzco.temple import priesthood
from games.cuzco.turns import own_turn
from games.cuzco.university import university
from tests.games.transcript import Transcript

SEATS = ("red", "yellow", "green", "blue")

When = Literal[
    "die", "tiles", "phase three", "university", "temple", "market", "palace", "end", "scoring"
]
PHASES = {"die": "I", "tiles": "II", "end": "end", "scoring": "end"}


class Side(TypedDict, total=False):
    """What one player has."""

    offering: int
    food: int
    medal: int
    points: int
    knowledge: int
    dice: list[int]
    quipus: int
    reserve: int
    feathers: dict[str, list[int]]
    circlets: list[int]
    tiles: list[str]
    slid: list[str]
    wares: list[str]
    tasks: list[str]
    completed: list[str]
    gods: list[str]
    secret: list[str]
    chaski: str
    may_turn: bool
    mask: int
    pututu: dict[int, int]


class Play(Transcript[Cuzco, Player]):
    """A table of the title and its open question."""

    title = TITLE
    seats = SEATS

    def pile(self, village: str) -> list[str]:
        """Whose quipus lie on a village, from the bottom up."""
        return [SEATS[seat] for seat in self.state.piles[village]]

    def pututu(self, seat: str = "red") -> dict[int, int]:
        """The pututu tiles of a player by number."""
        return part(self.state, Pututus).holdings[SEATS.index(seat)].tiles

    def dice(self, space: str) -> list[tuple[str, int]]:
        """Who has placed which values on an action space, in order."""
        return [(SEATS[die.seat], die.value) for die in self.state.spaces[space]]

    @property
    def stairs(self) -> dict[int, str]:
        """Who stands on which step."""
        return {n: SEATS[w] for n, w in enumerate(self.state.stairs, 1) if w is not None}

    @property
    def order(self) -> list[str]:
        """The seats in turn order."""
        return [SEATS[seat] for seat in self.state.order]


@cache
def _fresh(seats: int, options: tuple[str, ...]) -> bytes:
    table = Table.new(TITLE, seats, ("default_layout", *options), bytes([seats] * 32))
    while table.state.apart:
        seat = table.awaited[0]
        table.commit(seat, [table.decision(seat).options[0].id])
    return encode(table.state)


def cuzco(
    seats: int = 4,
    *,
    red: Side | None = None,
    yellow: Side | None = None,
    green: Side | None = None,
    blue: Side | None = None,
    when: When = "die",
    round: int = 1,
    order: Sequence[str] = SEATS,
    options: tuple[str, ...] = (),
    dice: Mapping[str, Sequence[tuple[str, int]]] | None = None,
    piles: Mapping[str, Sequence[str]] | None = None,
    stairs: Mapping[int, str] | None = None,
    study: Sequence[str | None] | None = None,
    farm: Sequence[str | None] | None = None,
    gods: Sequence[str] = (),
    line: Sequence[str] | None = None,
    palace_tasks: Sequence[str] | None = None,
    rotation: int = 0,
    arrivals: Sequence[str] | None = None,
) -> Play:
    """A table in the middle of a game; see the module."""
    s = cast(Cuzco, decode(TITLE.state, _fresh(seats, options)))
    sides = [cast(dict[str, Any], side or {}) for side in (red, yellow, green, blue)[:seats]]
    s.round, s.phase, s.rotation, s.now = round, PHASES.get(when, "III"), rotation, CurrentTurn()
    s.order = [SEATS.index(seat) for seat in order if SEATS.index(seat) < seats]
    s.arrivals = [SEATS.index(seat) for seat in arrivals] if arrivals else s.order[::-1]
    for place, pile in (piles or {}).items():
        s.piles[place] = [SEATS.index(seat) for seat in pile]
    s.stairs = [None] * 6
    for step, who in (stairs or {}).items():
        s.stairs[step - 1] = SEATS.index(who)
    for seat, (player, side) in enumerate(zip(s.players, sides, strict=True)):
        _lay_out_player(s, seat, player, side)
    for space in s.spaces:
        s.spaces[space] = [Die(SEATS.index(w), v) for w, v in (dice or {}).get(space, ())]
    _lay_out_gods(s, gods)
    _lay_out_tiles(s, study, farm)
    _lay_out_market(s, line)
    _lay_out_tasks(s, palace_tasks)
    _schedule(s, when)
    return Play(s)


def _lay_out_player(s: Cuzco, seat: int, player: Player, side: Mapping[str, Any]) -> None:
    for kind in player.goods:
        player.goods[kind] = side.get(kind, 0)
    laid = sum(pile.count(seat) for pile in s.piles.values())
    player.mask = side.get("mask", seat + 1)
    player.chaski = side.get("chaski", "CUZCO")
    player.may_turn = side.get("may_turn", False)
    player.points, player.knowledge = side.get("points", 0), side.get("knowledge", 0)
    player.dice = list(side.get("dice", [6, 6, 6]))
    player.reserve = side.get("reserve", 0)
    player.quipus = side.get("quipus", 10 - laid - player.reserve)
    player.priests = 4 - s.stairs.count(seat)
    player.feathers = {c: list(side.get("feathers", {}).get(c, [])) for c in player.feathers}
    for name in ("circlets", "tiles", "slid", "wares", "tasks", "completed", "gods"):
        setattr(player, name, list(side.get(name, [])))
    player.dealt_gods = list(side.get("secret", []))
    if "pututu" in s.modules:
        owned = part(s, Pututus).holdings[seat].tiles
        owned.update({n: side.get("pututu", {}).get(n, 0) for n in owned})


def _lay_out_gods(s: Cuzco, shown: Sequence[str]) -> None:
    pile = [card for card in CARDS for _ in range(GODS.copies)]
    s.discards = []
    for player in s.players:
        for card in [*player.gods, *player.dealt_gods]:
            pile.remove(card)
    for god in DECKS:
        first = next(c.id for c in CARDS.values() if c.god == god)
        card = next((c for c in shown if CARDS[c].god == god), first)
        s.gods[god] = card
        pile.remove(card)
    s.god_pile = pile


def _lay_out_tiles(
    s: Cuzco, study: Sequence[str | None] | None, farm: Sequence[str | None] | None
) -> None:
    owned = {tile for player in s.players for tile in player.tiles}
    named = {tile for row in (study, farm) if row for tile in row}
    for kind, row in (("study", study), ("farm", farm)):
        free = [t for t in TILES if TILES[t].kind == kind and t not in owned | named]
        s.display[kind] = [*row, *[None] * (6 - len(row))] if row is not None else [*free[:6]]
    shown = {tile for row in s.display.values() for tile in row}
    s.tile_pile = [tile for tile in TILES if tile not in owned | shown]
    s.removed = []


def _lay_out_market(s: Cuzco, line: Sequence[str] | None) -> None:
    if line is not None:
        s.market[s.round - 1] = list(line)
    assert all(good in GOODS for good in s.market[s.round - 1])


def _lay_out_tasks(s: Cuzco, shown: Sequence[str] | None) -> None:
    gold = [task.id for task in TASKS.values() if not task.silver]
    taken = {task for player in s.players for task in [*player.tasks, *player.completed]}
    free = [task for task in gold if task not in taken]
    count = SETUP.players[str(len(s.players))].tasks
    s.palace = list(shown) if shown is not None else free[:count]
    s.task_pile = [task for task in free if task not in s.palace]
    s.task_box = []
    for player in s.players:
        while len(player.tasks) < 3:
            player.tasks.append(s.task_pile.pop())


def _schedule(s: Cuzco, when: When) -> None:
    """What the game itself would still have to do at this moment."""
    s.agenda = []
    effects: dict[str, Effect] = {
        "phase three": phase_three(),
        "university": university(),
        "temple": priesthood(),
        "market": market(),
        "palace": palace(),
        "end": last_tasks(),
        "scoring": final_scoring(),
    }
    if when == "die":
        queue(s, [(seat, own_turn((choose_die(),))) for seat in s.order])
    elif when == "tiles":
        queue(s, [(seat, own_turn((use_tiles(),))) for seat in s.order])
    else:
        queue(s, [(NOBODY, effects[when])])
        if when == "phase three":
            s.agenda.insert(0, (NOBODY, end_round()))
