"""Setting up a table: board, piles, boards of the players, and the secret choices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from engine.core import (
    NOBODY,
    Item,
    Listing,
    Option,
    asks_secretly,
    does,
    does_secretly,
    queue,
    quietly,
    then,
    together,
)
from engine.listing import RefusedAnswer, answer, why
from engine.luck import draw, shuffled
from engine.title import Start
from engine.vocabulary import each_side
from games.cuzco.board import TRIANGLES, villages
from games.cuzco.data import (
    BOARD,
    CARDS,
    GODS,
    GOODS,
    KINDS,
    MASK,
    MASKS,
    SETUP,
    SPACES,
    TASKS,
    TILES,
)
from games.cuzco.gods import DECKS, draw_card, show_card
from games.cuzco.headdress import SLOTS, no_feather, take_feather
from games.cuzco.people import draw_tiles
from games.cuzco.rounds import new_round
from games.cuzco.state import Cuzco, Player


def setup(start: Start) -> Cuzco:
    """Return a table up to the first choice of every player (section 2)."""
    seats = start.sides
    s = start.state(Cuzco, [])
    s.layout = random_layout(s)
    s.piles = {village: [] for village in villages(s.layout)}
    masks = shuffled(s, list(MASK))
    s.players = [Player(dict(SETUP.goods), masks[seat]) for seat in range(seats)]
    s.order = shuffled(s, list(range(seats)))
    s.arrivals = list(reversed(s.order))
    for token, seat in enumerate(s.order):
        s.players[seat].points = SETUP.token_points[token]
    lay_out_supplies(s, seats)
    lay_out_piles(s, seats)
    deal_feathers(s)
    stages = together(choose_slot()), each_side(0, reveal_slot()), deal_tasks()
    then(s, NOBODY, *stages, together(choose_tasks()), each_side(0, reveal_tasks()), deal_gods())
    s.agenda.insert(0, (NOBODY, new_round()))
    return s


def random_layout(s: Cuzco) -> str:
    """Shuffle the triangles of each type among the positions of their type."""
    feathers = [t for t in BOARD.default_layout if TRIANGLES[t].feathers]
    buildings = [t for t in BOARD.default_layout if not TRIANGLES[t].feathers]
    piles = {True: shuffled(s, feathers), False: shuffled(s, buildings)}
    return "".join(piles[bool(TRIANGLES[t].feathers)].pop() for t in BOARD.default_layout)


def lay_out_supplies(s: Cuzco, seats: int) -> None:
    """Lay out action spaces, stairs and feathers for the number of players."""
    table = SETUP.players[str(seats)]
    s.spaces = {space.id: [] for space in SPACES.players[str(seats)]}
    s.stairs = [None] * SETUP.temple.steps
    s.feathers = dict.fromkeys(MASKS.colours, table.feathers)
    for player in s.players:
        player.feathers = {colour: [] for colour in MASKS.colours}
    s.medals_gone = len(SETUP.token_points) - seats


def lay_out_piles(s: Cuzco, seats: int) -> None:
    """Lay out god decks, study and farm tiles, the market and the palace."""
    table = SETUP.players[str(seats)]
    s.god_pile = shuffled(s, [card for card in CARDS for _ in range(GODS.copies)])
    s.gods = dict.fromkeys(DECKS)
    s.tile_pile = shuffled(s, list(TILES))
    s.display = {kind: list(draw_tiles(s, kind)) for kind in KINDS}
    goods = [g.id for g in GOODS.values() for _ in range(g.count - table.goods_removed)]
    s.removed = [good for good in GOODS for _ in range(table.goods_removed)]
    goods = shuffled(s, goods)
    n = table.goods_per_round
    s.market = [goods[n * line : n * (line + 1)] for line in range(SETUP.rounds)]
    silver = shuffled(s, [task.id for task in TASKS.values() if task.silver])
    for player in s.players:
        player.tasks = [silver.pop()]
    s.removed += silver
    s.task_pile = shuffled(s, [task.id for task in TASKS.values() if not task.silver])
    s.palace = [s.task_pile.pop() for _ in range(table.tasks)]


def deal_feathers(s: Cuzco) -> None:
    """Deal one feather of each colour at random; the surplus goes back to the supply."""
    for player, colour in zip(s.players, shuffled(s, list(MASKS.colours)), strict=False):
        s.feathers[colour] -= 1
        player.first_feather = colour


@asks_secretly
def choose_slot(s: Cuzco, me: int) -> list[Option]:
    """Choose the slot for the feather dealt: one of those of its colour."""
    player = s.players[me]
    return list(_slots(player.first_feather, SLOTS[player.mask][player.first_feather]))


@choose_slot.otherwise
def no_first_slot(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the slots that the mask does not have, and slots of other colours."""
    player = s.players[me]
    return no_feather(player, lambda _: why("other-colour", "4.1", colour=player.first_feather))


