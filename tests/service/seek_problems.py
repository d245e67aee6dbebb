"""How rematches and seeks meet problems: cases for ``test_problems.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx

from tests.service import account_problems
from tests.service.table import Table

if TYPE_CHECKING:
    from tests.service.scene import Scene

BODY: dict[str, dict[str, Any]] = {"rematch": {}, "create_seek": {"ruleset": "toy"}}
WRONG: dict[str, dict[str, Any]] = {
    "rematch": {"json": {"order": "backwards"}},
    "create_seek": {"json": {"ruleset": "toy", "players": [1]}},
}
KEYED = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000004"}


def _cancelled(scene: Scene, token: str) -> Table:
    """Return a cancelled game of an account and an empty seat."""
    scene.seats = ["me", "open"]
    table = scene.table(token)
    table.cancel()
    return table


def _resigned(scene: Scene, name: str) -> httpx.Response:
    """An account resigns in the rematch, and asks with the token of its old seat."""
    token = scene.account()
    table = _cancelled(scene, token)
    made = scene.ask(name, table, token=token).json()
    path, own = f"/v1/games/{made['id']}", {"Authorization": f"Bearer {token}"}
    scene.client.post(f"{path}/seats", json={"holder": "bot:random"}, headers=own)
    scene.client.post(f"{path}/resign", headers=own)
    return scene.ask(name, table)


def _too_many_rematches(scene: Scene, name: str) -> httpx.Response:
    token = account_problems.app_key(scene, games=1)
    return scene.ask(name, _cancelled(scene, token), token=token)


def _too_many_matches(scene: Scene, name: str) -> httpx.Response:
    """The seek of an app key would complete a game, and the key may create none."""
    scene.ask(name, token=scene.account())
    return scene.ask(name, token=account_problems.app_key(scene, games=0))


def _of_no_seek(scene: Scene, name: str) -> httpx.Response:
    return scene.ask(name, token=scene.account())


def _twice(scene: Scene, name: str) -> httpx.Response:
    token = scene.account()
    scene.ask(name, token=token, headers=KEYED)
    other = {"ruleset": "toy", "players": [2]}
    return scene.ask(name, token=token, headers=KEYED, json=other)


def _matched(scene: Scene, name: str) -> httpx.Response:
    """Another account has completed the game before the seek is withdrawn."""
    token = scene.account()
    seek = scene.ask("create_seek", token=token).json()["id"]
    scene.ask("create_seek", token=scene.account())
    return scene.ask(name, token=token, places={"seek_id": seek})


SPECIAL: dict[tuple[str, str], Callable[[Scene, str], httpx.Response]] = {
    ("rematch", "not-over"): lambda scene, name: scene.ask(name, scene.table()),
    ("rematch", "resigned"): _resigned,
    ("rematch", "rate-limited"): _too_many_rematches,
    ("create_seek", "rate-limited"): _too_many_matches,
    ("create_seek", "idempotency-key-reused"): _twice,
    ("create_seek", "forbidden"): account_problems.without_app_key,
    ("list_seeks", "unauthorized"): lambda scene, name: scene.ask(name, token="acct_x.wrong"),
    ("get_seek", "not-found"): _of_no_seek,
    ("renew_seek", "not-found"): _of_no_seek,
    ("withdraw_seek", "not-found"): _of_no_seek,
    ("withdraw_seek", "seek-matched"): _matched,
}
