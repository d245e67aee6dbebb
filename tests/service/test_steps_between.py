"""Detail: the table between the steps of a turn, and what was asked there."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest

from games import all_titles
from store import Store
from tests.service.rich import Brought, bring
from tests.service.streaming import JSON, Streams, streams_at
from tests.service.table import Json, Table, events_of, problem, steps_of
from tests.service.test_secrecy import play_any

BETWEEN = "views=1&choices=1"
SINCE: Json = {"from": 3}

streams = pytest.fixture(streams_at)


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """Return a game in which seat 0 has played a turn of two steps from revision 3 to 4."""
    table = Table(client)
    table.keep_all()
    table.play(0, "take 2", "give back")
    return table


def at(table: Table, rev: int, step: int, seat: int | None = None) -> Json:
    """Return the state after some steps, with its questions."""
    answer = table.get(f"/states/{rev}?step={step}&choices=1", seat)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def last_turn(table: Table, seat: int | None = None) -> list[Json]:
    """Return the steps of the last turn with the views and questions between them."""
    page = table.get(f"/log?events=1&{BETWEEN}&after={table.rev - 1}", seat).json()
    found: list[Json] = page["entries"][-1]["steps"]
    return found


def test_a_state_between_two_steps_is_shown(table: Table) -> None:
    begun, between, done = (at(table, 3, step, 0) for step in range(3))
    assert begun["view"] == table.get("/states/3").json()["view"]
    assert done["view"] == table.get("/states/4").json()["view"]
    stones = [each["view"]["players"][0]["goods"]["stone"] for each in (begun, between, done)]
    assert stones == [0, 2, 1]
    assert [(each["rev"], each["step"]) for each in (begun, between, done)] == [
        (3, 0),
        (3, 1),
        (3, 2),
    ]
    told = problem(table.get("/states/3?step=3"), "not-found", 404)
    assert "2 steps" in told["detail"]
    problem(table.get(f"/states/{table.rev}?step=1"), "not-found", 404)
    problem(table.get("/states/3?step=-1"), "invalid-request", 422)


STANDING = ("status", "round", "awaited", "result")


def test_a_state_between_two_steps_has_its_own_seats_to_move(table: Table, worker: None) -> None:
    before, between, done = (at(table, 3, step) for step in range(3))
    after = table.get("/states/4").json()
    assert [each["seat"] for each in after["awaited"]] == [1]
    assert between["awaited"] == before["awaited"] == table.get("/states/3").json()["awaited"]
    assert {name: done[name] for name in STANDING} == {name: after[name] for name in STANDING}
    frames = replay(table, None, steps=True, **SINCE)
    for frame, state in zip(frames, (before, between, after), strict=True):
        assert {name: frame[name] for name in STANDING} == {name: state[name] for name in STANDING}


def test_the_last_step_leads_to_the_end(table: Table, worker: None) -> None:
    table.finish()
    turns = [each for each in table.get("/log").json()["entries"] if each["kind"] == "turn"]
    rev = turns[-1]["rev"]
    end = table.get(f"/states/{rev}").json()
    assert end["status"] == "over"
    last = at(table, rev - 1, len(turns[-1]["steps"]))
    assert {name: last[name] for name in STANDING} == {name: end[name] for name in STANDING}
    *_, frame = replay(table, None, to=rev)
    assert {name: frame[name] for name in STANDING} == {name: end[name] for name in STANDING}


def test_events_come_with_the_sentences_of_their_steps(table: Table) -> None:
    (entry,) = table.get("/log?events=1&after=3", 1).json()["entries"]
    detailed = last_turn(table, 1)
    assert [step["text"] for step in entry["steps"]] == [step["text"] for step in detailed]
    assert all(step["text"] for step in detailed)
    assert all("view" not in step and "choices" not in step for step in entry["steps"])


def test_questions_of_the_past_are_shown_to_those_who_were_asked(table: Table) -> None:
    (asked,) = at(table, 3, 1, 0)["choices"]
    assert steps_of(asked) == ["give back", "done"]
    assert at(table, 3, 0, 1)["choices"] == at(table, 3, 0)["choices"] == []
    (now,) = table.get("/states/4?choices=1", 1).json()["choices"]
    assert now == table.see(1)["choices"]
    table.finish()
    assert [each["seat"] for each in at(table, 3, 1)["choices"]] == [0]
    assert [each["seat"] for each in at(table, 0, 0)["choices"]] == [0, 1, 2]


def test_the_log_shows_what_each_step_led_to(table: Table) -> None:
    first, second = last_turn(table, 0)
    assert first["view"] == at(table, 3, 1)["view"]
    assert first["own"] == at(table, 3, 1, 0)["own"]
    assert second["view"] == at(table, 3, 2)["view"]
    assert "take 2" in steps_of(first["choices"])
    assert second["choices"] == at(table, 3, 1, 0)["choices"][0]
    verbs = [[event["effect"]["verb"] for event in step["events"]] for step in (first, second)]
    assert verbs == [["take", "gain"], ["pay", "to_heap"]]
    others = last_turn(table, 1)
    assert [step["choices"] for step in others] == [None, None]
    assert [step["view"] for step in others] == [first["view"], second["view"]]


def test_a_stream_shows_the_same(client: httpx.Client, db: Store, streams: Streams) -> None:
    table = Table(client, ruleset="tzolkin", seats=["user"] * 2)
    while table.rev < 5:
        play_any(table, db, table.awaited[0], Random(5))
    rev, seat = table.rev, table.get("/log").json()["entries"][-1]["seat"]
    asked = {"views": 1, "choices": 1, "after": rev - 1, "wait": 0}
    (message,) = streams.get(table.id, JSON, table.tokens[seat], **asked).json()["events"]
    assert message["steps"] == last_turn(table, seat)
    assert message["steps"][0]["choices"]
    (plain,) = streams.get(table.id, JSON, after=rev - 1, wait=0).json()["events"]
    assert "view" not in plain["steps"][0]


def test_a_turn_with_a_hidden_step_has_no_states_between(client: httpx.Client) -> None:
    table = Table(client)
    table.play(1, table.see(1)["choices"]["options"][0]["step"])
    assert at(table, 0, 1, 1)["own"] == table.see(1)["own"]
    for seat in (0, None):
        told = problem(table.get("/states/0?step=1", seat), "forbidden", 403)
        assert "revision 0" in told["detail"]
        assert table.get("/states/0?step=0", seat).status_code == 200
        (step,) = last_turn(table, seat)
        assert (step["step"], step["events"]) == (None, [])
        assert not {"view", "own", "choices"} & step.keys()
    table.keep_all()
    table.finish()
    assert at(table, 0, 1)["choices"]


def test_only_the_hidden_step_of_a_turn_has_no_sentence(
    client: httpx.Client, db: Store, worker: None
) -> None:
    begun = {"seats": 2, "seed": "1a" * 32}
    paper = client.post("/v1/engine/tawantinsuyu/apply", json=begun).json()
    table, rng = Brought(client, bring(client, paper["record"])), Random(26)
    while not (mixed := half_hidden(table.get("/log?events=1").json()["entries"])):
        play_any(table, db, table.awaited[0], rng)
    whole = table.get(f"/log?{BETWEEN}").json()["entries"]
    frames = replay(table, None, steps=True)
    for entry in mixed:
        framed = next(e for frame in frames for e in frame["entries"] if e["rev"] == entry["rev"])
        for told in (entry, whole[entry["rev"] - 1], framed):
            for step in told["steps"]:
                assert ("text" in step) == (step["step"] is not None)
                assert "view" not in step
        assert not any("step" in frame for frame in frames if frame["rev"] == entry["rev"] - 1)


def half_hidden(entries: list[Json]) -> list[Json]:
    """Return the turns with hidden steps and others."""
    turns = ({step["step"] is None for step in each.get("steps", [])} for each in entries)
    return [entry for entry, kinds in zip(entries, turns, strict=True) if len(kinds) == 2]


def replay(table: Table, seat: int | None, language: str = "en", **wanted: Any) -> list[Json]:
    """Return the frames of a replay."""
    spoken = {"Prefer": "wait=10", "Accept-Language": language}
    answer = table.post("/replays", seat, wanted, **spoken)
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()["frames"]
    return found


def test_a_replay_shows_every_step_with_sentences(table: Table, worker: None) -> None:
    frames = replay(table, 0, steps=True, choices=True, **SINCE)
    assert [(each["rev"], each.get("step")) for each in frames] == [(3, None), (3, 1), (4, None)]
    begun, between, done = frames
    assert between["view"] == at(table, 3, 1)["view"]
    assert between["choices"] == at(table, 3, 1, 0)["choices"]
    assert done["choices"] == []
    steps = frames[-1]["entries"][0]["steps"]
    assert [frame["last"] for frame in frames[1:]] == steps
    assert "last" not in begun
    asked = at(table, 3, 0, 0)["choices"][0]["options"]
    assert steps[0]["text"] in [option["text"] for option in asked]
    (entry,) = done["entries"]
    assert (begun["entries"], between["entries"]) == ([], [])
    english = [event["text"] for event in events_of(entry)]
    japanese = replay(table, 0, "ja", **SINCE)[-1]["entries"][0]
    assert all(english)
    assert all(event["text"] not in english for event in events_of(japanese))
    problem(table.post("/replays", 0, {"steps": True, "every": 2}), "invalid-request", 422)


def test_a_replay_of_a_finished_game_shows_any_seat(table: Table, worker: None) -> None:
    problem(table.post("/replays", 0, {"as": "1"}), "forbidden", 403)
    problem(table.post("/replays", 0, {"as": "everything"}), "forbidden", 403)
    problem(table.post("/replays", 0, {"as": "all"}), "invalid-request", 422)
    number = problem(table.post("/replays", 0, {"as": 1}), "invalid-request", 422)
    assert 'such as "1"' in number["errors"][0]["message"]
    table.finish()
    for seat in (0, 1):
        frames = replay(table, None, to=1, **{"as": str(seat)})
        assert frames[0]["own"] == table.get(f"/states/0?as={seat}").json()["own"]
    (whole, *_) = replay(table, None, **{"as": "everything"})
    assert whole["everything"] == table.get("/states/0?as=everything").json()["everything"]


@pytest.mark.parametrize("title", sorted(all_titles()))
def test_steps_lead_from_each_state_to_the_next(
    client: httpx.Client, db: Store, title: str
) -> None:
    table, rng = Table(client, ruleset=title, seats=["user"] * 2), Random(title)
    while table.rev < 12:
        play_any(table, db, table.awaited[0], rng)
    logs = {n: table.get(f"/log?{BETWEEN}", n).json()["entries"] for n in table.tokens}
    for entry in (each for n in logs for each in logs[n] if each.get("seat") == n):
        rev, seat, steps = entry["rev"], entry["seat"], entry["steps"]
        assert steps[-1]["view"] == table.get(f"/states/{rev}").json()["view"]
        for place, step in enumerate(steps):
            there = at(table, rev - 1, place, seat)
            if step["seat"] == seat and not step["auto"]:
                assert [step["choices"]] == there["choices"]
                assert step["step"] in steps_of(step["choices"])
            assert step["view"] == at(table, rev - 1, place + 1, seat)["view"]
