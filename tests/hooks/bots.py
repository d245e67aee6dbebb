"""Remote bots for tests: each says what its script says, and keeps what it was sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Self

import httpx
from standardwebhooks import Webhook

from tests.hooks.receivers import Reply, Request, receiving
from tests.service.table import Table

Json = dict[str, Any]
Saying = str | int | list[str] | Reply | Callable[[Json], Reply]
"""``first``: the first option; a number: that status; a list: these steps; or what a function says.
"""


class Bot:
    """A receiver that goes through its script, and says the last of it from then on."""

    def __init__(self, *script: Saying) -> None:
        self.script = list(script)
        self.received: list[Request] = []
        self._receiving = receiving(self._answer)

    def __enter__(self) -> Self:
        self.url = self._receiving.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._receiving.__exit__(None, None, None)

    @property
    def asked(self) -> list[Json]:
        """Return the data of each request."""
        return [json.loads(each.body)["data"] for each in self.received]

    def ids(self) -> list[str]:
        """Return the webhook-id of each request."""
        return [each.headers["webhook-id"] for each in self.received]

    def verify(self, secret: str) -> None:
        """Fail unless each request is signed with this secret."""
        for each in self.received:
            Webhook(secret).verify(each.body, each.headers)

    def _answer(self, request: Request) -> Reply:
        self.received.append(request)
        saying = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(saying, Reply):
            return saying
        if isinstance(saying, int):
            return Reply(saying)
        data = json.loads(request.body)["data"]
        if callable(saying):
            return saying(data)
        steps = [data["choices"]["options"][0]["step"]] if saying == "first" else saying
        return Reply(200, json.dumps({"steps": steps}).encode())


def hook_table(client: httpx.Client, bot: Bot, *others: str, **wanted: Any) -> Table:
    """Return a game whose seat 0 is this bot's."""
    seats = [{"holder": "hook", "url": bot.url + "/turn"}, *(others or ["user", "user"])]
    return Table(client, seats=seats, **wanted)
