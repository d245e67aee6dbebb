"""How accounts meet problems: one function a case, for ``test_problems.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

from service import create_app
from service.processes.settings import Settings
from store.accounts import Account, new_account_id
from store.tokens import fingerprint
from store.words import KEY
from tests.conftest import serving

if TYPE_CHECKING:
    from tests.service.scene import Scene
    from tests.service.table import Table


def of_two_seats(scene: Scene, name: str) -> httpx.Response:
    """An account's token does not tell for which of its seats it acts."""
    scene.seats, token = ["me", "me", "open"], scene.account()
    return scene.ask(name, scene.table(token), token=token)


def without_app_key(scene: Scene, name: str) -> httpx.Response:
    """A guest asks where the operator demands keys."""
    path = scene.db.redis.connection_pool.connection_kwargs["path"]
    token = scene.account()
    app = create_app(Settings(redis_url=f"unix://{path}", accounts="keys"))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        return type(scene)(client, scene.db).ask(name, token=token)


def too_many_today(scene: Scene, name: str, table: Table | None = None) -> httpx.Response:
    """An app key that may create no game asks for one."""
    id_ = new_account_id()
    scene.db.accounts.create(Account(id_, "", KEY, 1, fingerprint(f"{id_}.x"), games_per_day=0))
    return scene.ask(name, table, token=f"{id_}.x")


def rotated_again(scene: Scene, name: str) -> httpx.Response:
    key = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000002"}
    first = scene.ask(name, token=scene.account(), headers=key)
    return scene.ask(name, token=first.json()["token"], headers=key)
