"""Strangers: the remote bots of a crowd, and the receiver of a webhook.

They answer on their own servers in the process of the crowd, which is not killed. Invalid requests
are in ``faults``.
"""

from __future__ import annotations

import json
import time
import uuid
from collections import defaultdict
from contextlib import ExitStack
from random import Random
from threading import Lock
from typing import Any, Self

from standardwebhooks import Webhook

from tests.hooks.receivers import Reply, Request, receiving
from tests.soak.client import Client, until

Json = dict[str, Any]
Steps = tuple[str, ...]
Place = tuple[int, ...]

LONGEST_THOUGHT = 0.05  # seconds in which the asking process may be killed


class RemoteBot:
    """The bot of one hook seat: answers each question with one step, and knows what it has said."""

    def __init__(self, url: str, seed: str) -> None:
        self.url, self.requests, self.repeats = url, 0, 0
        self._asked = set[str]()
        self._rng, self._lock, self._secret = Random(seed), Lock(), ""
        self._unverified: list[Request] = []
        self._said: defaultdict[tuple[int, Steps], set[str]] = defaultdict(set)

    def __call__(self, request: Request) -> Reply:
        data = json.loads(request.body)["data"]
        [since] = [each["since_rev"] for each in data["awaited"] if each["seat"] == data["seat"]]
        with self._lock:
            self.requests += 1
            self.repeats += request.headers["webhook-id"] in self._asked
            self._asked.add(request.headers["webhook-id"])
            step: str = self._rng.choice(data["choices"]["options"])["step"]
            self._unverified.append(request)
            self._said[since, tuple(data["after"])].add(step)
            self._verify()
            pause = self._rng.uniform(0, LONGEST_THOUGHT)
        time.sleep(pause)
        return Reply(200, json.dumps({"steps": [step]}).encode())

    def trust(self, secret: str) -> None:
        """From now on, and for what came before, requests must be signed with this."""
        with self._lock:
            self._secret = secret
            self._verify()

    def has_said(self, steps: Steps, rev: int) -> bool:
        """Return whether the bot gave these steps in order to a question before ``rev``."""
        with self._lock:
            questions = {since for since, _ in self._said if since < rev}
            return any(
                all(step in self._said[since, steps[:n]] for n, step in enumerate(steps))
                for since in questions
            )

    def _verify(self) -> None:
        while self._secret and self._unverified:
            request = self._unverified.pop()
            Webhook(self._secret).verify(request.body, request.headers)


class Listener:
    """A receiver of one webhook: each message once, and the entries of each game in order."""

    def __init__(self) -> None:
        self.secret, self.messages, self.repeats = "", 0, 0
        self.revs: defaultdict[str, list[int]] = defaultdict(list)
        self._lock, self._heard = Lock(), set[Place]()
        self._last: Place = ()

    def __call__(self, request: Request) -> Reply:
        with self._lock:
            said = Webhook(self.secret).verify(request.body, request.headers)
            self._hear(said["type"], said["data"], request.headers["webhook-id"])
        return Reply(204)

    def _hear(self, kind: str, data: Json, message: str) -> None:
        assert kind == "game.moved", kind
        assert message.endswith(f"_{data['id']}"), message
        place = tuple(map(int, data["id"].split("-")))
        if place in self._heard:
            self.repeats += 1
            return
        assert place > self._last, f"{data['id']} after {self._last}"
        revs, new = self.revs[data["game"]], [entry["rev"] for entry in data["entries"]]
        assert len(revs) + len(new) == data["rev"], f"a gap: {revs} {new} {data['rev']}"
        revs += new
        self._heard.add(place)
        self._last, self.messages = place, self.messages + 1


class Strangers:
    """The servers of remote bots and of a listener, and the account that the listener is of."""

    def __init__(self, url: str) -> None:
        self.service = url
        self.listener, self.faults = Listener(), list[BaseException]()
        self._bots: dict[str, RemoteBot] = {}
        self._servers = ExitStack()

    def __enter__(self) -> Self:
        # Two, because no host is waited for by many at once.
        self._place = self._servers.enter_context(receiving(self._play))
        told_at = self._servers.enter_context(receiving(self._listen))
        client = self._servers.enter_context(Client(self.service))
        made = client.send("POST", "/v1/accounts", json={"name": "crowd"}).json()
        self.token: str = made["token"]
        once = {"Idempotency-Key": uuid.uuid4().hex}
        hook = client.send("POST", "/v1/me/hooks", self.token, json={"url": told_at}, headers=once)
        self.listener.secret = hook.json()["secret"]
        return self

    def __exit__(self, *_: object) -> None:
        self._servers.close()

    def bot(self, seed: str) -> RemoteBot:
        """Return a new remote bot."""
        path = f"/{uuid.uuid4().hex}"
        self._bots[path] = RemoteBot(self._place + path, seed)
        return self._bots[path]

    def await_told(self, game_id: str, rev: int) -> None:
        """Wait until the listener received this revision.

        :raises BaseException: an invalid request.
        """
        revs = self.listener.revs

        def told() -> bool:
            for fault in self.faults:
                raise fault
            return rev in revs[game_id][-1:]

        until(told, f"the webhook is told of revision {rev} of {game_id}: {revs[game_id]}")

    def _play(self, request: Request) -> Reply:
        return self._kept(self._bots[request.path], request)

    def _listen(self, request: Request) -> Reply:
        return self._kept(self.listener, request)

    def _kept(self, stranger: RemoteBot | Listener, request: Request) -> Reply:
        try:
            return stranger(request)
        except BaseException as fault:
            self.faults.append(fault)
            raise
