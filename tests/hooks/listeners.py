"""Accounts with webhooks, and what listens to them."""

from __future__ import annotations

import json
from typing import Any

import httpx

from tests.hooks.bots import Bot, Saying
from tests.service.table import Json, Table, seated
from tests.service.test_accounts import account, auth

OK = 204


class Listener(Bot):
    """A receiver of webhooks."""

    def __init__(self, *script: Saying) -> None:
        super().__init__(*(script or (OK,)))

    @property
    def messages(self) -> list[Json]:
        """Return the received messages, in order."""
        return [json.loads(each.body) for each in self.received]

    @property
    def revs(self) -> list[int]:
        """Return the received revisions, in order."""
        return [each["data"]["rev"] for each in self.messages if "rev" in each["data"]]


class Owner:
    """An account with webhooks."""

    def __init__(self, client: httpx.Client) -> None:
        self.client, self.token = client, account(client)
        self.id = self.token.partition(".")[0]

    def ask(self, method: str, path: str = "", json: Any = None) -> httpx.Response:
        """Return a request about the account's webhooks."""
        return self.client.request(
            method, f"/v1/me/hooks{path}", json=json, headers=auth(self.token)
        )

    def hook(self, listener: Listener, **wants: Any) -> Json:
        """Register a listener as a webhook."""
        made = self.ask("POST", json={"url": listener.url, **wants})
        assert made.status_code == 201, made.text
        found: Json = made.json()
        return found

    def look(self, hook: Json) -> Json:
        """Return the webhook as it is now."""
        found: Json = self.ask("GET", f"/{hook['id']}").json()
        return found

    def log(self, hook: Json) -> list[Json]:
        """Return its deliveries."""
        found: list[Json] = self.ask("GET", f"/{hook['id']}/deliveries").json()["deliveries"]
        return found

    def table(self, **wanted: Any) -> Table:
        """Return a game in which the account has seat 0."""
        seats = seated(*wanted.pop("seats", ("me", "user")))
        body = {"ruleset": "toy", "seats": seats, **wanted}
        client, token = self.client, self.token

        class Mine(Table):
            def __init__(self) -> None:
                made = client.post("/v1/games", json=body, headers=auth(token))
                assert made.status_code == 201, made.text
                self.client, self.made = client, made.json()
                self.id, self.path = self.made["id"], f"/v1/games/{self.made['id']}"
                self.host = self.made["tokens"]["host"]
                self.tokens = {int(n): t for n, t in self.made["tokens"]["seats"].items()}

        return Mine()
