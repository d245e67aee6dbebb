"""The Teotibot that passes the Mansion: a die may activate a royal tile there (section 13)."""

from __future__ import annotations

from engine.adjustment import adjustable
from engine.core import Effect, does, quietly, then
from engine.luck import draw
from engine.module import after, before, part
from games.teotihuacan.action_tiles import discard_tile, worship_next
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.bot_workers import go_on
from games.teotihuacan.discovery import refill_tile
from games.teotihuacan.locking import go_to_space, worshipper
from games.teotihuacan.modules.mansion.owners import BY_SLOT, TABLE, Mansion, owners, reward_owner
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.power import HOME
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import movable, step
from games.teotihuacan.workers import passes_home


@after(go_on)
@quietly
def advance_past(s: Teotihuacan, me: int, board: int, power: int, to: int) -> None:
    """Roll once a worker has advanced past the Mansion; one on board 1 does not pass it (R29)."""
    if passes_home(s, board, to):
        then(s, me, roll_at_mansion())


@before(worship_next)
@quietly
def leave_for_worship(s: Teotihuacan, me: int) -> None:
    """Note the board that the worship worker leaves; a displaced one passes no Mansion (R85)."""
    part(s, Mansion).leaving = worshipper(s, me).board


@after(go_to_space)
@quietly
def worship_past(s: Teotihuacan, me: int, board: int, space: str) -> None:
    """Roll once the worship worker has moved past the Mansion, before its steps (R86)."""
    own = part(s, Mansion)
    left, own.leaving = own.leaving, 0
    if left and passes_home(s, left, board):
        then(s, me, roll_at_mansion())


@quietly
def roll_at_mansion(s: Teotihuacan, me: int) -> None:
    """Roll a die, which may activate a royal tile that has an owner."""
    face = draw(s, TEOTIBOT.faces) + 1
    slot = slot_of(s, face)
    activated = (activate_royal(slot),) if slot in owners(s) else ()
    then(s, me, roll_for_royal(face), *activated)


@adjustable
def slot_of(s: Teotihuacan, face: int) -> str:
    """Return the slot of the royal tile that a face of the die activates, or nothing."""
    return next((tile.slot for tile in TABLE.ownership if tile.face == face), "")


@does
def roll_for_royal(s: Teotihuacan, me: int, face: int) -> None:
    """Roll a die for a royal tile."""


@does
def activate_royal(s: Teotihuacan, me: int, space: str) -> None:
    """Replace the great discovery tile, make a step for cocoa, and let the owner power up.

    The tile itself is not used.
    """
    bought = bought_step(s, me, BY_SLOT[space].temple)
    then(s, me, discard_tile(HOME), refill_tile(HOME), *bought, reward_owner(space))


def bought_step(s: Teotihuacan, me: int, temple: str) -> tuple[Effect, ...]:
    """Return a step on a temple with its payment, if both are possible (R87)."""
    price = {} if TABLE.free in s.modules else TABLE.step
    if not movable(s, me, temple) or short_of(s, me, "M7", price):
        return ()
    return (*((spend(price),) if price else ()), step(temple))
