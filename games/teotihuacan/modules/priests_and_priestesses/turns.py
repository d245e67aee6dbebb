"""Priests in turns: movement, unlocking, cocoa, worship and discovery tiles."""

from __future__ import annotations

from functools import cache

from engine import tables
from engine.adjustment import adjusts
from engine.core import Listing, Option, quietly, then
from engine.listing import Reason, answer
from engine.module import adds, after
from engine.vocabulary import Goods
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import RING
from games.teotihuacan.discovery import keep, no_claim
from games.teotihuacan.modules.priests_and_priestesses.priests import RULE, forbidden, priest_of
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import finds
from games.teotihuacan.workers import (
    collected,
    move_far,
    moves,
    no_paid_unlock,
    reach,
    turn,
    unlocking_cocoa,
)
from games.teotihuacan.worship import barred, both_cocoa, displacing_cocoa


@adjusts(reach)
def longer_reach(was: int, s: Teotihuacan, me: int) -> int:
    """Let workers move more boards (priest 07)."""
    return was + priest_of(s, me).reach


@adds(turn)
def paid_moves(s: Teotihuacan, me: int) -> Listing:
    """List the movements to boards out of reach, for cocoa (priest 07, R112)."""
    cocoa = priest_of(s, me).far
    if not cocoa or s.now.far:
        return []
    short = short_of(s, me, RULE, {"cocoa": cocoa})
    beyond = range(reach(s, me) + 1, RING.positions + 1)
    return [answer(_paid(move, cocoa), unless=short) for move in moves(s, me, beyond)]


@cache
def _paid(move: Option, cocoa: int) -> Option:
    return Option(move.id, (spend({"cocoa": cocoa}), move_far(), *move.then))


@adjusts(collected)
def other_cocoa(was: int, s: Teotihuacan, me: int) -> int:
    """Change the cocoa that a worker collects, which is never below 0 (priest 07)."""
    return max(0, was + priest_of(s, me).collected)


@adjusts(unlocking_cocoa)
def unlocking_by_worker(was: int, s: Teotihuacan, me: int) -> int:
    """Price the unlocking by locked workers, up to a limit (priest 05)."""
    priest = priest_of(s, me)
    if not priest.unlocking:
        return was
    locked = sum([bool(worker.space) for worker in s.players[me].workers])
    return min(priest.unlocking_most, priest.unlocking * locked)


@adjusts(no_paid_unlock)
def never_pay_to_unlock(was: Reason | None, s: Teotihuacan, me: int) -> Reason | None:
    """Forbid to unlock workers for cocoa (priest 07)."""
    return was or forbidden(s, me, "paid unlocking")


@adjusts(displacing_cocoa)
def displace_free(was: int, s: Teotihuacan, me: int) -> int:
    """Displace a worker without cocoa (priest 05)."""
    return 0 if priest_of(s, me).worships_free else was


@adjusts(both_cocoa)
def both_free(was: int, s: Teotihuacan, me: int) -> int:
    """Take both options of a worship without cocoa (priest 05)."""
    return 0 if priest_of(s, me).worships_free else was


@adjusts(barred)
def never_worship(
    was: Reason | None, s: Teotihuacan, me: int, board: int, space: str
) -> Reason | None:
    """Forbid to worship (priest 10)."""
    return forbidden(s, me, "worship") or was


@adjusts(finds)
def no_finds_at_temples(was: bool, s: Teotihuacan, me: int, pile: str) -> bool:
    """Give the printed reward where discovery tiles lie on a temple (priest 10)."""
    return was and not (pile.split()[0] in box(s).temples and forbidden(s, me, "finds at temples"))


@adjusts(no_claim)
def masks_only(
    was: Reason | None, s: Teotihuacan, me: int, kind: str, *paid: Goods
) -> Reason | None:
    """Forbid to claim discovery tiles of the base that are no masks (priest 01, R103)."""
    tile = ALL.discoveries[kind]
    return was if tile.mask or tile.stack else forbidden(s, me, "other finds") or was


@after(keep)
@quietly
def bring_for_mask(s: Teotihuacan, me: int, kind: str) -> None:
    """Gain something for a mask that is claimed (priest 01, R103)."""
    tile = ALL.discoveries[kind]
    if tile.mask and not tile.stack:
        then(s, me, *tables.effects(priest_of(s, me).after_mask))
