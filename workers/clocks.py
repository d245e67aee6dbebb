"""Clocks: what happens in a game when time has run out.

The sweeper hands out every game whose deadline has passed, again and again until the deadline is
another one; so a job may run twice or come late. It commits only what is due at the revision read.
"""

from __future__ import annotations

from store import timeouts
from store.games import NoSuchGame, now_ms
from workers.database import database
from workers.queues import enqueue_due
from workers.undo import start_if_agreed


def expire(game_id: str) -> None:
    """Carry out what is due in this game now, and have the bots play that took seats."""
    db = database()
    try:
        after = timeouts.expire(db, db.games.load(game_id), now_ms())
    except NoSuchGame:
        db.deadlines.drop(game_id)
        return
    start_if_agreed(db, after)
    enqueue_due(db, after)
