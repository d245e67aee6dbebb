"""Exports of many records: complete, in order, resumable, and only what the caller may see."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from schemas.loading import load
from schemas.records import RecordLine
from service import create_app
from service.processes.settings import Settings
from store import Store
from tests.conftest import ROOT, serving
from tests.service.rich import Brought, bring, export
from tests.service.table import Json, Table, problem
from tests.service.test_accounts import account, auth
from tests.service.test_filters import ended, player_of


def lines(answer: httpx.Response) -> list[Json]:
    """Return the lines of an answer, each of the declared shape."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    found = [json.loads(line) for line in answer.text.splitlines()]
    for line in found:
        load(RecordLine(), line)
    return found


def exported(client: httpx.Client, query: str = "", token: str = "") -> list[str]:
    """Return the ids of all exported games, page after page."""
    found, headers = list[str](), auth(token) if token else {}
    answer = client.get(f"/v1/records?{query}", headers=headers)
    while True:
        found += [line["game"] for line in lines(answer)]
        if "next" not in answer.links:
            return found
        answer = client.get(answer.links["next"]["url"], headers=headers)


def played(client: httpx.Client, token: str = "", **wanted: Any) -> Table:
    """Return a finished game."""
    return ended(client, token, **{"seats": ["user"] * 3, **wanted})


def test_finished_games_are_exported_in_the_order_of_their_ends(client: httpx.Client) -> None:
    first, second, running = Table(client), played(client), Table(client)
    first.keep_all()
    first.finish()
    running.keep_all()
    Table(client, seats=["user", "open"]).cancel()
    assert exported(client) == exported(client, "limit=1") == [second.id, first.id]
    assert exported(client, "ruleset=toy") == [second.id, first.id]
    assert exported(client, "ruleset=tzolkin") == exported(client, "ruleset=toy@1") == []
    end = first.see()["ended"]
    assert exported(client, f"since={end}") == [first.id]
    assert exported(client, f"until={end}") == [second.id]


def test_a_line_has_the_record_of_a_single_export(client: httpx.Client) -> None:
    table = played(client, name="Friday")
    whole, (line,) = export(table).json(), lines(client.get("/v1/records"))
    for each in (whole, *whole["entries"]):
        each.pop("draws", None)
    assert line["record"] == {**whole, "draws": None}
    again = Brought(client, bring(client, line["record"]))
    assert export(again).content == export(table).content


def test_an_export_goes_on_after_any_line(client: httpx.Client) -> None:
    ids = [played(client).id for _ in range(3)]
    whole = lines(client.get("/v1/records"))
    assert [line["game"] for line in whole] == ids
    for place, line in enumerate(whole, start=1):
        assert exported(client, f"cursor={line['cursor']}") == ids[place:]
    new = played(client)
    assert exported(client, f"cursor={whole[-1]['cursor']}&limit=1") == [new.id]
    cursor = lines(client.get("/v1/records"))[-1]["cursor"]
    copy = Brought(client, bring(client, whole[0]["record"], "?visibility=public"))
    assert exported(client, f"cursor={cursor}") == [copy.id], "it is placed at its import"
    since = copy.see()["imported"]
    assert exported(client, f"since={since}") == [copy.id]
    assert copy.see()["ended"] < since


def test_only_public_games_are_exported_to_others(client: httpx.Client) -> None:
    ana, ben = account(client), account(client)
    mine = [
        played(client, ana, seats=["me", "user", "user"], visibility=visibility).id
        for visibility in ("private", "unlisted", "public")
    ]
    other = played(client, ben, seats=["me", "user", "user"])
    assert exported(client, "player=me", ana) == mine
    assert exported(client, f"player={player_of(client, ana)}") == mine[2:]
    assert exported(client, f"player={player_of(client, ana)}", ben) == mine[2:]
    assert exported(client, "", ana) == [mine[2], other.id]
    problem(client.get("/v1/records?player=me"), "unauthorized", 401)
    problem(client.get("/v1/records?mine=1"), "unauthorized", 401)
    problem(client.get("/v1/records", headers=auth("acct_x.wrong")), "unauthorized", 401)


