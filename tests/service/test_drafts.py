"""Half-made turns that a seat keeps for itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest

from match.snapshot import pack
from store import Store, keys
from tests.service.table import Json, Table, problem


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """Three seats after the opening; seat 0 has the first turn."""
    table = Table(client)
    table.keep_all()
    return table


def put(
    table: Table, seat: int, *steps: str, rev: int | None = None, **headers: str
) -> httpx.Response:
    """Save a draft, by default on the present revision."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    body = {"rev": table.rev if rev is None else rev, "steps": steps}
    return table.client.put(f"{table.path}/draft", json=body, headers={**table.auth(seat), **sent})


def drop(table: Table, seat: int, **headers: str) -> httpx.Response:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return table.client.delete(f"{table.path}/draft", headers={**table.auth(seat), **sent})


def gone(table: Table, seat: int = 0) -> Json:
    return problem(table.get("/draft", seat), "not-found", 404)


def test_a_draft_is_there_on_every_device(table: Table) -> None:
    gone(table)
    saved = put(table, 0, "take 3")
    assert saved.status_code == 201
    told = saved.json()
    assert (told["rev"], told["steps"], told["complete"]) == (3, ["take 3"], False)
    found = table.get("/draft", 0)
    assert found.json() == told
    assert found.headers["ETag"] == saved.headers["ETag"]
    again = table.get("/draft", 0, headers={"If-None-Match": found.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = table.client.head(f"{table.path}/draft", headers=table.auth(0))
    assert (head.status_code, head.headers["ETag"]) == (200, found.headers["ETag"])
    replaced = put(table, 0, "take 3", "give back", "give back")
    assert (replaced.status_code, replaced.json()["complete"]) == (200, True)
    assert table.get("/draft", 0).json()["steps"] == ["take 3", "give back", "give back"]
    assert put(table, 0).json()["steps"] == []
    dropped = drop(table, 0)
    assert dropped.status_code == 204
    assert "Content-Type" not in dropped.headers
    gone(table)
    assert drop(table, 0).status_code == 204


def test_two_devices_do_not_overwrite_each_other_unknowingly(table: Table) -> None:
    first = put(table, 0, "take 3", If_None_Match="*")
    assert first.status_code == 201
    told = problem(put(table, 0, "take 2", If_None_Match="*"), "draft-changed", 412)
    assert told["draft"] == first.json()
    tag = first.headers["ETag"]
    second = put(table, 0, "take 2", If_Match=tag)
    assert second.status_code == 200
    for late in (put(table, 0, "take 1", If_Match=tag), drop(table, 0, If_Match=tag)):
        told = problem(late, "draft-changed", 412)
        assert told["draft"]["steps"] == ["take 2"]
        assert late.headers["ETag"] == second.headers["ETag"]
    assert table.get("/draft", 0).json()["steps"] == ["take 2"]
    assert put(table, 0, "roll", If_Match="*").status_code == 200
    assert drop(table, 0, If_Match=table.get("/draft", 0).headers["ETag"]).status_code == 204
    assert problem(put(table, 0, "roll", If_Match="*"), "draft-changed", 412)["draft"] is None


def test_of_many_devices_that_know_the_same_draft_one_replaces_it(table: Table) -> None:
    tag = put(table, 0, "take 3").headers["ETag"]
    drafts = [["take 2"], ["roll"], ["draw"], ["take 3", "give back"], ["rest"], ["take 1"]]
    for _ in range(5):
        with ThreadPoolExecutor(len(drafts)) as devices:
            saved = [devices.submit(put, table, 0, *steps, rev=3, If_Match=tag) for steps in drafts]
        answers = [each.result() for each in saved]
        assert sorted(answer.status_code for answer in answers) == [200, *[412] * 5]
        (won,) = [answer for answer in answers if answer.status_code == 200]
        kept, tag = table.get("/draft", 0), won.headers["ETag"]
        assert (kept.json(), kept.headers["ETag"]) == (won.json(), tag)


def test_a_draft_is_checked_like_a_preview(table: Table) -> None:
    told = problem(put(table, 0, "take 3", "fly"), "illegal-step", 422)
    assert (told["index"], told["legal"]) == (1, ["give back", "done"])
    told = problem(put(table, 0, "roll", "take 1"), "illegal-step", 422)
    assert (told["index"], told["reason"]) == (1, "turn-over")
    problem(put(table, 1, "rest"), "not-your-turn", 409)
    problem(put(table, 0, "rest", rev=2), "stale-revision", 412)
    problem(put(table, 0, "rest", rev=4), "stale-revision", 412)
    gone(table)
    assert table.rev == 3


def test_a_draft_is_gone_once_its_question_is_answered(table: Table) -> None:
    put(table, 0, "take 3")
    table.play(0, "take 3", "done")
    gone(table)
    table.play(1, "rest")
    table.play(2, "rest")
    gone(table)
    assert put(table, 0, "take 1", If_None_Match="*").status_code == 201


def test_a_draft_is_gone_after_an_undo(client: httpx.Client, worker: None) -> None:
    table = Table(client, undo="free")
    table.keep_all()
    table.play(0, "take 1")
    put(table, 1, "take 1")
    assert table.get("/draft", 1).status_code == 200
    undone = table.post("/undo", 0, {}, If_Match='"4"', Prefer="wait=10")
    assert undone.status_code == 200, undone.text
    gone(table, 1)
    table.play(0, "take 1")
    gone(table, 1)


def test_answers_of_others_leave_a_draft_alone(client: httpx.Client) -> None:
    table = Table(client)
    step = table.see(0)["choices"]["options"][0]["step"]
    put(table, 0, step)
    for seat in (1, 2):
        table.play(seat, table.see(seat)["choices"]["options"][0]["step"])
    assert table.get("/draft", 0).json()["rev"] == 0
    gone(table, 1)
    table.play(0, *table.get("/draft", 0).json()["steps"])
    gone(table)


def test_an_ended_game_has_no_drafts(table: Table) -> None:
    put(table, 0, "rest")
    table.finish()
    gone(table)
    problem(put(table, 0, "rest"), "game-over", 409)


def test_nobody_else_can_see_or_notice_a_draft(table: Table, db: Store) -> None:
    def look() -> list[Any]:
        paths = ["", "/log?events=1", "/legal", "/draft", "/export", "/states/3", "/undo/1"]
        seen: list[Any] = []
        for viewer in (1, 2, None):
            for path in paths:
                answer = table.get(path, viewer, headers={"X-Request-Id": "same"})
                headers = {k: v for k, v in answer.headers.items() if k != "date"}
                seen.append((answer.status_code, answer.content, headers))
        seen.append(table.client.get("/v1/games").content)
        return seen

    def woken() -> Any:
        return db.redis.info("commandstats")["cmdstat_publish"]["calls"]

    before, wakes = look(), woken()
    put(table, 0, "take 3", "give back")
    assert look() == before
    assert woken() == wakes
    problem(table.get("/draft", 1), "not-found", 404)
    problem(table.get("/draft"), "unauthorized", 401)
    host = {"Authorization": f"Bearer {table.host}"}
    problem(table.client.get(f"{table.path}/draft", headers=host), "forbidden", 403)


def test_an_id_that_leads_to_another_kind_of_key_is_nobodys(table: Table) -> None:
    put(table, 0, "take 3")
    account = table.client.post("/v1/accounts", json={}).json()
    Table(table.client, account["token"], seats=["me", "user"])
    for seat in range(3):
        problem(table.client.get(f"{table.path}:draft:{seat}"), "not-found", 404)
    for kind in ("games", "feed", "webhooks"):
        token = {"Authorization": f"Bearer {account['id']}:{kind}.secret"}
        problem(table.client.get("/v1/me", headers=token), "unauthorized", 401)
    problem(table.client.get("/v1/jobs/x:done"), "not-found", 404)


def test_a_draft_stays_with_the_person_who_made_it(table: Table, db: Store) -> None:
    """The next holder of the seat does not see the draft of the previous one."""
    put(table, 0, "take 3")
    match = db.games.load(table.id)
    mine, *others = match.chairs
    other = msgspec.structs.replace(mine, account="acct_other")
    db.redis.hset(keys.game(table.id), "seats", pack((other, *others)))
    gone(table)
    db.redis.hset(keys.game(table.id), "seats", pack(match.chairs))
    assert table.get("/draft", 0).status_code == 200


def test_a_draft_is_kept_for_some_days_only(table: Table, db: Store) -> None:
    put(table, 0, "take 3")
    days = db.redis.ttl(keys.draft(table.id, 0)) / (24 * 3600)
    assert 13 < days <= 14
    assert db.games.load(table.id).rev == 3


@pytest.mark.parametrize("form", ["W/{}", "{}, {}", "unquoted"])
def test_a_draft_is_named_by_its_strong_tag_alone(table: Table, form: str) -> None:
    tag = put(table, 0, "take 3").headers["ETag"]
    wrong = form.replace("{}", tag) if "{}" in form else tag.strip('"')
    for answer in (put(table, 0, "take 2", If_Match=wrong), drop(table, 0, If_Match=wrong)):
        fault = problem(answer, "invalid-request", 422)["errors"][0]
        assert fault["parameter"] == "If-Match"
        assert "in quotes, or *" in fault["message"]
    assert table.get("/draft", 0).headers["ETag"] == tag


def test_a_star_names_any_draft(table: Table) -> None:
    problem(put(table, 0, "take 2", If_Match="*"), "draft-changed", 412)
    put(table, 0, "take 3")
    assert put(table, 0, "take 2", If_Match="*").status_code == 200
    assert drop(table, 0, If_Match="*").status_code == 204
