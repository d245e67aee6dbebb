"""Turns of remote bots: asked, answered, refused, tried again, given up."""

from __future__ import annotations

import json
from itertools import pairwise

import httpx
import pytest

from hooks import turns
from hooks.turns import Asker
from match import undo
from store import Store
from store.games import now_ms
from tests.hooks.bots import Bot, hook_table
from tests.hooks.conftest import Clock
from tests.hooks.receivers import Reply
from tests.service.table import Json, Table, problem, seated

DAY = 24 * 3600 * 1000


def look(table: Table) -> Json:
    """Return the hook of seat 0, as the host sees it."""
    found: Json = table.client.get(
        f"{table.path}/seats/0/hook", headers={"Authorization": f"Bearer {table.host}"}
    ).json()
    return found


def test_a_seat_is_asked_step_by_step_until_its_turn_is_whole(
    client: httpx.Client, asker: Asker
) -> None:
    with Bot("first", ["take 3"], ["give back", "done"]) as bot:
        table = hook_table(client, bot, "user")
        asker.play(table.id)
        table.keep_all()
        asker.play(table.id)
    opening, first, second = bot.asked
    assert opening["choices"]["question"] == "keep"
    assert (first["after"], first["choices"]["question"]) == ([], "turn")
    assert (second["after"], second["choices"]["question"]) == (["take 3"], "give_back")
    assert first["view"]["players"][0]["goods"]["stone"] == 0
    assert second["view"]["players"][0]["goods"]["stone"] == 3
    entry = table.get("/log").json()["entries"][-1]
    assert [each["step"] for each in entry["steps"]] == ["take 3", "give back", "done"]
    bot.verify(table.made["tokens"]["hooks"]["0"])


def test_what_is_sent_is_the_game_as_the_seat_sees_it(client: httpx.Client, asker: Asker) -> None:
    with Bot(204) as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
    seen, sent = table.see(0), bot.asked[0]
    assert {name: sent[name] for name in seen} == seen
    assert (sent["seat"], sent["after"], sent["problem"]) == (0, [], None)
    assert sent["links"]["turns"] == f"{table.path}/turns"
    body = json.loads(bot.received[0].body)
    assert body["type"] == "turn.requested"
    assert body["timestamp"] == seen["awaited"][0]["since"]


def test_a_whole_turn_may_be_answered_at_once(client: httpx.Client, asker: Asker) -> None:
    with Bot("first", ["take 2", "done"]) as bot:
        table = hook_table(client, bot, "user")
        asker.play(table.id)
        table.keep_all()
        asker.play(table.id)
    assert len(bot.received) == 2
    assert table.awaited == [1]


def test_an_answer_that_is_not_legal_is_told_back(
    client: httpx.Client, asker: Asker, clock: Clock
) -> None:
    with Bot("first", ["take 2", "fly"], ["rest"]) as bot:
        table = hook_table(client, bot, "user")
        asker.play(table.id)
        table.keep_all()
        asker.play(table.id)
        assert table.awaited == [0]
        clock.ahead += 2 * turns.FIRST_PAUSE
        asker.play(table.id)
    told = bot.asked[2]["problem"]
    assert (told["code"], told["index"], told["got"]) == ("illegal-step", 1, "fly")
    assert bot.asked[2]["after"] == []
    assert len(set(bot.ids())) == 3
    assert table.awaited == [1]
    hook = look(table)
    assert hook["failures"] == 0
    assert [d["error"] for d in hook["deliveries"]] == [None, "illegal-step", None]
    assert [d["id"] for d in hook["deliveries"]] == bot.ids()[::-1]


