"""Games for one seat: the rules play an automa, which has a side of the table but no seat."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

import httpx
import pytest

from engine.table import Table as EngineTable
from engine.title import Title
from store import Store
from store.commits import expire
from tests.contract.play import TITLES, random_steps
from tests.service.rich import Brought
from tests.service.table import Json, Table, events_of, problem
from tests.service.test_drafts import put
from tests.service.test_secrecy import play_any
from tests.service.test_titles import choose
from tests.workers.processes import wait_until

AUTOMA = 1
"""The side after the seat."""


def luck_of(title: Title) -> str:
    """Return the event of an automa at which a preview stops, because it draws."""
    table, rng = EngineTable.new(title, 1), Random(title.name)
    while True:
        steps = random_steps(table, 0, rng)
        _, foreseen = table.peek(0, steps)
        drawn = table.commit(0, steps).trace[len(foreseen.trace) :]
        told = [item for item in drawn if not title.rules.verbs[item[1][0]].quiet]
        if told and told[0][0] == AUTOMA:
            return str(told[0][1][0])


LUCK = {
    name: luck_of(title)
    for name, title in TITLES.items()
    if 1 in title.seats and title.sides(1, frozenset()) > 1
}
"""The titles with an automa, and the event with which it draws."""

alone = pytest.mark.parametrize("name", sorted(LUCK))


def table_for_one(client: httpx.Client, name: str, **wanted: Any) -> Table:
    """Return a game of one person."""
    return Table(client, ruleset=name, seats=["user"], **wanted)


def automas(answer: Json) -> list[Json]:
    """Return the events of the automa in an answer."""
    return [event for event in events_of(answer) if event["seat"] == AUTOMA]


def play_on(table: Table, name: str) -> tuple[Json, list[str], Json]:
    """Play until the automa has drawn: the game before that turn, its steps, and the answer."""
    rng = Random(name)
    while True:
        before, steps = table.see(0), choose(table, 0, rng)
        answer = table.play(0, *steps)
        if LUCK[name] in {event["effect"]["verb"] for event in automas(answer)}:
            return before, steps, answer


def test_automas_and_their_luck_are_found() -> None:
    assert LUCK.items() >= {"teotihuacan": "roll_dice", "toy": "roll"}.items()


@alone
def test_the_turn_of_an_automa_is_told_with_the_turn_of_the_player(
    client: httpx.Client, name: str
) -> None:
    table = table_for_one(client, name)
    _, _, answer = play_on(table, name)
    told = {}
    for language, nameless in (("en", "Seat 2"), ("ja", "席2")):
        spoken = {"Accept-Language": language}
        words = client.get(f"/v1/rulesets/{name}", headers=spoken).json()["words"]
        log = table.get(f"/log?events=1&after={answer['rev'] - 1}", headers=spoken).json()
        entry = log["entries"][0]
        assert (entry["kind"], entry["seat"]) == ("turn", 0)
        assert {line["seat"] for line in entry["steps"]} == {0}
        told[language] = [event["text"] for event in automas(entry)]
        (text,) = [e["text"] for e in automas(entry) if e["effect"]["verb"] == LUCK[name]]
        assert words.get("automa", nameless) in text
    assert told["en"] == [event["text"] for event in automas(answer)]
    assert not {*told["en"]} & {*told["ja"]}


@alone
def test_an_automa_has_no_seat_no_token_and_no_job(
    client: httpx.Client, db: Store, name: str
) -> None:
    table, rng = table_for_one(client, name), Random(name)
    assert ({*table.tokens}, len(table.made["seats"])) == ({0}, 1)
    assert len(table.made["view"]["players"]) == 2
    problem(table.hold(AUTOMA, "bot:random"), "not-found", 404)
    problem(table.post("/claim", None, {"seat": AUTOMA}), "not-claimable", 409)
    problem(table.post("/seats", None, {}), "game-full", 409)
    while (game := table.see())["status"] == "running":
        assert [asked["seat"] for asked in game["awaited"]] == [0]
        assert db.due.overdue(1 << 60) == []
        play_any(table, db, 0, rng)
    assert sorted(each["seat"] for each in game["result"]) == [0, AUTOMA]
    assert len(table.get("/states/0?as=everything").json()["everything"]["players"]) == 2
    problem(table.get(f"/states/0?as={AUTOMA}"), "not-found", 404)


@alone
def test_the_luck_of_an_automa_is_taken_back_with_the_turn(
    client: httpx.Client, worker: None, name: str
) -> None:
    """If the policy allows that for what is drawn. The same turn then leads to the same luck."""
    strict = table_for_one(client, name, undo="none")
    play_on(strict, name)
    refused = strict.post("/undo", 0, {}, If_Match=f'"{strict.rev}"')
    assert problem(refused, "undo-not-allowed", 409)["reason"] == "reveals"
    table = table_for_one(client, name, undo="consent")
    before, steps, answer = play_on(table, name)
    rev = f'"{answer["rev"]}"'
    undone = table.post("/undo", 0, {"back_to": before["rev"]}, If_Match=rev, Prefer="wait=10")
    assert undone.status_code == 200, undone.text
    assert (undone.json()["view"], undone.json()["next"]) == (before["view"], before["choices"])
    assert table.play(0, *steps)["steps"] == answer["steps"]
    frames = table.post("/replays", None, {}, Prefer="wait=10").json()["frames"]
    assert frames[-1]["view"] == table.see()["view"]


@alone
def test_a_preview_stops_before_an_automa_draws(client: httpx.Client, name: str) -> None:
    """A draft of the whole turn is complete, and gone once the turn is played."""
    table, rng, answer = table_for_one(client, name), Random(name), Json(steps=[])
    while LUCK[name] not in {event["effect"]["verb"] for event in automas(answer)}:
        rev, steps = table.rev, choose(table, 0, rng)
        tried = table.post("/preview", 0, {"rev": rev, "steps": steps}).json()
        draft = put(table, 0, *steps)
        answer = table.play(0, *steps)
    assert (tried["complete"], tried["reveals"]) == (True, True)
    assert LUCK[name] not in {event["effect"]["verb"] for event in automas(tried)}
    assert (draft.status_code, draft.json()["complete"]) == (201, True)
    problem(table.get("/draft", 0), "not-found", 404)


@alone
def test_a_fork_of_a_game_for_one_is_for_one(client: httpx.Client, name: str) -> None:
    table = table_for_one(client, name)
    before, _, _ = play_on(table, name)
    wanted = {"rev": before["rev"]}
    new = Brought(client, table.post("/forks", 0, wanted))
    seen = new.see(0)
    assert ({*new.tokens}, len(seen["seats"])) == ({0}, 1)
    assert (seen["view"], seen["own"]) == (before["view"], before["own"])
    two = table.post("/forks", 0, {**wanted, "seats": ["user", "user"]})
    problem(two, "invalid-request", 422)
    play_on(new, name)


@alone
def test_only_the_clock_of_the_player_runs(client: httpx.Client, db: Store, name: str) -> None:
    """It runs again as soon as the automa has played. When it expires, a newcomer takes over."""
    table = table_for_one(client, name, clock={"kind": "bank", "seconds": 60, "increment": 5})
    play_on(table, name)
    game = table.see()
    ((asked,), (seat,)) = game["awaited"], game["seats"]
    since, deadline = map(datetime.fromisoformat, (asked["since"], asked["deadline"]))
    assert (asked["seat"], asked["since_rev"]) == (0, table.rev)
    assert deadline - since == timedelta(seconds=seat["bank"])
    match = db.games.load(table.id)
    expire(db.games, match, match.position.awaited[0].due or 0)
    host = {"Authorization": f"Bearer {table.host}"}
    claimed = table.post("/claim", None, {"name": "Zoe"}, **host).json()
    assert claimed["you"] == 0
    table.tokens[0] = claimed["token"]
    play_any(table, db, 0, Random(name))


def test_a_bot_plays_on_against_the_automa(client: httpx.Client, worker: None) -> None:
    table = table_for_one(client, "toy")
    table.keep_all()
    table.post("/resign", 0)
    wait_until(lambda: table.see()["status"] == "over", "the bot to finish the game")
    turns = [e["seat"] for e in table.get("/log").json()["entries"] if e["kind"] == "turn"]
    assert {*turns} == {0}
