"""Undo and replays: what the workers do for a client."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from engine.title import Title
from match import seating
from match import undo as rules
from match.chairs import Chair
from match.match import Change, Match
from match.words import LAPSED, OTHER_SEAT, PERSON, SEAT_CHANGED
from store import Store
from store.jobs import Job
from tests.service.table import Json, Table, problem
from tests.service.test_limits import refused, service
from tests.wishes import answer_undo

pytestmark = pytest.mark.usefixtures("worker")
WAIT = "wait=10"


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """Three seats after the opening; seat 0 has the first turn."""
    table = Table(client)
    table.keep_all()
    return table


def undo(table: Table, seat: int, body: Json | None = None, prefer: str = WAIT) -> httpx.Response:
    """Ask for an undo on the present revision and wait for it."""
    return table.post("/undo", seat, body or {}, If_Match=f'"{table.rev}"', Prefer=prefer)


def finished(db: Store, location: str) -> Job:
    """Return the job at this address, when it is finished."""
    return db.jobs.wait(db.jobs.get(location.rpartition("/")[2]), 30)


def test_ones_own_turn_is_taken_back_without_asking(table: Table) -> None:
    before = table.see(0)
    table.play(0, "take 2", "done")
    answer = undo(table, 0)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Preference-Applied"] == "wait=10"
    told = answer.json()
    assert told["rev"] == 5
    assert answer.headers["ETag"] == '"5"'
    assert told["view"] == before["view"]
    assert told["next"] == before["choices"]
    assert [(a["seat"], a["since_rev"]) for a in told["awaited"]] == [(0, 5)]
    entries = table.get("/log?after=3").json()["entries"]
    assert [(e["kind"], e.get("retracted"), e.get("back_to")) for e in entries] == [
        ("turn", True, None),
        ("retracted", None, 3),
    ]
    table.play(0, "rest")
    assert table.see()["view"]["heap"] == before["view"]["heap"]


def test_the_same_undo_again_takes_nothing_more_back(table: Table) -> None:
    table.play(0, "take 2", "done")
    first = undo(table, 0)
    again = table.post("/undo", 0, {}, If_Match='"4"', Prefer=WAIT)
    assert (again.status_code, again.content) == (200, first.content)
    assert table.rev == 5


def test_without_waiting_a_job_is_answered(table: Table, db: Store) -> None:
    table.play(0, "take 2", "done")
    answer = undo(table, 0, prefer="return=representation")
    assert answer.status_code == 202
    job = answer.json()["job"]
    assert answer.headers["Location"] == f"/v1/jobs/{job['id']}"
    assert (job["kind"], job["game"]) == ("undo", table.id)
    assert finished(db, answer.headers["Location"]).state == "done"
    told = table.client.get(answer.headers["Location"]).json()
    assert (told["state"], told["progress"], told["result"]) == ("done", 1, table.path)
    assert table.rev == 5


@pytest.mark.parametrize(
    ("policy", "moves", "reason"),
    [
        ("none", [(0, "roll")], "reveals"),
        ("none", [(0, "draw")], "reveals"),
        ("none", [(0, "rest"), (1, "rest")], "other-seat"),
        ("free", [], "nothing"),
    ],
)
def test_what_may_not_be_taken_back_is_told_why(
    client: httpx.Client, policy: str, moves: list[tuple[int, str]], reason: str
) -> None:
    table = Table(client, undo=policy)
    if moves:
        table.keep_all()
    for seat, step in moves:
        table.play(seat, step)
    told = problem(undo(table, 0), "undo-not-allowed", 409)
    assert (told["reason"], told["policy"]) == (reason, policy)
    assert "?" not in told["detail"]
    assert told["params"]["back_to"] is None or reason != "nothing"


def test_where_undo_is_free_even_luck_is_taken_back(client: httpx.Client) -> None:
    table = Table(client, undo="free")
    table.keep_all()
    before = table.see()["view"]
    for seat in range(3):
        table.play(seat, "roll")
    told = undo(table, 1, {"back_to": 3}).json()
    assert (told["rev"], told["view"]) == (7, before)
    assert table.awaited == [0]
    retracted = [e["retracted"] for e in table.get("/log").json()["entries"] if e["kind"] == "turn"]
    assert retracted == [False] * 3 + [True] * 3


def test_bots_agree_to_everything(client: httpx.Client, db: Store) -> None:
    table = Table(client, seats=["user", "bot:random"])
    step = table.see(0)["choices"]["options"][0]["step"]
    answer = table.turn(0, step)
    assert answer.status_code == 201
    rev = wait_for_turn(table, 0)
    table.play(0, "roll")
    wait_for_turn(table, 0)
    told = undo(table, 0, {"back_to": rev})
    assert told.status_code == 200, told.text
    assert [each["seat"] for each in told.json()["awaited"]] == [0]


def wait_for_turn(table: Table, seat: int) -> int:
    """Return the revision at which this seat is asked."""
    import time

    while table.awaited != [seat]:
        time.sleep(0.02)
    return table.rev


def test_the_others_are_asked_and_agree(table: Table, db: Store) -> None:
    before = table.see()["view"]
    table.play(0, "roll")
    asked = undo(table, 0)
    assert asked.status_code == 202
    request = asked.json()["request"]
    assert request["expires"] > table.see()["created"]
    assert {**request, "expires": ""} == {
        "id": 5,
        "seat": 0,
        "back_to": 3,
        "agreed": [],
        "needed": [1, 2],
        "expires": "",
    }
    place = asked.headers["Location"]
    assert place == f"{table.path}/undo/5"
    assert table.see()["undo_request"] == request
    assert undo(table, 0, {}).json()["reason"] == "request"
    answers = f"{place.removeprefix(table.path)}/answers"
    problem(table.post(answers, 0, {"agree": True}), "forbidden", 403)
    first = table.post(answers, 1, {"agree": True})
    assert (first.json()["state"], first.json()["needed"]) == ("asked", [2])
    assert table.post(answers, 1, {"agree": True}).json() == first.json()
    last = table.post(answers, 2, {"agree": True}, Prefer=WAIT).json()
    assert (last["state"], last["job"]["state"]) == ("done", "done")
    assert finished(db, last["job"]["id"]).state == "done"
    assert table.client.get(place, headers=table.auth(0)).json()["state"] == "done"
    again = table.post(answers, 2, {"agree": True})
    assert (again.status_code, again.json()["state"]) == (200, "done"), "its answer may be lost"
    problem(table.post(answers, 2, {"agree": False}), "undo-not-allowed", 409)
    assert table.see()["view"] == before
    assert table.see()["undo_request"] is None
    kinds = [entry["kind"] for entry in table.get("/log?after=4").json()["entries"]]
    assert kinds == ["undo-requested", "undo-answered", "undo-answered", "retracted"]


def test_one_no_is_enough(table: Table) -> None:
    table.play(0, "roll")
    undo(table, 0)
    declined = table.post("/undo/5/answers", 1, {"agree": False}).json()
    assert declined["state"] == "declined"
    assert table.post("/undo/5/answers", 2, {"agree": True}).json()["state"] == "declined"
    assert table.see()["undo_request"] is None
    assert table.see()["view"]["heap"] < 5 or table.awaited == [1]
    assert undo(table, 0).status_code == 202


def test_a_request_can_be_withdrawn_and_lapses_when_play_goes_on(table: Table) -> None:
    table.play(0, "roll")
    undo(table, 0)
    delete = table.client.delete
    problem(delete(f"{table.path}/undo/5", headers=table.auth(1)), "forbidden", 403)
    for _ in range(2):
        gone = delete(f"{table.path}/undo/5", headers=table.auth(0))
        assert gone.json()["state"] == "withdrawn"
    told = problem(table.post("/undo/5/answers", 1, {"agree": True}), "undo-not-allowed", 409)
    assert told["reason"] == "lapsed"
    assert undo(table, 0).json()["request"]["id"] == 7
    assert table.turn(1, "rest", rev=4).status_code == 201
    assert table.get("/undo/7").json()["state"] == "lapsed"
    problem(delete(f"{table.path}/undo/7", headers=table.auth(0)), "undo-not-allowed", 409)
    problem(table.get("/undo/6"), "not-found", 404)


def test_a_request_that_meets_itself_on_its_way_is_answered_twice_and_made_once(
    table: Table, db: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated request may be as fast as the first one."""
    table.play(0, "roll")
    whole = rules.ask

    def twice(match: Match, *wished: Any) -> Change:
        monkeypatch.setattr(rules, "ask", whole)
        db.games.commit(match, whole(match, *wished))
        return whole(match, *wished)

    monkeypatch.setattr(rules, "ask", twice)
    asked = undo(table, 0)
    assert (asked.status_code, asked.json()["request"]["id"]) == (202, 5)
    assert [e["kind"] for e in table.get("/log?after=4").json()["entries"]] == ["undo-requested"]


