"""How each answer that the specification lists comes about, at a table of a real title.

What needs no more than a table in play and the operation's plain request is not listed here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import httpx

from bench.recorded import Record
from store import hook_seats, webhooks
from store.commits import expire
from store.deliveries import Delivery
from store.games import now_ms
from tests.service.recording import short
from tests.service.rich import recorded_game
from tests.service.scene import Scene
from tests.service.streaming import JSON, Streams
from tests.service.table import Table, seated
from tests.service.test_accounts import auth
from tests.service.test_imports import unfinished

RECORDS = Path(__file__).parent.parent / "records"


SENT = {
    "game.moved": "evt_Kx7mPq2RtY8w_1795255200000-0",
    "turn.requested": "turn_5d1e0c9b7a3f4826d1c0b9a897e6f5d4",
}
"""Ids of messages, as the workers make them."""

MESSAGE = {"text/event-stream": b"\ndata: ", "application/x-ndjson": b"}\n"}
"""What each message of a stream has once."""


class Play(Scene):
    """Requests at tables of a real title."""

    ruleset = "tzolkin"

    def __init__(self, client: httpx.Client, db: Any, streams: Callable[[], Streams]) -> None:
        super().__init__(client, db)
        self.seats, self.streams = ["user", "user"], streams

    def table(self, token: str = "") -> Table:
        """Return a table at which the game has just begun."""
        wanted = {"ruleset": self.ruleset, "seats": seated(*self.seats), "undo": self.policy}
        return Table(self.client, token=token, **wanted)

    def in_play(self) -> Table:
        """Return a table after its opening, at which everybody keeps tiles in secret."""
        table = self.table()
        table.keep_all()
        return table

    def played(self, policy: str = "consent") -> tuple[Table, int]:
        """Return a table at which this seat has played a turn."""
        self.policy = policy
        table = self.in_play()
        seat = table.awaited[0]
        table.play(seat, *turn(table, seat))
        return table, seat


def turn(table: Table, seat: int) -> list[str]:
    """Return a short turn: what is offered first, and `done` as soon as it is offered."""
    steps: list[str] = []
    while not (told := table.get("/legal", seat, params={"after": steps}).json())["complete"]:
        offered = [option["step"] for option in told["choices"]["options"]]
        steps.append("done" if "done" in offered else offered[0])
    return steps


Get = Callable[[Play, str, str], httpx.Response]


def plain_request(scene: Play, name: str, media: str) -> httpx.Response:
    """Return the plain request of a seat that is asked, at a table in play."""
    table = scene.in_play()
    places = {"name": scene.ruleset, "rev": str(table.rev)}
    headers = {"Accept": media}
    return scene.ask(name, table, table.awaited[0], places=places, headers=headers)


def _asked(**changes: Any) -> Get:
    """Return the same with a body or a query."""

    def get(scene: Play, name: str, media: str) -> httpx.Response:
        table = scene.in_play()
        return scene.ask(name, table, table.awaited[0], **changes)

    return get


def _create(scene: Play, name: str, media: str) -> httpx.Response:
    return scene.ask(
        name, seat=None, json={"ruleset": scene.ruleset, "seats": seated("user", "bot:greedy")}
    )


def _repeated(scene: Play, name: str, media: str) -> httpx.Response:
    table = scene.in_play()
    seat = table.awaited[0]
    same: dict[str, Any] = {
        "json": {"steps": turn(table, seat)},
        "headers": {"If-Match": f'"{table.rev}"'},
    }
    scene.ask(name, table, seat, **deepcopy(same))
    return scene.ask(name, table, seat, **same)


def _post(scene: Play, name: str, media: str) -> httpx.Response:
    table = scene.in_play()
    seat = table.awaited[0]
    return scene.ask(name, table, seat, json={"steps": turn(table, seat)})


def _open(scene: Play) -> Table:
    scene.seats = ["user", "open"]
    return scene.table()


def _join(scene: Play, name: str, media: str) -> httpx.Response:
    return scene.ask(name, _open(scene), seat=None, json={"name": "Ana"})


def _leave(scene: Play, name: str, media: str) -> httpx.Response:
    return scene.ask(name, _open(scene))


def _undo_at_once(scene: Play, name: str, media: str) -> httpx.Response:
    table, seat = scene.played()
    return scene.ask(name, table, seat, json={}, headers={"Prefer": "wait=10"})


def _wanted(scene: Play) -> tuple[Table, int, str]:
    """Return a table at which a seat wants back more than it may take back unasked."""
    table, seat = scene.played()
    other = table.awaited[0]
    table.play(other, *turn(table, other))
    answer = table.post("/undo", seat, {}, If_Match=f'"{table.rev}"')
    assert answer.status_code == 202, answer.text
    return table, seat, str(answer.json()["request"]["id"])


def _ask_undo(scene: Play, name: str, media: str) -> httpx.Response:
    table, seat = scene.played()
    table.play(1 - seat, *turn(table, 1 - seat))
    return scene.ask(name, table, seat, json={})


def _get_undo(scene: Play, name: str, media: str) -> httpx.Response:
    table, seat, request = _wanted(scene)
    return scene.ask(name, table, seat, places={"request_id": request})


def _answer_undo(scene: Play, name: str, media: str) -> httpx.Response:
    table, seat, request = _wanted(scene)
    return scene.ask(name, table, 1 - seat, json={"agree": True}, places={"request_id": request})


def _replay(wait: str) -> Get:
    def get(scene: Play, name: str, media: str) -> httpx.Response:
        table = scene.in_play()
        body = {"from": 0, "to": 2, "every": 2}
        return scene.ask(name, table, 0, json=body, headers={"Prefer": wait})

    return get


def _replayed(scene: Play) -> tuple[Table, str]:
    """Return a table and the id of its finished replay."""
    table = scene.in_play()
    made = table.post("/replays", 0, {"from": 0, "to": 2, "every": 2}).json()["id"]
    scene.db.jobs.wait(scene.db.jobs.get(made), 30)
    return table, made


def _of_job(scene: Play, name: str, media: str) -> httpx.Response:
    table, job = _replayed(scene)
    return scene.ask(name, table, 0, places={"job_id": job})


def _events(scene: Play, name: str, media: str) -> httpx.Response:
    table, _ = scene.played()
    return _streamed(scene, f"{table.path}/events", media, {"after": 1})


def _my_events(scene: Play, name: str, media: str) -> httpx.Response:
    """Return the events of an account for a new game and its first turn."""
    token = _account(scene)
    after = scene.db.feeds.end(token.partition(".")[0])
    scene.seats = ["me", "user"]
    table = scene.table(token)
    table.play(1, *turn(table, 1))
    return _streamed(scene, "/v1/me/events", media, {"after": after}, token)


def _streamed(
    scene: Play, path: str, media: str, query: dict[str, Any], token: str = ""
) -> httpx.Response:
    """Return a long poll as it is; of a stream, which has no end, its first two messages."""
    url = f"http://{scene.streams().address}{path}"
    headers = {"Accept": media} | ({"Authorization": f"Bearer {token}"} if token else {})
    with httpx.stream("GET", url, headers=headers, params=query, timeout=30) as answer:
        if media == JSON:
            answer.read()
            return answer
        content, ending = b"", b"\n\n" if "event-stream" in media else b"\n"
        for line in answer.iter_lines():
            content += line.encode() + b"\n"
            if content.count(MESSAGE[media]) > 1 and content.endswith(ending):
                break
        return httpx.Response(
            200, content=content, request=answer.request, headers={"Content-Type": media}
        )


def _drafted(again: bool) -> Get:
    def get(scene: Play, name: str, media: str) -> httpx.Response:
        table = scene.in_play()
        body = {"rev": table.rev, "steps": ["place palenque"]}
        if again:
            scene.ask("put_draft", table, table.awaited[0], json=body)
        sent: dict[str, Any] = {} if name == "get_draft" else {"json": body}
        return scene.ask(name, table, table.awaited[0], **sent)

    return get


def _account(scene: Play) -> str:
    """Return the token of a new account."""
    token: str = scene.ask("create_account", json={"name": "Ana"}).json()["token"]
    return token


def _with_account(scene: Play, name: str, media: str) -> httpx.Response:
    return scene.ask(name, token=_account(scene))


def _change_me(scene: Play, name: str, media: str) -> httpx.Response:
    return scene.ask(name, token=_account(scene), json={"name": "Ana María"})


def _create_account(scene: Play, name: str, media: str) -> httpx.Response:
    return scene.ask(name, json={"name": "Ana"})


def _recover(scene: Play, name: str, media: str) -> httpx.Response:
    code = scene.ask("create_account", json={"name": "Ana"}).json()["recovery"]
    return scene.ask(name, json={"recovery": code})


def _token(scene: Play, name: str, media: str) -> httpx.Response:
    """Return an account's view of its second token."""
    token = _account(scene)
    made = scene.ask("create_token", token=token)
    if name == "create_token":
        return made
    return scene.ask(name, token=token, places={"token_id": made.json()["id"]})