def test_an_account_exports_what_it_hosts_and_what_it_imported(client: httpx.Client) -> None:
    ana, ben = account(client), account(client)
    seated = played(client, ana, seats=["me", "user", "user"], visibility="private")
    hosted = played(client, ana, seats=["user"] * 3, visibility="private")
    paper = seated.get("/export", seat=0).json()
    sent = client.post("/v1/imports?visibility=private", json=paper, headers=auth(ana))
    copy = sent.json()["id"]
    assert set(exported(client, "mine=1", ana)) == {seated.id, hosted.id, copy}
    assert exported(client, "mine=1", ana) == exported(client, "mine=1&limit=1", ana)
    assert exported(client, "player=me", ana) == exported(client, "mine=1&player=me", ana)
    assert exported(client, "player=me", ana) == [seated.id]
    assert exported(client, f"mine=1&player={player_of(client, ana)}", ana) == [seated.id]
    assert exported(client, "mine=1", ben) == exported(client, "", ana) == []
    shown = client.get("/v1/games?mine=1", headers=auth(ana)).json()["games"]
    assert {each["id"] for each in shown if each["record"] != each["id"]} == {copy}
    assert {each["record"] for each in shown if each["id"] == copy} == {seated.id}


def test_own_records_need_a_token_of_an_account(client: httpx.Client) -> None:
    table = played(client)
    for token in (table.host, table.tokens[0]):
        for query in ("mine=1", "player=me"):
            answer = client.get(f"/v1/records?{query}", headers=auth(token))
            told = problem(answer, "unauthorized", 401)
            assert told["detail"].startswith("This requires an account token.")


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("limit=501", "limit"),
        ("limit=0", "limit"),
        ("cursor=what", "cursor"),
        ("player=Ana", "player"),
        ("since=now", "since"),
        ("ruleset=chess", "ruleset"),
        ("status=over", "status"),
        ("since=2026-11-22T12:00:00Z&until=2026-11-21T12:00:00Z", "until"),
    ],
)
def test_a_wrong_export_is_refused(client: httpx.Client, query: str, parameter: str) -> None:
    told = problem(client.get(f"/v1/records?{query}"), "invalid-request", 422)
    assert [fault["parameter"] for fault in told["errors"]] == [parameter]


def test_the_cursor_of_a_list_is_no_cursor_of_an_export(client: httpx.Client) -> None:
    for _ in range(2):
        played(client)
    cursor = client.get("/v1/games?limit=1").json()["next"]
    problem(client.get(f"/v1/records?cursor={cursor}"), "invalid-request", 422)


def test_a_head_request_has_no_lines(client: httpx.Client) -> None:
    played(client)
    answer = client.head("/v1/records?limit=1")
    assert (answer.status_code, answer.content) == (200, b"")


def test_an_export_is_compressed_for_who_accepts_that(client: httpx.Client) -> None:
    for _ in range(3):
        played(client)
    answers = {
        coding: client.get("/v1/records", headers={"Accept-Encoding": coding})
        for coding in ("gzip", "identity", "gzip;q=0")
    }
    codings = {coding: each.headers.get("Content-Encoding") for coding, each in answers.items()}
    assert codings == {"gzip": "gzip", "identity": None, "gzip;q=0": None}
    assert len({each.text for each in answers.values()}) == 1
    packed = answers["gzip"].num_bytes_downloaded
    assert packed < answers["identity"].num_bytes_downloaded / 3
    assert all("Accept-Encoding" in each.headers["Vary"] for each in answers.values())


def test_a_game_that_is_gone_is_left_out(client: httpx.Client, db: Store) -> None:
    gone, there = played(client), played(client)
    db.redis.delete(f"chasqui:g:{gone.id}")
    assert exported(client) == [there.id]


def test_exports_have_a_rate_limit_of_their_own(redis_url: str, db: Store) -> None:
    app = create_app(Settings(redis_url=redis_url, exports_per_minute=1))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        first = client.get("/v1/records")
        assert first.headers["RateLimit"] == '"exports";r=0'
        told = problem(client.get("/v1/records"), "rate-limited", 429)
        assert told["params"]["policy"] == "exports"
        assert client.get("/v1/games").is_success


def test_the_example_downloads_all_and_later_only_what_is_new(
    client: httpx.Client, tmp_path: Path
) -> None:
    path, ids = tmp_path / "all.ndjson", [played(client).id for _ in range(2)]
    command = [sys.executable, str(ROOT / "examples" / "download_records.py")]
    command += [str(client.base_url).rstrip("/"), str(path), "limit=1"]

    def run() -> list[str]:
        subprocess.run(command, check=True, timeout=60)
        return [json.loads(line)["game"] for line in path.read_text().splitlines()]

    assert run() == ids
    with path.open("a") as file:
        file.write('{"cursor": "abc", "ga')  # here the connection broke
    assert run() == ids
    new = played(client).id
    assert run() == [*ids, new]
