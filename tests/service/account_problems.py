"""How accounts meet problems: one function a case, for ``test_problems.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx

from service import create_app
from service.edge.operation import OPERATIONS
from service.processes.settings import Settings
from store.accounts import new_account_id, opened
from store.words import FULL, KEY, SCOPES
from tests.conftest import serving

if TYPE_CHECKING:
    from tests.service.scene import Scene
    from tests.service.table import Table


def without_part(scene: Scene, name: str) -> httpx.Response:
    """An account asks about a private game of others."""
    scene.visibility = "private"
    return scene.ask(name, scene.table(), token=scene.account())


def without_app_key(scene: Scene, name: str) -> httpx.Response:
    """A guest asks where the operator demands keys."""
    path = scene.db.redis.connection_pool.connection_kwargs["path"]
    token = scene.account()
    app = create_app(Settings(redis_url=f"unix://{path}", accounts="keys"))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        return type(scene)(client, scene.db).ask(name, token=token)


def too_many_today(scene: Scene, name: str, table: Table | None = None) -> httpx.Response:
    """An app key that may create no game asks for one."""
    return scene.ask(name, table, token=app_key(scene, games=0))


def app_key(scene: Scene, games: int) -> str:
    """Return the token of an app key that may create a number of games."""
    token = f"{new_account_id()}.x"
    scene.db.accounts.create(opened(token, "", KEY, games_per_day=games))
    return token


def without_scope(scene: Scene, name: str) -> httpx.Response:
    """A token asks that its account has made for something else."""
    (scope,) = (each.scope for each in OPERATIONS if each.name == name)
    other = next(each for each in SCOPES if each not in (scope, FULL))
    return scene.ask(name, token=limited(scene, other))


def limited(scene: Scene, *scopes: str) -> str:
    """Return a token of a new account with these scopes."""
    made = scene.ask("create_token", token=scene.account(), json={"scopes": scopes})
    token: str = made.json()["token"]
    return token


def unknown_token(scene: Scene, name: str) -> httpx.Response:
    """An account asks about a token that it does not have."""
    return scene.ask(name, token=scene.account())


def token_twice(scene: Scene, name: str) -> httpx.Response:
    """An account asks for two tokens under one key."""
    token, key = scene.account(), {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000002"}
    assert scene.ask(name, token=token, headers=key).is_success
    return scene.ask(name, token=token, headers=key, json={"scopes": ["play"]})


def recovered_twice(scene: Scene, name: str) -> httpx.Response:
    """A client recovers an account twice under one key."""
    code = scene.client.post("/v1/accounts").json()["recovery"]
    key = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000004"}
    first = scene.ask(name, json={"recovery": code}, headers=key)
    return scene.ask(name, json={"recovery": first.json()["recovery"]}, headers=key)


def wrong_code(scene: Scene, name: str) -> httpx.Response:
    """A code is used that belongs to no account."""
    return scene.ask(name)


BODY: dict[str, dict[str, Any]] = {
    "create_account": {},
    "change_me": {"name": "Ana"},
    "create_token": {"name": "Phone", "scopes": ["read", "play"]},
    "change_token": {"name": "Tablet"},
    "recover_account": {"recovery": "recover_Kx7mPq2RtY8w.4hTmXb-9Qw2Lr-Zp8KcV-n3YdFs"},
}
WRONG: dict[str, dict[str, Any]] = {
    "create_account": {"json": {"name": 5}},
    "change_me": {"json": {"name": 5}},
    "create_token": {"json": {"scopes": ["write"]}},
    "change_token": {"json": {"name": 5}},
    "recover_account": {"headers": {"Idempotency-Key": ""}},
}
SPECIAL: dict[tuple[str, str], Callable[[Scene, str], httpx.Response]] = {
    ("create_token", "idempotency-key-reused"): token_twice,
    ("recover_account", "idempotency-key-reused"): recovered_twice,
    ("recover_account", "forbidden"): wrong_code,
    **{
        (name, "not-found"): unknown_token for name in ("get_token", "change_token", "revoke_token")
    },
}
