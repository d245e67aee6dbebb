"""Axomamma, which the rules play in the solo game: its start and its turn (19.1, 19.2)."""

from __future__ import annotations

from engine.core import Effect, does, queue, quietly, then
from engine.luck import one_of
from games.tawantinsuyu.army import draw_army
from games.tawantinsuyu.axomamma_board import best_spot, move_tokens, use_spots
from games.tawantinsuyu.axomamma_choices import bury_oldest, roll, roll_die
from games.tawantinsuyu.axomamma_data import AXOMAMMA, PERSONALITIES
from games.tawantinsuyu.axomamma_priest import next_section, way_to_action
from games.tawantinsuyu.axomamma_workers import enlist_nomads
from games.tawantinsuyu.buildings import refill_market
from games.tawantinsuyu.data import GOD_CARDS, HILL
from games.tawantinsuyu.difficulty import strength
from games.tawantinsuyu.festival import take_token
from games.tawantinsuyu.gods import to_offer
from games.tawantinsuyu.hill import SPACES, TERRACES, descending, helpers, roaming
from games.tawantinsuyu.hilltop import move_priest
from games.tawantinsuyu.paying import score
from games.tawantinsuyu.state import Tawantinsuyu, Token
from games.tawantinsuyu.statues import owns_symbol
from games.tawantinsuyu.tapestries import begin_tapestry
from games.tawantinsuyu.turns import stand_priest

# --- the start -----------------------------------------------------------------------------


@quietly
def prepare_axomamma(s: Tawantinsuyu, me: int) -> None:
    """Give Axomamma a random weaving and personality, army cards, and tucked god cards (19.1)."""
    start = AXOMAMMA.start
    personality = one_of(s, list(PERSONALITIES)) if strength(s).personality else ""
    weaving = one_of(s, s.drawn)
    cards = s.god_deck[: -start.tucked - 1 : -1]
    tucked = [tuck_card(slot, card) for slot, card in enumerate(cards, 1)]
    soldiers = [draw_army(1)] * start.army
    then(s, me, begin_axomamma(personality), begin_tapestry(weaving), *soldiers, *tucked)


@does
def begin_axomamma(s: Tawantinsuyu, me: int, personality: str) -> None:
    """Give Axomamma its goods, tokens, and the side of a personality token (19.1)."""
    s.players[me].goods = {**AXOMAMMA.start.goods}
    board = s.axomamma
    board.personality = personality
    board.tucked = [""] * AXOMAMMA.start.tucked
    board.tokens = [Token(value, r.id, spot) for r in AXOMAMMA.row for value, spot in r.tokens]


@does
def tuck_card(s: Tawantinsuyu, me: int, slot: int, card: str) -> None:
    """Tuck a god card into a slot of the board; only its symbol counts (19.1)."""
    (s.god_deck if card in s.god_deck else s.offer).remove(card)
    s.axomamma.tucked[slot - 1] = card


@quietly
def enter_hilltop(s: Tawantinsuyu, me: int) -> None:
    """Put its high priest clockwise from that of the player, and a step marker there (19.1)."""
    value = roll(s)
    section = (s.players[me - s.seats].priest - 1 + value) % HILL.sections + 1
    then(s, me, roll_die(value), stand_priest(section), begin_steps())


@quietly
def begin_steps(s: Tawantinsuyu, me: int) -> None:
    """Put a step marker on the upper spot of the section of its high priest (19.1)."""
    then(s, me, lay_step(best_spot(s, me)))


@does
def lay_step(s: Tawantinsuyu, me: int, spot: str) -> None:
    """Put a step marker on a spot without benefits."""
    s.steps[spot] = me
    s.players[me].steps -= 1


# --- the turn ------------------------------------------------------------------------------


