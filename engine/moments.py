"""Moments: named points in a question at which cards and modules may list answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.listing import Listing, RefusedAnswer


class Moment(str):
    """A named point in a question; a constant of a title declares it: ``Moment("on_action")``."""

    __slots__ = ()


Moments = tuple[Moment, ...]
"""Moments that are open at once."""


class Answers:
    """A function that lists answers while one of its moments is open.

    It is called with the state, the side that is asked, and the moments that are open.
    """

    def __init__(self, moments: Moments, run: Callable[..., Listing]) -> None:
        self.moments = frozenset(moments)
        self.run = run
        self.unlisted: Callable[..., Iterable[RefusedAnswer]] | None = None

    def otherwise(
        self, unlisted: Callable[..., Iterable[RefusedAnswer]]
    ) -> Callable[..., Iterable[RefusedAnswer]]:
        """Register the reasons of known answers that the listing does not name."""
        self.unlisted = unlisted
        return unlisted


def answers(*moments: Moment) -> Callable[[Callable[..., Listing]], Answers]:
    """Decorate a function that lists answers at these moments."""
    return lambda run: Answers(moments, run)


class Listeners(dict[Moments, Callable[..., Listing]]):
    """What lists the answers at some moments, by these moments, in the order of declaration."""

    def __init__(self, every: Iterable[Answers]) -> None:
        self.all = tuple(every)

    def __missing__(self, moments: Moments) -> Callable[..., Listing]:
        found = [each.run for each in self.at(moments)]
        self[moments] = found[0] if len(found) == 1 else _joined(found)
        return self[moments]

    def at(self, moments: Moments) -> list[Answers]:
        """Return the functions that answer at one of these moments."""
        return [each for each in self.all if not each.moments.isdisjoint(moments)]


def _joined(found: list[Callable[..., Listing]]) -> Callable[..., Listing]:
    def run(s: Any, me: int, moments: Moments) -> Listing:
        return [answer for each in found for answer in each(s, me, moments)]

    return run


def at(s: Any, me: int, moments: Moments) -> Listing:
    """List what the base and the modules answer at these moments, in the order of declaration."""
    listed: Listing = s.combinations[s.modules].answers[moments](s, me, moments)
    return listed


def otherwise_at(s: Any, me: int, moments: Moments) -> Iterator[RefusedAnswer]:
    """Yield the reasons of the known answers that no listing names at these moments."""
    for each in s.verbs.answers.at(moments):
        if each.unlisted is not None:
            yield from each.unlisted(s, me, moments)
