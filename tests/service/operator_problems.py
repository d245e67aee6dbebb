"""How operators' pages meet problems: cases for ``test_problems.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx

from service import create_app
from service.processes.settings import Settings
from tests.conftest import serving

if TYPE_CHECKING:
    from tests.service.scene import Scene

WRONG: dict[str, dict[str, Any]] = {"readyz": {"params": {"exclude": "cellar"}}}


def with_another_token(scene: Scene, name: str) -> httpx.Response:
    token = "the-token-of-the-metrics"
    app = create_app(Settings(redis_url="unix:///nowhere/redis.sock", metrics_token=token))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        return type(scene)(client, scene.db).ask(name, token=token + "?")


def from_elsewhere(scene: Scene, name: str) -> httpx.Response:
    return scene.ask(name, headers={"X-Forwarded-For": "10.0.0.1"})
