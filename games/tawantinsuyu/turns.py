"""Turns: placing a worker or two secondary actions, and the end of a turn (sections 5, 13, 15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.core import Effect, Listing, Option, asks, begin_turn, does, queue, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, why
from games.tawantinsuyu.axomamma_data import decided
from games.tawantinsuyu.benefits import free, no_free
from games.tawantinsuyu.buildings import refill_market
from games.tawantinsuyu.data import HILLTOP
from games.tawantinsuyu.festival import hold_festival, take_token
from games.tawantinsuyu.gods import to_offer
from games.tawantinsuyu.hill import SECTIONS
from games.tawantinsuyu.hilltop import move_priest
from games.tawantinsuyu.placing import no_placements, placements
from games.tawantinsuyu.state import CurrentTurn, Tawantinsuyu
from games.tawantinsuyu.tasks import after_tasks
from games.tawantinsuyu.workers import dismiss, hire

PRIEST = "priest"
"""The secondary action of the high priest."""

SECONDARY = {each.id: tables.effects(each.do) for each in HILLTOP.secondary}
"""The other secondary actions."""


@quietly
def own_turn(s: Tawantinsuyu, me: int) -> None:
    """Take a turn, after the festival if the player holds its token (section 5, D28, R158)."""
    begin_turn.run(s, me)
    s.now, s.active = CurrentTurn(), me
    festival = (hold_festival(),) if s.token == me else ()
    then(s, me, *festival, decided(s, me, main_part()), next_player())


@quietly
def main_part(s: Tawantinsuyu, me: int) -> None:
    """Place the high priest in the first turn, act, and end the turn."""
    if s.over:
        return
    then(s, me, turn(), end_turn())
    if not s.players[me].priest:
        rivals = [side for side in s.clockwise(me)[1:] if s.played_by_rules(side)]
        queue(s, [(side, decided(s, side, place_priest())) for side in (me, *rivals)])


@quietly
def next_player(s: Tawantinsuyu, me: int) -> None:
    """Give the turn to the next player clockwise."""
    s.active = None
    side = (me + 1) % len(s.players)
    if s.over:
        return
    s.round += side == s.first
    queue(s, [(side, own_turn())])


@asks
def place_priest(s: Tawantinsuyu, me: int) -> list[Option]:
    """Put the high priest on any space of the hilltop; this is no action (section 5)."""
    return [_priest(section) for section in SECTIONS]


place_priest.refuses_nothing("every space of the hilltop may be chosen")


@cache
def _priest(section: int) -> Option:
    return Option(f"section {section}", (stand_priest(section),))


@does
def stand_priest(s: Tawantinsuyu, me: int, section: int) -> None:
    """Put the high priest on the space that faces a section."""
    s.players[me].priest = section


@asks
def turn(s: Tawantinsuyu, me: int) -> Listing:
    """Place a worker, or perform the first of two different secondary actions (section 5)."""
    return [*placements(s, me), *_secondary(s, me), *free(s, me)]


@turn.otherwise
def no_turn(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the workers that the player does not have."""
    yield from no_placements(s)
    yield from no_free(s, me)


def _secondary(s: Tawantinsuyu, me: int) -> Listing:
    done = s.now.action
    moves = range(1, HILLTOP.move + 1)
    return [
        *(
            answer(_act(id_, id_, effects, done), unless=id_ == done and _twice(id_))
            for id_, effects in SECONDARY.items()
        ),
        *(
            answer(
                _act(f"{PRIEST} {n}", PRIEST, (move_priest(n),), done),
                unless=done == PRIEST and _twice(PRIEST),
            )
            for n in moves
        ),
    ]


@cache
def _act(id_: str, action: str, effects: tuple[Effect, ...], done: str) -> Option:
    more = () if done else (note_action(action), second_action())
    return Option(id_, (*effects, *more))


@cache
def _twice(action: str) -> Reason:
    return why("same-action", "13", action=action)


@quietly
def note_action(s: Tawantinsuyu, me: int, action: str) -> None:
    """Note the secondary action done first."""
    s.now.action = action


@asks
def second_action(s: Tawantinsuyu, me: int) -> Listing:
    """Perform a second secondary action, different from the first (section 13)."""
    return [*_secondary(s, me), *free(s, me)]


@second_action.otherwise
def no_second(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield what is not possible at any moment; every secondary action is listed."""
    return no_free(s, me)


@quietly
def end_turn(s: Tawantinsuyu, me: int) -> None:
    """End the turn: god card, purchase of a worker, limit, market, token (section 15)."""
    placed = (after_tasks(),) if s.now.space else ()
    then(s, me, *placed, end_of_turn())


@quietly
def end_of_turn(s: Tawantinsuyu, me: int) -> None:
    """Carry out the steps at the end of a turn in their order (D26)."""
    card = (to_offer(s.now.card),) if s.now.card else ()
    then(s, me, *card, hire(), dismiss(), refill_market(), take_token())
