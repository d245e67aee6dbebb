"""How table talk and presence meet problems: one function a case, for ``test_problems.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx

from tests.service.table import Json, Table

if TYPE_CHECKING:
    from tests.service.scene import Scene

Provoke = Callable[["Scene", str], httpx.Response]

BODY: dict[str, Json] = {
    "post_talk": {"text": "Good luck!"},
    "put_talk": {"policy": "all"},
    "report_talk": {"reason": "rude"},
    "put_mutes": {"players": ["player_Zk3vN0mXq1aB4cDe"], "spectators": True},
    "put_presence": {"hidden": True},
}
WRONG: dict[str, dict[str, Any]] = {
    "post_talk": {"json": {"text": " \n "}},
    "get_talk": {"params": {"after": "1", "before": "9"}},
    "put_talk": {"token": "host", "json": {"policy": "loud"}},
    "report_talk": {"json": {"reason": 5}},
    "put_mutes": {"json": {"seats": [0]}},
    "put_presence": {"json": {"hidden": 1}},
}


def talking(scene: Scene) -> Table:
    """Return a table at which seat 0 has said something."""
    table = scene.table()
    table.post("/talk", 0, {"text": "Good luck!"})
    return table


def _of_another(scene: Scene, name: str) -> httpx.Response:
    """Seat 1 deletes what seat 0 has said."""
    return scene.ask(name, talking(scene), seat=1)


def _by_seat(scene: Scene, name: str) -> httpx.Response:
    return scene.ask(name, scene.table())


def _by_host(scene: Scene, name: str) -> httpx.Response:
    return scene.ask(name, scene.table(), token="host")


def _switched_off(scene: Scene, name: str) -> httpx.Response:
    table = scene.table()
    assert scene.ask("put_talk", table, token="host", json={"policy": "off"}).is_success
    return scene.ask(name, table)


def _spectators(scene: Scene, name: str) -> httpx.Response:
    return scene.ask(name, scene.table(), params={"channel": "spectators"})


SPECIAL: dict[tuple[str, str], Provoke] = {
    ("post_talk", "forbidden"): _switched_off,
    ("get_talk", "forbidden"): _spectators,
    ("put_talk", "forbidden"): _by_seat,
    ("delete_talk", "forbidden"): _of_another,
    ("delete_talk", "not-found"): lambda scene, name: scene.ask(name, scene.table()),
    ("report_talk", "not-found"): lambda scene, name: scene.ask(name, scene.table()),
    ("put_presence", "forbidden"): _by_host,
}