@pytest.mark.parametrize("deed", ["answer", "withdraw"])
def test_a_word_on_an_undo_that_meets_a_change_of_its_seat_does_not_count(
    table: Table, db: Store, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    table.play(0, "roll")
    undo(table, 0)
    seat, say = (1, "answer") if deed == "answer" else (0, "withdraw")
    whole = getattr(rules, say)

    def late(match: Match, now: int, *wished: Any) -> Change | None:
        """Another player takes the seat at the same time."""
        monkeypatch.setattr(rules, say, whole)
        change = seating.hand_over(match, now, seat, Chair(PERSON, "Zoe", b"other"), "claimed")
        db.games.commit(match, change)
        found: Change | None = whole(match, now, *wished)
        return found

    monkeypatch.setattr(rules, say, late)
    if deed == "answer":
        told = table.post("/undo/5/answers", seat, {"agree": True})
    else:
        told = table.client.delete(f"{table.path}/undo/5", headers=table.auth(seat))
    problem(told, "unauthorized", 401)
    # The request is withdrawn once with the seat that made it.
    kinds = ["seat"] if deed == "answer" else ["seat", "undo-withdrawn"]
    log = table.get("/log", params={"after": 5}).json()["entries"]
    assert [entry["kind"] for entry in log] == kinds


def test_an_undo_that_all_agreed_to_is_done_also_if_its_job_got_lost(
    table: Table, db: Store
) -> None:
    table.play(0, "roll")
    undo(table, 0)
    table.post("/undo/5/answers", 1, {"agree": True})
    answer_undo(db, db.games.load(table.id), 2, True)  # here the process was killed
    deadline = time.monotonic() + 30
    while table.get("/undo/5").json()["state"] != "done":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_undo_needs_the_present_revision(table: Table) -> None:
    table.play(0, "rest")
    problem(table.post("/undo", 0, {}), "revision-required", 428)
    problem(table.post("/undo", 0, {}, If_Match='"2"'), "stale-revision", 412)
    host = {"Authorization": f"Bearer {table.host}", "If-Match": '"4"'}
    problem(table.client.post(f"{table.path}/undo", headers=host), "forbidden", 403)


def test_nothing_is_taken_back_after_the_end(table: Table) -> None:
    table.finish()
    problem(undo(table, 0), "game-over", 409)


def test_a_replay_shows_what_its_viewer_may_see(table: Table, db: Store) -> None:
    seen = {3: table.see(1)}
    for seat, step in [(0, "draw"), (1, "roll"), (2, "rest")]:
        table.play(seat, step)
        seen[table.rev] = table.see(1)
    asked = table.post("/replays", 1, {"from": 3})
    assert asked.status_code == 202
    assert finished(db, asked.headers["Location"]).state == "done"
    job = table.client.get(f"/v1/jobs/{asked.json()['id']}").json()
    assert job["result"] == asked.headers["Location"]
    frames = table.client.get(job["result"], headers=table.auth(1)).json()["frames"]
    assert [frame["rev"] for frame in frames] == [3, 4, 5, 6]
    for frame in frames:
        assert frame["view"] == seen[frame["rev"]]["view"]
        assert frame["own"] == seen[frame["rev"]]["own"]
    log = table.get("/log?after=3&events=1", seat=1).json()["entries"]
    for frame, entry in zip(frames[1:], log, strict=True):
        assert [line["step"] for line in frame["entries"][0]["steps"]] == [
            line["step"] for line in entry["steps"]
        ]
    problem(table.client.get(job["result"], headers=table.auth(0)), "forbidden", 403)
    problem(table.client.get(job["result"]), "forbidden", 403)


def test_a_replay_may_be_waited_for(table: Table) -> None:
    made = table.post("/replays", 2, {"to": 2}, Prefer=WAIT)
    assert made.status_code == 200
    assert [frame["rev"] for frame in made.json()["frames"]] == [0, 1, 2]
    again = table.client.get(made.headers["Content-Location"], headers=table.auth(2))
    assert again.content == made.content


def test_a_replay_that_is_not_ready_answers_with_its_job(table: Table, db: Store) -> None:
    job = db.jobs.create("replay", table.id, {"from": 0, "to": 3, "every": 1})
    polled = table.get(f"/replays/{job.id}")
    assert (polled.status_code, polled.headers["Retry-After"]) == (202, "1")
    told = table.client.get(f"/v1/jobs/{job.id}")
    assert (polled.json(), told.headers["Retry-After"]) == (told.json(), "1")
    asked = table.post("/replays", None, {"to": 3})
    ready = table.client.get(asked.headers["Location"], headers={"Prefer": WAIT})
    assert ready.status_code == 200
    assert "Retry-After" not in table.client.get(f"/v1/jobs/{asked.json()['id']}").headers
    assert [frame["rev"] for frame in ready.json()["frames"]] == [0, 1, 2, 3]


def test_an_address_has_few_unfinished_replays(redis_url: str, db: Store, toy: Title) -> None:
    """Replays wait in one line, so one client must not fill it."""
    with service(redis_url, replays_per_address=2, trusted_proxies=1) as client:
        table = Table(client)
        # They are not enqueued, as a worker of another test would finish them.
        owner, asked = db.seals.mark("127.0.0.1"), {"from": 0, "to": 0, "every": 1}
        jobs = [db.jobs.create("replay", table.id, asked, owner=owner) for _ in range(2)]
        keyed = {"Idempotency_Key": "r" * 20}
        for _ in range(2):
            told = problem(table.post("/replays", None, {"to": 0}, **keyed), "rate-limited", 429)
            assert told["params"] == {"limit": 2, "wait": 1}
        assert table.post("/replays", None, {"to": 0}, X_Forwarded_For="192.0.2.1").is_success
        client.delete(f"/v1/jobs/{jobs[0].id}")
        assert table.post("/replays", None, {"to": 0}).status_code == 202


def test_an_address_has_few_undos(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, address_undos_per_minute=1) as client:
        tables = [Table(client, undo="free") for _ in range(2)]
        for table in tables:
            table.keep_all()
            table.play(0, "rest")
        assert tables[0].post("/undo", 0, {}, If_Match=f'"{tables[0].rev}"').status_code == 202
        late = tables[1].post("/undo", 0, {}, If_Match=f'"{tables[1].rev}"')
        refused(late, "address-undos", 1)


@pytest.mark.parametrize(("code", "status"), [("job-timeout", 504), ("unavailable", 503)])
def test_a_replay_that_failed_answers_with_its_problem(
    table: Table, db: Store, code: str, status: int
) -> None:
    job = db.jobs.create("replay", table.id, {"from": 0, "to": 3, "every": 1})
    db.jobs.fail(job, code)
    problem(table.get(f"/replays/{job.id}"), code, status)


def test_frames_have_sentences_in_the_language_of_the_request(table: Table) -> None:
    table.play(0, "roll")
    spoken = {"Prefer": WAIT, "Accept_Language": "ja"}
    frames = table.post("/replays", None, {"from": 3}, **spoken).json()["frames"]
    log = table.get("/log?after=3&events=1", headers={"Accept-Language": "ja"}).json()["entries"]
    assert frames[1]["entries"] == log
    assert log[0]["text"] == "席1が手番を行った。"


def test_a_replay_takes_every_nth_entry_and_the_last(table: Table, db: Store) -> None:
    for seat in range(3):
        table.play(seat, "rest")
    asked = table.post("/replays", None, {"from": 1, "to": 6, "every": 2})
    finished(db, asked.headers["Location"])
    frames = table.get(f"/replays/{asked.json()['id']}").json()["frames"]
    assert [frame["rev"] for frame in frames] == [1, 3, 5, 6]
    assert "own" not in frames[0]


def test_a_replay_is_asked_for_once(table: Table) -> None:
    key = "d1a6a8a8-8b0f-4d0c-b9a6-111111111111"
    first = table.post("/replays", 0, {}, Idempotency_Key=key)
    second = table.post("/replays", 0, {}, Idempotency_Key=key)
    assert first.json()["id"] == second.json()["id"]
    other = table.post("/replays", 0, {"from": 1}, Idempotency_Key=key)
    problem(other, "idempotency-key-reused", 422)
    mine = table.post("/replays", 1, {}, Idempotency_Key=key)
    assert mine.json()["id"] != first.json()["id"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"from": 3, "to": 2}, "/to"),
        ({"to": 99}, "/to"),
        ({"from": 99}, "/from"),
        ({"every": 0}, "/every"),
        ({"every": 1.5}, "/every"),
        ({"every": "2"}, "/every"),
        ({"every": True}, "/every"),
    ],
)
def test_a_stretch_must_lie_in_the_game(table: Table, body: Json, pointer: str) -> None:
    told = problem(table.post("/replays", 0, body), "invalid-request", 422)
    assert [fault["pointer"] for fault in told["errors"]] == [pointer]


