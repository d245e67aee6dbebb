"""Clocks over HTTP: deadlines, seats that are claimed, pauses, requests that expire."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from match.match import Match
from store import Store, commits
from store.games import Games
from tests.service.table import Json, Table, problem, seated

BANK = {"kind": "bank", "seconds": 60, "increment": 5}


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """Three people with a bank each, and seat 0 is asked."""
    table = Table(client, clock=BANK)
    table.keep_all()
    return table


def expire(db: Store, table: Table) -> None:
    """Run the jobs for the expired clock of the awaited seat."""
    match = db.games.load(table.id)
    now = max(asked.due or 0 for asked in match.position.awaited)
    commits.expire(db.games, match, now)


def host(table: Table) -> dict[str, str]:
    return {"Authorization": f"Bearer {table.host}"}


def claim(table: Table, wish: Json) -> httpx.Response:
    """Claim a seat as the host, who gives it to a newcomer."""
    return table.client.post(f"{table.path}/claim", json=wish, headers=host(table))


def when(written: str) -> datetime:
    return datetime.fromisoformat(written)


def test_a_game_tells_its_clock_its_banks_and_its_deadlines(client: httpx.Client) -> None:
    table = Table(client, clock=BANK)
    game = table.see()
    assert game["clock"] == {**BANK, "on_timeout": "claim", "claims": "invited"}
    assert [seat["bank"] for seat in game["seats"]] == [60.0] * 3
    for asked in game["awaited"]:
        assert when(asked["deadline"]) - when(asked["since"]) == timedelta(seconds=60)
    since = when(game["awaited"][0]["since"])
    table.keep_all()
    game = table.see()
    (asked,) = game["awaited"]
    bank = timedelta(seconds=game["seats"][0]["bank"])
    assert when(asked["deadline"]) - when(asked["since"]) == bank
    answered = next(e for e in table.get("/log").json()["entries"] if e["seat"] == 0)
    assert bank == timedelta(seconds=65) - (when(answered["at"]) - since)
    assert Table(client).see()["awaited"][0]["deadline"] is None


@pytest.mark.parametrize(
    ("clock", "pointer"),
    [
        ({"kind": "blitz", "seconds": 60}, "/clock/kind"),
        ({"kind": "turn", "seconds": 4}, "/clock/seconds"),
        ({"kind": "turn", "seconds": 30 * 86_400 + 1}, "/clock/seconds"),
        ({"kind": "turn", "seconds": 60, "increment": 5}, "/clock/increment"),
        ({"kind": "bank", "seconds": 60, "increment": -1}, "/clock/increment"),
        ({"kind": "bank", "seconds": 60, "on_timeout": "lose"}, "/clock/on_timeout"),
        ({"kind": "bank", "seconds": 60, "on_timeout": "bot:genius"}, "/clock/on_timeout"),
        ({"kind": "bank", "seconds": 60, "claims": "friends"}, "/clock/claims"),
        (
            {"kind": "turn", "seconds": 60, "on_timeout": "bot:random", "claims": "accounts"},
            "/clock/claims",
        ),
        ({"kind": "bank"}, "/clock/seconds"),
        ("60", "/clock"),
    ],
)
def test_what_is_wrong_with_a_clock_is_named(
    client: httpx.Client, clock: Any, pointer: str
) -> None:
    body = {"ruleset": "toy", "seats": seated(*["user"] * 2), "clock": clock}
    told = problem(client.post("/v1/games", json=body), "invalid-request", 422)
    assert [fault["pointer"].startswith(pointer) for fault in told["errors"]] == [True]


def test_a_newcomer_claims_a_late_seat(table: Table, db: Store) -> None:
    told = problem(claim(table, {}), "not-claimable", 409)
    assert told["claimable"] == []
    expire(db, table)
    assert [seat["claimable"] for seat in table.see()["seats"]] == [True, False, False]
    problem(claim(table, {"seat": 1}), "not-claimable", 409)
    problem(table.post("/claim", 0, {"holder": "bot:random"}), "not-claimable", 409)
    claimed = claim(table, {"name": "Zoe"})
    assert claimed.status_code == 201
    assert (claimed.json()["you"], claimed.json()["seats"][0]["name"]) == (0, "Zoe")
    problem(table.turn(0, "rest", rev=table_rev(table)), "unauthorized", 401)
    table.tokens[0] = claimed.json()["token"]
    assert table.see(0)["seats"][0]["bank"] == 60.0
    table.play(0, "rest")
    whys = [e.get("why") for e in table.get("/log").json()["entries"]]
    assert whys[3:5] == ["timeout", "claimed"]


def test_an_account_cannot_claim_its_own_seat_by_the_invite_code(
    client: httpx.Client, db: Store
) -> None:
    account = client.post("/v1/accounts", json={}).json()
    table = Table(client, seats=["open", "user", "user"], clock=BANK, invite=True)
    code = {"invite": table.made["tokens"]["invite"]}
    mine = {"Authorization": f"Bearer {account['token']}"}
    table.tokens[0] = client.post(f"{table.path}/seats", json=code, headers=mine).json()["token"]
    table.keep_all()
    expire(db, table)
    told = client.post(f"{table.path}/claim", json=code, headers=mine)
    assert problem(told, "not-claimable", 409)["claimable"] == []


def test_an_account_claims_no_second_seat(client: httpx.Client, db: Store) -> None:
    """It would see the hands of both."""
    ana, ben = (client.post("/v1/accounts", json={}).json()["token"] for _ in range(2))
    wanted = {"seats": ["user", "me", "user"], "clock": {**BANK, "claims": "accounts"}}
    table = Table(client, ana, **wanted)
    table.keep_all()
    expire(db, table)
    for token, status in ((ana, 403), (ben, 201)):
        headers = {"Authorization": f"Bearer {token}"}
        answer = client.post(f"{table.path}/claim", json={"seat": 0}, headers=headers)
        assert answer.status_code == status, answer.text


def test_a_newcomer_is_not_bound_by_what_another_has_agreed_to(table: Table, db: Store) -> None:
    table.play(0, "roll")
    asked = table.post("/undo", 0, {}, If_Match=f'"{table.rev}"').json()["request"]["id"]
    assert table.post(f"/undo/{asked}/answers", 1, {"agree": True}).json()["needed"] == [2]
    expire(db, table)
    claimed = claim(table, {}).json()
    assert claimed["you"] == 1
    assert table.see()["undo_request"]["needed"] == [1, 2]
    assert table.get(f"/undo/{asked}").json()["needed"] == [1, 2]
    table.post(f"/undo/{asked}/answers", 2, {"agree": True})
    assert table.get(f"/undo/{asked}").json()["state"] == "asked"


def test_a_newcomer_has_not_asked_for_what_another_wanted_taken_back(
    table: Table, db: Store
) -> None:
    for seat in range(3):
        table.play(seat, "roll")
    asked = table.post("/undo", 0, {}, If_Match=f'"{table.rev}"').json()["request"]["id"]
    table.post(f"/undo/{asked}/answers", 1, {"agree": True})
    expire(db, table)
    assert claim(table, {}).json()["you"] == 0
    assert table.see(1)["undo_request"] is None
    assert table.get(f"/undo/{asked}", 1).json()["state"] == "withdrawn"
    late = table.post(f"/undo/{asked}/answers", 2, {"agree": True})
    assert problem(late, "undo-not-allowed", 409)["reason"] == "lapsed"


def table_rev(table: Table) -> int:
    return int(table.see(1)["rev"])


def test_who_is_late_may_play_until_the_seat_is_claimed(table: Table, db: Store) -> None:
    expire(db, table)
    table.play(0, "rest")
    problem(claim(table, {}), "not-claimable", 409)


def test_claiming_takes_the_code_and_is_done_once(client: httpx.Client, db: Store) -> None:
    table = Table(client, clock=BANK, invite=True, visibility="private")
    expire(db, table)
    code, key = table.made["tokens"]["invite"], {"Idempotency_Key": "claim-" + "x" * 20}
    problem(table.post("/claim", None, {}), "unauthorized", 401)
    problem(table.post("/claim", 1, {"invite": "guess"}), "forbidden", 403)
    first = table.post("/claim", None, {"invite": code}, **key)
    again = table.post("/claim", None, {"invite": code}, **key)
    assert (first.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    table.tokens[0] = again.json()["token"]
    assert table.see(0)["you"] == 0


@pytest.mark.parametrize(
    ("claims", "invite", "tries"),
    [
        ("nobody", False, ["stranger 403", "seat 403", "account 403", "host 403"]),
        ("invited", False, ["stranger 403", "seat 403", "account 403", "host 201"]),
        ("accounts", False, ["stranger 401", "seat 401", "account 201"]),
        ("nobody", True, ["stranger 403", "stranger+code 403", "host 403"]),
        ("invited", True, ["stranger 403", "account 403", "stranger+code 201"]),
        ("accounts", True, ["stranger+code 401", "account 403", "account+code 201"]),
    ],
)
def test_the_host_says_who_may_claim(
    client: httpx.Client, db: Store, claims: str, invite: bool, tries: list[str]
) -> None:
    table = Table(client, clock={**BANK, "claims": claims}, invite=invite)
    expire(db, table)
    account = client.post("/v1/accounts", json={}).json()["token"]
    tokens = {"stranger": "", "seat": table.tokens[1], "account": account, "host": table.host}
    for each in tries:
        caller, status = each.split()
        who, _, code = caller.partition("+")
        headers = {"Authorization": f"Bearer {tokens[who]}"} if tokens[who] else {}
        body = {"invite": table.made["tokens"]["invite"]} if code else {}
        answer = client.post(f"{table.path}/claim", json=body, headers=headers)
        assert (each, answer.status_code) == (each, int(status)), answer.text
    assert table.post("/claim", 2, {"holder": "bot:random"}).status_code == 201


def test_a_seat_or_the_host_has_a_bot_play_for_who_is_late(table: Table, db: Store) -> None:
    expire(db, table)
    problem(table.post("/claim", None, {"holder": "bot:random"}), "unauthorized", 401)
    claimed = table.post("/claim", 2, {"holder": "bot:random"}).json()
    assert "token" not in claimed
    assert (claimed["seats"][0]["holder"], claimed["seats"][0]["away"]) == ("bot:random", True)
    back = table.hold(0, "person", by=0)
    assert back.json()["seats"][0]["holder"] == "person"


def test_of_many_who_claim_one_has_the_seat(table: Table, web: str, db: Store) -> None:
    expire(db, table)

    def take(_: int) -> httpx.Response:
        return httpx.post(f"{web}{table.path}/claim", json={}, headers=host(table), timeout=60)

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(take, range(32)))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 31}
    assert table_rev(table) == 5


def test_a_claim_and_a_turn_at_once_are_one_of_the_two(table: Table, web: str, db: Store) -> None:
    for _ in range(5):
        expire(db, table)
        rev, seat = table_rev(table), table.awaited[0]
        headers = {**table.auth(seat), "If-Match": f'"{rev}"'}

        def act(turn: bool, rev: int = rev, headers: Json = headers) -> httpx.Response:
            if turn:
                body = {"steps": ["rest"]}
                return httpx.post(
                    f"{web}{table.path}/turns", json=body, headers=headers, timeout=60
                )
            return httpx.post(f"{web}{table.path}/claim", json={}, headers=host(table), timeout=60)

        with ThreadPoolExecutor(2) as pool:
            turn, claimed = pool.map(act, (True, False))
        if claimed.status_code == 201:
            assert turn.status_code == 401, turn.text
            table.tokens[seat] = claimed.json()["token"]
            table.play(seat, "rest")
        else:
            assert (turn.status_code, claimed.json()["code"]) == (201, "not-claimable")


def test_a_pause_takes_all_and_ends_with_one(table: Table) -> None:
    first, again = table.pause(1, 1)
    assert first.json() == again.json()
    assert first.json()["pause"] == {"agreed": [1], "needed": [0, 2], "since": None}
    assert table.see()["pause"]["agreed"] == [1]
    table.play(0, "rest")
    *_, last = table.pause(0, 2)
    assert (last.json()["paused"], last.json()["pause"]["needed"]) == (True, [])
    game = table.see()
    assert (game["paused"], game["awaited"][0]["deadline"]) == (True, None)
    assert table.see(1)["choices"] is None
    told = problem(table.turn(1, "rest"), "paused", 409)
    assert told["link"] == f"{table.path}/pause"
    problem(table.post("/undo", 0, {}, If_Match=f'"{table.rev}"'), "paused", 409)
    rev = table.rev
    (ended, repeated) = table.pause(1, 1, paused=False)
    assert ended.json() == repeated.json() == {"rev": rev + 1, "paused": False, "pause": None}
    assert table.see()["awaited"][0]["deadline"] is not None
    table.play(1, "rest")


def test_one_no_ends_the_talk_of_a_pause_and_the_host_ends_a_pause(table: Table) -> None:
    table.pause(0, 1)
    table.pause(2, paused=False)
    assert table.see()["pause"] is None
    table.pause(0, 1, 2)
    host = {"Authorization": f"Bearer {table.host}"}
    ended = table.client.post(f"{table.path}/pause", json={"paused": False}, headers=host)
    assert ended.json()["paused"] is False
    problem(
        table.client.post(f"{table.path}/pause", json={"paused": True}, headers=host),
        "forbidden",
        403,
    )
    entry = table.get("/log").json()["entries"][-1]
    assert (entry["kind"], entry["seat"], entry["why"]) == ("clock", -1, "resume")


def test_nobody_pauses_for_a_bot_that_came_meanwhile(
    table: Table, db: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host has a bot play for the seat while its wish for a pause is on its way."""
    commit = Games.commit

    def after_the_host(games: Games, before: Match, *rest: Any, **more: Any) -> Match:
        monkeypatch.setattr(Games, "commit", commit)
        assert table.hold(1, "bot:random").status_code == 200
        return commit(games, before, *rest, **more)

    monkeypatch.setattr(Games, "commit", after_the_host)
    problem(table.pause(1)[0], "bot-plays", 409)
    entry = table.get("/log").json()["entries"][-1]
    assert (entry["kind"], entry["why"]) == ("seat", "host")


