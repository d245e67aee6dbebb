"""Shares: which queues a worker serves, so that some workers are free for people at once.

Each worker asks for itself. Its answer follows from the names of the living workers, so that all
answer alike and no operator has to choose.
"""

from __future__ import annotations

from collections.abc import Sequence

from workers.queues import Work

ONE_IN = 4
"""One worker in so many serves no patient queue: at least one, if there are several."""


def served(queues: Sequence[Work], alive: Sequence[str], own: str) -> list[Work]:
    """Return those of these queues that the worker of the name ``own`` serves now.

    ``alive`` are the names of the living workers. The first ones serve no patient queue.
    """
    free = len(alive) // ONE_IN or 1
    if len(alive) < 2 or own not in sorted(alive)[:free]:
        return list(queues)
    return [each for each in queues if not each.patient]


def has_patient(queues: Sequence[Work]) -> bool:
    """Return whether one of these queues is patient."""
    return any(each.patient for each in queues)
