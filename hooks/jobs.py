"""Jobs of the hook queues. A thread pool runs them."""

from __future__ import annotations

from functools import cache

from hooks.outgoing import Sender
from hooks.pool import Crowd, Pool
from hooks.turns import Asker
from hooks.webhooks import Teller
from service.processes.settings import Settings
from workers.database import database


def play_due(game_id: str) -> None:
    """Ask the remote bots of this game for their turns."""
    pool().run(_asker().play, game_id)


def tell_due(account_id: str) -> None:
    """Send new events to the webhooks of this account."""
    pool().run(_teller().tell, account_id)


@cache
def pool() -> Pool:
    """Return the thread pool of this process."""
    return Pool()


@cache
def _sender() -> Sender:
    return Sender(Settings.from_environ().hooks_allow_local)


@cache
def _crowd() -> Crowd:
    return Crowd()


@cache
def _asker() -> Asker:
    return Asker(database(), _sender(), crowd=_crowd())


@cache
def _teller() -> Teller:
    return Teller(database(), _sender(), crowd=_crowd())
