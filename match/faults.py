"""Faults: errors of records."""

from __future__ import annotations

from typing import Any


class Fault(Exception):
    """An error of a record.

    ``why`` names its sentence. ``place`` is a JSON pointer into the JSON record, ``index`` the
    number of the entry (from 0). ``expected`` and ``got`` are plain data. ``line`` is the line of
    the text (from 1), if any.
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
    """Return a fault of a member of an entry."""
    return Fault(why, f"/entries/{index}/{member}", expected, got, index)