def _opening(scene: Play) -> str:
    """Return the beginning of a recorded game as text: its head and its first two turns."""
    text = (RECORDS / scene.ruleset / "2p-00.txt").read_text(encoding="utf-8")
    return "".join(text.splitlines(keepends=True)[:3])


def _import(scene: Play, name: str, media: str) -> httpx.Response:
    """Return a record as text, and a hand-written one as JSON."""
    text = recorded_game(_opening(scene)).as_text()
    scene.ask(name, content=text, headers={"Content-Type": "text/plain"})
    seats, holders = unfinished()["seats"][:2], unfinished()["holders"][:2]
    record = unfinished(ruleset=scene.ruleset + "@1", seats=seats, holders=holders)
    return scene.ask(name, json=record)


def _export(scene: Play, name: str, media: str) -> httpx.Response:
    """Return the line of a finished game, shortened."""
    text = (RECORDS / scene.ruleset / "2p-00.txt").read_text(encoding="utf-8")
    plain = {"Content-Type": "text/plain"}
    record = recorded_game(text).as_text()
    scene.client.post("/v1/imports?visibility=public", content=record, headers=plain)
    answer = scene.ask(name)
    line = json.dumps(short(json.loads(answer.text)), ensure_ascii=False)
    return httpx.Response(
        200, content=f"{line}\n", request=answer.request, headers={"Content-Type": media}
    )


