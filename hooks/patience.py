"""Patience: how long an address of somebody else's is left alone after it has failed."""

from __future__ import annotations

from random import random

LEASE = 15_000
"""ms: longer than one request takes. What a killed process held is free sooner."""


def pause(failures: int, first: int, longest: int) -> int:
    """How long (ms) after so many failures in a row: twice as long each time, by chance more or
    less, so that many that failed together do not come back together."""
    whole = min(first << min(failures - 1, 20), longest)
    return round(whole * (0.75 + random() / 2))
