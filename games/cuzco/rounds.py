"""Rounds and their three phases (rules section 3)."""

from __future__ import annotations

from engine.core import NOBODY, Item, does, queue, quietly, then
from engine.luck import draw
from games.cuzco.data import SETUP
from games.cuzco.dice import award_pututus, choose_die
from games.cuzco.market import clear_line, market
from games.cuzco.palace import last_tasks, palace
from games.cuzco.people import draw_tiles, use_tiles
from games.cuzco.scoring import count_points
from games.cuzco.state import Cuzco
from games.cuzco.temple import priesthood
from games.cuzco.turns import own_turn
from games.cuzco.university import university


@does
def new_round(s: Cuzco, me: int) -> None:
    """Phase I, phase II, and phase III in its five steps."""
    then(s, NOBODY, roll_dice(), place_dice(), phase_two(), phase_three(), end_round())


@quietly
def roll_dice(s: Cuzco, me: int) -> None:
    """All roll their dice at once; with the module, equal dice bring pututus."""
    s.phase = "I"
    items: list[Item] = []
    for seat in s.order:
        values = sorted(draw(s, SETUP.faces) + 1 for _ in range(SETUP.dice))
        items.append((seat, roll(tuple(values))))
    queue(s, [*items, *([(me, award_pututus())] if s.pututu else [])])


@does
def roll(s: Cuzco, me: int, dice: tuple[int, ...]) -> None:
    """The dice of a player for this round."""
    s.players[me].dice = list(dice)


@quietly
def place_dice(s: Cuzco, me: int) -> None:
    """In turn order everybody places one die after the other, until no die is left."""
    queue(s, [(seat, own_turn(choose_die())) for _ in range(SETUP.dice) for seat in s.order])


@does
def phase_two(s: Cuzco, me: int) -> None:
    """In turn order everybody uses study and farm tiles (section 6)."""
    s.phase = "II"
    queue(s, [(seat, own_turn(use_tiles())) for seat in s.order])


@does
def phase_three(s: Cuzco, me: int) -> None:
    """University, temple, market and palace (section 7)."""
    s.phase = "III"
    then(s, me, university(), priesthood(), market(), palace())


@quietly
def end_round(s: Cuzco, me: int) -> None:
    """Prepare the next round, or end the game after the last (7.5)."""
    s.ring = 5
    if s.round == SETUP.rounds:
        then(s, NOBODY, last_tasks(), final_scoring())
        return
    prepare = clear_board(), clear_line(), next_round(), lay_out_tiles(), lay_out_tasks()
    then(s, NOBODY, *prepare, new_round())


@does
def final_scoring(s: Cuzco, me: int) -> None:
    """The final scoring, in turn order."""
    queue(s, [(seat, count_points()) for seat in s.order])


@quietly
def clear_board(s: Cuzco, me: int) -> None:
    """Study and farm tiles, and tasks left in the palace, leave the game; dice go back."""
    for row in s.display.values():
        s.removed += [tile for tile in row if tile is not None]
        row.clear()
    s.removed += s.palace
    s.palace.clear()
    for dice in s.spaces.values():
        for die in dice:
            s.players[die.seat].dice.append(die.value)
        dice.clear()
    for player in s.players:
        player.dice += player.spent
        player.spent.clear()


@quietly
def next_round(s: Cuzco, me: int) -> None:
    """The round marker moves on and the ring returns to the first bridge."""
    s.round += 1
    s.ring = 1


@quietly
def lay_out_tiles(s: Cuzco, me: int) -> None:
    """New study and farm tiles on positions 1 to 6."""
    for kind in reversed(list(s.display)):
        tiles = draw_tiles(s, kind)
        then(s, me, show_tiles(kind, tuple(tiles)))


@does
def show_tiles(s: Cuzco, me: int, kind: str, tiles: tuple[str, ...]) -> None:
    """Tiles of a kind lie face up on their positions."""
    s.display[kind] = list(tiles)


@quietly
def lay_out_tasks(s: Cuzco, me: int) -> None:
    """Two more tasks than players come to the palace."""
    count = SETUP.players[str(len(s.players))].tasks
    then(s, me, show_tasks(tuple([s.task_pile.pop() for _ in range(count)])))


@does
def show_tasks(s: Cuzco, me: int, tasks: tuple[str, ...]) -> None:
    """Tasks lie face up in the palace."""
    s.palace = list(tasks)
