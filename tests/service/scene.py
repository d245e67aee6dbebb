"""A scene for tests of problems: a request that would be fine, to be spoilt in one way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx

from service import web as parts
from service.edge.operation import OPERATIONS, REQUIRED_KEY
from store import Store
from tests.service import (
    account_problems,
    hook_problems,
    record_problems,
    seat_problems,
    seek_problems,
    talk_problems,
)
from tests.service.table import Json, Table, seated

assert parts.BLUEPRINTS

BY_NAME = {operation.name: operation for operation in OPERATIONS}

BODY: dict[str, Json] = {
    "create_game": {"ruleset": "toy", "seats": seated(*["user"] * 3)},
    "join": {},
    "put_draft": {"rev": 0, "steps": ["rest"]},
    "preview": {"rev": 0, "steps": ["rest"]},
    "post_turn": {"steps": ["rest"]},
    "request_undo": {},
    "answer_undo": {"agree": True},
    "start_replay": {},
    **account_problems.BODY,
    **record_problems.BODY,
    **seat_problems.BODY,
    **hook_problems.BODY,
    **seek_problems.BODY,
    **talk_problems.BODY,
}


class Scene:
    """A request that would be fine, to be spoilt in one way."""

    def __init__(self, client: httpx.Client, db: Store) -> None:
        self.client, self.db = client, db
        self.seats = ["user"] * 3
        self.policy, self.visibility = "consent", "public"

    def table(self, token: str = "") -> Table:
        wanted = {"seats": self.seats, "undo": self.policy, "visibility": self.visibility}
        return Table(self.client, token, **wanted)

    def account(self) -> str:
        """Return the token of a new account."""
        token: str = self.client.post("/v1/accounts").json()["token"]
        return token

    def ask(
        self,
        name: str,
        table: Table | None = None,
        seat: int | None = 0,
        token: str | None = None,
        **changes: Any,
    ) -> httpx.Response:
        """Return the operation's request, with changes."""
        operation = BY_NAME[name]
        places = {"game_id": table.id if table else "nosuchgame", "job_id": "nosuchjob"}
        places |= {"name": "toy", "rev": "0", "seat": "0", "request_id": "1"}
        places |= {"hook_id": "nosuchhook", "seek_id": "nosuchseek", "message_id": "seats-1"}
        places |= {"token_id": "nosuchtoken"}
        places |= changes.pop("places", {})
        path = operation.path.replace("<int:", "<")
        for place, value in places.items():
            path = path.replace(f"<{place}>", value)
        headers = {} if table is None or seat is None else table.auth(seat)
        if token is not None:
            token = table.host if table and token == "host" else token
            headers = {"Authorization": f"Bearer {token}"}
        if "If-Match" in operation.headers and table is not None:
            headers["If-Match"] = f'"{table.rev}"'
        if REQUIRED_KEY in operation.headers:
            headers["Idempotency-Key"] = str(uuid4())
        headers |= changes.pop("headers", {})
        headers = {k: v for k, v in headers.items() if v}
        if operation.body and "content" not in changes:
            changes.setdefault("json", BODY[name])
        return self.client.request(operation.method, path, headers=headers, **changes)


Provoke = Callable[[Scene, str], httpx.Response]
