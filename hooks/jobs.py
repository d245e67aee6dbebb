"""Jobs: what the queues of hooks call, and the sweeper that enqueues what is due.

Each job runs in a thread that may wait for a remote host.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Event

from hooks.outgoing import Sender
from hooks.places import Places, Shares
from hooks.pool import SPARE, Pool
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


def is_crowded(game_id: str) -> bool:
    """Return whether the remote bot of this game would find no place now."""
    return _asker().is_crowded(game_id)


class HookSweeper:
    """A sweeper of games in which a remote bot is asked, and of webhooks with messages to send.

    Games for which ``crowded`` returns true are not enqueued: a job costs more than that look.
    """

    def __init__(self, db: Store, crowded: Callable[[str], bool] = lambda _: False) -> None:
        self.db, self.crowded = db, crowded

    def run(self, stop: Event) -> None:
        """Sweep until ``stop`` is set, also while the server does not answer."""
        sweep_until(stop, TICK, self.sweep)

    def sweep(self, now: int) -> None:
        """Enqueue what is due at this time (ms)."""
        room = ROOM - waiting(self.db, HOOK_TURNS)
        for game_id in self.db.hooks_due.overdue(now - PATIENCE, room) if room > 0 else ():
            self.db.hooks_due.postpone(game_id, now + REST)
            if not self.crowded(game_id):
                enqueue_hooks(self.db, game_id)
        room = ROOM - waiting(self.db, WEBHOOKS)
        for account_id in self.db.webhooks_due.overdue(now, room) if room > 0 else ():
            self.db.webhooks_due.postpone(account_id, now + REST)
            enqueue_webhooks(self.db, account_id)


@cache
def pool() -> Pool:
    """Return the threads of this process."""
    return Pool(_settings().hook_places + SPARE)


@cache
def _settings() -> Settings:
    return Settings.from_environ()


@cache
def _sender() -> Sender:
    return Sender(_settings().hooks_allow_local, seconds=_settings().hook_seconds)


@cache
def _places() -> Places:
    known = _settings()
    shares = Shares(known.hook_places, known.hook_places_per_address, known.hook_places_per_creator)
    return Places(shares)


@cache
def _asker() -> Asker:
    return Asker(database(), _sender(), _settings().site, places=_places())


@cache
def _notifier() -> Notifier:
    return Notifier(database(), _sender(), places=_places())
