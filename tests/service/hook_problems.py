"""How hooks and webhooks meet problems, for ``test_problems.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from tests.service.scene import Scene

BODY: dict[str, dict[str, Any]] = {
    "create_webhook": {"url": "https://hooks.example.org/"},
    "change_webhook": {"enabled": True},
}
WRONG: dict[str, dict[str, Any]] = {
    "create_webhook": {"json": {"url": 5}},
    "change_webhook": {"json": {"enabled": "yes"}},
}


def _of_another_seat(scene: Scene, name: str) -> httpx.Response:
    """A seat asks about the hook of another one."""
    return scene.ask(name, scene.table(), seat=1)


def _unknown(scene: Scene, name: str) -> httpx.Response:
    """An account asks about a webhook that it does not have."""
    return scene.ask(name, token=scene.account())


def _twice(scene: Scene, name: str) -> httpx.Response:
    """An account asks for two webhooks under one key."""
    key, token = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000003"}, scene.account()
    assert scene.ask(name, token=token, headers=key).is_success
    other = {"url": "https://hooks.example.org/other"}
    return scene.ask(name, token=token, headers=key, json=other)


SPECIAL: dict[tuple[str, str], Callable[[Scene, str], httpx.Response]] = {
    ("get_seat_hook", "forbidden"): _of_another_seat,
    ("enable_seat_hook", "forbidden"): _of_another_seat,
    ("rotate_seat_hook_secret", "forbidden"): _of_another_seat,
    ("create_webhook", "idempotency-key-reused"): _twice,
    ("get_webhook", "not-found"): _unknown,
    ("change_webhook", "not-found"): _unknown,
    ("delete_webhook", "not-found"): _unknown,
    ("rotate_webhook_secret", "not-found"): _unknown,
    ("list_deliveries", "not-found"): _unknown,
    ("test_webhook", "not-found"): _unknown,
}
