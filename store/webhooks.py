"""Webhooks: addresses that receive the events of an account's games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import WatchError

from match.snapshot import pack
from store import keys
from store.deliveries import Deliveries
from store.feeds import START, Feeds
from store.games import now_ms
from store.signing import Secret
from store.tokens import new_id

MOST = 20
"""The maximal number of webhooks of an account."""

DEFAULT = "en"
"""The default language of a webhook."""


class NoSuchWebhook(Exception):
    """The account has no webhook of this id."""


class TooMany(Exception):
    """The account has the maximal number of webhooks."""


class Webhook(Struct, frozen=True, omit_defaults=True):
    """A webhook: its address, filters and cursor.

    ``events`` and ``games`` are filters; empty means everything. ``cursor`` is its place in the
    account's feed. ``disabled`` is the reason, since ``disabled_at`` (ms). ``failures`` counts
    since the last success. ``again`` is the time (ms) of the next attempt, ``last`` the failed
    message. ``ping`` is the id of a queued test message. ``language`` is the language of its
    messages.
    """

    id: str
    url: str
    secrets: tuple[Secret, ...]
    created: int
    cursor: str
    events: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    disabled: str = ""
    disabled_at: int = 0
    failures: int = 0
    again: int = 0
    last: str = ""
    ping: str = ""
    language: str = DEFAULT


_decoder = msgspec.msgpack.Decoder(Webhook)


Edit = Callable[[Webhook], Webhook]
"""Makes a webhook from the stored one."""


def new_webhook_id() -> str:
    """Return a new id."""
    return f"hook_{new_id()}"


def webhook_log(hook_id: str) -> str:
    """Return the name of a webhook's log of deliveries."""
    return f"w:{hook_id}"


class Webhooks:
    """The webhooks of all accounts."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._feeds = Feeds(redis)
        self._deliveries = Deliveries(redis)

    def all(self, account_id: str) -> list[Webhook]:
        """Return an account's webhooks, oldest first."""
        rows: dict[Any, Any] = self._redis.hgetall(keys.webhooks(account_id))
        return sorted(map(_decode, rows.values()), key=lambda each: (each.created, each.id))

    def get(self, account_id: str, hook_id: str) -> Webhook:
        """Return the webhook of this id.

        :raises NoSuchWebhook: there is none.
        """
        data = self._redis.hget(keys.webhooks(account_id), hook_id)
        if not isinstance(data, bytes):
            raise NoSuchWebhook(hook_id)
        return _decode(data)

    def create(
        self,
        account_id: str,
        url: str,
        secret: str,
        events: tuple[str, ...] = (),
        games: tuple[str, ...] = (),
        hook_id: str = "",
        language: str = DEFAULT,
    ) -> Webhook:
        """Add a webhook for events from now on; an existing one of this id is unchanged.

        :raises TooMany: the account has ``MOST`` of them.
        """
        name, end = keys.webhooks(account_id), self._feeds.end(account_id)
        made = Webhook(
            hook_id or new_webhook_id(),
            url,
            (Secret(secret),),
            now_ms(),
            end,
            events,
            games,
            language=language,
        )

        def act(pipe: Pipeline) -> Any:
            known = {each.id: each for each in self.all(account_id)}
            if made.id not in known and len(known) >= MOST:
                raise TooMany
            pipe.multi()
            if made.id not in known:
                pipe.hset(name, made.id, pack(made))
            return known.get(made.id, made)

        after = self._redis.transaction(act, name, value_from_callable=True)
        assert isinstance(after, Webhook)
        return after

    def change(self, account_id: str, hook_id: str, edit: Edit, due: bool = False) -> Webhook:
        """Change a webhook; ``due``: check for messages at once.

        :raises NoSuchWebhook: it was deleted.
        """
        name = keys.webhooks(account_id)

        def act(pipe: Pipeline) -> Any:
            after = edit(self.get(account_id, hook_id))
            pipe.multi()
            pipe.hset(name, hook_id, pack(after))
            if due:
                pipe.zadd(keys.WEBHOOKS_DUE, {account_id: now_ms()})
            return after

        after = self._redis.transaction(act, name, value_from_callable=True)
        assert isinstance(after, Webhook)
        return after

    def delete(self, account_id: str, hook_id: str) -> None:
        """Delete a webhook and its log.

        :raises NoSuchWebhook: there is none.
        """
        if not self._redis.hdel(keys.webhooks(account_id), hook_id):
            raise NoSuchWebhook(hook_id)
        self._deliveries.forget(webhook_log(hook_id))

    def settle(self, account_id: str, now: int) -> None:
        """Set the next check of this account's webhooks: now, at some time, or none.

        Events meanwhile are not lost.
        """
        feed, name = keys.account_feed(account_id), keys.webhooks(account_id)
        with self._redis.pipeline() as pipe:
            pipe.watch(feed, name)
            times = [_next(each, self._feeds.end(account_id), now) for each in self.all(account_id)]
            due = min((at for at in times if at is not None), default=None)
            pipe.multi()
            if due is None:
                pipe.zrem(keys.WEBHOOKS_DUE, account_id)
            else:
                pipe.zadd(keys.WEBHOOKS_DUE, {account_id: due})
            try:
                pipe.execute()
            except WatchError:
                self._redis.zadd(keys.WEBHOOKS_DUE, {account_id: now})


def _next(hook: Webhook, end: str, now: int) -> int | None:
    """Return the time (ms) of the next check of a webhook at the end of the feed."""
    if hook.ping:
        return now
    if hook.disabled or hook.cursor == end or end == START:
        return None
    return max(hook.again, now)


def _decode(data: bytes) -> Webhook:
    return _decoder.decode(data)