def test_a_turn_that_is_asked_anew_in_its_middle_has_a_new_id(
    client: httpx.Client, asker: Asker, clock: Clock
) -> None:
    with Bot("first", ["take 2"], 500, 500, ["take 2", "done"]) as bot:
        table = hook_table(client, bot, "user")
        asker.play(table.id)
        table.keep_all()
        for _ in range(3):
            asker.play(table.id)
            clock.ahead += 4 * turns.FIRST_PAUSE
    assert [each["after"] for each in bot.asked] == [[], [], ["take 2"], [], []]
    _, first, middle, anew, again = bot.ids()
    assert len({first, middle, anew}) == 3, "a receiver drops a message whose id it knows"
    assert anew == again, "a message that was not received is sent again"
    attempts = [each["attempt"] for each in look(table)["deliveries"]]
    assert attempts == [2, 1, 1, 1, 1]
    assert table.awaited == [1]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"", "malformed-json"),
        (b"<html>", "malformed-json"),
        (b'["rest"]', "invalid-request"),
        (b'{"step": "rest"}', "invalid-request"),
        (b'{"steps": []}', "invalid-request"),
        (b'{"steps": ["rest"], "steps": ["rest"]}', "invalid-request"),
        (b'{"steps": "rest"}', "invalid-request"),
        (b"[" * 10_000, "malformed-json"),
        (b"\xff\xfe", "malformed-json"),
        (b'{"steps": ["\xff"]}', "malformed-json"),
        (b'"' + b"x" * 70_000 + b'"', "too-large"),
    ],
)
def test_an_answer_that_is_none_is_told_back(
    client: httpx.Client, asker: Asker, clock: Clock, said: bytes, code: str
) -> None:
    with Bot(Reply(200, said), "first") as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
        clock.ahead += 2 * turns.FIRST_PAUSE
        asker.play(table.id)
    assert bot.asked[1]["problem"]["code"] == code
    assert 0 not in table.awaited
    error = "too-large" if code == "too-large" else "bad-answer"
    assert [d["error"] for d in look(table)["deliveries"]] == [None, error]


@pytest.mark.parametrize(("status", "error"), [(500, "status"), (404, "status"), (307, "redirect")])
def test_a_failure_is_tried_again_with_the_same_message(
    client: httpx.Client, asker: Asker, clock: Clock, status: int, error: str
) -> None:
    refusal = Reply(status, b"", (("Location", "/elsewhere"),))
    with Bot(refusal, refusal, "first") as bot:
        table = hook_table(client, bot)
        for _ in range(3):
            asker.play(table.id)
            asker.play(table.id)  # too early: no bot is asked
            clock.ahead += 4 * turns.FIRST_PAUSE
    assert len(bot.received) == 3
    assert len(set(bot.ids())) == 1
    assert {each.path for each in bot.received} == {"/turn"}
    assert len({each.body for each in bot.received}) == 1
    log = look(table)["deliveries"]
    assert [(d["status"], d["error"], d["attempt"]) for d in log] == [
        (200, None, 3),
        (status, error, 2),
        (status, error, 1),
    ]


def test_an_endpoint_that_fails_is_asked_ever_more_rarely_and_then_no_more(
    client: httpx.Client, db: Store, asker: Asker, clock: Clock
) -> None:
    with Bot(500) as bot:
        table = hook_table(client, bot)
        times = []
        while not table.see()["seats"][0]["disabled"]:
            asker.play(table.id)
            times.append(clock())
            clock.ahead = db.hook_seats.attempts(table.id, 0).again - clock.begin
        assert len(bot.received) == len(times) == turns.MOST_FAILURES
        asker.play(table.id)
        clock.ahead += DAY
        asker.play(table.id)
        assert len(bot.received) == turns.MOST_FAILURES
    gaps = [after - before for before, after in pairwise(times)]
    assert gaps[0] < 2 * turns.FIRST_PAUSE
    assert all(after > before for before, after in pairwise(gaps))
    assert db.hooks_due.overdue(now_ms() + DAY) == []
    entry = table.get("/log").json()["entries"][-1]
    assert (entry["kind"], entry["seat"], entry["holder"]) == ("seat", 0, "hook")
    assert look(table)["disabled"]


def test_a_hook_that_was_disabled_can_be_enabled(
    client: httpx.Client, db: Store, asker: Asker
) -> None:
    with Bot(410, "first") as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
        assert table.see()["seats"][0]["disabled"], "410 means never again"
        assert look(table)["again"] is None
        for token in (table.host, table.tokens[0]):
            headers = {"Authorization": f"Bearer {token}"}
            answer = client.post(f"{table.path}/seats/0/hook/enable", headers=headers)
            assert (answer.status_code, answer.json()["disabled"]) == (200, False)
        assert answer.json()["failures"] == 0
        assert table.rev == 2, "enabling twice is enabling once"
        assert db.hooks_due.overdue(now_ms()) == [table.id]
        asker.play(table.id)
    assert 0 not in table.awaited


def test_others_neither_see_nor_enable_a_hook(client: httpx.Client) -> None:
    with Bot(204) as bot:
        table = hook_table(client, bot)
        for method, path in (("GET", "/seats/0/hook"), ("POST", "/seats/0/hook/enable")):
            ask = client.request(method, table.path + path)
            problem(ask, "unauthorized", 401)
            ask = client.request(method, table.path + path, headers=table.auth(1))
            problem(ask, "forbidden", 403)
            host = {"Authorization": f"Bearer {table.host}"}
            for seat, code in ((1, "hook"), (3, "seat")):
                other = path.replace("0", str(seat), 1)
                ask = client.request(method, table.path + other, headers=host)
                assert str(seat + 1) in problem(ask, "not-found", 404)["detail"], code
    assert bot.url not in table.get().text
    assert bot.url not in table.get("/log").text


