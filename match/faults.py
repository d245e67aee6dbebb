"""Faults: what is wrong with a record."""

from __future__ import annotations

from typing import Any


class Fault(Exception):
    """What is wrong with a record.

    ``why`` names the sentence that says it. ``place`` is a JSON pointer into the record as JSON,
    ``index`` the number of the entry (from 0); ``expected`` and ``got`` are plain data. ``line`` is
    that of the text (from 1) which a record was read from.
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


def at(why: str, index: int, member: str, expected: Any, got: Any) -> Fault:
    """A fault of a member of an entry."""
    return Fault(why, f"/entries/{index}/{member}", expected, got, index)