@quietly
def act_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Go to a high-priest action, or else recruit or place a worker; end the turn (19.2).

    It may take the festival token at the end, as a player does (R182).
    """
    if s.over:
        return
    if n := way_to_action(s, me):
        action = lead_action(n)
    else:
        action = place_oldest() if s.players[me].workers else recover()
    then(s, me, action, refill_market(), take_token())


@quietly
def lead_action(s: Tawantinsuyu, me: int, n: int) -> None:
    """Move the high priest and act; then draw an army card and discard old god cards (19.2)."""
    points = strength(s).action
    old = [bury_oldest(0)] * AXOMAMMA.discarded
    then(s, me, *_scored(points), move_priest(n), draw_army(1), *old)


def _scored(points: int) -> tuple[Effect, ...]:
    return (score(points),) if points else ()


@quietly
def recover(s: Tawantinsuyu, me: int) -> None:
    """Recruit a nomad and discard old god cards for points, without a worker (19.2)."""
    known = strength(s)
    old = [bury_oldest(1)] * AXOMAMMA.discarded
    soldiers = [draw_army(1)] * known.recruits
    moved = stand_priest(next_section(s, me, AXOMAMMA.recruit))
    then(s, me, enlist_nomads(1), *old, *soldiers, *_scored(known.worker), moved)


@quietly
def place_oldest(s: Tawantinsuyu, me: int) -> None:
    """Place the oldest worker, and act under the tokens of the rolled value (19.2)."""
    workers, value = s.players[me].workers, roll(s)
    colour = workers[0] if s.axomamma.placed else one_of(s, workers)
    seek = seek_space(colour, value, 0)
    then(s, me, roll_die(value), seek, use_spots(value), move_tokens(value))


@quietly
def seek_space(s: Tawantinsuyu, me: int, colour: str, slot: int, tries: int) -> None:
    """Place a worker by the symbol of a tucked card; without a space, tuck another one (19.2).

    If no card of the deck has a space, it places no worker (R176).
    """
    card = s.axomamma.tucked[slot - 1]
    symbol = GOD_CARDS[card].symbol if card else ""
    if found := best_spaces(s, me, symbol):
        space = one_of(s, found) if len(found) > 1 else found[0]
        bonus = _scored(AXOMAMMA.symbol if owns_symbol(s, me, symbol) else 0)
        then(s, me, station(colour, space), replace_card(slot), *bonus)
    elif tries < len(GOD_CARDS):
        then(s, me, replace_card(slot), seek_space(colour, slot, tries + 1))


def best_spaces(s: Tawantinsuyu, me: int, symbol: str) -> list[str]:
    """Return the cheapest empty spaces of a symbol on the terrace of the festival (19.2).

    Without one it looks on the terraces above, the nearest first, then on those below (R176).
    """
    here = min(s.festivals, len(TERRACES) - 1)
    order = [*TERRACES[here::-1], *TERRACES[here + 1 :]]
    empty = [each for each in SPACES.values() if each.symbol == symbol and each.id not in s.hill]
    levels = ([each.id for each in empty if each.terrace == terrace] for terrace in order)
    found = next(filter(None, levels), [])
    food = {space: roaming(s, me, space) + descending(s, space) for space in found}
    return [space for space in found if food[space] == min(food.values())]


@does
def station(s: Tawantinsuyu, me: int, colour: str, space: str) -> None:
    """Put a worker on a space without food and tasks; the player's steps score (19.2)."""
    owners = [side for side in helpers(s, space) if side != me]
    s.players[me].workers.remove(colour)
    s.hill[space], s.axomamma.placed = colour, True
    queue(s, [(side, score(HILL.owner)) for side in owners])


@does
def replace_card(s: Tawantinsuyu, me: int, slot: int) -> None:
    """Move a tucked god card to the offer, and tuck another one (19.2)."""
    s.now.card, s.axomamma.tucked[slot - 1] = s.axomamma.tucked[slot - 1], ""
    offered = (to_offer(s.now.card),) if s.now.card else ()
    then(s, me, *offered, tuck_top(slot))


@quietly
def tuck_top(s: Tawantinsuyu, me: int, slot: int) -> None:
    """Tuck the top god card of the deck, or the oldest one of the offer (D34)."""
    if found := [*s.god_deck[-1:], *s.offer]:
        then(s, me, tuck_card(slot, found[0]))
