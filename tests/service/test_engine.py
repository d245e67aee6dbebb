"""The stateless engine: a whole game is played with nothing stored."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from store import Store
from tests.contract.play import TITLES
from tests.service.rich import Brought, bring, export, rich_game
from tests.service.table import Json, briefly, events_of, problem
from tests.service.test_imports import unfinished

SEED = "5e" * 32


def ask(client: httpx.Client, what: str, title: str = "toy", **body: Any) -> httpx.Response:
    """Return a request to the engine."""
    return client.post(f"/v1/engine/{title}/{what}", json=body)


def apply(client: httpx.Client, **body: Any) -> Json:
    """Turns that are expected to be played."""
    answer = ask(client, "apply", **body)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def whole_turn(client: httpx.Client, title: str, record: Json, seat: int) -> list[str]:
    """Return the first steps offered, until the turn is complete."""
    steps: list[str] = []
    while True:
        told = ask(client, "legal", title, record=record, seat=seat, after=steps).json()
        question = told["questions"][0]
        if question["complete"]:
            return steps
        steps.append(question["choices"]["options"][-1]["step"])


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_whole_game_is_played_with_nothing_stored(
    client: httpx.Client, db: Store, title: str
) -> None:
    told = apply(client, title=title, seats=TITLES[title].seats[0], seed=SEED)
    played, events = 0, []
    while told["status"] == "running" and played < 12:
        seat = told["awaited"][0]["seat"]
        steps = whole_turn(client, title, told["record"], seat)
        asked = {c["seat"]: [o["step"] for o in c["options"]] for c in told["choices"]}
        assert steps[0] in asked[seat]
        turns = [{"seat": seat, "steps": steps}]
        text = apply(client, title=title, text=told["text"], turns=turns)
        told = apply(client, title=title, record=told["record"], turns=turns)
        for member in ("view", "everything", "status", "choices", "rev"):
            assert told[member] == text[member]
        assert events_of(told["entries"][0]) == events_of(text["entries"][0])
        events += events_of(told["entries"][0])
        played += 1
    assert events
    assert (told["status"] == "over") == (title == "toy")
    assert list(db.redis.scan_iter("chasqui:g:*")) == []
    match = Brought(client, bring(client, told["record"]))
    assert match.see()["view"] == told["view"]
    if told["status"] == "over":
        known = told["record"] | {"id": match.id, "commitment": match.see()["commitment"]}
        assert export(match).json() == known


def test_a_seat_sees_what_it_would_see_in_a_game(client: httpx.Client, db: Store) -> None:
    table = Brought(client, bring(client, unfinished(SEED)))
    told = apply(client, record=unfinished(SEED))
    deal = [options["options"] for options in told["choices"]]
    turns: list[Json] = [{"seat": seat, "steps": [deal[seat][0]["step"]]} for seat in (1, 0)]
    for turn in turns:
        table.play(turn["seat"], *turn["steps"])
    for seat in (0, 1, 2):
        mine = apply(client, record=unfinished(SEED), turns=turns, **{"as": seat})
        seen = table.see(seat)
        for member in ("view", "own", "round", "status"):
            assert mine[member] == seen[member]
        assert "everything" not in mine
        assert (mine["choices"] or [None]) == [seen["choices"]]
        logged = table.get("/log?events=1", seat=seat).json()["entries"]
        assert [entry["steps"] for entry in mine["entries"]] == [
            each["steps"] for each in briefly(logged)
        ]
    all_told = apply(client, text=told["text"], turns=turns)["entries"]
    kept = {event["effect"]["verb"] for entry in all_told for event in events_of(entry)}
    assert kept == {"kept"}


def test_several_turns_are_played_at_once_up_to_the_end(client: httpx.Client) -> None:
    told = apply(client, seats=2, seed=SEED)
    turns = [{"seat": c["seat"], "steps": [c["options"][0]["step"]]} for c in told["choices"]]
    turns += [{"seat": seat % 2, "steps": ["rest"]} for seat in range(6)]
    told = apply(client, seats=2, seed=SEED, turns=turns)
    assert (told["status"], told["rev"], told["awaited"]) == ("over", 9, [])
    assert [e["kind"] for e in told["record"]["entries"]] == ["turn"] * 8 + ["end"]
    assert told["result"] == told["record"]["result"]
    again = apply(client, record=told["record"], **{"as": 1})
    assert (again["record"], again["own"]) == (told["record"], {"title": "toy"})
    over = ask(client, "apply", record=told["record"], turns=turns[-1:])
    assert problem(over, "game-over", 409)["turn"] == 0
    asked = ask(client, "legal", record=told["record"], seat=0)
    problem(asked, "game-over", 409)


def test_without_a_seed_every_game_is_another(client: httpx.Client) -> None:
    one, two = (apply(client, seats=3)["record"]["seed"] for _ in range(2))
    assert one != two


def test_refusals_say_which_turn_it_was(client: httpx.Client) -> None:
    told = apply(client, seats=2, seed=SEED)
    turns = [{"seat": c["seat"], "steps": [c["options"][0]["step"]]} for c in told["choices"]]
    body: Json = {"seats": 2, "seed": SEED}

    def refused(turn: Json, code: str, status: int) -> Json:
        return problem(ask(client, "apply", **body, turns=[*turns, turn]), code, status)

    wrong = refused({"seat": 0, "steps": ["take 9"]}, "illegal-step", 422)
    assert (wrong["turn"], wrong["index"], wrong["link"]) == (2, 0, None)
    assert "roll" in wrong["legal"]
    assert refused({"seat": 1, "steps": ["rest"]}, "not-your-turn", 409)["turn"] == 2
    assert refused({"seat": 0, "steps": ["take 3"]}, "incomplete-turn", 422)["next"]["seat"] == 0
    explained = ask(client, "legal", **body, turns=turns, explain=True).json()["questions"]
    assert explained[0]["seat"] == 0
    assert isinstance(explained[0]["refused"], list)
    late = ask(client, "legal", **body, turns=turns, seat=0, after=["rest", "rest"])
    assert problem(late, "illegal-step", 422)["index"] == 1


def test_records_are_checked_as_at_an_import(client: httpx.Client, db: Store) -> None:
    told = apply(client, seats=2, seed=SEED)["record"]
    other = ask(client, "apply", "cuzco", record=told)
    assert problem(other, "invalid-record", 422)["pointer"] == "/ruleset"
    told["draws"][0]["value"] += 1
    assert problem(ask(client, "apply", record=told), "invalid-record", 422)["reason"] == (
        "record-differs"
    )
    finished = export(rich_game(client, db)).json()
    assert apply(client, record=finished)["record"] == finished
    problem(ask(client, "apply", "chess", seats=2), "not-found", 404)
    for body in (
        {},
        {"seats": 2, "text": "x"},
        {"text": "x", "seed": SEED},
        {"seats": 9},
        {"seats": 2, "options": ["x"]},
        {"seats": 2, "as": 5},
    ):
        problem(ask(client, "apply", **body), "invalid-request", 422)
    problem(ask(client, "legal", seats=2, after=["rest"]), "invalid-request", 422)
    problem(ask(client, "apply", text="nonsense"), "invalid-record", 422)
    waiting = {**unfinished(SEED), "waits": True, "status": "waiting"}
    turns = [{"seat": 0, "steps": ["rest"]}]
    problem(ask(client, "apply", record=waiting, turns=turns), "not-started", 409)
