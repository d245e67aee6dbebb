"""Tables of Tzolk'in laid out in one call and played as transcripts.

``tzolkin(me={"corn": 5, "wood": 4, "agriculture": 2}, gears={"tikal": {4: "me"}})`` is a table of
four in the middle of a game with me to move. What is not named is empty, on its start, or with
the others; every table passes the laws of ``laws.py`` before it is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import cycle
from typing import Any, Literal, TypedDict, cast

from engine.codec import decode, encode
from engine.core import NOBODY, Item, queue
from engine.table import Table, Turn
from games.tzolkin import TITLE
from games.tzolkin.calendar import end_round, take_turn
from games.tzolkin.scoring import final_scoring
from games.tzolkin.state import DUMMY, Player, Tzolkin
from tests.games.tzolkin import facts, laws

SEATS = ("me", "left", "across", "right")
"""The seats clockwise, as the fixtures call them."""

NOT_THERE = {
    "no-worker-there",
    "not-on-display",
    "nothing-kept-back",
    "nothing-saved",
    "other-gear",
    "other-number",
}
"""Reasons for refusing what is out of the question at the moment: no such worker, tile, action."""

Moment = Literal["turn", "end of round", "final scoring"]


class Side(TypedDict, total=False):
    """What one player has: goods, steps, levels, workers in hand, tiles."""

    corn: int
    wood: int
    stone: int
    gold: int
    skull: int
    chaac: int
    quetzalcoatl: int
    kukulkan: int
    agriculture: int
    resource_extraction: int
    architecture: int
    theology: int
    hand: int
    points: int
    light: bool
    corn_tiles: int
    wood_tiles: int
    buildings: list[str]
    monuments: list[str]


class Play:
    """A table and its open question, spoken of by seat names."""

    def __init__(self, state: Tzolkin) -> None:
        self.trace: list[Item] = []
        """What happened before the first question."""
        before = laws.ledger(state)
        TITLE.rules.settle(state, self.trace)
        self.table = Table(TITLE, state)
        assert laws.booked(before, self.trace) == laws.ledger(state)
        self.check()

    def check(self) -> None:
        """Assert the laws of state and questions."""
        laws.check(self.state)
        laws.check_questions(self.table)

    @property
    def state(self) -> Tzolkin:
        """What lies on the table."""
        return cast(Tzolkin, self.table.state)

    def play(self, *steps: str, seat: str | None = None) -> Turn:
        """Answer the questions of the seat asked.

        Answers without a choice go by themselves; naming them makes no difference.
        """
        number = self.table.awaited[0] if seat is None else SEATS.index(seat)
        before, turn = laws.ledger(self.state), Turn()
        by_themselves: list[str] = []
        for step in steps:
            if step in by_themselves:
                del by_themselves[: by_themselves.index(step) + 1]
                continue
            played = len(turn.lines) + 1
            self.table.play(number, [step], turn)
            by_themselves = [line.step for line in turn.lines[played:]]
        assert laws.booked(before, turn.trace) == laws.ledger(self.state)
        self.check()
        return turn

    def place_one(self) -> None:
        """The seat asked places one worker on the first gear it can pay for."""
        gears = [f"place {gear}" for gear in laws.GEARS]
        self.play(next(option for option in self.options if option in gears))
        if not self.table.over and self.question == "place_more":
            self.play("done")

    @property
    def asked(self) -> str:
        """Who is asked."""
        (seat,) = self.table.awaited
        return SEATS[seat]

    @property
    def question(self) -> str:
        """What is asked."""
        return str(self.table.decision(SEATS.index(self.asked)).effect[0])

    @property
    def options(self) -> list[str]:
        """The answers offered."""
        return [o.id for o in self.table.decision(SEATS.index(self.asked)).options]

    @property
    def refused(self) -> dict[str, str]:
        """The answers refused, each with its reason."""
        return {r.id: r.reason for r in self.table.refusals(SEATS.index(self.asked))}

    @property
    def refused_at_hand(self) -> dict[str, str]:
        """The answers refused that the moment brings up: what is not there at all left out."""
        return {step: reason for step, reason in self.refused.items() if reason not in NOT_THERE}

    def player(self, seat: str = "me") -> Player:
        """A player's board."""
        return self.state.players[SEATS.index(seat)]

    def goods(self, seat: str = "me") -> dict[str, int]:
        """Return a player's goods that are not zero."""
        return {kind: n for kind, n in self.player(seat).goods.items() if n}

    def points(self, seat: str = "me") -> float:
        """Victory points."""
        return self.player(seat).points

    def temples(self, seat: str = "me") -> tuple[int, int, int]:
        """The steps on Chaac, Quetzalcoatl and Kukulkan."""
        steps = self.player(seat).temples
        return steps["chaac"], steps["quetzalcoatl"], steps["kukulkan"]

    def on(self, gear: str) -> dict[int, str]:
        """Who stands where on a gear."""
        teeth = self.state.gears[gear]
        return {space: _name(who) for space, who in enumerate(teeth) if who is not None}


