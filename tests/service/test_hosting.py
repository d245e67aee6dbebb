"""Bots that replace players, closed seats, cancelled games, and resigning."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from games import all_titles
from match.chairs import Chair
from match.snapshot import pack
from store import Store
from tests.service.table import Table, problem
from tests.workers.processes import wait_until


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """Three people, and seat 0 is asked."""
    table = Table(client, ruleset="toy", options=["long"])
    table.keep_all()
    return table


def seat_of(table: Table, seat: int) -> dict[str, object]:
    """Return the public facts of a seat."""
    found: dict[str, object] = table.see()["seats"][seat]
    return found


def test_a_bot_stands_in_until_its_person_comes_back(table: Table, db: Store) -> None:
    put = table.hold(0, "bot:random")
    assert put.status_code == 200
    assert put.headers["ETag"] == f'"{put.json()["rev"]}"'
    told = put.json()["seats"][0]
    assert (told["holder"], told["away"], told["resigned"]) == ("bot:random", True, False)
    # The bot is asked now: it is due, unless a worker of another test was quick.
    assert db.due.overdue(1 << 60) == [table.id] or table.rev > 4
    seen = table.see(0)
    assert (seen["you"], "own" in seen, seen["choices"]) == (0, True, None)
    refused = problem(table.turn(0, "rest"), "bot-plays", 409)
    assert (refused["link"], refused["holder"]) == (f"{table.path}/seats/0", "person")
    back = table.client.put(
        refused["link"], json={"holder": refused["holder"]}, headers=table.auth(0)
    )
    assert back.json()["seats"][0]["holder"] == "person"
    if 0 in table.awaited:
        table.play(0, "rest")
    assert [e["why"] for e in table.get("/log").json()["entries"] if e["kind"] == "seat"] == [
        "host",
        "returned",
    ]


def test_the_host_gives_a_seat_back_too_and_repeating_changes_nothing(table: Table) -> None:
    for _ in range(2):
        assert table.hold(1, "bot:greedy").json()["rev"] == 4
    for _ in range(2):
        assert table.hold(1, "person").json()["rev"] == 5
    assert table.hold(1, "person", by=1).json()["rev"] == 5


def test_the_host_puts_a_bot_on_an_open_seat_and_the_last_one_starts(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "open", "open"])
    first = table.hold(2, "bot:random").json()
    assert (first["status"], first["seats"][2]["away"]) == ("waiting", False)
    assert table.hold(1, "bot:random").json()["status"] == "running"
    problem(table.hold(1, "person"), "not-away", 409)


def test_nobody_else_says_who_plays_at_a_seat(table: Table) -> None:
    problem(table.hold(1, "bot:random", by=1), "forbidden", 403)
    problem(table.hold(1, "person", by=0), "forbidden", 403)
    problem(
        table.client.put(f"{table.path}/seats/1", json={"holder": "person"}), "unauthorized", 401
    )
    problem(table.hold(7, "person"), "not-found", 404)
    assert problem(table.hold(1, "bot:genius"), "invalid-request", 422)
    assert table.rev == 3


def test_a_hook_is_replaced_by_a_bot_and_comes_back(client: httpx.Client, db: Store) -> None:
    table = Table(client)
    match = db.games.load(table.id)
    seat = Chair("hook", "Robot", match.chairs[1].token, hook=b"endpoint")
    db.redis.hset(f"chasqui:g:{table.id}", "seats", pack((match.chairs[0], seat, match.chairs[2])))
    put = table.hold(1, "bot:random").json()["seats"][1]
    assert (put["holder"], put["away"]) == ("bot:random", True)
    problem(table.hold(1, "person"), "not-away", 409)
    assert table.hold(1, "hook").json()["seats"][1]["holder"] == "hook"
    assert db.games.load(table.id).chairs[1] == seat


def test_an_accounts_seat_stands_in_for_the_account(client: httpx.Client) -> None:
    token = client.post("/v1/accounts", json={"name": "Ana"}).json()["token"]
    table = Table(client, token, seats=["me", "user"])
    mine = {"Authorization": f"Bearer {token}"}
    put = client.put(f"{table.path}/seats/0", json={"holder": "bot:random"}, headers=mine)
    assert put.json()["seats"][0] == {**put.json()["seats"][0], "name": "Ana", "away": True}
    back = client.put(f"{table.path}/seats/0", json={"holder": "person"}, headers=mine)
    assert back.json()["seats"][0]["away"] is False
    resigned = client.post(f"{table.path}/resign", headers=mine)
    assert resigned.json()["seats"][0]["resigned"] is True


@pytest.mark.parametrize("holder", ["person\n", "closed\n", "bot:greedy\n", "hook\n"])
def test_a_line_break_is_no_part_of_a_holder(client: httpx.Client, holder: str) -> None:
    table = Table(client, seats=["user", "user", "open"])
    told = problem(table.hold(2, holder), "invalid-request", 422)
    assert told["errors"][0]["pointer"] == "/holder"
    assert (table.rev, table.see()["seats"][2]["holder"]) == (0, "open")


def test_a_closed_seat_makes_the_game_one_for_fewer(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "open", "user", "open"])
    assert "own" not in table.see(2)
    assert len(table.see()["view"]["players"]) == 4
    problem(table.hold(0, "closed"), "seat-taken", 409)
    closed = table.hold(1, "closed").json()
    assert [seat["holder"] for seat in closed["seats"]] == ["person", "person", "open"]
    assert closed["status"] == "waiting"
    moved = {0: table.tokens[0], 1: table.tokens[2]}
    table.tokens = moved
    assert table.see(1)["you"] == 1
    assert len(table.see()["view"]["players"]) == 3
    assert table.hold(2, "closed").json()["status"] == "running"
    assert len(table.see()["view"]["players"]) == 2
    players = [len(table.get(f"/states/{n}").json()["view"]["players"]) for n in range(3)]
    assert players == [4, 3, 2]
    assert "own" not in table.get("/states/0", seat=1).json()
    table.keep_all()
    table.finish()
    assert table.see()["status"] == "over"
    record = table.get("/export").json()
    assert record["holders"] == ["person", "open", "person", "open"]
    again = client.post("/v1/imports", json=record)
    assert again.status_code == 201, again.text
    exported = client.get(f"/v1/games/{again.json()['id']}/export")
    assert exported.json() == {**record, "id": table.id}


@pytest.mark.parametrize("name", sorted(all_titles()))
def test_every_title_is_set_up_anew_for_those_who_are_left(client: httpx.Client, name: str) -> None:
    """Down to the player alone, whose game starts when the last open seat is closed."""
    title = all_titles()[name]
    table = Table(client, ruleset=name, seats=["user", *["open"] * (title.seats[-1] - 1)])
    for left in reversed(title.seats[:-1]):
        told = table.hold(1, "closed").json()
        assert len(told["seats"]) == left
        assert len(table.see()["view"]["players"]) == title.sides(left, frozenset())
    if table.see()["status"] == "waiting":
        joined = table.post("/seats", None, {}).json()
        table.tokens[joined["you"]] = joined["token"]
    assert table.see()["status"] == "running"
    fresh = Table(client, ruleset=name, seats=["user"] * len(table.tokens))
    assert {*table.see(0)["view"]} == {*fresh.see(0)["view"]}
    assert len(table.awaited) == len(fresh.awaited)
    assert table.see(table.awaited[0])["choices"]["options"]


def test_a_game_keeps_the_seats_its_title_needs(client: httpx.Client) -> None:
    table = Table(client, ruleset="tzolkin", seats=["user", "open"])
    told = problem(table.hold(1, "closed"), "too-few-seats", 409)
    assert told["params"] == {"least": 2, "seats": 2}


def test_a_game_keeps_the_seats_that_its_options_need(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "open", "open"], options=["bazaar", "tax"])
    assert table.hold(1, "closed").status_code == 200
    told = problem(table.hold(1, "closed"), "too-few-seats", 409)
    assert told["params"] == {"least": 2, "seats": 2}
    assert len(table.see()["view"]["players"]) == 2


def test_a_cancelled_game_is_listed_and_nothing_more_happens(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "open"], name="Off")
    problem(client.delete(table.path), "unauthorized", 401)
    problem(client.delete(table.path, headers=table.auth(0)), "forbidden", 403)
    for _ in range(2):
        cancelled = table.cancel()
        assert (cancelled.json()["status"], cancelled.json()["rev"]) == ("cancelled", 1)
    listed = client.get("/v1/games?status=cancelled").json()["games"]
    assert [game["name"] for game in listed] == ["Off"]
    (entry,) = table.get("/log").json()["entries"]
    assert (entry["kind"], entry["why"], entry["result"]) == ("end", "cancelled", [])
    problem(table.turn(0, "rest"), "game-over", 409)
    problem(table.post("/seats", None, {}), "game-over", 409)
    problem(table.hold(1, "bot:random"), "game-over", 409)
    problem(table.hold(1, "closed"), "game-over", 409)
    problem(table.post("/resign", 0), "game-over", 409)
    problem(table.pause(0)[0], "game-over", 409)
    problem(table.post("/claim", None, {}), "game-over", 409)
    problem(client.delete(f"{table.path}/seats/0", headers=table.auth(0)), "game-over", 409)
    assert table.see(0)["status"] == "cancelled"
    again = client.post("/v1/imports", json=table.get("/export").json())
    assert again.json()["status"] == "cancelled"


def test_who_resigns_is_played_to_the_end_by_a_bot(table: Table, worker: None) -> None:
    before = table.see(0)["own"]
    for _ in range(2):
        resigned = table.post("/resign", 0).json()["seats"][0]
        assert (resigned["resigned"], resigned["away"]) == (True, False)
    seen = table.see(0)
    assert (seen["you"], set(seen["own"]), seen["choices"]) == (0, set(before), None)
    problem(table.turn(0, "rest"), "resigned", 409)
    problem(table.hold(0, "person", by=0), "resigned", 409)
    problem(table.hold(0, "person"), "resigned", 409)
    for seat in (1, 2):
        table.post("/resign", seat)
    wait_until(lambda: table.see()["status"] == "over", "the bots to finish the game")
    log = table.get("/log").json()["entries"]
    assert [e["holder"] for e in log if e.get("why") == "resigned"] == ["bot:random"] * 3


def test_the_clock_names_the_bot_of_who_resigns(client: httpx.Client) -> None:
    clock = {"kind": "turn", "seconds": 60, "on_timeout": "bot:greedy"}
    table = Table(client, clock=clock)
    table.keep_all()
    assert table.post("/resign", 1).json()["seats"][1]["holder"] == "bot:greedy"


def test_resigning_takes_a_game_that_runs(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "open"])
    problem(table.post("/resign", 0), "not-started", 409)
    left = client.delete(f"{table.path}/seats/0", headers=table.auth(0))
    assert left.json()["seats"][0]["holder"] == "open"
    assert table.get("/log").json()["entries"][-1]["why"] == "left"


def test_a_bot_does_not_agree_for_a_player_who_may_return(table: Table) -> None:
    """Seat 1 is asked, so the bot at seat 2 plays no turn meanwhile."""
    table.play(0, "roll")
    assert table.post("/undo", 0, {}, If_Match='"4"').status_code == 202
    table.post("/undo/5/answers", 1, {"agree": True})
    table.hold(2, "bot:random")
    told = table.get("/undo/5").json()
    assert (told["state"], told["needed"]) == ("asked", [2])
    assert table.post("/undo/5/answers", 2, {"agree": False}).json()["state"] == "declined"
    again = table.post("/undo", 0, {}, If_Match=f'"{table.rev}"').json()
    assert (again["job"], again["request"]["needed"]) == (None, [1, 2])
    table.post(f"/undo/{again['request']['id']}/answers", 1, {"agree": True})
    agreed = table.post(f"/undo/{again['request']['id']}/answers", 2, {"agree": True})
    assert agreed.json()["state"] in ("agreed", "done")


def test_the_bot_of_the_last_player_to_resign_agrees(table: Table, worker: None) -> None:
    table.play(0, "roll")
    assert table.post("/undo", 0, {}, If_Match='"4"').status_code == 202
    assert table.see()["undo_request"]["needed"] == [1, 2]
    table.post("/undo/5/answers", 2, {"agree": True})
    table.post("/resign", 1)
    wait_until(lambda: table.get("/undo/5").json()["state"] != "agreed", "the undo")
    assert table.get("/undo/5").json()["state"] in ("done", "lapsed")


def test_who_loses_a_seat_takes_along_what_they_asked_of_the_others(table: Table) -> None:
    table.play(0, "roll")
    leavings: list[Callable[[], httpx.Response]] = [
        lambda: table.hold(0, "bot:random"),
        lambda: table.post("/resign", 0),
    ]
    for asked, leave in zip((5, 10), leavings, strict=True):
        request = table.post("/undo", 0, {}, If_Match=f'"{asked - 1}"').json()["request"]
        assert request["id"] == asked
        table.post(f"/undo/{asked}/answers", 1, {"agree": True})
        gone = leave().json()
        assert table.see()["undo_request"] is None
        assert table.get(f"/undo/{asked}").json()["state"] == "withdrawn"
        told = table.get("/log", params={"after": asked + 1}).json()["entries"]
        assert [(e["kind"], e["seat"]) for e in told] == [("seat", 0), ("undo-withdrawn", 0)]
        assert (gone["rev"], told[1]["request"]) == (asked + 3, asked)
        problem(table.post(f"/undo/{asked}/answers", 2, {"agree": True}), "undo-not-allowed", 409)
        if asked == 5:
            assert table.hold(0, "person", by=0).json()["rev"] == 9


def test_events_tell_of_seats_and_pauses(table: Table) -> None:
    table.hold(2, "bot:random")
    table.pause(0, 1)
    entries = table.get("/log", params={"after": 3}).json()["entries"]
    told = [(e["kind"], e["seat"], e["why"]) for e in entries if e["kind"] != "turn"]
    assert told[:3] == [("seat", 2, "host"), ("clock", 0, "pause"), ("clock", 1, "pause")]


def test_what_a_seat_moves_on_from_is_heeded(table: Table) -> None:
    host = {"Authorization": f"Bearer {table.host}", "If-Match": '"1"'}
    answer = table.client.put(f"{table.path}/seats/0", json={"holder": "bot:random"}, headers=host)
    problem(answer, "stale-revision", 412)
