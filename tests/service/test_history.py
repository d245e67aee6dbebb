"""The record: log, past states, exports, fairness."""

from __future__ import annotations

from random import Random

import httpx
import pytest

from engine.luck import commitment
from engine.table import Table as Board
from games import all_titles
from records import check
from store import Store
from store.commits import retract
from store.games import now_ms
from tests.contract.play import TITLES
from tests.service.table import Json, Table, briefly, events_of, problem
from tests.service.test_secrecy import play_any


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """Three seats, and each has had a turn."""
    table = Table(client, name="Friday")
    table.keep_all()
    table.play(0, "take 2", "done")
    table.play(1, "draw")
    table.play(2, "roll")
    return table


def test_the_log_comes_in_parts(table: Table) -> None:
    page, revs = table.get("/log?limit=4"), []
    while True:
        revs += [entry["rev"] for entry in page.json()["entries"]]
        if page.json()["next"] is None:
            break
        page = table.client.get(page.links["next"]["url"])
    assert revs == list(range(1, table.rev + 1))
    rest = table.get("/log?after=5").json()
    assert next(entry["rev"] for entry in rest["entries"]) == 6
    assert table.get("/log?after=99").json()["entries"] == []
    assert table.get("/log", headers={"If-None-Match": page.headers["ETag"]}).status_code == 304


def test_the_log_tells_with_events_what_turns_led_to(table: Table) -> None:
    entries = table.get("/log?events=1&after=3").json()["entries"]
    first = entries[0]
    assert [line["step"] for line in first["steps"]] == ["take 2", "done"]
    effect = {"verb": "gain", "goods": {"stone": 2}}
    assert {"seat": 0, "effect": effect}.items() <= first["steps"][0]["events"][1].items()
    assert all(event["text"] for entry in entries for event in events_of(entry))


def test_old_events_are_told_as_they_were(client: httpx.Client) -> None:
    """Only the newest are stored; the others come from playing the record again."""
    table = Table(client, options=["long"])
    table.keep_all()
    told = []
    for _ in range(14):
        seat = table.awaited[0]
        told.append(table.play(seat, "roll")["steps"])
        page = table.get(f"/log?events=1&after={table.rev - 1}", seat=seat).json()
        assert briefly(page["entries"])[0]["steps"] == told[-1]
    entries = briefly(table.get("/log?events=1&after=3").json()["entries"])
    assert [entry["steps"] for entry in entries if entry["kind"] == "turn"] == told


def test_past_states_are_what_was_seen_then(client: httpx.Client) -> None:
    table = Table(client)
    seen = {0: table.see(1)}
    table.keep_all()
    for seat, step in [(0, "draw"), (1, "roll"), (2, "rest")]:
        seen[table.rev] = table.see(1)
        table.play(seat, step)
    for rev, game in seen.items():
        then = table.get(f"/states/{rev}", seat=1)
        assert then.headers["ETag"] == f'"{rev}"'
        for member in ("rev", "status", "round", "view", "own", "awaited"):
            assert then.json()[member] == game[member]
        plain = table.get(f"/states/{rev}").json()
        assert "own" not in plain
        assert plain["view"] == game["view"]
    assert problem(table.get("/states/99"), "not-found", 404)["params"] == {"rev": 99, "now": 6}


def test_other_eyes_open_with_the_end_of_the_game(table: Table) -> None:
    assert table.get("/states/0?as=1", seat=1).json()["own"]["dealt"]
    problem(table.get("/states/0?as=2", seat=1), "forbidden", 403)
    problem(table.get("/states/0?as=2"), "unauthorized", 401)
    problem(table.get("/states/0?as=everything", seat=1), "forbidden", 403)
    problem(table.get("/states/0?as=7", seat=1), "not-found", 404)
    problem(table.get("/states/0?as=me", seat=1), "invalid-request", 422)
    table.finish()
    assert len(table.get("/states/0?as=2").json()["own"]["dealt"]) == 2
    everything = table.get("/states/0?as=everything").json()["everything"]
    assert len(everything["deck"]) == 6
    assert len(everything["players"][0]["dealt"]) == 2
    assert not {"seed", "draws", "agenda", "apart"} & set(everything)


def test_the_export_is_complete_once_the_game_is_over(table: Table) -> None:
    running = table.get("/export", seat=0).json()
    assert running["seed"] is None
    steps = [line["step"] for entry in running["entries"] for line in entry.get("steps", [])]
    assert steps.count(None) == 2
    table.finish()
    export = table.get("/export").json()
    assert (export["format"], export["version"], export["name"]) == ("chasqui-record", 2, "Friday")
    assert len(export["seed"]) == 64
    steps = [line["step"] for entry in export["entries"] for line in entry.get("steps", [])]
    assert None not in steps
    assert export["entries"][-1]["result"] == export["result"]