def verbs(trace: list[Item]) -> list[str]:
    """The names of the events, in order."""
    return [effect[0] for _, effect in trace]


def _name(who: int) -> str:
    return "dummy" if who == DUMMY else SEATS[who]


@cache
def _fresh(seats: int) -> bytes:
    """Return a table after the choice of wealth, in which no player has the farm or the worker."""
    table = Table.new(TITLE, seats, (), bytes([seats] * 32))
    for seat in range(seats):
        options = [o.id for o in table.decision(seat).options]
        step = next(o for o in options if not {"W14", "W15"} & set(o.split()))
        table.commit(seat, [step])
    return encode(table.state)


def tzolkin(
    seats: int = 4,
    *,
    me: Side | None = None,
    left: Side | None = None,
    across: Side | None = None,
    right: Side | None = None,
    gears: Mapping[str, Mapping[int, str]] | None = None,
    start: str | None = None,
    marker: str | None = None,
    mover: str = "me",
    round: int = 3,
    food_days: int | None = None,
    display: Sequence[str] | None = None,
    monuments: Sequence[str] = (),
    jungle: Mapping[int, tuple[int, int]] | None = None,
    bank_skulls: int | None = None,
    laid: Mapping[int, str] | None = None,
    calendar_corn: int = 0,
    moment: Moment = "turn",
) -> Play:
    """A table in the middle of a game.

    Workers in play are three a player, or as many as ``hand``, ``gears`` and ``start`` name. Of a
    display of fewer than six tiles the stack has run out, and the last seat built the rest.
    ``jungle`` gives corn and wood tiles left in a group; the last seat harvested the rest. Skulls
    missing from ``bank_skulls`` are the last seat's. Dummies not named stand on hidden teeth.
    """
    s = decode(Tzolkin, _fresh(seats))
    sides = [cast(dict[str, Any], side or {}) for side in (me, left, across, right)[:seats]]
    s.round = round
    s.food_days = sum(day < round for day in facts.FOOD_DAYS) if food_days is None else food_days
    s.age = 2 if s.food_days >= 2 else 1
    s.start_space = None if start is None else SEATS.index(start)
    s.start_player = SEATS.index(marker or start or mover)
    s.calendar_corn = calendar_corn
    for player, side in zip(s.players, sides, strict=True):
        _set_up_board(player, side)
    _place_workers(s, gears or {}, sides)
    _lay_out_buildings(s, display)
    _lay_out_monuments(s, monuments)
    _lay_out_jungle(s, jungle or {})
    _hand_out_skulls(s, laid or {}, bank_skulls)
    _schedule(s, SEATS.index(mover), moment)
    return Play(s)


def undressed(seats: int = 2) -> Tzolkin:
    """A state whose gears are empty and whose wealth tiles can be stacked by hand."""
    s = tzolkin(seats).state
    for teeth in s.gears.values():
        teeth[:] = [None] * len(teeth)
    return s


def crowd(**lowest: int) -> dict[str, dict[int, str]]:
    """Gears on which the others stand on every space below the one named."""
    names = cycle(["left", "across", "right"])
    return {gear: {n: next(names) for n in range(lowest[gear])} for gear in lowest}


