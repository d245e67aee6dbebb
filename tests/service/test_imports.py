"""Imports: what was exported comes back to the byte, and nothing that does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from engine.luck import TAG, commitment
from games import all_titles
from match import seating
from match.replay import snapshot_at
from service.views import imports
from store import Store
from store.commits import expire, retract
from tests.contract.test_records import files
from tests.service.rich import (
    Brought,
    bring,
    comes_back,
    export,
    recorded_game,
    rich_game,
    rich_record,
)
from tests.service.table import Json, Table, problem
from tests.wishes import wish

SAMPLE = 75
"""The sampling interval of recorded games; `make soak` takes all."""


def test_a_game_comes_back_to_the_byte(client: httpx.Client, db: Store) -> None:
    table = rich_game(client, db)
    again = comes_back(client, comes_back(client, table))
    assert again.get("/fairness").json() == table.get("/fairness").json()


def test_games_that_were_not_played_out_come_back_to_the_byte(client: httpx.Client) -> None:
    """One is cancelled; in the other a seat is taken away, so that the setup is made anew."""
    clock = {"kind": "bank", "seconds": 60, "increment": 5, "on_timeout": "claim"}
    cancelled = Table(client, seats=["user", "open", "bot:greedy"], clock=clock)
    host = {"Authorization": f"Bearer {cancelled.host}"}
    assert client.delete(cancelled.path, headers=host).is_success
    closed = Table(client, seats=["user", "open", "user"])
    chair, host = {"holder": "closed"}, {"Authorization": f"Bearer {closed.host}"}
    tag = {"If-Match": '"0"'}
    answer = client.put(f"{closed.path}/seats/1", json=chair, headers={**host, **tag})
    assert answer.is_success, answer.text
    closed.tokens[1] = closed.tokens.pop(2)
    closed.keep_all()
    closed.finish()
    assert export(closed).json()["entries"][0]["draws"][0]["counter"] == 0
    for table in (cancelled, closed):
        for form in ("json", "text"):
            sent = export(table, form).content
            again = Brought(client, bring(client, sent if form == "json" else sent.decode()))
            assert export(again, form).content == sent
            assert again.see()["status"] == table.see()["status"]


def test_options_must_fit_the_seats_at_first_as_well(client: httpx.Client) -> None:
    """One of two seats is closed, and the option is for one seat."""
    at, seats = "2026-01-02T03:04:05.678Z", unfinished()["seats"][:1]
    closed = {"kind": "seat", "rev": 1, "at": at, "seat": 1, "holder": "closed", "why": "closed"}
    record = unfinished(ruleset="teotihuacan@1", seats=seats, options=["teotibot_power_3"])
    record |= {"waits": True, "entries": [{**closed, "starts": True}]}
    told = problem(bring(client, record | {"holders": ["person", "open"]}), "invalid-record", 422)
    assert (told["pointer"], told["expected"], told["got"]) == ("/holders", "1", "2")


def sampled(step: int) -> list[tuple[str, str]]:
    """Recorded games of all titles: names and texts."""
    return [
        (str(file), file.read_text())
        for name in sorted(all_titles())
        for file in files(name)[::step]
    ]


def check_recorded(client: httpx.Client, text: str) -> None:
    """A recorded game is imported as text; both forms come back to the byte."""
    table = Brought(client, bring(client, recorded_game(text).as_text()))
    assert table.see()["status"] == "over"
    comes_back(client, table)


@pytest.mark.parametrize(("name", "text"), sampled(SAMPLE), ids=lambda each: each[-16:-4])
def test_recorded_games_come_back_to_the_byte(client: httpx.Client, name: str, text: str) -> None:
    check_recorded(client, text)


def test_a_finished_import_is_read_as_any_game(client: httpx.Client, db: Store) -> None:
    table = rich_game(client, db)
    again = Brought(client, bring(client, export(table).content, "?visibility=public"))
    assert again.tokens == {}
    for path in ("/log?events=1", "/states/0?as=1", "/states/7?as=everything", "/states/9"):
        assert again.get(path).json() == table.get(path).json()
    told, original = again.see(), table.see()
    assert {name for name in told if told[name] != original[name]} == {"id", "imported", "expires"}
    assert original["imported"] is None
    assert told["imported"] > original["ended"]
    assert told["record"] == table.id
    listed = client.get("/v1/games?status=over").json()["games"]
    assert again.id in [game["id"] for game in listed]
    late = again.post("/turns", None, {"steps": ["rest"]}, Authorization=f"Bearer {again.host}")
    assert late.status_code == 403
    host = {"Authorization": f"Bearer {again.host}"}
    gone = problem(client.delete(again.path, headers=host), "game-over", 409)
    assert "not possible any more" in gone["detail"]


def test_the_same_key_gives_the_same_game(client: httpx.Client, db: Store) -> None:
    sent = rich_record(client, db)
    key = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
    one, two = (bring(client, sent, Idempotency_Key=key) for _ in range(2))
    assert one.json() == two.json()
    assert two.headers["Idempotent-Replayed"] == "true"
    assert one.headers["ETag"] == two.headers["ETag"] == f'"{one.json()["rev"]}"'


def unfinished(seed: str = "ab" * 32, **changes: Any) -> Json:
    """Return a hand-written record: three seats, no entries."""
    seats = [{"seat": n, "holder": "person", "name": "", "resigned": False} for n in range(3)]
    head = {"format": "chasqui-record", "version": 2, "id": None, "ruleset": "toy@2"}
    head |= {"options": [], "name": "", "created": "2026-01-02T03:04:05.678Z", "seed": seed}
    head |= {"status": "running", "undo": "none", "clock": None, "waits": False, "seats": seats}
    head |= {"holders": [seat["holder"] for seat in changes.get("seats", seats)]}
    head |= {"commitment": None, "fork": None, "draws": None, "entries": [], "result": None}
    return {**head, **changes}


def test_an_unfinished_record_that_tells_its_seed_is_a_sandbox(
    client: httpx.Client, db: Store
) -> None:
    table = Brought(client, bring(client, unfinished()))
    assert (table.see()["status"], table.see()["undo"], len(table.tokens)) == ("running", "free", 3)
    assert (table.made["you"], table.made["choices"]) == (0, table.see(0)["choices"])
    table.keep_all()
    table.play(0, "roll")
    back = table.post("/undo", 0, {}, If_Match=f'"{table.rev}"').json()
    assert (back["request"], back["job"]["state"]) == (None, "queued")
    retract(db.games, table.id, 0, 3, table.rev)
    assert table.get("/export", seat=0).json()["seed"] is None
    table.finish()
    told = export(table).json()
    assert (told["id"], told["seed"]) == (table.id, "ab" * 32)
    again = Brought(client, bring(client, told))
    assert export(again).json() == told


def require_replayed(db: Store, game_id: str) -> None:
    """A sandbox has the state of its record, although it was not replayed."""
    match = db.games.load(game_id)
    assert match.snapshot == snapshot_at(match, db.games.entries(match), match.rev)


def test_a_record_of_a_running_game_is_refused(client: httpx.Client) -> None:
    table = Table(client)
    table.play(1, table.see(1)["choices"]["options"][0]["step"])
    for record in (table.get("/export", seat=0).content, table.get("/export", seat=0).json()):
        told = problem(bring(client, record), "invalid-record", 422)
        assert (told["reason"], told["pointer"]) == ("record-hidden", "/seed")
    text = table.get("/export", seat=0, headers={"Accept": "text/plain"}).text
    told = problem(bring(client, text), "invalid-record", 422)
    assert told["reason"] == "record-hidden"


@pytest.mark.parametrize("text", ["", "hello", "ruleset toy@2 seats 2 options - seed 00"])
def test_a_text_that_is_no_record_is_told_how_one_begins(client: httpx.Client, text: str) -> None:
    told = problem(bring(client, text), "invalid-record", 422)
    assert told["expected"] == "chasqui-record 2"


def first_turn(record: Json, number: int = 0) -> Json:
    """Return a turn of the record."""
    found: Json = [entry for entry in record["entries"] if entry["kind"] == "turn"][number]
    return found


def at(record: Json, kind: str) -> int:
    """Return the index of the first entry of a kind."""
    return next(i for i, entry in enumerate(record["entries"]) if entry["kind"] == kind)


def _set(place: str, value: Any) -> Callable[[Json], None]:
    """Return a change at a JSON pointer; ``kind:n`` names the first entry of that kind."""

    def change(record: Json) -> None:
        target: Any = record
        *path, last = place.split("/")
        for step in path:
            key: Any = int(step) if step.isdigit() else step
            target = target[at(record, key[1:]) if step.startswith("@") else key]
        target[int(last) if last.isdigit() else last] = value

    return change


def _swap(record: Json) -> None:
    turns = [i for i, entry in enumerate(record["entries"]) if entry["kind"] == "turn"]
    one, two = turns[3], turns[4]
    record["entries"][one], record["entries"][two] = record["entries"][two], record["entries"][one]


def _drop_end(record: Json) -> None:
    record["entries"].pop()


def _longer(record: Json) -> None:
    record["entries"].append({**record["entries"][-1], "rev": len(record["entries"]) + 1})


def _draw(record: Json) -> None:
    entry = next(entry for entry in record["entries"] if entry.get("draws"))
    entry["draws"][0]["value"] += 1


def _other_id(record: Json) -> None:
    record["id"] = "Abcdefghjkmn"


def _fork(state: str) -> Json:
    return {"game": "Abcdefghjkmn", "rev": 1, "state": state, "seal": "0" * 64}


FAULTS: dict[str, tuple[Callable[[Json], None], str]] = {
    "rules": (_set("ruleset", "toy@9"), "record-differs"),
    "option": (_set("options", ["short"]), "record-differs"),
    "holders": (_set("holders", ["person"] * 7), "record-differs"),
    "other holders": (_set("holders", ["bot:random"] * 3), "record-seat"),
    "other seats": (_set("seats/0/holder", "bot:random"), "record-differs"),
    "closed in play": (_set("entries/@seat/why", "closed"), "record-seat"),
    "seats": (lambda r: r["seats"].pop() and r["seats"].pop(), "record-differs"),
    "seed": (_set("seed", "00" * 32), "record-commitment"),
    "id": (_other_id, "record-commitment"),
    "commitment": (_set("commitment", "0" * 64), "record-commitment"),
    "step": (_set("entries/@turn/steps/0/step", "keep c99"), "record-step"),
    "unasked": (_set("entries/@turn/seat", 2), "record-differs"),
    "forced": (lambda r: first_turn(r, 3)["steps"].pop(), "record-incomplete"),
    "marked": (_set("entries/@turn/steps/0/auto", True), "record-incomplete"),
    "order": (_swap, "record-not-asked"),
    "rev": (_set("entries/0/rev", 2), "record-differs"),
    "time": (_set("entries/@end/at", "2001-01-01T00:00:00.000Z"), "record-time"),
    "no time": (_set("created", "yesterday"), "record-time"),
    "future": (_set("created", "2999-01-01T00:00:00.000Z"), "record-time"),
    "target": (_set("entries/@retracted/back_to", 0), "record-target"),
    "target ahead": (_set("entries/@retracted/back_to", 999), "record-target"),
    "flag": (_set("entries/@turn/retracted", True), "record-differs"),
    "request": (_set("entries/@undo-answered/request", 1), "record-request"),
    "no end": (_drop_end, "record-differs"),
    "two ends": (_longer, "record-after-end"),
    "early end": (lambda r: r["entries"].insert(1, r["entries"][-1]), "record-not-over"),
    "result": (_set("result/0/points", 99), "record-differs"),
    "end": (_set("entries/@end/result/0/rank", 2), "record-differs"),
    "draw": (_draw, "record-differs"),
    "setup": (_set("draws/3/value", 99), "record-differs"),
    "status": (_set("status", "running"), "record-differs"),
    "odd state": (_set("fork", _fork("not base64")), "record-differs"),
    "no ASCII": (_set("fork", _fork("\x8a\xd6")), "record-differs"),
    "hidden": (_set("entries/@turn/steps/0/step", None), "record-hidden"),
    "foreign": (_set("entries/@turn/agree", True), "record-differs"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_does_not_hold_is_refused_at_its_place(
    client: httpx.Client, db: Store, name: str
) -> None:
    change, reason = FAULTS[name]
    record = rich_record(client, db)
    change(record)
    told = problem(bring(client, record), "invalid-record", 422)
    assert told["reason"] == reason, told
    assert told["pointer"].startswith("/")
    if told["pointer"].startswith("/entries/"):
        assert told["entry"] == int(told["pointer"].split("/")[2])


def test_a_record_may_be_larger_than_other_bodies_but_not_endless(client: httpx.Client) -> None:
    padded = b" " * 100_000 + httpx.Request("POST", "http://x", json=unfinished()).read()
    assert bring(client, padded).status_code == 201
    too_large = bring(client, b" " * (2 * 1024 * 1024 + 1))
    assert problem(too_large, "too-large", 413)["params"] == {"limit": 2 * 1024 * 1024}
    usual = client.post("/v1/games", json={"name": "x" * 70_000})
    assert problem(usual, "too-large", 413)["params"] == {"limit": 64 * 1024}
    entry = {"rev": 1, "kind": "seat", "at": "2026-01-02T03:04:05.678Z", "seat": 0}
    for entries in ([entry] * 2_001, [0] * 200_000):
        endless = problem(bring(client, unfinished(entries=entries)), "invalid-request", 422)
        assert [each["pointer"] for each in endless["errors"]] == ["/entries"]
    told = problem(bring(client, "\n" * 100_000), "invalid-record", 422)
    assert told["reason"] == "record-too-long"


def test_an_unfinished_record_leaves_room_to_play_on(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOST_PLAYED_ON", -1)
    told = problem(bring(client, unfinished()), "invalid-record", 422)
    assert (told["reason"], told["expected"]) == ("record-too-long", "-1")


def test_the_comments_of_a_record_have_a_limit_together(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = unfinished(comment="最善手")
    monkeypatch.setattr(imports, "MOST_COMMENTS", 8)
    told = problem(bring(client, record), "invalid-record", 422)
    assert (told["reason"], told["expected"], told["got"]) == ("record-too-long", "8", "9")
    monkeypatch.setattr(imports, "MOST_COMMENTS", 9)
    assert bring(client, record).status_code == 201


def test_of_what_is_wrong_throughout_only_the_first_faults_are_told(client: httpx.Client) -> None:
    for wrong in (
        {"entries": [0] * 2_000},
        {"entries": [{"steps": [0] * 1_000}] * 100},
        {f"x{number}": 0 for number in range(10_000)},
    ):
        told = problem(bring(client, unfinished(**wrong)), "invalid-request", 422)
        assert len(told["errors"]) == 20


def test_the_commitment_is_the_one_made_under_the_records_id(
    client: httpx.Client, db: Store
) -> None:
    table = rich_game(client, db)
    again = Brought(client, bring(client, export(table).content)).get("/fairness").json()
    assert again["record"] == table.id
    assert commitment(TAG, table.id, bytes.fromhex(again["seed"])) == again["commitment"]


def test_whoever_imports_an_unfinished_record_takes_its_seats(
    client: httpx.Client, db: Store
) -> None:
    """Also those of bots and those that were open, with entries that say so."""
    seats = unfinished()["seats"]
    seats[1]["holder"], seats[2]["holder"] = "bot:random", "open"
    clock = {"kind": "turn", "seconds": 5, "increment": 0, "on_timeout": "claim"}
    record = unfinished(seats=seats, waits=True, status="waiting", clock=clock)
    table = Brought(client, bring(client, record))
    require_replayed(db, table.id)
    game = table.see()
    assert ([seat["holder"] for seat in game["seats"]], game["rev"]) == (["person"] * 3, 2)
    assert (game["status"], game["clock"], game["awaited"][0]["deadline"]) == (
        "running",
        None,
        None,
    )
    table.keep_all()
    table.finish()
    again = Brought(client, bring(client, export(table).json()))
    assert export(again).json() == export(table).json()


def test_a_game_with_a_timeout_is_played_on_in_a_sandbox_and_comes_back(
    client: httpx.Client, db: Store
) -> None:
    table = Table(client, clock={"kind": "bank", "seconds": 60})
    table.keep_all()
    match = db.games.load(table.id)
    expire(db.games, match, max(asked.due or 0 for asked in match.position.awaited))
    cut = {"status": "running", "result": None}
    kept = table.rev
    table.finish()
    record = export(table).json()
    sandbox = {**record, **cut, "entries": record["entries"][:kept]}
    other = Brought(client, bring(client, sandbox))
    require_replayed(db, other.id)
    other.finish()
    again = Brought(client, bring(client, export(other).json()))
    assert export(again).json() == export(other).json()


def test_entries_of_a_time_to_come_are_refused(client: httpx.Client) -> None:
    """What is added to such a record would be older than what stands there already."""
    table = Brought(client, bring(client, unfinished()))
    table.keep_all()
    table.finish()
    record = export(table).json()
    for entry in record["entries"]:
        entry["at"] = "2999-01-01T00:00:00.000Z"
    told = problem(bring(client, record), "invalid-record", 422)
    assert (told["reason"], told["pointer"]) == ("record-time", "/entries/0/at")


def test_a_hook_that_was_disabled_and_enabled_is_part_of_the_record(
    client: httpx.Client, db: Store
) -> None:
    table = Table(client, seats=[{"holder": "hook", "url": "https://example.org/turn"}, "user"])
    for disabled in (True, False):
        wish(db, db.games.load(table.id), seating.switch_hook, 0, disabled)
    table.finish()
    record = export(table).json()
    whys = [entry.get("why") for entry in record["entries"]]
    assert whys[:2] == ["hook-disabled", "hook-enabled"]
    assert export(Brought(client, bring(client, record))).json() == record


def test_a_game_against_an_automa_comes_back(client: httpx.Client, db: Store) -> None:
    """The automa has no seat: no chair, no token, nothing of its own; it is in view and result."""
    table = Table(client, seats=["user"])
    table.keep_all()
    game = table.see(0)
    assert (len(game["seats"]), len(game["view"]["players"])) == (1, 2)
    table.finish()
    record = export(table).json()
    assert sorted(each["seat"] for each in record["result"]) == [0, 1]
    for sent in (record, export(table, "text").text):
        again = Brought(client, bring(client, sent))
        assert export(again).json() == record
    branch = table.post("/forks", None, {"rev": 0}).json()
    assert len(branch["seats"]) == 1
    told = client.post("/v1/engine/toy/apply", json={"seats": 1, "seed": "5e" * 32}).json()
    assert len(told["record"]["seats"]) == 1