@cache
def _slots(colour: str, circlets: tuple[int, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(f"feather {colour} {circlet}", (keep_slot(colour, circlet),)) for circlet in circlets
    )


@does_secretly
def keep_slot(s: Cuzco, me: int, colour: str, circlet: int) -> None:
    """Note the slot, as its place among those of the colour, until all have chosen."""
    player = s.players[me]
    player.slot = [SLOTS[player.mask][colour].index(circlet)]


@quietly
def reveal_slot(s: Cuzco, me: int) -> None:
    """Set the first feather in the chosen slot."""
    player = s.players[me]
    colour, n = player.first_feather, player.slot.pop()
    player.first_feather = ""
    s.feathers[colour] += 1
    then(s, me, take_feather(colour, SLOTS[player.mask][colour][n]))


@quietly
def deal_tasks(s: Cuzco, me: int) -> None:
    """Let each player draw gold tasks."""
    for player in s.players:
        player.dealt_tasks = sorted([s.task_pile.pop() for _ in range(SETUP.tasks_drawn)])


@asks_secretly
def choose_tasks(s: Cuzco, me: int) -> list[Option]:
    """Keep two of the tasks drawn; the others leave the game."""
    pairs = combinations(s.players[me].dealt_tasks, SETUP.tasks_kept)
    return [Option(f"keep {' '.join(pair)}", (keep_tasks(pair),)) for pair in pairs]


choose_tasks.refuses_nothing("every pair of the tasks drawn may be kept")


@does_secretly
def keep_tasks(s: Cuzco, me: int, tasks: tuple[str, ...]) -> None:
    """Lay the tasks aside, hidden, until all seats have chosen."""
    player = s.players[me]
    player.kept_tasks = list(tasks)
    player.dealt_tasks = [task for task in player.dealt_tasks if task not in tasks]


@quietly
def reveal_tasks(s: Cuzco, me: int) -> None:
    """Open the tasks kept; the others leave the game unseen."""
    player = s.players[me]
    kept, player.kept_tasks = player.kept_tasks, []
    s.task_box += player.dealt_tasks
    player.dealt_tasks = []
    then(s, me, open_tasks(tuple(kept)))


@does
def open_tasks(s: Cuzco, me: int, tasks: tuple[str, ...]) -> None:
    """Lay tasks open before their owner."""
    s.players[me].tasks += tasks


@quietly
def deal_gods(s: Cuzco, me: int) -> None:
    """Shuffle cards of every deck together and deal them face down (section 2, step 15).

    Only decks that give two cards can deal two cards of one god.
    """
    count = SETUP.players[str(len(s.players))].gods_per_deck
    drawn = [draw_card(s, god) for god in DECKS for _ in range(count)]
    s.god_rest = shuffled(s, [card for card in drawn if card is not None])
    for player in s.players:
        player.dealt_gods = sorted([s.god_rest.pop() for _ in range(SETUP.gods_dealt)])
    swaps = [together(return_god()), swap_gods()] if count > 1 else []
    then(s, NOBODY, *swaps, open_decks())


def equal_gods(hand: list[str]) -> bool:
    """Return whether two of these cards belong to one god."""
    return len({CARDS[card].god for card in hand}) < len(hand)


@asks_secretly
def return_god(s: Cuzco, me: int) -> Listing:
    """Choose which of two cards of the same god goes back; keep cards of different gods (D19)."""
    hand = s.players[me].dealt_gods
    equal = equal_gods(hand)
    return [
        answer("keep", unless=equal and why("gods-equal", "2")),
        *[
            answer(f"return {card}", give_back(card), unless=not equal and why("gods-differ", "2"))
            for card in dict.fromkeys(hand)
        ],
    ]


@return_god.otherwise
def no_return(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the cards that are not in the hand."""
    for card in CARDS:
        yield f"return {card}", why("not-in-hand", "2", card=card)


@does_secretly
def give_back(s: Cuzco, me: int, card: str) -> None:
    """Lay the card aside until all seats have chosen."""
    player = s.players[me]
    player.dealt_gods.remove(card)
    player.returned_gods = [card]


@quietly
def swap_gods(s: Cuzco, me: int) -> None:
    """Draw a card of the rest for each card that goes back to the rest, in turn order.

    The drawn card is of another god: both cards of the first one are in the hand (D19).
    """
    items: list[Item] = []
    for seat in s.order:
        player = s.players[seat]
        if player.returned_gods:
            n = draw(s, len(s.god_rest))
            player.dealt_gods = sorted([*player.dealt_gods, s.god_rest[n]])
            s.god_rest[n] = player.returned_gods.pop()
            items.append((seat, swap_god()))
    queue(s, items)


@does
def swap_god(s: Cuzco, me: int) -> None:
    """Swap one of two cards of the same god; only the player knows which."""


@quietly
def open_decks(s: Cuzco, me: int) -> None:
    """Discard the rest face up and turn up the first card of every deck."""
    items: list[Item] = [(NOBODY, discard_rest(tuple(s.god_rest)))]
    s.god_rest = []
    for god in DECKS:
        card = draw_card(s, god)
        assert card is not None
        items.append((NOBODY, show_card(card)))
    queue(s, items)


@does
def discard_rest(s: Cuzco, me: int, cards: tuple[str, ...]) -> None:
    """Discard the god cards that were not dealt, face up."""
    s.discards += cards