def test_the_export_as_text_can_be_played_again(table: Table) -> None:
    plain = {"Accept": "text/plain"}
    running = table.get("/export", seat=0, headers=plain)
    assert running.headers["Content-Type"].startswith("text/plain")
    hidden = [line.strip() for line in running.text.splitlines() if line.endswith("?")]
    assert hidden == ["seed: ?", "1 ?", "2 ?"]
    table.finish()
    text = table.get("/export", headers=plain).text
    assert text.startswith(f'chasqui-record 2\nid: {table.id}\nname: "Friday"\nruleset: toy@2\n')
    again = check.check(check.read(text), lambda *_: False, now_ms()).checked.table
    assert again.over
    assert again.view() == table.see()["view"]


@pytest.mark.parametrize("title", ["toy", *sorted(all_titles())])
def test_turns_that_were_taken_back_stay_in_the_log(
    client: httpx.Client, db: Store, title: str
) -> None:
    """As they were, and marked: for each seat, for spectators, with events, until the end."""
    table, rng = Table(client, ruleset=title, seats=["user"] * 2), Random(4)
    while (first := table.rev) < 4:
        play_any(table, db, table.awaited[0], rng)
    for _ in range(3):
        play_any(table, db, table.awaited[0], rng)

    def look() -> list[Json]:
        seen = []
        for viewer in (0, 1, None):
            page = table.get("/log?events=1&limit=1000", viewer).json()
            entries: list[Json] = [e for e in page["entries"] if e["kind"] == "turn"]
            seen += entries
            bare = table.get("/log?limit=1000", viewer).json()["entries"]
            assert [e for e in bare if e["kind"] == "turn"] == [
                {**e, "steps": [{n: s[n] for n in s if n != "events"} for s in e["steps"]]}
                for e in briefly(entries)
            ]
        return seen

    before, rev = look(), table.rev
    assert not any(entry["retracted"] for entry in before)
    retract(db.games, table.id, table.awaited[0], first, rev)
    marked = [entry | {"retracted": entry["rev"] > first} for entry in before]
    assert look() == marked
    assert sum(entry["retracted"] for entry in marked) == 3 * (rev - first)
    assert table.get("/log?limit=1000").json()["entries"][-1]["back_to"] == first
    play_any(table, db, table.awaited[0], rng)
    assert [entry for entry in look() if entry["rev"] <= rev] == marked


def options_with_secrets(name: str) -> list[str]:
    """Return options with which a game of two begins with secret answers; none if it never does."""
    title = TITLES[name]
    found = (
        options
        for options in [[], *([each] for each in title.options)]
        if not title.faults(2, options) and Board.new(title, 2, options).state.apart
    )
    return next(found, [])


@pytest.mark.parametrize("title", ["toy", *sorted(all_titles())])
def test_secret_answers_that_were_taken_back_are_secret_until_all_are_in_again(
    client: httpx.Client, db: Store, title: str
) -> None:
    options = options_with_secrets(title)
    table, rng = Table(client, ruleset=title, seats=["user"] * 2, options=options), Random(5)
    while len(table.awaited) < 2:  # later than at its beginning, both answer in secret
        play_any(table, db, table.awaited[0], rng)
    first = table.rev

    def secret_turns() -> list[Json]:
        entries: list[Json] = table.get("/log").json()["entries"]
        return [entry for entry in entries if entry["rev"] > first][:2]

    def opening() -> list[Json]:
        for seat in table.awaited:
            play_any(table, db, seat, rng)
        return secret_turns()

    before = opening()
    retract(db.games, table.id, table.awaited[0], first, table.rev)
    assert secret_turns()[0]["steps"][0]["step"] is None
    marked = [entry | {"retracted": True} for entry in before]
    assert opening() == marked


def test_luck_is_bound_before_and_shown_after(table: Table) -> None:
    before = table.get("/fairness").json()
    assert before["seed"] is None
    assert before["commitment"] == table.made["commitment"] == table.see()["commitment"]
    table.finish()
    after = table.get("/fairness").json()
    assert after["commitment"] == before["commitment"]
    seed = bytes.fromhex(after["seed"])
    assert commitment(after["tag"], table.id, seed) == after["commitment"]
    assert len(after["recipe"]) >= 4
