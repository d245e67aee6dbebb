"""The palace: completing tasks of the Sapa Inca and taking new ones; the last tasks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Item, Listing, Option, asks, does, may_ask, queue, quietly, then
from engine.listing import Reason, RefusedAnswer, or_else, why
from engine.moments import at, otherwise_at
from games.cuzco.counting import met
from games.cuzco.data import SETUP, TASKS
from games.cuzco.gods import MOMENTS
from games.cuzco.state import Cuzco
from games.cuzco.turns import DONE, close, own_turn, score

ON_TASK = MOMENTS["on_task"]
"""The window of a task, as the cards name it."""


@does
def palace(s: Cuzco, me: int) -> None:
    """Have each player in the new order settle a task and take a new one (7.4; D13).

    Also in the last round.
    """
    s.ring = 4
    queue(s, [(seat, own_turn((settle_task(), choose_task()))) for seat in s.order])


def completions(s: Cuzco, me: int) -> Listing:
    """List the open tasks whose conditions hold, with a card's help for fewer points (D14)."""
    now = s.now
    listed: list[Option | RefusedAnswer] = []
    for task in s.players[me].tasks:
        if met(s, me, task, 0):
            listed.append(_complete(task, SETUP.task_points))
        elif now.relaxed and met(s, me, task, now.relaxed):
            listed.append(_complete(task, now.relaxed_points))
        else:
            listed.append((f"complete {task}", _not_met(task)))
    return listed


@cache
def _complete(task: str, points: int) -> Option:
    return Option(f"complete {task}", (complete(task), score(points)))


@cache
def _not_met(task: str) -> Reason:
    return why("task-not-met", "7.4", task=task)


@cache
def _discard(task: str) -> Option:
    return Option(f"discard {task}", (drop_task(task),))


@asks
def settle_task(s: Cuzco, me: int) -> Listing:
    """Complete a task by showing that its conditions hold (E12), or return one to the box.

    A task that could be completed may be declined (D12).
    """
    discards = [_discard(task) for task in s.players[me].tasks]
    return [*completions(s, me), *discards, *at(s, me, ON_TASK)]


@settle_task.otherwise
def no_task(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the tasks of others, and the cards that cannot help."""
    for task in TASKS:
        yield f"discard {task}", why("not-your-task", "7.4", task=task)
    yield from no_completion(s, me)


def no_completion(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the tasks that do not lie before the player, and the cards that cannot help."""
    for task in TASKS:
        yield f"complete {task}", why("not-your-task", "7.4", task=task)
    yield from otherwise_at(s, me, ON_TASK)


@does
def complete(s: Cuzco, me: int, task: str) -> None:
    """Move a task face down to the completed ones."""
    player = s.players[me]
    player.tasks.remove(task)
    player.completed.append(task)
    s.now.relaxed = 0
    close(s, ON_TASK)


@does
def drop_task(s: Cuzco, me: int, task: str) -> None:
    """Remove a task from the game."""
    s.players[me].tasks.remove(task)
    s.removed.append(task)


@asks
def choose_task(s: Cuzco, me: int) -> list[Option]:
    """Take one of the tasks left in the palace; it is not replaced (E13)."""
    return [_choose(task) for task in s.palace]


@choose_task.otherwise
def no_choice(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the gold tasks that do not lie in the palace."""
    for task in TASKS.values():
        if not task.silver:
            yield f"take {task.id}", why("not-in-palace", "7.4", task=task.id)


@cache
def _choose(task: str) -> Option:
    return Option(f"take {task}", (take_task(task),))


@does
def take_task(s: Cuzco, me: int, task: str) -> None:
    """Take a task of the palace; it lies open before the player."""
    s.palace.remove(task)
    s.players[me].tasks.append(task)


@does
def relax_requirement(s: Cuzco, me: int, n: int, points: int) -> None:
    """Lower one requirement of a task; the task then gives fewer points."""
    s.now.relaxed, s.now.relaxed_points = n, points


@relax_requirement.possible
def anything_to_relax(s: Cuzco, me: int, n: int, points: int) -> bool:
    """Return whether a task can be completed with the requirement lowered only."""
    tasks = s.players[me].tasks
    return not s.now.relaxed and any(
        [met(s, me, task, n) and not met(s, me, task, 0) for task in tasks]
    )


@quietly
def last_tasks(s: Cuzco, me: int) -> None:
    """Have each player in turn order try the three tasks left (section 8).

    All hands are open by then, because tasks may count their cards (R68).
    """
    s.phase = "end"
    items: list[Item] = [
        (seat, show_hand(tuple(s.players[seat].dealt_gods)))
        for seat in s.order
        if s.players[seat].dealt_gods
    ]
    turns = [(seat, own_turn((present_tasks(), plead(), forget_tasks()))) for seat in s.order]
    queue(s, [*items, *turns])


@does
def show_hand(s: Cuzco, me: int, cards: tuple[str, ...]) -> None:
    """Turn up the god cards that were still secret."""
    player = s.players[me]
    player.gods += player.dealt_gods
    player.dealt_gods = []


@does
def present_tasks(s: Cuzco, me: int) -> None:
    """Complete every task whose conditions hold (R67)."""
    for task in s.players[me].tasks:
        if met(s, me, task, 0):
            then(s, me, complete(task), score(SETUP.task_points))


@may_ask
def plead(s: Cuzco, me: int) -> Listing:
    """Complete the other tasks with the help of cards, one card a task."""
    again = [
        each._replace(again=True) if isinstance(each, Option) else each
        for each in completions(s, me)
    ]
    return or_else([*again, *at(s, me, ON_TASK)], DONE)


plead.otherwise(no_completion)


@quietly
def forget_tasks(s: Cuzco, me: int) -> None:
    """Remove the tasks that could not be completed from the game."""
    for task in s.players[me].tasks:
        then(s, me, drop_task(task))
