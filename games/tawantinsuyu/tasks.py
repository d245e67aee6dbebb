"""Tasks: using the icons round a space as evenly as possible (section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.core import Effect, Listing, Option, does, may_ask, quietly, resolvable, then
from engine.listing import Reason, RefusedAnswer, answer, or_else, why
from engine.vocabulary import gain
from games.tawantinsuyu.benefits import benefits, free, no_free
from games.tawantinsuyu.data import GOD_CARDS, TASKS, WORKERS
from games.tawantinsuyu.gods import card_benefits, take_gods
from games.tawantinsuyu.hill import ICONS, icons_round
from games.tawantinsuyu.passives import owned
from games.tawantinsuyu.paying import PASS, score
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.statues import owns_symbol

EFFECTS = {task.id: tables.effects(task.do) for task in TASKS.task}
STOP = Option("stop")


@may_ask
def work(s: Tawantinsuyu, me: int) -> Listing:
    """Carry out a task of an icon round the space, one by one, or forgo the rest (7, D12, D13)."""
    if not s.now.tasks:
        return []
    icons, lowest = icons_round(s.now.space), min(s.now.used)
    tasks = [
        answer(
            _task(icon.id, place, bonus(s, me, icon.task)),
            unless=no_task(s, me, icon.task, s.now.used[place] > lowest),
        )
        for place, icon in enumerate(icons)
    ]
    before = may_benefit(s, me) and not any(s.now.used)
    first = [Option("benefits", (open_benefits(),), again=True)] if before else []
    return or_else([*tasks, *first, *free(s, me)], STOP)


def no_task(s: Tawantinsuyu, me: int, task: str, used: bool) -> Reason | None:
    """Return why a task cannot be carried out now, or None (section 7)."""
    if used:
        return why("icon-used", "7")
    if all([resolvable(s, me, effect) for effect in EFFECTS[task]]):
        return None
    return why("task-impossible", "10", task=task)


def bonus(s: Tawantinsuyu, me: int, task: str) -> tuple[int, int]:
    """Return the goods more and the points that a resource task brings (Z20)."""
    found = [each.bonus for each in owned(s, me) if each.bonus and task in each.bonus.tasks]
    return sum([each.more for each in found]), sum([each.points for each in found])


@cache
def _task(icon: str, place: int, more: tuple[int, int]) -> Option:
    task = ICONS[icon].task
    n, points = more
    extra: tuple[Effect, ...] = (gain({task: n}), score(points)) if n else ()
    return Option(f"task {icon}", (use_icon(place, task), *EFFECTS[task], *extra, work()))


@work.otherwise
def no_icon(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the icons that are not round the space, and benefits that are gone."""
    for icon in ICONS:
        yield f"task {icon}", why("icon-elsewhere", "7", icon=icon)
    yield "benefits", why("no-benefits", "9")
    yield from no_free(s, me)


@does
def use_icon(s: Tawantinsuyu, me: int, icon: int, task: str) -> None:
    """Spend a task on an icon."""
    s.now.tasks -= 1
    s.now.used[icon] += 1


@quietly
def after_tasks(s: Tawantinsuyu, me: int) -> None:
    """Take the benefits of the god card if they are left, then the god cards of a priest (6)."""
    gods = WORKERS[s.now.ability].gods
    then(s, me, last_benefits(), *((take_gods(gods, True),) if gods else ()))


@may_ask
def last_benefits(s: Tawantinsuyu, me: int) -> Listing:
    """Take the benefits of the god card after the last task, or leave them (section 9)."""
    if not may_benefit(s, me):
        return []
    return [Option("benefits", (open_benefits(),)), PASS]


last_benefits.refuses_nothing("the benefits are always listed")


def may_benefit(s: Tawantinsuyu, me: int) -> bool:
    """Return whether the benefits are left, and the player owns a statue of the symbol (R164)."""
    return s.now.benefit and owns_symbol(s, me, GOD_CARDS[s.now.card].symbol)


@does
def open_benefits(s: Tawantinsuyu, me: int) -> None:
    """Take the benefits of the god card once, before or after all tasks (section 9, D10)."""
    s.now.benefit = False
    then(s, me, benefits(card_benefits(s.now.card)))
