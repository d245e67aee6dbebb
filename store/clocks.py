"""Clocks: when something is due in a game because time has passed. The engine never sees time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store.games import Stored


def next_deadline(stored: Stored) -> int | None:
    """When (ms) somebody must look at this game because of its clock; None: never."""
    return None
