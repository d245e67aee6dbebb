"""Jobs: what the queues of hooks call, and the sweeper that enqueues what is due.

Each job runs in a thread that may wait for a remote host.
"""

from __future__ import annotations

from functools import cache
from threading import Event

from hooks.outgoing import Sender
from hooks.pool import HostLimit, Pool
from hooks.turns import Asker
from hooks.webhooks import Notifier
from service.processes.settings import Settings
from store import Store
from workers.database import database
from workers.queues import HOOK_TURNS, WEBHOOKS, enqueue_hooks, enqueue_webhooks, waiting
from workers.sweeper import PATIENCE, ROOM, sweep_until

TICK = 0.5  # seconds between two sweeps
REST = 5_000  # ms before an enqueued job is looked at again


def play_due(game_id: str) -> None:
    """Ask the remote bots of this game for their turns."""
    pool().run(_asker().play, game_id)


def notify_due(account_id: str) -> None:
    """Send the webhooks of this account their new messages."""
    pool().run(_notifier().notify, account_id)


class HookSweeper:
    """A sweeper of games in which a remote bot is asked, and of webhooks with messages to send."""

    def __init__(self, db: Store) -> None:
        self.db = db

    def run(self, stop: Event) -> None:
        """Sweep until ``stop`` is set, also while the server does not answer."""
        sweep_until(stop, TICK, self.sweep)

    def sweep(self, now: int) -> None:
        """Enqueue what is due at this time (ms)."""
        room = ROOM - waiting(self.db, HOOK_TURNS)
        for game_id in self.db.hooks_due.overdue(now - PATIENCE, room) if room > 0 else ():
            self.db.hooks_due.postpone(game_id, now + REST)
            enqueue_hooks(self.db, game_id)
        room = ROOM - waiting(self.db, WEBHOOKS)
        for account_id in self.db.webhooks_due.overdue(now, room) if room > 0 else ():
            self.db.webhooks_due.postpone(account_id, now + REST)
            enqueue_webhooks(self.db, account_id)


@cache
def pool() -> Pool:
    """Return the threads of this process."""
    return Pool()


@cache
def _sender() -> Sender:
    return Sender(Settings.from_environ().hooks_allow_local)


@cache
def _limit() -> HostLimit:
    return HostLimit()


@cache
def _asker() -> Asker:
    return Asker(database(), _sender(), Settings.from_environ().site, limit=_limit())


@cache
def _notifier() -> Notifier:
    return Notifier(database(), _sender(), limit=_limit())
