"""Rounds and their three phases (rules section 3)."""

from __future__ import annotations

from engine.core import NOBODY, Item, does, queue, quietly, then
from engine.luck import draw
from games.cuzco.data import SETUP
from games.cuzco.dice import choose_die
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
    """Begin a round: phase I, phase II, and phase III in its five steps."""
    then(s, NOBODY, roll_dice(), place_dice(), phase_two(), phase_three(), end_round())


@quietly
def roll_dice(s: Cuzco, me: int) -> None:
    """Roll all dice at once."""
    s.phase = "I"
    items: list[Item] = []
    for seat in s.order:
        values = sorted(draw(s, SETUP.faces) + 1 for _ in range(SETUP.dice))
        items.append((seat, roll(tuple(values))))
    queue(s, items)


@does
def roll(s: Cuzco, me: int, dice: tuple[int, ...]) -> None:
    """Roll the dice of a player for this round."""
    s.players[me].dice = list(dice)


@quietly
def place_dice(s: Cuzco, me: int) -> None:
    """Have each player in turn order place one die, until no die is left."""
    queue(s, [(seat, own_turn((choose_die(),))) for _ in range(SETUP.dice) for seat in s.order])


@does
def phase_two(s: Cuzco, me: int) -> None:
    """Let each player in turn order use study and farm tiles (section 6)."""
    s.phase = "II"
    queue(s, [(seat, own_turn((use_tiles(),))) for seat in s.order])


@does
def phase_three(s: Cuzco, me: int) -> None:
    """Resolve university, temple, market and palace (section 7)."""
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
    """Begin the final scoring, in turn order."""
    queue(s, [(seat, count_points()) for seat in s.order])


@quietly
def clear_board(s: Cuzco, me: int) -> None:
    """Remove study and farm tiles and the tasks of the palace; return the dice."""
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
    """Move the round marker on, and the ring to the first bridge."""
    s.round += 1
    s.ring = 1


@quietly
def lay_out_tiles(s: Cuzco, me: int) -> None:
    """Draw new study and farm tiles for positions 1 to 6."""
    for kind in reversed(list(s.display)):
        tiles = draw_tiles(s, kind)
        then(s, me, show_tiles(kind, tuple(tiles)))


@does
def show_tiles(s: Cuzco, me: int, kind: str, tiles: tuple[str, ...]) -> None:
    """Lay tiles of a kind face up on their positions."""
    s.display[kind] = list(tiles)


@quietly
def lay_out_tasks(s: Cuzco, me: int) -> None:
    """Draw new tasks for the palace, two more than players."""
    count = SETUP.players[str(len(s.players))].tasks
    then(s, me, show_tasks(tuple([s.task_pile.pop() for _ in range(count)])))


@does
def show_tasks(s: Cuzco, me: int, tasks: tuple[str, ...]) -> None:
    """Lay tasks face up in the palace."""
    s.palace = list(tasks)
