"""The turn of the Teotibot and its action pyramid (11.1, 11.2)."""

from __future__ import annotations

from engine.adjustment import adjustable
from engine.core import does, quietly, then
from engine.luck import draw, one_of, shuffled
from engine.vocabulary import affords, pay
from games.teotihuacan.action_tiles import use_action_tile
from games.teotihuacan.bot_data import ARROWS, TEOTIBOT
from games.teotihuacan.box import box
from games.teotihuacan.data import SETUP
from games.teotihuacan.difficulty import strength
from games.teotihuacan.goods import score
from games.teotihuacan.state import CurrentTurn, Teotihuacan, Worker

SLIDES = 2
"""The direction tiles that say which action tiles slide up."""

COCOA = {"cocoa": TEOTIBOT.exchanged}


@quietly
def prepare_bot(s: Teotihuacan, me: int) -> None:
    """Shuffle the action tiles and turn each direction tile to a random side (11.1)."""
    tiles = tuple(shuffled(s, list(box(s).action_tiles)))
    arrows = tuple(one_of(s, ARROWS) for _ in range(direction_tiles(s)))
    then(s, me, lay_action_tiles(tiles, arrows), begin_bot())


@adjustable
def direction_tiles(s: Teotihuacan) -> int:
    """Return the number of direction tiles."""
    return SLIDES


@does
def lay_action_tiles(
    s: Teotihuacan, me: int, tiles: tuple[str, ...], arrows: tuple[str, ...]
) -> None:
    """Lay out the action pyramid; the last tile is set aside."""
    *s.bot.places, s.bot.aside = tiles
    s.bot.arrows = list(arrows)


@does
def begin_bot(s: Teotihuacan, me: int) -> None:
    """Give the Teotibot its goods, markers and workers; the steps bring no rewards (11.1)."""
    player, start, begun = s.players[me], TEOTIBOT.start, strength(s)
    player.goods |= dict.fromkeys(SETUP.resources, begun.resources)
    player.temples = dict.fromkeys(player.temples, start.temple)
    player.avenue = start.avenue
    player.technologies = [s.technologies[start.technology - 1]]
    player.workers = [Worker(begun.power, board) for board in start.workers]
    player.workers.append(Worker(start.locked.power, start.locked.board, start.locked.space))


@quietly
def bot_turn(s: Teotihuacan, me: int) -> None:
    """Roll for an action tile, use it, slide the tiles and exchange cocoa (11.2)."""
    if s.over:
        return
    s.now = CurrentTurn()
    dice = tuple(draw(s, TEOTIBOT.faces) + 1 for _ in range(TEOTIBOT.dice))
    tile = s.bot.places[position_of(sum(dice))]
    then(s, me, roll_dice(dice), use_action_tile(tile), slide_tiles(tile), exchange_cocoa())


def position_of(roll: int) -> int:
    """Return the position of the action pyramid that a sum of the dice chooses (11.2)."""
    return next(n for n, each in enumerate(TEOTIBOT.position) if roll in each.rolls)


@does
def roll_dice(s: Teotihuacan, me: int, dice: tuple[int, ...]) -> None:
    """Roll the dice for an action tile."""


@does
def slide_tiles(s: Teotihuacan, me: int, tile: str) -> None:
    """Set the used tile aside: others slide up, and the one aside fills the bottom row.

    The first direction tile says which tile slides up first. Then it is turned over and put below.
    """
    bot = s.bot
    gap = bot.places.index(tile)
    for arrow in bot.arrows[:SLIDES]:
        if arrow in TEOTIBOT.position[gap].below:
            below = TEOTIBOT.position[gap].below[arrow]
            bot.places[gap], gap = bot.places[below], below
    bot.places[gap], bot.aside = bot.aside, tile
    first, *rest = bot.arrows
    bot.arrows = [*rest, next(arrow for arrow in ARROWS if arrow != first)]


@quietly
def exchange_cocoa(s: Teotihuacan, me: int) -> None:
    """Discard cocoa for points once a turn, if the Teotibot has enough (11.2)."""
    if affords(s.players[me].goods, COCOA):
        then(s, me, pay(COCOA), score(strength(s).exchange))
