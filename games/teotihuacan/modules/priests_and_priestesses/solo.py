"""Priests of the Teotibot: what they change in its actions (15.7)."""

from __future__ import annotations

from dataclasses import replace

from engine import tables
from engine.adjustment import adjusts
from engine.core import Effect, does, queue, quietly, resolvable, then
from engine.luck import shuffled
from engine.module import after, before, part
from engine.vocabulary import Goods, affords, gain, pay
from games.teotihuacan.action_tiles import act_on_board, collect_mask, possible, use_action_tile
from games.teotihuacan.alchemy import scoring_owners
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.bot_workers import fallback_cocoa
from games.teotihuacan.box import ALL, box
from games.teotihuacan.goods import score
from games.teotihuacan.modules.altars_and_shamans.automa import move_bot_shaman
from games.teotihuacan.modules.empire_expansion.territory import in_hand
from games.teotihuacan.modules.empire_expansion.warriors import place_warriors
from games.teotihuacan.modules.mansion.automa import activate_royal, slot_of
from games.teotihuacan.modules.priests_and_priestesses.priests import (
    SOLO,
    Extra,
    Offices,
    office,
    solo_priest,
)
from games.teotihuacan.paying import spend
from games.teotihuacan.power import ascension_rewards, at_work
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.temples import step
from games.teotihuacan.teotibot import begin_bot, position_of, roll_dice
from games.teotihuacan.workers import walk


@after(begin_bot)
@quietly
def deal_solo_priest(s: Teotihuacan, me: int) -> None:
    """Draw a priest for the Teotibot that fits the modules of the game (15.7)."""
    fitting = [id_ for id_, each in SOLO.items() if each.in_play(s.modules)]
    then(s, me, show_solo_priest(shuffled(s, fitting)[0]))


@does
def show_solo_priest(s: Teotihuacan, me: int, priest: str) -> None:
    """Turn up the priest of the Teotibot."""
    office(s, me).priest = priest


@after(walk)
@quietly
def meet_worker(s: Teotihuacan, me: int, board: int, power: int, to: int) -> None:
    """Give the Teotibot cocoa when the player comes to one of its workers (S01, R104)."""
    cocoa, bot = solo_priest(s).met, len(s.players) - 1
    if cocoa and at_work(s, bot, to):
        queue(s, [(bot, gain({"cocoa": cocoa}))])


@after(roll_dice)
@quietly
def note_roll(s: Teotihuacan, me: int, dice: tuple[int, ...]) -> None:
    """Remember the sum of the dice for the action that follows."""
    part(s, Offices).rolled = sum(dice)


@after(use_action_tile)
@quietly
def act_on_roll(s: Teotihuacan, me: int, tile: str) -> None:
    """Do more for the roll when its action tile is used; other tiles are used without a roll."""
    mine = part(s, Offices)
    rolled, mine.rolled = mine.rolled, 0
    if rolled:
        use_partner(s, me, position_of(rolled))
        muster(s, me, rolled)


def use_partner(s: Teotihuacan, me: int, position: int) -> None:
    """Pay to use the action tile of another position too (S02, R33, R105)."""
    priest = solo_priest(s)
    partner = priest.partners.get(str(position))
    if partner is not None and affords(s.players[me].goods, priest.partner_price):
        then(s, me, pay(priest.partner_price), use_action_tile(s.bot.places[partner]))


def muster(s: Teotihuacan, me: int, rolled: int) -> None:
    """Pay to place warriors, if the Teotibot has any in hand (S08, R113)."""
    priest = solo_priest(s)
    able = rolled in priest.rolls and affords(s.players[me].goods, priest.warriors_price)
    if able and in_hand(s, me):
        then(s, me, pay(priest.warriors_price), place_warriors(priest.warriors))


@adjusts(ascension_rewards)
def ascend_by_steps(was: tuple[Effect, ...], s: Teotihuacan, me: int) -> tuple[Effect, ...]:
    """Give a step on each temple in place of points for an ascension of the Teotibot (S03)."""
    if not (s.played_by_rules(me) and solo_priest(s).ascends_by_steps):
        return was
    others = [effect for effect in was if effect != score(TEOTIBOT.ascension)]
    return (*map(step, box(s).temples), *others)


@before(use_action_tile)
@quietly
def note_tile(s: Teotihuacan, me: int, tile: str) -> None:
    """Remember the action tile in use, and pay for its failing (S06)."""
    part(s, Offices).using = tile
    known, cocoa = ALL.action_tiles[tile], solo_priest(s).failing
    if cocoa and in_use(s) and not resolvable(s, me, tables.effects([known.do])[0]):
        then(s, me, gain({"cocoa": cocoa}))


def in_use(s: Teotihuacan) -> bool:
    """Return whether the action tile in use, or one that it replaces, is that of the priest."""
    using = part(s, Offices).using
    return bool(using) and solo_priest(s).tile in (using, ALL.action_tiles[using].instead)


@adjusts(fallback_cocoa)
def other_fallback(was: int, s: Teotihuacan) -> int:
    """Change the cocoa for a tile that fails (S04)."""
    return (solo_priest(s).fallback or was) if in_use(s) else was


@adjusts(scoring_owners)
def deny_points(was: list[int], s: Teotihuacan, me: int, tile: str) -> list[int]:
    """Let the player score nothing for a technology of the Teotibot (S06)."""
    return [] if s.played_by_rules(me) and solo_priest(s).denies else was


@after(collect_mask)
@quietly
def act_after_mask(s: Teotihuacan, me: int) -> None:
    """Do more after a mask is collected (S04, R106)."""
    then(s, me, *_tried(solo_priest(s).after_mask))


@after(act_on_board)
@quietly
def act_after_action(s: Teotihuacan, me: int, board: int) -> None:
    """Do more after an action on a board (S05, S06, R106)."""
    more = solo_priest(s).after_action.get(str(board))
    then(s, me, *_tried([more] if more else []))


def _tried(extras: list[Extra]) -> list[Effect]:
    return [try_extra(extra.board, extra.price) for extra in extras]


@quietly
def try_extra(s: Teotihuacan, me: int, board: int, price: Goods) -> None:
    """Act on a board for another price if that is possible; no worker is needed there (R106)."""
    if possible(s, me, replace(box(s).deeds[board], price=price)):
        then(s, me, act_besides(board, price))


@does
def act_besides(s: Teotihuacan, me: int, board: int, price: Goods) -> None:
    """Pay for an action on a board and do it; no worker is powered up or advances (R106)."""
    then(s, me, spend(price), *tables.effects(box(s).deeds[board].do))


@adjusts(slot_of)
def slot_of_face(was: str, s: Teotihuacan, face: int) -> str:
    """Activate a royal tile of the Mansion with any face of the die (S07)."""
    slots = solo_priest(s).slots
    return slots[face - 1] if slots else was


@after(activate_royal)
@quietly
def move_shaman_besides(s: Teotihuacan, me: int, space: str) -> None:
    """Move the shaman of the Teotibot when it has activated a royal tile (S07, R108)."""
    if solo_priest(s).slots:
        then(s, me, move_bot_shaman())