def test_a_slow_bot_may_post_its_turn_later_itself(
    client: httpx.Client, asker: Asker, clock: Clock
) -> None:
    with Bot(202, 204) as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
        clock.ahead += turns.LATER_PAUSE - 1000
        asker.play(table.id)
        assert len(bot.received) == 1
        clock.ahead += 2000
        asker.play(table.id)
        assert len(bot.received) == 2, "in case it forgot"
        assert len(set(bot.ids())) == 2, "the first one was answered"
        option = bot.asked[0]["choices"]["options"][0]["step"]
        assert table.turn(0, option, rev=bot.asked[0]["rev"]).status_code == 201
        clock.ahead += DAY
        asker.play(table.id)
    assert len(bot.received) == 2
    assert look(table)["failures"] == 0


@pytest.mark.parametrize(("late", "code"), [("fly", "illegal-step"), ("take 2", "incomplete-turn")])
def test_a_bot_whose_late_turn_is_refused_is_asked_at_once(
    client: httpx.Client, asker: Asker, late: str, code: str
) -> None:
    with Bot("first", 202, ["take 2", "done"]) as bot:
        table = hook_table(client, bot, "user")
        asker.play(table.id)
        table.keep_all()
        asker.play(table.id)
        for _ in range(2):
            problem(table.turn(0, late, rev=bot.asked[1]["rev"]), code, 422)
        assert look(table)["failures"] == 1, "one failure for each question"
        asker.play(table.id)
    assert len(set(bot.ids())) == 3
    assert bot.asked[2]["problem"]["code"] == code
    assert table.awaited == [1]
    assert look(table)["failures"] == 0


def test_a_bot_whose_late_turns_are_refused_again_and_again_is_disabled(
    client: httpx.Client, asker: Asker
) -> None:
    with Bot(202) as bot:
        table = hook_table(client, bot, "user")
        for _ in range(turns.MOST_FAILURES):
            asker.play(table.id)
            assert not look(table)["disabled"]
            problem(table.turn(0, "fly", rev=0), "illegal-step", 422)
        asker.play(table.id)
        assert len(bot.received) == turns.MOST_FAILURES + 1
    assert look(table)["disabled"]


def test_a_turn_that_the_bot_posts_itself_ends_its_failures(
    client: httpx.Client, asker: Asker, clock: Clock
) -> None:
    with Bot(500, 202) as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
        clock.ahead += 2 * turns.FIRST_PAUSE
        asker.play(table.id)
        assert look(table)["failures"] == 1
        option = bot.asked[0]["choices"]["options"][0]["step"]
        assert table.turn(0, option, rev=0).status_code == 201
    assert look(table)["failures"] == 0


def test_a_bot_that_is_enabled_is_asked_at_once_by_a_new_message(
    client: httpx.Client, asker: Asker
) -> None:
    with Bot(500, "first") as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
        assert table.post("/seats/0/hook/enable", 0).json()["failures"] == 0
        asker.play(table.id)
    assert len(set(bot.ids())) == 2
    assert 0 not in table.awaited


def test_a_bot_that_posted_its_turn_itself_is_asked_the_next_question_at_once(
    client: httpx.Client, asker: Asker
) -> None:
    with Bot(202, "first", ["rest"]) as bot:
        table = hook_table(client, bot, "user")
        asker.play(table.id)
        option = bot.asked[0]["choices"]["options"][0]["step"]
        assert table.turn(0, option, rev=0).status_code == 201
        table.keep_all()
        asker.play(table.id)
    assert [each["rev"] for each in bot.asked] == [0, 2]


def test_a_hook_gains_no_time_by_being_disabled_and_enabled(
    client: httpx.Client, asker: Asker
) -> None:
    with Bot(410) as bot:
        table = hook_table(client, bot, "user", clock={"kind": "turn", "seconds": 60})
        before = table.see()["awaited"]
        asker.play(table.id)
        assert table.see()["seats"][0]["disabled"]
        assert table.see()["awaited"] == before
        assert table.post("/seats/0/hook/enable", 0).status_code == 200
    assert not table.see()["seats"][0]["disabled"]
    assert table.see()["awaited"] == before


def test_a_bot_that_never_posts_its_turn_is_given_up_after_a_day(
    client: httpx.Client, asker: Asker, clock: Clock
) -> None:
    with Bot(204) as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
        clock.ahead += turns.LONGEST_ABSENCE + 60_000
        asker.play(table.id)
    assert table.see()["seats"][0]["disabled"]


