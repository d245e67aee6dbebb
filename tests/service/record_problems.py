"""How records meet problems: bodies and cases for ``test_problems.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx

from engine.table import Table as Board
from tests.service import account_problems
from tests.service.table import Json
from tests.service.test_imports import unfinished
from tests.toy import TITLE

if TYPE_CHECKING:
    from tests.service.scene import Scene

# Only the store knows the seal of a fork: with this record the engine needs the store too.
_FORK = {"game": "Kx7mPq2RtY8w", "rev": 0, "state": "gA==", "seal": "0" * 64}
Case = Callable[["Scene", str], httpx.Response]

BODY: dict[str, Json] = {
    "import_record": unfinished(),
    "fork_game": {"rev": 0},
    "apply_turns": {"record": unfinished(fork=_FORK)},
    "legal_steps": {"record": unfinished(fork=_FORK)},
}
OTHER: dict[str, Json] = {
    "import_record": unfinished("cd" * 32),
    "fork_game": {"rev": 0, "name": "other"},
}
WRONG: dict[str, dict[str, Any]] = {
    "fork_game": {"json": {"rev": "0"}},
    "apply_turns": {"json": {}},
    "legal_steps": {"json": {"seats": 2, "after": ["rest"]}},
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


def on_paper(*turns: tuple[int, str], **head: Any) -> Case:
    """Turns on a record on paper; first of all everybody keeps a card."""
    board = Board.new(TITLE, 3, (), bytes.fromhex("ab" * 32))
    kept = [(n, f"keep {board.own(n)['dealt'][0]}") for n in range(3)]
    played = [{"seat": n, "steps": [step]} for n, step in (*kept, *turns)]
    body = {"record": unfinished(**head), "turns": played}
    return lambda scene, name: scene.ask(name, json=body)


_END = [(n % 3, "rest") for n in range(9)]
_PAPER: dict[str, Case] = {
    "game-over": on_paper(*_END, (0, "rest")),
    "illegal-step": on_paper((0, "fly")),
    "incomplete-turn": on_paper((0, "take 3")),
    "invalid-record": on_paper(options=["short"]),
    "not-started": on_paper(waits=True, status="waiting"),
    "not-your-turn": on_paper((1, "rest")),
    "too-large": too_large,
}

SPECIAL: dict[tuple[str, str], Case] = {
    **{(name, code): _PAPER[code] for name in ("apply_turns", "legal_steps") for code in _PAPER},
    ("fork_game", "game-over"): forked_at_the_end,
    ("fork_game", "rate-limited"): forked_too_often,
    ("import_record", "invalid-record"): of_other_rules,
    ("import_record", "too-large"): too_large,
}
