"""Webhooks of accounts: ordered, at-least-once delivery of events.

A message is read from the record when it is sent, as the account may see it. There is no queue. A
failing webhook stays at its message and gets it again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.json import decode, encode
from msgspec.structs import replace

from hooks.outgoing import Sender
from hooks.places import Crowded, Places
from hooks.pool import backoff_ms, lease_ms
from hooks.requests import GONE, REDIRECTED, REFUSED
from hooks.routes import Route, Routes
from match.visibility import iso
from schemas.webhook_events import WEBHOOK_TYPES, topics
from service.streams.account_feed import AccountFeed, Owner
from store import Store, signing, words
from store.accounts import Account
from store.deliveries import Delivery
from store.games import now_ms
from store.webhooks import NoSuchWebhook, Webhook, webhook_log
from store.words import RESET

log = logging.getLogger("chasqui.hooks")

MESSAGES_A_JOB = 50
"""Messages of one account before others have their turn."""
FIRST_PAUSE, LONGEST_PAUSE = 5_000, 3_600_000
"""The first backoff in ms; it doubles with each failure."""
MOST_FAILURES = 24
"""Failures in a row; with backoff, most of a day."""
PING = "ping"
"""The type of a test message."""


class Notifier:
    """The sender of new events to webhooks."""

    def __init__(
        self,
        db: Store,
        sender: Sender,
        clock: Callable[[], int] = now_ms,
        places: Places | None = None,
    ) -> None:
        self.db, self.clock = db, clock
        self.routes, self.lease_ms = Routes(sender, places), lease_ms(sender.longest)
        self.feed = AccountFeed(db)

    def notify(self, account_id: str) -> None:
        """Send new events to an account's webhooks, unless another worker holds the lease."""
        account = self.db.accounts.get(account_id)
        if account is None or account.disabled:
            self.db.webhooks_due.drop(account_id)
            return
        lease = f"webhooks:{account_id}"
        if not self.db.leases.take(lease, self.lease_ms):
            return
        try:
            for hook in self.db.webhooks.all(account_id):
                with (
                    suppress(NoSuchWebhook, Crowded),
                    self.routes.open(hook.url, account.id, account.id) as route,
                ):
                    self._serve(account, hook, route)
            self.db.webhooks.settle(account_id, self.clock())
        finally:
            self.db.leases.release(lease)

    def _serve(self, account: Account, hook: Webhook, route: Route) -> None:
        if hook.ping:
            self._ping(account, hook, route)
        if hook.disabled or hook.again > self.clock():
            return
        left = MESSAGES_A_JOB
        while left > 0:
            page = self.feed.read(Owner(account.id, "", hook.language), hook.cursor)
            for message in page.messages[:left]:
                body = decode(message.body)
                if wants(hook, body) and not self._deliver(account, hook, route, body):
                    return
                hook = self._change(account, hook.id, cursor=message.id, failures=0, again=0)
            if len(page.messages) <= left and hook.cursor != page.cursor:
                # The rest of the page belonged to deleted games.
                hook = self._change(account, hook.id, cursor=page.cursor)
            left -= len(page.messages)
            if not page.more:
                return

    def _deliver(self, account: Account, hook: Webhook, route: Route, body: dict[str, Any]) -> bool:
        """Send a message; return whether it arrived."""
        self.db.leases.renew(f"webhooks:{account.id}", self.lease_ms)
        message = f"evt_{hook.id.removeprefix('hook_')}_{body['id']}"
        kind, at = (
            WEBHOOK_TYPES.get(body["kind"], WEBHOOK_TYPES[RESET]),
            int(body["id"].partition("-")[0]),
        )
        count = hook.failures + 1 if hook.last == message else 1
        status = self._send(hook, route, message, kind, at, body, count)
        if 200 <= status < 300:
            return True
        failures, now = hook.failures + 1, self.clock()
        why = words.GONE if status == GONE else ""
        if failures >= MOST_FAILURES:
            why = words.FAILING
        again = now + backoff_ms(failures, FIRST_PAUSE, LONGEST_PAUSE)
        self._change(account, hook.id, failures=failures, again=again, last=message)
        if why:
            log.warning("webhook %s is disabled: %s", hook.id, why)
            self._change(account, hook.id, disabled=why, disabled_at=now)
        return False

    def _ping(self, account: Account, hook: Webhook, route: Route) -> None:
        """Send the test message once."""
        route.reach()
        self._change(account, hook.id, ping="")
        data = {"hook": hook.id, "account": account.id}
        self._send(hook, route, hook.ping, PING, self.clock(), data, 1)

    def _send(
        self,
        hook: Webhook,
        route: Route,
        message: str,
        kind: str,
        at: int,
        data: dict[str, Any],
        count: int,
    ) -> int:
        """Post a message, note the outcome, and return the HTTP status or 0."""
        body = encode({"type": kind, "timestamp": iso(at), "data": data})
        now = self.clock()
        reply = route.post(body, message, signing.valid(hook.secrets, now))
        error = reply.error
        if not error and not 200 <= reply.status < 300:
            error = REDIRECTED if 300 <= reply.status < 400 else REFUSED
        made = Delivery(message, kind, now, reply.ms, count, reply.status, error)
        self.db.deliveries.add(webhook_log(hook.id), made)
        return 0 if reply.error else reply.status

    def _change(self, account: Account, hook_id: str, **changes: Any) -> Webhook:
        return self.db.webhooks.change(account.id, hook_id, lambda now: replace(now, **changes))


def wants(hook: Webhook, message: dict[str, Any]) -> bool:
    """Return whether a webhook receives this message."""
    if "game" not in message:
        return True
    if hook.games and message["game"] not in hook.games:
        return False
    return not hook.events or not topics(message).isdisjoint(hook.events)