def _set_up_board(player: Player, side: Mapping[str, Any]) -> None:
    for numbers in (player.goods, player.temples, player.technologies):
        for name in numbers:
            numbers[name] = side.get(name, 0)
    player.points = float(side.get("points", 0))
    player.light = side.get("light", True)
    player.harvested = {"corn": side.get("corn_tiles", 0), "wood": side.get("wood_tiles", 0)}
    player.buildings = list(side.get("buildings", []))
    player.monuments = list(side.get("monuments", []))


def _place_workers(
    s: Tzolkin, gears: Mapping[str, Mapping[int, str]], sides: list[dict[str, Any]]
) -> None:
    s.gears = {gear: [None] * teeth for gear, teeth in laws.GEARS.items()}
    for gear, workers in gears.items():
        for space, who in workers.items():
            s.gears[gear][space] = DUMMY if who == "dummy" else SEATS.index(who)
    missing = laws.DUMMIES[len(sides)] - sum(teeth.count(DUMMY) for teeth in s.gears.values())
    hidden = [
        (depth, gear)
        for depth in range(1, 10)
        for gear, teeth in s.gears.items()
        if teeth[-depth] is None
    ]
    for depth, gear in hidden[:missing]:
        s.gears[gear][-depth] = DUMMY
    for seat, (player, side) in enumerate(zip(s.players, sides, strict=True)):
        out = s.workers_on_gears(seat) + (s.start_space == seat)
        player.hand = side.get("hand", max(0, 3 - out))
        player.reserve = 6 - player.hand - out


def _lay_out_buildings(s: Tzolkin, display: Sequence[str] | None) -> None:
    owned = {tile for player in s.players for tile in player.buildings}
    young, old = (
        [tile for tile, b in facts.BUILDINGS.items() if b.age == age and tile not in owned]
        for age in (1, 2)
    )
    current = young if s.age == 1 else old
    s.display = current[:6] if display is None else list(display)
    rest = [tile for tile in current if tile not in s.display]
    s.stack = rest if len(s.display) == 6 else []
    if len(s.display) < 6:
        s.players[-1].buildings += rest
    s.later = old if s.age == 1 else []
    s.removed, s.building_box = ([], []) if s.age == 1 else (young[:6], young[6:])
    for player in s.players:
        player.farms = laws.farms_of(player.wealth, player.buildings)


def _lay_out_monuments(s: Tzolkin, shown: Sequence[str]) -> None:
    owned = [tile for player in s.players for tile in player.monuments]
    rest = [tile for tile in facts.MONUMENTS if tile not in [*shown, *owned]]
    padding = laws.MONUMENTS[len(s.players)] - len(shown) - len(owned)
    s.monuments, s.monument_box = [*shown, *rest[:padding]], rest[padding:]


def _lay_out_jungle(s: Tzolkin, left: Mapping[int, tuple[int, int]]) -> None:
    cells = len(s.players)
    for group in s.jungle:
        corn, wood = left.get(group, (cells, 0 if group == 2 else cells))
        s.jungle[group] = {"corn": corn, "wood": wood}
    for kind, groups in (("corn", 4), ("wood", 3)):
        on_board = sum(left_over[kind] for left_over in s.jungle.values())
        taken = sum(player.harvested[kind] for player in s.players)
        s.players[-1].harvested[kind] += groups * cells - on_board - taken


def _hand_out_skulls(s: Tzolkin, laid: Mapping[int, str], bank: int | None) -> None:
    s.skulls_laid = {action: SEATS.index(who) for action, who in laid.items()}
    owned = sum(player.goods["skull"] for player in s.players)
    left = 13 - owned - len(laid)
    s.skulls = left if bank is None else bank
    s.players[-1].goods["skull"] += left - s.skulls


def _schedule(s: Tzolkin, mover: int, moment: Moment) -> None:
    """What the game itself would still have to do at this moment."""
    s.agenda = []
    order = [(s.start_player + n) % len(s.players) for n in range(len(s.players))]
    coming = order[order.index(mover) :]
    if moment == "turn":
        if s.start_space is not None:
            assert s.start_space not in coming, "who went first has had a turn"
        queue(s, [*((seat, take_turn()) for seat in coming), (NOBODY, end_round())])
    elif moment == "end of round":
        queue(s, [(NOBODY, end_round())])
    else:
        s.food_days = 4
        queue(s, [(NOBODY, final_scoring())])