def test_a_job_can_be_cancelled(table: Table, db: Store) -> None:
    job = db.jobs.create("replay", table.id, {"from": 0, "to": 3, "every": 1})
    for _ in range(2):
        told = table.client.delete(f"/v1/jobs/{job.id}").json()
        assert told["state"] == "cancelled"
    assert db.jobs.finish(job, b"{}").state == "cancelled"
    problem(table.get(f"/replays/{job.id}"), "job-cancelled", 410)
    problem(table.client.get("/v1/jobs/nosuchjob"), "not-found", 404)
    problem(table.client.delete("/v1/jobs/nosuchjob"), "not-found", 404)


REASONS = (OTHER_SEAT, SEAT_CHANGED, LAPSED)


@pytest.mark.parametrize(
    ("code", "params", "status"),
    [
        ("job-timeout", {}, 504),
        *(("undo-not-allowed", {"reason": reason}, 409) for reason in REASONS),
        ("not-found", {}, 404),
        ("unavailable", {"ruleset": "toy@9"}, 503),
        ("internal-error", {}, 500),
    ],
)
def test_a_job_that_failed_tells_why(
    table: Table, db: Store, code: str, params: Json, status: int
) -> None:
    job = db.jobs.create("undo", table.id, {"back_to": 3})
    db.jobs.fail(job, code, **params)
    for language in ("en", "ja"):
        spoken = {"Accept-Language": language}
        told = table.client.get(f"/v1/jobs/{job.id}", headers=spoken).json()
        assert told["state"] == "failed"
        assert (told["error"]["code"], told["error"]["status"]) == (code, status)
        assert told["error"].get("reason") == params.get("reason")
