"""Adjustments: functions of a title whose results modules change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


class Adjustable(Generic[S, P, R]):
    """A function whose result the modules of the game may change, each that of the one before.

    It is called like the function itself; its first argument is the state.
    """

    def __init__(self, run: Callable[Concatenate[S, P], R]) -> None:
        self.run = run
        update_wrapper(self, run)

    if TYPE_CHECKING:

        def __call__(self, s: S, *args: P.args, **kwargs: P.kwargs) -> R: ...

    else:  # this is hot, and a call without arguments by name costs less

        def __call__(self, s, *args):
            result = self.run(s, *args)
            if s.modules:
                for change in s.combinations[s.modules].adjustments.get(self, ()):
                    result = change(result, s, *args)
            return result


class Adjustment:
    """A function of a module that changes the result of an adjustable one."""

    def __init__(self, function: Adjustable[Any, Any, Any], run: Callable[..., Any]) -> None:
        self.function, self.run = function, run


def adjustable(run: Callable[Concatenate[S, P], R]) -> Adjustable[S, P, R]:
    """Decorate a function of a title; modules may change what it returns."""
    return Adjustable(run)


def adjusts(
    function: Adjustable[S, P, R],
) -> Callable[[Callable[Concatenate[R, S, P], R]], Adjustment]:
    """Decorate a function that changes a result: it gets the result, then the same arguments."""
    return lambda run: Adjustment(function, run)


Adjustments = dict[Adjustable[Any, Any, Any], tuple[Callable[..., Any], ...]]
"""The functions that change the results of each adjustable function, in order."""


def gathered(sources: Iterable[Any]) -> Adjustments:
    """Return the adjustments that Python modules declare, in the order of declaration."""
    found: Adjustments = {}
    for source in sources:
        for each in vars(source).values():
            if isinstance(each, Adjustment):
                found[each.function] = (*found.get(each.function, ()), each.run)
    return found
