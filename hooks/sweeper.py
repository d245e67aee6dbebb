"""The sweeper of hooks: hands out what is due, be it late, lost, or to be tried again."""

from __future__ import annotations

import logging
from threading import Event

from store import Store
from workers.queues import HOOK_TURNS, WEBHOOKS, enqueue_hooks, enqueue_webhooks, waiting
from workers.sweeper import PATIENCE, ROOM, sweep_until

log = logging.getLogger("chasqui.hooks")

TICK = 0.5  # seconds between two looks
REST = 5_000  # ms until what was handed out is looked at again


class Sweeper:
    """Looks after games in which a remote bot is asked, and webhooks that have not heard it all."""

    def __init__(self, db: Store) -> None:
        self.db = db

    def run(self, stop: Event) -> None:
        """Sweep until told to stop, whatever happens to the server meanwhile."""
        sweep_until(stop, TICK, self.sweep)

    def sweep(self, now: int) -> None:
        """Hand out what is due at this time (ms)."""
        room = ROOM - waiting(self.db, HOOK_TURNS)
        for game_id in self.db.hooks_due.overdue(now - PATIENCE, room) if room > 0 else ():
            self.db.hooks_due.postpone(game_id, now + REST)
            enqueue_hooks(self.db, game_id)
        room = ROOM - waiting(self.db, WEBHOOKS)
        for account_id in self.db.webhooks_due.overdue(now, room) if room > 0 else ():
            self.db.webhooks_due.postpone(account_id, now + REST)
            enqueue_webhooks(self.db, account_id)
