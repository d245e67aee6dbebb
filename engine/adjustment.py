"""Adjustments: functions of a title whose results modules change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


class Adjustment:
    """A function of a module that changes the result of an adjustable one."""

    def __init__(self, function: Callable[..., Any], run: Callable[..., Any]) -> None:
        self.function, self.run = function, run


_ADJUSTABLE: set[Callable[..., Any]] = set()


def adjustable(run: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Decorate a function of a title; modules may change what it returns.

    Its first argument is the state. It is called without arguments by name. Each module of the
    game changes the result of the one before.
    """

    def adjusted(s: Any, *args: Any) -> Any:  # hot: arguments by name would cost more
        result: Any = unadjusted(s, *args)
        if s.modules:
            for change in s.combinations[s.modules].adjustments.get(adjusted, ()):
                result = change(result, s, *args)
        return result

    unadjusted: Callable[..., Any] = run
    function: Callable[..., Any] = update_wrapper(adjusted, run)
    _ADJUSTABLE.add(function)
    return function


def adjusts(
    function: Callable[Concatenate[S, P], R],
) -> Callable[[Callable[Concatenate[R, S, P], R]], Adjustment]:
    """Decorate a function that changes a result: it gets the result, then the same arguments.

    :raises TypeError: the function is not adjustable.
    """
    if function not in _ADJUSTABLE:
        raise TypeError(f"{function.__qualname__} is not adjustable")
    return lambda run: Adjustment(function, run)


Adjustments = dict[Callable[..., Any], tuple[Callable[..., Any], ...]]
"""The functions that change the results of each adjustable function, in order."""


def gathered(sources: Iterable[Any]) -> Adjustments:
    """Return the adjustments that Python modules declare, in the order of declaration."""
    found: Adjustments = {}
    for source in sources:
        for each in vars(source).values():
            if isinstance(each, Adjustment):
                found[each.function] = (*found.get(each.function, ()), each.run)
    return found