def test_a_turn_that_somebody_plays_meanwhile_is_no_failure(
    client: httpx.Client, asker: Asker
) -> None:
    """Two workers ask at once; the second answer comes too late."""
    table: list[Table] = []

    def answer(data: Json) -> Reply:
        step = data["choices"]["options"][0]["step"]
        assert table[0].turn(0, step, rev=data["rev"]).status_code == 201
        other = data["choices"]["options"][1]["step"]
        return Reply(200, json.dumps({"steps": [other]}).encode())

    with Bot(answer) as bot:
        table.append(hook_table(client, bot))
        asker.play(table[0].id)
    assert len(bot.received) == 1
    assert look(table[0])["failures"] == 0
    assert not look(table[0])["disabled"]


@pytest.mark.parametrize("bot_instead", [False, True])
def test_an_answer_that_meets_a_pause_or_a_bot_is_no_failure(
    client: httpx.Client, asker: Asker, db: Store, bot_instead: bool
) -> None:
    """The host acts, or all people agree to a pause, while the hook is being asked."""
    table: list[Table] = []

    def answer(data: Json) -> Reply:
        if bot_instead:
            assert table[0].hold(0, "bot:random").status_code == 200
        else:
            table[0].pause(1, 2)
        step = data["choices"]["options"][0]["step"]
        return Reply(200, json.dumps({"steps": [step]}).encode())

    with Bot(answer) as bot:
        table.append(hook_table(client, bot))
        asker.play(table[0].id)
    assert len(bot.received) == 1
    entries = [e for e in table[0].get("/log").json()["entries"] if e["seat"] == 0]
    # A worker of another test may let the bot play.
    assert [e["kind"] for e in entries][:1] == (["seat"] if bot_instead else [])
    assert db.hooks_due.overdue(1 << 60) == []
    if bot_instead:
        assert table[0].hold(0, "hook").json()["seats"][0]["holder"] == "hook"
    else:
        table[0].pause(1, paused=False)
        assert db.hooks_due.overdue(1 << 60) == [table[0].id]
        assert look(table[0])["failures"] == 0


def test_while_one_worker_asks_another_leaves_the_game_alone(
    client: httpx.Client, db: Store, asker: Asker
) -> None:
    with Bot("first") as bot:
        table = hook_table(client, bot)
        assert db.leases.take(f"hooks:{table.id}", 60_000)
        asker.play(table.id)
        assert bot.received == []
        db.leases.release(f"hooks:{table.id}")
        asker.play(table.id)
    assert len(bot.received) == 1


def test_several_hooks_of_one_game_do_not_wait_for_each_other(
    client: httpx.Client, asker: Asker
) -> None:
    with Bot(500) as broken, Bot("first") as well:
        seats = [{"holder": "hook", "url": broken.url}, {"holder": "hook", "url": well.url}, "user"]
        table = Table(client, seats=seats)
        asker.play(table.id)
    assert table.awaited == [0, 2]


def test_hooks_count_as_machines_when_consent_is_asked(client: httpx.Client, db: Store) -> None:
    with Bot(204) as bot:
        table = hook_table(client, bot, "user", "user")
    assert undo.must_agree(db.games.load(table.id), 1) == [2]


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("url", "ftp://127.0.0.1/"),
        ("url", "https://user@bot.example/"),
        ("url", 5),
        ("language", "tlh"),
        ("name", "x" * 41),
    ],
)
def test_a_hook_that_cannot_be_is_refused_at_creation(
    client: httpx.Client, member: str, value: object
) -> None:
    hook = {"holder": "hook", "url": "https://bot.example", member: value}
    answer = client.post("/v1/games", json={"ruleset": "toy", "seats": [{"holder": "user"}, hook]})
    (fault,) = problem(answer, "invalid-request", 422)["errors"]
    assert fault["pointer"] == f"/seats/1/{member}"
    assert "should" in fault["message"]


def test_a_repeated_creation_shows_the_same_secret(client: httpx.Client) -> None:
    hook = {"holder": "hook", "url": "https://bot.example/"}
    body = {"ruleset": "toy", "seats": seated("user", hook)}
    key = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000003"}
    first, second = (client.post("/v1/games", json=body, headers=key) for _ in range(2))
    assert second.headers["Idempotent-Replayed"] == "true"
    assert first.json() == second.json()
    assert first.json()["tokens"]["hooks"]["1"].startswith("whsec_")
    assert "1" in first.json()["tokens"]["seats"]