def _on_paper(scene: Play, name: str, media: str) -> httpx.Response:
    """Return the opening of a recorded game, without players."""
    record = Record.loads(_opening(scene))
    turns = [
        {"seat": entry.seat, "steps": [line.step for line in entry.lines]}
        for entry in record.entries
    ]
    body = {"seats": record.seats, "seed": record.seed.hex(), "turns": turns}
    return scene.ask(name, json=body, places={"name": scene.ruleset})


def _delivered(scene: Play, log: str, kind: str) -> None:
    """Two attempts to deliver a message, noted as the workers note them."""
    now = now_ms()
    for attempt, (status, error) in enumerate(((0, "timeout"), (200, "")), start=1):
        scene.db.deliveries.add(log, Delivery(SENT[kind], kind, now, 84, attempt, status, error))


def _of_hook(scene: Play, name: str, media: str) -> httpx.Response:
    """Return the host's view of the remote bot on seat 1."""
    remote = {"holder": "hook", "url": "https://bots.example.org/turn", "name": "Remote"}
    wanted = {"ruleset": scene.ruleset, "seats": seated("user", remote)}
    made = scene.ask("create_game", json=wanted).json()
    places = {"game_id": made["id"], "seat": "1"}
    _delivered(scene, hook_seats.seat_log(made["id"], 1), "turn.requested")
    return scene.ask(name, token=made["tokens"]["host"], places=places)


def _put_seat(scene: Play, name: str, media: str) -> httpx.Response:
    body = {"holder": "bot:greedy"}
    return scene.ask(name, scene.in_play(), token="host", places={"seat": "1"}, json=body)


def _cancel(scene: Play, name: str, media: str) -> httpx.Response:
    return scene.ask(name, _open(scene), token="host")


def _claim(scene: Play, name: str, media: str) -> httpx.Response:
    """The host takes over a seat whose time has run out, for a newcomer."""
    clock = {"kind": "turn", "seconds": 5}
    table = Table(scene.client, ruleset=scene.ruleset, seats=scene.seats, clock=clock)
    match = scene.db.games.load(table.id)
    expire(scene.db.games, match, match.head.created + 5_000)
    return scene.ask(name, table, token="host", json={"seat": 0, "name": "Ben"})


def _webhook(scene: Play, name: str, media: str) -> httpx.Response:
    """Return an account's view of its webhook."""
    token = _account(scene)
    url = {"url": "https://hooks.example.org/chasqui"}
    made = scene.ask("create_webhook", token=token, json=url)
    if name == "create_webhook":
        return made
    if name == "list_deliveries":
        _delivered(scene, webhooks.webhook_log(made.json()["id"]), "game.moved")
    sent: dict[str, Any] = {"json": {"enabled": False}} if name == "change_webhook" else {}
    return scene.ask(name, token=token, places={"hook_id": made.json()["id"]}, **sent)


def _rematch(scene: Play, name: str, media: str) -> httpx.Response:
    """Return the rematch of a cancelled game, as its first or its second caller gets it."""
    table = _open(scene)
    table.cancel()
    return scene.ask(name, table, json={"order": "same"})


def _rematch_again(scene: Play, name: str, media: str) -> httpx.Response:
    scene.seats = ["user", "user", "open"]
    table = scene.table()
    table.cancel()
    scene.ask(name, table, json={"order": "same"})
    return scene.ask(name, table, seat=1, json={})


