"""Clocks: the consequences of a passed deadline.

The sweeper enqueues each game with a passed deadline until the deadline changes. So a job may run
twice or late. It commits only what is due at the revision it read.
"""

from __future__ import annotations

from store.commits import expire as expire_match
from store.games import NoSuchGame, now_ms
from workers.database import database
from workers.queues import enqueue_due
from workers.undo import start_if_agreed


def expire(game_id: str) -> None:
    """Commit the timeouts that are due in this game, and let bots play for those seats."""
    db = database()
    try:
        after = expire_match(db.games, db.games.load(game_id), now_ms())
    except NoSuchGame:
        db.deadlines.drop(game_id)
        return
    start_if_agreed(db, after)
    enqueue_due(db, after)
