"""Refusals of the rules of a match."""

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
