"""How hooks meet problems: one function a case, for ``test_problems.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from tests.service.scene import Scene


def of_another_seat(scene: Scene, name: str) -> httpx.Response:
    """A seat asks about the hook of another one."""
    return scene.ask(name, scene.table(), seat=1)
