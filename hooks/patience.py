"""Backoff after failed requests to an address."""

from __future__ import annotations

from random import random

LEASE = 15_000
"""The lease in ms, longer than one request. The lease of a killed process ends sooner."""


def pause(failures: int, first: int, longest: int) -> int:
    """Return the backoff in ms after a number of failures: doubled each time, with jitter."""
    whole = min(first << min(failures - 1, 20), longest)
    return round(whole * (0.75 + random() / 2))
