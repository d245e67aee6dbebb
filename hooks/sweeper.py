"""The sweeper of hooks: it enqueues late, lost and failed work."""

from __future__ import annotations

import logging
from threading import Event

from store import Store
from workers.queues import HOOK_TURNS, WEBHOOKS, enqueue_hooks, enqueue_webhooks, waiting
from workers.sweeper import PATIENCE, ROOM, sweep_until

log = logging.getLogger("chasqui.hooks")

TICK = 0.5  # seconds between two looks
REST = 5_000  # ms until enqueued work is checked again


class Sweeper:
    """A sweeper of games that await a remote bot, and of webhooks with unsent messages."""

    def __init__(self, db: Store) -> None:
        self.db = db

    def run(self, stop: Event) -> None:
        """Sweep until stopped, also while the server is down."""
        sweep_until(stop, TICK, self.sweep)

    def sweep(self, now: int) -> None:
        """Enqueue the work due at this time (ms)."""
        room = ROOM - waiting(self.db, HOOK_TURNS)
        for game_id in self.db.hooks_due.overdue(now - PATIENCE, room) if room > 0 else ():
            self.db.hooks_due.postpone(game_id, now + REST)
            enqueue_hooks(self.db, game_id)
        room = ROOM - waiting(self.db, WEBHOOKS)
        for account_id in self.db.webhooks_due.overdue(now, room) if room > 0 else ():
            self.db.webhooks_due.postpone(account_id, now + REST)
            enqueue_webhooks(self.db, account_id)
