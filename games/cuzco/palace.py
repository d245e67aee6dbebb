"""The palace: completing tasks of Sapa Inca's and taking new ones; the last tasks of all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Item, Option, Refusal, asks, does, may_ask, queue, quietly, then
from games.cuzco.counting import met
from games.cuzco.data import SETUP, TASKS
from games.cuzco.gods import close, plays, refused_cards
from games.cuzco.points import DONE, score
from games.cuzco.state import Cuzco
from games.cuzco.turns import own_turn

ON_TASK = "on_task"
"""The window of a task, as the cards name it."""


@does
def palace(s: Cuzco, me: int) -> None:
    """In the new order everybody settles a task and takes a new one, also in the last round
    (7.4; D13)."""
    s.ring = 4
    queue(s, [(seat, own_turn(settle_task(), choose_task())) for seat in s.order])


def completable(s: Cuzco, me: int) -> list[Option]:
    """The open tasks whose conditions hold, with a card's help for fewer points (D14)."""
    now, options = s.now, []
    for task in s.players[me].tasks:
        if met(s, me, task, 0):
            options.append(_complete(task, SETUP.task_points))
        elif now.relaxed and met(s, me, task, now.relaxed):
            options.append(_complete(task, now.relaxed_points))
    return options


@cache
def _complete(task: str, points: int) -> Option:
    return Option(f"complete {task}", (complete(task), score(points)))


@cache
def _discard(task: str) -> Option:
    return Option(f"discard {task}", (drop_task(task),))


@asks
def settle_task(s: Cuzco, me: int) -> list[Option]:
    """Complete one task by showing that its conditions hold (E12), or put one out of the game;
    a task that could be completed may be declined (D12)."""
    options = completable(s, me) + [_discard(task) for task in s.players[me].tasks]
    return options + plays(s, me, ON_TASK)


@settle_task.refuses
def refused_tasks(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Tasks of others or of nobody, and those whose conditions do not hold."""
    yield from refused_completions(s, me)
    for task in TASKS:
        if task not in s.players[me].tasks:
            yield Refusal(f"discard {task}", "not-your-task", {"task": task}, "7.4")


def refused_completions(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Tasks that cannot be completed, and cards that cannot help with one."""
    offered = {option.id for option in completable(s, me)}
    for task in TASKS:
        if task not in s.players[me].tasks:
            yield Refusal(f"complete {task}", "not-your-task", {"task": task}, "7.4")
        elif f"complete {task}" not in offered:
            yield Refusal(f"complete {task}", "task-not-met", {"task": task}, "7.4")
    yield from refused_cards(s, me, plays(s, me, ON_TASK), ON_TASK)


@does
def complete(s: Cuzco, me: int, task: str) -> None:
    """A task goes face down to the completed ones."""
    player = s.players[me]
    player.tasks.remove(task)
    player.completed.append(task)
    s.now.relaxed = 0
    close(s, ON_TASK)


@does
def drop_task(s: Cuzco, me: int, task: str) -> None:
    """A task leaves the game."""
    s.players[me].tasks.remove(task)
    s.removed.append(task)


@asks
def choose_task(s: Cuzco, me: int) -> list[Option]:
    """Take one of the tasks left in the palace; it is not replaced (E13)."""
    return [_choose(task) for task in s.palace]


@choose_task.refuses
def refused_choices(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Gold tasks that do not lie in the palace."""
    for task in TASKS.values():
        if not task.silver and task.id not in s.palace:
            yield Refusal(f"take {task.id}", "not-in-palace", {"task": task.id}, "7.4")


@cache
def _choose(task: str) -> Option:
    return Option(f"take {task}", (take_task(task),))


@does
def take_task(s: Cuzco, me: int, task: str) -> None:
    """A task of the palace lies open before the player."""
    s.palace.remove(task)
    s.players[me].tasks.append(task)


@does
def relax_requirement(s: Cuzco, me: int, n: int, points: int) -> None:
    """One requirement of a task counts so much less; the task then gives fewer points."""
    s.now.relaxed, s.now.relaxed_points = n, points


@relax_requirement.possible
def anything_to_relax(s: Cuzco, me: int, n: int, points: int) -> bool:
    """A task can be completed with the requirement lowered, and not without."""
    tasks = s.players[me].tasks
    return not s.now.relaxed and any(
        [met(s, me, task, n) and not met(s, me, task, 0) for task in tasks]
    )


@quietly
def last_tasks(s: Cuzco, me: int) -> None:
    """In turn order everybody tries the three tasks left; all hands lie open by then, because
    tasks may count their cards (section 8; R68)."""
    s.phase = "end"
    items: list[Item] = [
        (seat, show_hand(tuple(s.players[seat].dealt_gods)))
        for seat in s.order
        if s.players[seat].dealt_gods
    ]
    turns = [(seat, own_turn(present_tasks(), plead(), forget_tasks())) for seat in s.order]
    queue(s, [*items, *turns])


@does
def show_hand(s: Cuzco, me: int, cards: tuple[str, ...]) -> None:
    """God cards that were still secret are turned up."""
    player = s.players[me]
    player.gods += player.dealt_gods
    player.dealt_gods = []


@does
def present_tasks(s: Cuzco, me: int) -> None:
    """Every task whose conditions hold is completed (R67)."""
    for task in s.players[me].tasks:
        if met(s, me, task, 0):
            then(s, me, complete(task), score(SETUP.task_points))


@may_ask
def plead(s: Cuzco, me: int) -> list[Option]:
    """Complete the other tasks with the help of cards, one card a task."""
    options = [Option(o.id, o.then, again=True) for o in completable(s, me)]
    options += plays(s, me, ON_TASK)
    return [*options, DONE] if options else []


@plead.refuses
def refused_pleas(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Tasks whose conditions do not hold even so."""
    yield from refused_completions(s, me)


@quietly
def forget_tasks(s: Cuzco, me: int) -> None:
    """Tasks that could not be completed leave the game."""
    for task in s.players[me].tasks:
        then(s, me, drop_task(task))
