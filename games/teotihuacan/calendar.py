"""The calendar: rounds, the light disc, and when an Eclipse is due (10.1, 10.2)."""

from __future__ import annotations

from engine.core import NOBODY, Item, does, queue, quietly, then
from games.teotihuacan.eclipse import score_eclipse
from games.teotihuacan.power import advance_light
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.teotibot import bot_turn
from games.teotihuacan.workers import own_turn

DARK_ECLIPSE = "dark_eclipse"
"""The option under which an Eclipse is scored right after the turn that brings it."""


@quietly
def play_round(s: Teotihuacan, me: int) -> None:
    """Give each player a turn, then end the round."""
    items: list[Item] = []
    for seat in s.order:
        items.append((seat, bot_turn() if s.played_by_rules(seat) else own_turn()))
        if DARK_ECLIPSE in s.options:
            items.append((NOBODY, look_at_discs()))
    queue(s, [*items, (NOBODY, end_round())])


@quietly
def end_round(s: Teotihuacan, me: int) -> None:
    """Advance the light disc; when it reaches the dark disc, one more round is played (10.2)."""
    if s.over:
        return
    if DARK_ECLIPSE in s.options:
        then(s, NOBODY, advance_light(), look_at_discs(), next_round())
    elif s.last_round:
        then(s, NOBODY, score_eclipse(), next_round())
    else:
        then(s, NOBODY, advance_light(), look_ahead(), next_round())


@quietly
def look_ahead(s: Teotihuacan, me: int) -> None:
    """Announce the last round before an Eclipse when the light disc is on the dark disc."""
    if s.light == s.dark:
        then(s, NOBODY, announce_last_round())


@does
def announce_last_round(s: Teotihuacan, me: int) -> None:
    """Announce that one more round is played before the Eclipse."""
    s.last_round = True


@quietly
def look_at_discs(s: Teotihuacan, me: int) -> None:
    """Score an Eclipse at once when the light disc is on the dark disc (variant; 10.2)."""
    if s.light == s.dark and not s.over:
        then(s, NOBODY, score_eclipse())


@quietly
def next_round(s: Teotihuacan, me: int) -> None:
    """Go on with the next round, unless the game is over."""
    if not s.over:
        then(s, NOBODY, begin_round(s.round + 1), play_round())


@does
def begin_round(s: Teotihuacan, me: int, n: int) -> None:
    """Begin a round."""
    s.round = n
