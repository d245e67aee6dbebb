"""The calendar: rounds, the first player space, and the turning of the gears."""

from __future__ import annotations

from engine.core import NOBODY, Option, begin_turn, does, may_ask, queue, quietly, then
from engine.vocabulary import each_side, gain
from games.tzolkin.data import GEARS, SETUP
from games.tzolkin.food_days import food_day, refill
from games.tzolkin.scoring import final_scoring
from games.tzolkin.state import DUMMY, Tzolkin
from games.tzolkin.temples import turn_board
from games.tzolkin.workers import turn

FINAL = len(SETUP.food_day)


@does
def new_round(s: Tzolkin, me: int) -> None:
    """Start the turns of all players, clockwise from the first; then food day and calendar."""
    then(s, NOBODY, each_side(s.start_player, take_turn()), end_round())


@quietly
def take_turn(s: Tzolkin, me: int) -> None:
    """Start a player's turn, and queue what follows at its end (section 4)."""
    begin_turn.run(s, me)
    then(s, me, turn(), end_turn())


@quietly
def end_turn(s: Tzolkin, me: int) -> None:
    """Refill the display; the player on the first player space takes the calendar's corn (D33)."""
    short = min(SETUP.displayed - len(s.display), len(s.stack))
    if short:
        then(s, NOBODY, refill(short))
    if s.start_space == me and s.calendar_corn:
        then(s, me, gain({"corn": s.calendar_corn}), clear_calendar())


@quietly
def clear_calendar(s: Tzolkin, me: int) -> None:
    """Remove the corn from the calendar."""
    s.calendar_corn = 0


@quietly
def end_round(s: Tzolkin, me: int) -> None:
    """Hold a food day if one is due (D37), then advance the calendar."""
    due = SETUP.food_day[s.food_days].round <= s.round
    then(s, NOBODY, *([food_day()] if due else []), turn_calendar())


@quietly
def turn_calendar(s: Tzolkin, me: int) -> None:
    """Advance the calendar (section 8; D34, D35, D50).

    If no worker is on the first player space, the calendar gets a corn and advances one day.
    Otherwise the worker returns, the marker moves, and the player may advance it two days.
    """
    seat, final = s.start_space, s.food_days == FINAL
    after = [(NOBODY, final_scoring() if final else new_round())]
    if seat is None:
        queue(s, [(NOBODY, add_corn()), (NOBODY, advance(1)), *after])
    elif may_double(s, seat) and not final:
        queue(s, [(seat, become_first()), (seat, begin_turn()), (seat, days()), *after])
    else:
        queue(s, [(seat, become_first()), (seat, advance(1)), *after])


@does
def add_corn(s: Tzolkin, me: int) -> None:
    """Put a corn from the bank on the calendar."""
    s.calendar_corn += 1


@does
def become_first(s: Tzolkin, me: int) -> None:
    """Take the worker back, and the marker. A player who has it passes it to the left."""
    s.start_space = None
    s.players[me].hand += 1
    then(s, (me + 1) % len(s.players) if s.start_player == me else me, take_marker())


@does
def take_marker(s: Tzolkin, me: int) -> None:
    """Receive the first player marker."""
    s.start_player = me


def may_double(s: Tzolkin, me: int) -> bool:
    """Return whether the light side is up, and no player's worker blocks two days (D36)."""
    if not s.players[me].light:
        return False
    edge = [s.gears[gear.id][gear.last - 1] for gear in GEARS.values()]
    return all(who is None or who == DUMMY for who in edge)


@may_ask
def days(s: Tzolkin, me: int) -> list[Option]:
    """Advance one day, or two for turning the board to its dark side."""
    return [
        Option("advance 1", (advance(1),)),
        Option("advance 2", (turn_board("dark"), advance(2))),
    ]


@does
def advance(s: Tzolkin, me: int, days: int) -> None:
    """Turn the gears; workers beyond the last space return to hand, dummies go round (D6)."""
    for _ in range(days):
        s.round += 1
        for gear in GEARS.values():
            teeth = s.gears[gear.id]
            last = teeth[gear.last]
            if last is not None and last != DUMMY:
                teeth[gear.last] = None
                s.players[last].hand += 1
            teeth.insert(0, teeth.pop())
