"""A question's listing: the answers that are legal now, and those that are not, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

Effect = tuple[Any, ...]
"""A rule to apply, as plain data: a verb's name and its arguments, ``("gain", {"corn": 3})``."""


class Option(NamedTuple):
    """One legal answer to a question: what the record stores, and what it leads to.

    ``again`` puts the same question once more after ``then`` has been resolved.
    """

    id: str
    then: tuple[Effect, ...] = ()
    again: bool = False


class Reason(NamedTuple):
    """Why an answer is not legal now: a code, its parameters and the rule behind it."""

    code: str
    params: dict[str, Any]
    rule: str


class Refusal(NamedTuple):
    """An answer that is not legal now, as clients see it: the id and the parts of its reason."""

    id: str
    reason: str
    params: dict[str, Any]
    rule: str


is_option: Callable[[object], bool] = Option.__instancecheck__
"""Return whether an object is an option: ``isinstance`` without a call of Python."""

RefusedAnswer = tuple[str, Reason]
"""An answer of a listing that is not legal now: its id and the reason."""

Listing = Sequence[Option | RefusedAnswer]
"""What a question lists: an option for each legal answer, a pair for each refused one."""

Unless = Reason | Literal[False] | None
"""A reason, or nothing: ``unless=n > s.heap and why("too-few", "toy 1", n=s.heap)``."""


def why(code: str, rule: str, /, **params: Any) -> Reason:
    """Return a reason: its code, the rule behind it and the parameters of its sentence."""
    return Reason(code, params, rule)


def answer(what: Option | str, *then: Effect, unless: Unless = None) -> Option | RefusedAnswer:
    """List an answer: as an option, or with the reason that forbids it now.

    ``what`` is an option, or the id of one that leads to the effects ``then``.
    """
    if type(what) is Option:
        return (what.id, unless) if unless else what
    name = str(what)
    return (name, unless) if unless else Option(name, then)


def offered(listed: Iterable[Option | RefusedAnswer]) -> list[Option]:
    """Return the options of a listing."""
    return [each for each in listed if type(each) is Option]


def refused(listed: Iterable[Option | RefusedAnswer]) -> list[RefusedAnswer]:
    """Return the answers of a listing that are not legal now."""
    return [each for each in listed if not isinstance(each, Option)]


def any_offered(listed: Iterable[Option | RefusedAnswer]) -> bool:
    """Return whether a listing has an option."""
    return Option in map(type, listed)


def or_else(listed: Listing, way_out: Option) -> Listing:
    """Add an option to a listing that has one already: the way to decline what is offered."""
    return [*listed, way_out] if any_offered(listed) else listed
