"""How seats, clocks and pauses meet problems: one function a case, for ``test_problems.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx

from store.commits import expire
from tests.service.table import Json, Table

if TYPE_CHECKING:
    from tests.service.scene import Scene

Provoke = Callable[["Scene", str], httpx.Response]

BODY: dict[str, Json] = {
    "put_seat": {"holder": "person"},
    "claim": {},
    "pause": {"paused": True},
}
WRONG: dict[str, dict[str, Any]] = {
    "put_seat": {"json": {"holder": "robot"}},
    "claim": {"json": {"seat": "1"}},
    "pause": {"json": {"paused": "yes"}},
    "resign": {"headers": {"If-Match": "now"}},
    "cancel_game": {"token": "host", "headers": {"If-Match": "now"}},
}


def _playing(scene: Scene) -> Table:
    table = scene.table()
    table.keep_all()
    return table


def _waiting(scene: Scene) -> Table:
    scene.seats = ["user", "open"]
    return scene.table()


def _alone(scene: Scene) -> Table:
    scene.seats = ["open"]
    return scene.table()


def late(scene: Scene) -> Table:
    """The time of all seats has run out."""
    table = Table(scene.client, clock={"kind": "turn", "seconds": 5})
    match = scene.db.games.load(table.id)
    expire(scene.db.games, match, match.head.created + 5_000)
    return table


def _bot_plays(scene: Scene, name: str) -> httpx.Response:
    """The host has put a bot in the place of seat 0, which is asked."""
    table = _playing(scene)
    table.hold(0, "bot:random")
    return scene.ask(name, table)


def _resigned(scene: Scene, name: str) -> httpx.Response:
    table = _playing(scene)
    table.post("/resign", 0)
    return scene.ask(name, table)


def _resigned_after_a_request(scene: Scene, name: str) -> httpx.Response:
    """Seat 1 has asked for an undo, and seat 0, who should answer, gives up."""
    table = _playing(scene)
    table.play(0, "rest")
    table.play(1, "roll")
    table.post("/undo", 1, {}, If_Match=f'"{table.rev}"')
    request = table.rev
    table.post("/resign", 0)
    return scene.ask(name, table, places={"request_id": str(request)})


def _paused(scene: Scene, name: str) -> httpx.Response:
    table = _playing(scene)
    table.pause(0, 1, 2)
    return scene.ask(name, table)


def _ended(scene: Scene, name: str) -> httpx.Response:
    """The game was cancelled; for who would cancel it, it was played."""
    table = _waiting(scene)
    if name != "cancel_game":
        table.cancel()
        return scene.ask(name, table)
    table.tokens[1] = table.post("/seats", None, {}).json()["token"]
    table.keep_all()
    table.finish()
    return scene.ask(name, table, token="host")


def _stale(scene: Scene, name: str) -> httpx.Response:
    table = _waiting(scene)
    return scene.ask(name, table, token="host", headers={"If-Match": '"7"'})


def _by_host(json: Json) -> Provoke:
    return lambda scene, name: scene.ask(name, _waiting(scene), token="host", json=json)


def _by_host_alone(scene: Scene, name: str) -> httpx.Response:
    return scene.ask(name, _playing(scene), token="host")


def _claims_without_code(scene: Scene, name: str) -> httpx.Response:
    table = Table(scene.client, invite=True)
    return scene.ask(name, table)


SPECIAL: dict[tuple[str, str], Provoke] = {
    ("put_seat", "already-started"): lambda scene, name: scene.ask(
        name, _playing(scene), token="host", json={"holder": "closed"}
    ),
    ("put_seat", "forbidden"): lambda scene, name: scene.ask(
        name, scene.table(), json={"holder": "bot:random"}
    ),
    ("put_seat", "not-away"): lambda scene, name: scene.ask(
        name, _waiting(scene), json={"holder": "hook"}
    ),
    ("put_seat", "resigned"): _resigned,
    ("put_seat", "seat-taken"): _by_host({"holder": "closed"}),
    ("put_seat", "too-few-seats"): lambda scene, name: scene.ask(
        name, _alone(scene), seat=None, token="host", json={"holder": "closed"}
    ),
    ("cancel_game", "already-started"): lambda scene, name: scene.ask(
        name, _playing(scene), token="host"
    ),
    ("cancel_game", "forbidden"): lambda scene, name: scene.ask(name, _waiting(scene)),
    ("resign", "stale-revision"): lambda scene, name: scene.ask(
        name, _playing(scene), headers={"If-Match": '"1"'}
    ),
    ("claim", "forbidden"): _claims_without_code,
    ("claim", "not-claimable"): lambda scene, name: scene.ask(name, _playing(scene)),
    ("pause", "stale-revision"): lambda scene, name: scene.ask(
        name, _playing(scene), headers={"If-Match": '"1"'}
    ),
    ("resign", "forbidden"): _by_host_alone,
    ("pause", "forbidden"): _by_host_alone,
    **{(name, "bot-plays"): _bot_plays for name in ("post_turn", "request_undo")},
    ("pause", "bot-plays"): _bot_plays,
    ("answer_undo", "resigned"): _resigned_after_a_request,
    **{(name, "resigned"): _resigned for name in ("post_turn", "request_undo", "pause")},
    **{(name, "paused"): _paused for name in ("post_turn", "request_undo")},
    **{(name, "game-over"): _ended for name in ("put_seat", "cancel_game", "join", "leave_seat")},
    **{(name, "stale-revision"): _stale for name in ("put_seat", "cancel_game", "claim")},
}