def test_bots_rest_in_a_pause(client: httpx.Client, db: Store) -> None:
    table = Table(client, seats=["user", "user", "bot:random"])
    table.pause(0, 1)
    assert db.due.overdue(1 << 60) == []
    table.pause(0, paused=False)
    # A worker of another test may be quick.
    assert db.due.overdue(1 << 60) == [table.id] or table.rev > 3


def test_a_request_for_an_undo_tells_when_it_expires(client: httpx.Client, db: Store) -> None:
    table = Table(client)
    table.keep_all()
    table.play(0, "roll")
    request = table.post("/undo", 0, {}, If_Match='"4"').json()["request"]
    entry = table.get("/log").json()["entries"][-1]
    assert when(request["expires"]) - when(entry["at"]) == timedelta(days=1)
    assert table.get("/undo/5").json()["expires"] == request["expires"]
    match = db.games.load(table.id)
    assert match.position.request is not None
    commits.expire(db.games, match, match.position.request.expires)
    told = table.get("/undo/5").json()
    assert (told["state"], told["expires"]) == ("expired", None)
    assert table.see()["undo_request"] is None
    problem(table.post("/undo/5/answers", 1, {"agree": True}), "undo-not-allowed", 409)
    assert table.get("/log").json()["entries"][-1]["why"] == "expired"
