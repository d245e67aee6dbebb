"""Every problem that the specification lists, of every operation, provoked once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from match.snapshot import pack
from service import create_app
from service.edge.operation import OPERATIONS, UNREAD, Operation
from service.presentation.problems import STATUS, sentences
from service.processes.settings import Settings
from store import Store
from tests.conftest import serving
from tests.service import (
    account_problems,
    hook_problems,
    operator_problems,
    record_problems,
    recording,
    seat_problems,
    seek_problems,
    talk_problems,
)
from tests.service.scene import BODY, BY_NAME, Provoke, Scene
from tests.service.table import Json, Table, problem

KEY = "c0ffee00-0000-4000-8000-000000000001"


def _method(scene: Scene, name: str) -> httpx.Response:
    path = BY_NAME[name].path.replace("<int:", "<")
    ids = ("game_id", "hook_id", "token_id", "job_id", "message_id", "name", "seek_id")
    for place in ids:
        path = path.replace(f"<{place}>", "x")
    for place in ("rev", "seat", "request_id"):
        path = path.replace(f"<{place}>", "1")
    return scene.client.request("REPORT", path)


def _raw(content: bytes, kind: str = "application/json") -> Provoke:
    return lambda scene, name: scene.ask(
        name, scene.table(), content=content, headers={"Content-Type": kind}
    )


def _in_play(scene: Scene) -> Table:
    table = scene.table()
    table.keep_all()
    return table


def _low(scene: Scene) -> Table:
    """Return a table at which seat 1 is asked and may no longer take three stones."""
    table = _in_play(scene)
    table.play(0, "take 3", "done")
    return table


def _over(scene: Scene) -> Table:
    table = _in_play(scene)
    table.finish()
    return table


def _waiting(scene: Scene) -> Table:
    scene.seats = ["user", "open"]
    return scene.table()


def _undone(scene: Scene, policy: str = "consent") -> Table:
    """Return a table at which seat 0 has asked to take its roll back."""
    scene.policy = policy
    table = _in_play(scene)
    table.play(0, "roll")
    table.post("/undo", 0, {}, If_Match='"4"')
    return table


def _replay(scene: Scene) -> tuple[Table, str]:
    """Return a replay made for seat 0, finished as a worker would."""
    table = scene.table()
    job = scene.db.jobs.create("replay", table.id, {"from": 0, "to": 0, "every": 1}, 0)
    scene.db.jobs.finish(job, b'{"frames":[]}')
    return table, job.id


def _replay_that_ended(code: str) -> Provoke:
    """Return a request for a replay that was cancelled, or failed with a code."""

    def get(scene: Scene, name: str) -> httpx.Response:
        table = scene.table()
        job = scene.db.jobs.create("replay", table.id, {"from": 0, "to": 0, "every": 1}, 0)
        if code == "job-cancelled":
            scene.db.jobs.cancel(job)
        else:
            scene.db.jobs.fail(job, code)
        return scene.ask(name, table, places={"job_id": job.id})

    return get


def _twice(scene: Scene, name: str) -> httpx.Response:
    other: dict[str, Json] = {
        "create_account": {"name": "other"},
        "create_game": {**BODY["create_game"], "name": "other"},
        "join": {"name": "other"},
        "start_replay": {"every": 2},
        **record_problems.OTHER,
        "post_talk": {"text": "Good night!"},
        "claim": {"name": "other"},
    }
    table = seat_problems.late(scene) if name == "claim" else _waiting(scene)
    key = {"Idempotency-Key": KEY}
    token = "host" if name == "claim" else None
    assert scene.ask(name, table, token=token, headers=key).is_success
    return scene.ask(name, table, token=token, headers=key, json=other[name])


COMMON: dict[str, Provoke] = {
    "method-not-allowed": _method,
    "malformed-json": _raw(b'{"steps": ['),
    "too-large": _raw(b'{"steps": ["' + b"x" * 70_000 + b'"]}'),
    "unsupported-media-type": _raw(b"steps=rest", "application/x-www-form-urlencoded"),
    "unauthorized": lambda scene, name: scene.ask(name, scene.table(), token="x.wrong"),
    "forbidden": lambda scene, name: (
        account_problems.without_part(scene, name)
        if "<game_id>" in BY_NAME[name].path
        else account_problems.without_scope(scene, name)
    ),
    "not-found": lambda scene, name: scene.ask(name, None, places={"name": "chess"}),
    "revision-required": lambda scene, name: scene.ask(
        name, _in_play(scene), headers={"If-Match": ""}
    ),
    "idempotency-key-reused": _twice,
    "not-started": lambda scene, name: scene.ask(name, _waiting(scene)),
    "game-over": lambda scene, name: scene.ask(name, _over(scene)),
}


SPECIAL: dict[tuple[str, str], Provoke] = {
    ("get_metrics", "unauthorized"): operator_problems.with_another_token,
    ("get_metrics", "forbidden"): operator_problems.from_elsewhere,
    **seat_problems.SPECIAL,
    **account_problems.SPECIAL,
    ("export_records", "unauthorized"): lambda scene, name: scene.ask(
        name, params={"player": "me"}
    ),
    ("list_games", "unauthorized"): lambda scene, name: scene.ask(name, params={"mine": "1"}),
    ("get_replay", "forbidden"): lambda scene, name: (
        lambda made: scene.ask(name, made[0], seat=1, places={"job_id": made[1]})
    )(_replay(scene)),
    **{("get_replay", code): _replay_that_ended(code) for code in ("job-cancelled", "job-timeout")},
    ("get_state", "forbidden"): lambda scene, name: scene.ask(
        name, scene.table(), params={"as": "1"}
    ),
    ("join", "forbidden"): lambda scene, name: scene.ask(
        name, _waiting(scene), json={"holder": "bot:random"}
    ),
    ("join", "game-full"): lambda scene, name: scene.ask(name, scene.table()),
    ("join", "seat-taken"): lambda scene, name: scene.ask(name, _waiting(scene), json={"seat": 0}),
    ("join", "stale-revision"): lambda scene, name: scene.ask(
        name, _waiting(scene), headers={"If-Match": '"7"'}
    ),
    ("leave_seat", "already-started"): lambda scene, name: scene.ask(name, scene.table()),
    ("leave_seat", "forbidden"): lambda scene, name: scene.ask(name, scene.table(), seat=1),
    ("leave_seat", "stale-revision"): lambda scene, name: scene.ask(
        name, _waiting(scene), headers={"If-Match": '"7"'}
    ),
    **record_problems.SPECIAL,
    ("legal", "illegal-step"): lambda scene, name: scene.ask(
        name, _low(scene), seat=1, params={"after": "take 3"}
    ),
    ("preview", "illegal-step"): lambda scene, name: scene.ask(
        name, _low(scene), seat=1, json={"rev": 4, "steps": ["take 3"]}
    ),
    ("preview", "stale-revision"): lambda scene, name: scene.ask(name, _in_play(scene)),
    ("preview", "not-your-turn"): lambda scene, name: scene.ask(
        name, _in_play(scene), seat=1, json={"rev": 3, "steps": ["rest"]}
    ),
    ("preview", "game-over"): lambda scene, name: (
        lambda table: scene.ask(name, table, json={"rev": table.rev, "steps": ["rest"]})
    )(_over(scene)),
    ("put_draft", "illegal-step"): lambda scene, name: scene.ask(
        name, _low(scene), seat=1, json={"rev": 4, "steps": ["take 3"]}
    ),
    ("put_draft", "stale-revision"): lambda scene, name: scene.ask(name, _in_play(scene)),
    ("put_draft", "draft-changed"): lambda scene, name: scene.ask(
        name,
        _in_play(scene),
        json={"rev": 3, "steps": ["take 3"]},
        headers={"If-Match": '"gone"'},
    ),
    ("delete_draft", "draft-changed"): lambda scene, name: scene.ask(
        name, _in_play(scene), headers={"If-Match": '"gone"'}
    ),
    ("put_draft", "not-your-turn"): lambda scene, name: scene.ask(
        name, _in_play(scene), seat=1, json={"rev": 3, "steps": ["rest"]}
    ),
    ("put_draft", "game-over"): lambda scene, name: (
        lambda table: scene.ask(name, table, json={"rev": table.rev, "steps": ["rest"]})
    )(_over(scene)),
    ("post_turn", "illegal-step"): lambda scene, name: scene.ask(
        name, _low(scene), seat=1, json={"steps": ["take 3"]}
    ),
    ("post_turn", "incomplete-turn"): lambda scene, name: scene.ask(
        name, _in_play(scene), json={"steps": ["take 3"]}
    ),
    ("post_turn", "stale-revision"): lambda scene, name: scene.ask(
        name, _in_play(scene), headers={"If-Match": '"1"'}
    ),
    ("request_undo", "stale-revision"): lambda scene, name: scene.ask(
        name, _in_play(scene), headers={"If-Match": '"1"'}
    ),
    ("request_undo", "undo-not-allowed"): lambda scene, name: scene.ask(
        name, _undone(scene, policy="none")
    ),
    ("answer_undo", "forbidden"): lambda scene, name: scene.ask(
        name, _undone(scene), places={"request_id": "5"}
    ),
    ("answer_undo", "undo-not-allowed"): lambda scene, name: _lapsed(scene, name, seat=1),
    ("withdraw_undo", "forbidden"): lambda scene, name: scene.ask(
        name, _undone(scene), seat=1, places={"request_id": "5"}
    ),
    ("withdraw_undo", "undo-not-allowed"): lambda scene, name: _lapsed(scene, name, seat=0),
}

WRONG: dict[str, dict[str, Any]] = {
    **record_problems.WRONG,
    **operator_problems.WRONG,
    **seat_problems.WRONG,
    **hook_problems.WRONG,
    **seek_problems.WRONG,
    **talk_problems.WRONG,
    **account_problems.WRONG,
    "create_game": {"json": {"ruleset": "toy", "seats": []}},
    "list_games": {"params": {"limit": "many"}},
    "export_records": {"params": {"limit": "0"}},
    "get_game": {"params": {"as": "me"}},
    "get_log": {"params": {"after": "-1"}},
    "export": {"params": {"as": "-1"}},
    "get_state": {"params": {"as": "me"}},
    "events": {"params": {"after": "now"}},
    "my_events": {"params": {"after": "now"}},
    "start_replay": {"json": {"every": 0}},
    "join": {"json": {"chair": 1}},
    "leave_seat": {"headers": {"If-Match": "now"}},
    "legal": {"params": {"explain": "yes"}},
    "delete_draft": {"headers": {"If-Match": "now"}},
    "preview": {"json": {"rev": "0", "steps": ["rest"]}},
    "put_draft": {"json": {"rev": 0, "steps": "rest"}},
    "post_turn": {"json": {"steps": "rest"}},
    "request_undo": {"json": {"back_to": -1}},
    "answer_undo": {"json": {"agree": "yes"}},
}
for _name, _changes in WRONG.items():
    SPECIAL[_name, "invalid-request"] = lambda scene, name: scene.ask(
        name, scene.table(), **WRONG[name]
    )
for _name in ("create_account", "create_game", "import_record"):
    SPECIAL[_name, "forbidden"] = account_problems.without_app_key
    SPECIAL[_name, "unauthorized"] = lambda scene, name: scene.ask(name, token="acct_x.wrong")
for _name in ("create_game", "import_record"):
    SPECIAL[_name, "rate-limited"] = account_problems.too_many_today
for _name in ("legal", "post_turn"):
    SPECIAL[_name, "not-your-turn"] = lambda scene, name: scene.ask(name, _in_play(scene), seat=1)
DRAFTS = ("put_draft", "get_draft", "delete_draft")
for _name in ("legal", "preview", *DRAFTS, "post_turn", "request_undo"):
    SPECIAL[_name, "forbidden"] = lambda scene, name: (
        lambda table: scene.ask(name, table, token=table.host)
    )(_in_play(scene))


def _lapsed(scene: Scene, name: str, seat: int) -> httpx.Response:
    table = _undone(scene)
    table.play(1, "rest")
    return scene.ask(name, table, seat=seat, places={"request_id": "5"})


SPECIAL |= hook_problems.SPECIAL
SPECIAL |= seek_problems.SPECIAL
SPECIAL |= talk_problems.SPECIAL

LISTED = [
    (operation.name, code)
    for operation in OPERATIONS
    for code in operation.problems
    # Of these all are provoked, but below, in test_limits.py and in test_refusals.py.
    if code not in ("unavailable", "rate-limited", *UNREAD) or (operation.name, code) in SPECIAL
]


@pytest.mark.parametrize(("name", "code"), LISTED)
def test_a_listed_problem_can_be_provoked(
    client: httpx.Client, db: Store, name: str, code: str
) -> None:
    provoke = SPECIAL.get((name, code)) or COMMON[code]
    answer = provoke(Scene(client, db), name)
    told = problem(answer, code, STATUS[code])
    assert told["detail"] == told["detail"].format()
    recording.problem(name, code, answer)


def test_nothing_is_provoked_that_is_not_listed() -> None:
    assert set(SPECIAL) <= set(LISTED)
    reached_otherwise = {"unavailable", "internal-error", *UNREAD}
    assert {code for _, code in LISTED} == set(STATUS) - reached_otherwise


@pytest.fixture(scope="module")
def lost() -> Iterator[httpx.Client]:
    """Yield a client of a service whose storage does not answer."""
    app = create_app(Settings(redis_url="unix:///nowhere/redis.sock"))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        yield client


WITH_STORE = [o for o in OPERATIONS if "unavailable" in o.problems]


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("operation", WITH_STORE, ids=lambda o: o.name)
def test_without_its_storage_the_service_asks_for_patience(
    lost: httpx.Client, db: Store, operation: Operation
) -> None:
    token = "acct_x.y" if operation.path.startswith(("/v1/me", "/v1/seeks")) else None
    answer = Scene(lost, db).ask(operation.name, token=token)
    problem(answer, "unavailable", 503)
    assert answer.headers["Retry-After"] == "1"
    recording.problem(operation.name, "unavailable", answer)


def test_without_its_storage_the_rest_still_works(lost: httpx.Client) -> None:
    assert lost.get("/healthz").json() == {"status": "ok"}
    problem(lost.get("/readyz"), "unavailable", 503)
    assert lost.get("/v1/rulesets").status_code == 200


def test_a_fault_of_ours_leaks_nothing(client: httpx.Client, web: str, db: Store) -> None:
    table = Table(client)
    db.redis.hset(f"chasqui:g:{table.id}", "state", b"broken")
    answer = httpx.get(f"{web}{table.path}", headers=table.auth(0))
    told = problem(answer, "internal-error", 500)
    assert told["params"] == {}
    assert "broken" not in answer.text
    assert "Traceback" not in answer.text


def test_what_is_no_http_of_ours_is_a_bad_request(client: httpx.Client) -> None:
    answer = client.post(
        "/v1/games", content=b"x", headers={"Host": "a b", "Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 404)
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_game_under_other_rules_is_not_there_for_now(client: httpx.Client, db: Store) -> None:
    table = Table(client)
    match = db.games.load(table.id)
    head = msgspec.structs.replace(match.head, ruleset="lost@1")
    db.redis.hset(f"chasqui:g:{table.id}", "head", pack(head))
    told = problem(table.get(seat=0), "unavailable", 503)
    assert "lost@1" in told["detail"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_code_has_its_texts_in_every_language(language: str) -> None:
    told, english = sentences(language), sentences("en")
    assert set(told) == {*STATUS, "why", "pages"}
    assert set(told["why"]) == set(english["why"])
    assert set(told["pages"]) == set(english["pages"])
    for code in STATUS:
        assert set(told[code]) == set(english[code]) >= {"title", "detail", "help"}


def test_the_type_of_every_problem_is_a_page(client: httpx.Client) -> None:
    for code in STATUS:
        for language in ("en", "ja"):
            page = client.get(f"/docs/problems/{code}", headers={"Accept-Language": language})
            assert page.status_code == 200
            assert sentences(language)[code]["title"] in page.text
    assert all(code in client.get("/docs/problems").text for code in STATUS)
    problem(client.get("/docs/problems/no-such-code"), "not-found", 404)
