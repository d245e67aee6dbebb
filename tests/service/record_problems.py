"""How records meet problems: bodies and cases for ``test_problems.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx

from tests.service import account_problems
from tests.service.table import Json
from tests.service.test_imports import unfinished

if TYPE_CHECKING:
    from tests.service.scene import Scene

BODY: dict[str, Json] = {"import_record": unfinished(), "fork_game": {"rev": 0}}
OTHER: dict[str, Json] = {
    "import_record": unfinished("cd" * 32),
    "fork_game": {"rev": 0, "name": "other"},
}
WRONG: dict[str, dict[str, Any]] = {
    "fork_game": {"json": {"rev": "0"}},
    "import_record": {"json": {"format": "chasqui-record", "version": 3}},
}


def forked_at_the_end(scene: Scene, name: str) -> httpx.Response:
    table = scene.table()
    table.keep_all()
    table.finish()
    return scene.ask(name, table, json={"rev": table.rev})


def forked_too_often(scene: Scene, name: str) -> httpx.Response:
    return account_problems.too_many_today(scene, name, scene.table())


def of_other_rules(scene: Scene, name: str) -> httpx.Response:
    return scene.ask(name, json=unfinished(options=["short"]))


def too_large(scene: Scene, name: str) -> httpx.Response:
    kind = {"Content-Type": "application/json"}
    return scene.ask(name, content=b" " * (2 * 1024 * 1024 + 1), headers=kind)


SPECIAL: dict[tuple[str, str], Callable[[Scene, str], httpx.Response]] = {
    ("fork_game", "game-over"): forked_at_the_end,
    ("fork_game", "rate-limited"): forked_too_often,
    ("import_record", "invalid-record"): of_other_rules,
    ("import_record", "too-large"): too_large,
}
