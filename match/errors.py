"""Errors of the rules of a match: what they refuse, and faults of records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from match.match import Match

Rule = Callable[..., Any]
_Rule = TypeVar("_Rule", bound=Rule)

_REFUSALS: dict[Rule, tuple[str, ...]] = {}
"""The codes of every rule that declares them."""


class Refused(Exception):
    """A wish that a rule refuses.

    ``code`` is a problem code of the service. ``match`` is the match that the rule looked at.
    ``why`` names the sentence that explains the case; ``params`` are the facts it needs.
    """

    def __init__(
        self, code: str, match: Match | None = None, why: str | None = None, **params: Any
    ) -> None:
        super().__init__(code if why is None else f"{code}: {why}")
        self.code, self.match, self.why, self.params = code, match, why, params


def refuses(*causes: str | Rule) -> Callable[[_Rule], _Rule]:
    """Declare what a rule refuses: codes that it raises, and other rules that it calls."""

    def declare(rule: _Rule) -> _Rule:
        _REFUSALS[rule] = codes_of(*causes)
        return rule

    return declare


def codes_of(*causes: str | Rule) -> tuple[str, ...]:
    """Return the codes that these rules declare; a code stands for itself."""
    found: set[str] = set()
    for cause in causes:
        found.update((cause,) if isinstance(cause, str) else _REFUSALS.get(cause, ()))
    return tuple(sorted(found))


class Fault(Exception):
    """A record that does not hold.

    ``why`` names the sentence that explains it. ``place`` is a JSON pointer into the record as
    JSON, and ``index`` the number of the entry (from 0). ``expected`` and ``got`` are plain data.
    ``line`` is the line (from 1) of a record that was read from text.
    """

    def __init__(
        self,
        why: str,
        place: str = "",
        expected: Any = None,
        got: Any = None,
        index: int | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(f"{place or 'record'}: expected {expected!r}, got {got!r}")
        self.why, self.place, self.index, self.line = why, place, index, line
        self.expected, self.got = expected, got


def entry_fault(why: str, index: int, member: str, expected: Any, got: Any) -> Fault:
    """Return the fault of a member of an entry."""
    return Fault(why, f"/entries/{index}/{member}", expected, got, index)