def _seek(scene: Play, name: str, media: str) -> httpx.Response:
    """Return an account's view of its seek, which waits beside another one."""
    body = {"ruleset": scene.ruleset, "players": [3, 4]}
    scene.client.post("/v1/seeks", json=body, headers=auth(_account(scene)))
    token = _account(scene)
    clock = {"kind": "bank", "seconds": 86_400, "increment": 3_600, "on_timeout": "claim"}
    wanted = {"ruleset": scene.ruleset, "players": [2, 3], "clock": clock}
    made = scene.ask("create_seek", token=token, json=wanted)
    if name == "create_seek":
        return made
    return scene.ask(name, token=token, places={"seek_id": made.json()["id"]})


def _unfinished_replay(scene: Play, name: str, media: str) -> httpx.Response:
    table = scene.in_play()
    job = scene.db.jobs.create("replay", table.id, {"from": 0, "to": 2, "every": 2}, 0)
    return scene.ask(name, table, 0, places={"job_id": job.id})


SEEKS = ("list_seeks", "get_seek", "renew_seek")
WEBHOOKS = ("list_webhooks", "get_webhook", "change_webhook", "rotate_webhook_secret")


def _talked(scene: Play, name: str, media: str) -> httpx.Response:
    table = scene.in_play()
    table.post("/talk", 1, {"text": "Have fun!"})
    said = scene.ask("post_talk", table, 0).json()
    if name == "post_talk":
        return scene.ask(name, table, 0)
    host = "host" if name == "put_talk" else None
    return scene.ask(name, table, 0, token=host, places={"message_id": said["id"]})


ANSWERS: dict[tuple[str, int], Get] = {
    ("create_account", 201): _create_account,
    ("get_me", 200): _with_account,
    ("change_me", 200): _change_me,
    ("change_recovery", 200): _with_account,
    ("recover_account", 200): _recover,
    ("create_ticket", 201): _with_account,
    ("list_tokens", 200): _with_account,
    **{(name, 200): _token for name in ("get_token", "change_token")},
    ("create_token", 201): _token,
    ("import_record", 201): _import,
    ("export_records", 200): _export,
    ("get_seat_hook", 200): _of_hook,
    ("enable_seat_hook", 200): _of_hook,
    ("rotate_seat_hook_secret", 200): _of_hook,
    ("put_seat", 200): _put_seat,
    ("cancel_game", 200): _cancel,
    ("claim", 201): _claim,
    ("pause", 200): _asked(json={"paused": True}),
    **dict.fromkeys([(name, 200) for name in WEBHOOKS], _webhook),
    ("rematch", 201): _rematch,
    ("rematch", 200): _rematch_again,
    ("create_seek", 201): _seek,
    **dict.fromkeys([(name, 200) for name in SEEKS], _seek),
    ("create_webhook", 201): _webhook,
    ("list_deliveries", 200): _webhook,
    ("test_webhook", 202): _webhook,
    ("apply_turns", 200): _on_paper,
    ("legal_steps", 200): _on_paper,
    ("fork_game", 201): _asked(json={"rev": 1}),
    # Those of its parts that are no part of this test are left out.
    ("readyz", 200): lambda scene, name, media: scene.ask(
        name, params={"exclude": ["workers", "hooks", "stream"]}
    ),
    ("create_game", 201): _create,
    ("post_turn", 201): _post,
    ("post_turn", 200): _repeated,
    ("legal", 200): _asked(params={"explain": "1"}),
    ("put_draft", 201): _drafted(again=False),
    ("put_draft", 200): _drafted(again=True),
    ("get_draft", 200): _drafted(again=True),
    ("preview", 200): _asked(json={"rev": 2, "steps": ["place palenque"]}),
    ("join", 201): _join,
    ("leave_seat", 200): _leave,
    ("request_undo", 200): _undo_at_once,
    ("request_undo", 202): _ask_undo,
    ("get_undo", 200): _get_undo,
    ("withdraw_undo", 200): _get_undo,
    ("answer_undo", 200): _answer_undo,
    ("start_replay", 200): _replay("wait=10"),
    ("start_replay", 202): _replay(""),
    ("get_replay", 200): _of_job,
    ("get_replay", 202): _unfinished_replay,
    ("get_job", 200): _of_job,
    ("cancel_job", 200): _of_job,
    **dict.fromkeys([(name, 200) for name in ("get_talk", "put_talk")], _talked),
    ("post_talk", 201): _talked,
    ("events", 200): _events,
    ("my_events", 200): _my_events,
}
