"""Lifetimes: when games expire, what is left of them, and what clients see of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any

import httpx
import msgspec
import pytest

from match import expiry
from match.entries import Entry
from match.expiry import DAY, Lifetimes
from match.head import Clock
from match.words import SEATED, STAGES, TURN
from service.__main__ import main
from service.streams.account_feed import AccountFeed, Owner
from service.streams.game_feed import GameFeed, Viewer
from store import Store, hook_seats, keys, script
from store.games import NoSuchGame, now_ms
from store.lives import Lives
from store.talk import Mutes, TalkMessage
from store.words import LEFT
from tests.service.table import Table, problem
from tests.service.test_accounts import account, auth
from tests.service.test_rematch import again, finished
from tests.workers.tables import create

Out = pytest.CaptureFixture[str]
REMOTE = {"holder": "hook", "url": "https://bot.example.org/turn"}
SHORT = Lifetimes(unplayed=2 * DAY, abandoned=20 * DAY, finished=200 * DAY)
DAYS = {"EXPIRE_UNPLAYED_DAYS": "2", "EXPIRE_ABANDONED_DAYS": "20", "EXPIRE_FINISHED_DAYS": "200"}


@pytest.fixture
def lives(db: Store) -> Lives:
    """The lives of all games, which are short."""
    return Lives(db.redis, db.games, SHORT)


@pytest.fixture
def operator(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator whose games have short lives."""
    for name, value in {"REDIS_URL": redis_url, **DAYS}.items():
        monkeypatch.setenv(name, value)


def due(lives: Lives, days: float) -> set[str]:
    """Return the games that have expired after some days."""
    return {match.id for match in lives.expired(now_ms() + round(days * DAY))}


def traces(db: Store, game_id: str) -> list[str]:
    """Return the keys whose names or members name a game, but for the feeds of accounts."""
    found, redis = [], db.redis
    for name in redis.scan_iter("*"):
        kind = redis.type(name)
        members: Any = redis.zrange(name, 0, -1) if kind == b"zset" else ()
        if game_id.encode() in name or game_id.encode() in members:
            found.append(name.decode())
    return found


def test_a_game_expires_by_what_was_played_in_it(client: httpx.Client, lives: Lives) -> None:
    unplayed, waiting = Table(client), Table(client, seats=["user", "open"])
    cancelled = Table(client, seats=["user", "open"])
    assert cancelled.cancel().status_code == 200
    played, over = Table(client), finished(client)
    played.keep_all()
    unplayed_ids = {unplayed.id, waiting.id, cancelled.id}
    assert due(lives, 1.9) == set()
    assert due(lives, 2.1) == unplayed_ids
    assert due(lives, 19.9) == unplayed_ids
    assert due(lives, 20.1) == {*unplayed_ids, played.id}
    assert due(lives, 199.9) == {*unplayed_ids, played.id}
    assert due(lives, 200.1) == {*unplayed_ids, played.id, over.id}


def test_lifetimes_count_from_the_last_entry_and_a_running_clock(
    client: httpx.Client, db: Store, lives: Lives
) -> None:
    now = now_ms()
    old = create(db, ["person", "open"], created=now - 3 * DAY)
    slow = create(db, ["person", "person"], clock=Clock("turn", 30 * 24 * 3600))
    assert due(lives, 0) == {old.id}
    Table.of(client, old.id, {}).post("/seats", None, {})
    assert due(lives, 1.9) == set()
    assert slow.position.awaited[0].due == slow.head.created + 30 * DAY
    assert due(lives, 31.9) == {old.id}
    assert due(lives, 32.1) == {old.id, slow.id}


def test_an_imported_game_lives_from_its_import(db: Store) -> None:
    match = create(db, ["person", "person"], created=now_ms() - 3 * DAY)
    imported = match.head.created + DAY
    match = replace(match, head=msgspec.structs.replace(match.head, imported=imported))
    assert expiry.expires(match, SHORT) == imported + SHORT.unplayed
    entries = [Entry(TURN, match.head.created)]
    assert expiry.expires(expiry.begun(match, entries), SHORT) == imported + SHORT.abandoned


def test_a_game_that_was_stored_without_the_facts_of_its_life_stays(
    client: httpx.Client, db: Store, lives: Lives
) -> None:
    table = Table(client)
    db.redis.hdel(keys.game(table.id), "life")
    assert table.see()["expires"] is None
    table.keep_all()
    assert table.see()["expires"] is None


def test_a_turn_that_was_undone_was_played(client: httpx.Client, lives: Lives) -> None:
    table = Table(client, undo="free")
    table.keep_all()
    before = table.rev
    table.play(0, "rest")
    table.post("/undo", 0, {"to": before}, If_Match=f'"{table.rev}"')
    assert due(lives, 19.9) == set()


def test_games_of_app_keys_stay_unless_the_operator_says_otherwise(
    client: httpx.Client, db: Store, capsys: Out, operator: None
) -> None:
    assert main(["keys", "add", "Friday club"]) == 0
    key = capsys.readouterr().out.strip()
    table = Table(client, key, seats=["me", "user"])
    assert table.made["expires"] is None
    table.keep_all()
    table.finish()
    assert table.see(1)["expires"] is None
    assert again(table, table.tokens[1]).json()["expires"] is None
    assert due(Lives(db.redis, db.games, SHORT), 10_000) == set()
    assert len(due(Lives(db.redis, db.games, SHORT._replace(app_keys=True)), 10_000)) == 2


def test_a_lifetime_of_zero_has_no_end(client: httpx.Client, db: Store) -> None:
    Table(client)
    assert due(Lives(db.redis, db.games, Lifetimes()), 36_000) == set()


def test_no_turn_but_the_first_and_the_last_one_touches_the_index(
    client: httpx.Client, db: Store, lives: Lives
) -> None:
    table = Table(client)
    states = [db.games.load(table.id)]
    table.keep_all()
    for _ in range(4):
        states.append(db.games.load(table.id))
        table.play(table.awaited[0], "rest")
    indexes = [{k: v for k, v in script.standing(m).items() if ":expiring:" in k} for m in states]
    assert [before == after for before, after in pairwise(indexes)] == [False, True, True, True]
    # The sweeper finds the game by its early time, and corrects it.
    name = keys.expiring("abandoned", kept=False)
    first = db.redis.zscore(name, table.id)
    changed = db.games.load(table.id).life.changed
    assert lives.expired(changed + 20 * DAY - 1) == []
    last = db.redis.zscore(name, table.id)
    assert isinstance(first, float)
    assert isinstance(last, float)
    assert first < last == changed


def test_what_a_client_sees_of_it(client: httpx.Client) -> None:
    told = client.get("/v1/limits").json()["lifetimes"]
    days = {"unplayed": 14, "abandoned": 180, "finished": 365}
    assert told == {**{stage: days[stage] * 24 * 3600 for stage in STAGES}, "app_keys": False}
    table = Table(client)
    seen = table.see()
    assert seen["expires"] == table.made["expires"]
    age = datetime.fromisoformat(seen["expires"]) - datetime.fromisoformat(seen["created"])
    assert age.total_seconds() == told["unplayed"]
    assert client.get("/v1/games").json()["games"][0]["expires"] == seen["expires"]
    table.keep_all()
    table.finish()
    seen = table.see()
    age = datetime.fromisoformat(seen["expires"]) - datetime.fromisoformat(seen["ended"])
    assert age.total_seconds() == told["finished"]


def test_nothing_is_left_of_a_deleted_game(client: httpx.Client, db: Store) -> None:
    ana = account(client)
    clock = {"kind": "turn", "seconds": 600}
    seats = ["me", "user", REMOTE, "bot:random"]
    table = Table(client, ana, seats=seats, clock=clock)
    match = db.games.load(table.id)
    headers = auth(table.tokens[1])
    client.put(f"{table.path}/mutes", json={"spectators": True}, headers=headers)
    client.post(f"{table.path}/talk", json={"text": "hello"}, headers=headers)
    step = table.see(1)["choices"]["options"][0]["step"]
    client.put(f"{table.path}/draft", json={"steps": [step]}, headers=headers)
    db.sightings.hide(match, 1, True)
    db.hook_seats.note(table.id, 2, hook_seats.Attempts(failures=1))
    table.play(1, step)
    assert len(traces(db, table.id)) > 12
    assert not db.lives.delete(match)  # it has moved on
    assert db.lives.delete(db.games.load(table.id))
    assert set(traces(db, table.id)) <= {keys.bucket("turns", f"{table.id}:1")}
    assert not db.lives.delete(match)
    problem(table.get(), "not-found", 404)
    problem(table.turn(1, step, rev=1), "not-found", 404)
    problem(table.post("/forks", 1, {"rev": 0, "seats": ["user"] * 4}), "not-found", 404)
    assert client.get("/v1/games?mine=1", headers=auth(ana)).json()["games"] == []


def test_a_move_just_then_wins(client: httpx.Client, db: Store, lives: Lives) -> None:
    table = Table(client)
    (old,) = lives.expired(now_ms() + 3 * DAY)
    table.keep_all()
    assert not lives.delete(old)
    assert table.see()["status"] == "running"


def test_its_players_and_watchers_learn_of_it(client: httpx.Client, db: Store) -> None:
    ana = account(client)
    table = Table(client, ana, seats=["me", "user"])
    feed, name = AccountFeed(db), ana.partition(".")[0]
    cursor = db.feeds.end(name)
    table.keep_all()
    assert db.lives.delete(db.games.load(table.id))
    page = feed.read(Owner(name, "", "en"), cursor)
    assert [each.kind for each in page.messages] == [LEFT]
    assert b'"game":"%b","rev":2}' % table.id.encode() in page.messages[0].body
    assert page.cursor == db.feeds.end(name)
    with pytest.raises(NoSuchGame):
        GameFeed(db).read(Viewer(table.id, None, "en"), 0)


def test_a_repeated_request_gets_its_answer_after_the_game_is_gone(
    client: httpx.Client, db: Store
) -> None:
    headers = {"Idempotency-Key": "c0ffee00-0000-4000-8000-000000000001"}
    body = {"ruleset": "toy", "seats": [{"holder": "user"}] * 2}
    first = client.post("/v1/games", json=body, headers=headers)
    assert db.lives.delete(db.games.load(first.json()["id"]))
    second = client.post("/v1/games", json=body, headers=headers)
    assert (second.status_code, second.json()) == (201, first.json())
    problem(client.get(first.headers["Location"]), "not-found", 404)


def test_there_is_another_rematch_after_the_first_is_gone(client: httpx.Client, db: Store) -> None:
    table = finished(client)
    first = again(table, table.tokens[0]).json()["id"]
    assert table.see()["rematch"] == first
    assert db.lives.delete(db.games.load(first))
    assert table.see()["rematch"] is None
    second = again(table, table.tokens[0])
    assert second.status_code == 201
    assert db.lives.delete(db.games.load(table.id))
    seen = client.get(second.headers["Location"]).json()
    assert seen["rematch_of"] == table.id
    problem(again(table, table.tokens[1]), "not-found", 404)


def test_a_late_request_leaves_nothing_beside_a_deleted_game(
    client: httpx.Client, db: Store
) -> None:
    match = db.games.load(Table(client, seats=["user", REMOTE]).id)
    assert db.lives.delete(match)
    said = TalkMessage(SEATED, now_ms(), "a", 0, "", "Ana", "hello")
    endpoint = hook_seats.endpoint_of(match, 1)
    late = (
        partial(db.talk.say, match, said, lambda _: None),
        partial(db.talk.change_policy, match, "off"),
        partial(db.talk.mute, match, "a", Mutes()),
        partial(db.sightings.hide, match, 0, True),
        partial(db.hook_seats.rotate, match.id, endpoint, "new", now_ms()),
    )
    for request in late:
        with pytest.raises(NoSuchGame):
            request()
    assert traces(db, match.id) == []


def test_the_operator_lists_shows_and_deletes(
    client: httpx.Client, db: Store, capsys: Out, operator: None
) -> None:
    old = create(db, ["person", "person"], created=now_ms() - 3 * DAY)
    table = Table(client, name="Friday")
    assert main(["games", "list"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(old.id)
    assert second.startswith(table.id)
    assert second.endswith("Friday")
    assert main(["games", "list", "--older-than", "2.5", "--status", "running"]) == 0
    assert capsys.readouterr().out.splitlines() == [first]
    assert main(["games", "list", "--status", "over"]) == 0
    assert main(["games", "list", "--limit", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == [first]
    assert main(["games", "show", table.id]) == 0
    shown = capsys.readouterr().out
    assert "seat 0:      person" in shown
    assert table.tokens[0] not in shown
    assert main(["games", "delete", table.id, "unknown"]) == 1
    told = capsys.readouterr()
    assert told.out == f"{table.id} is deleted\n"
    assert told.err == "chasqui: there is no game unknown\n"
    assert main(["games", "show", table.id]) == 1
    problem(table.get(), "not-found", 404)


def test_the_operator_lets_games_expire(
    client: httpx.Client, db: Store, capsys: Out, operator: None
) -> None:
    old = create(db, ["person", "person"], created=now_ms() - 15 * DAY)
    young = Table(client)
    assert main(["games", "expire", "--dry-run"]) == 0
    listed, counted = capsys.readouterr().out.splitlines()
    assert listed.startswith(old.id)
    assert counted == "1 game would be deleted"
    assert main(["games", "expire"]) == 0
    assert capsys.readouterr().out == "1 game deleted\n"
    assert [match.id for match in db.lives.all()] == [young.id]


@pytest.mark.parametrize("words", [["--older-than", "x"], ["--limit", "0"], ["--status", "x"]])
def test_a_wrong_argument_is_named(words: list[str], capsys: Out) -> None:
    with pytest.raises(SystemExit):
        main(["games", "list", *words])
    assert words[0] in capsys.readouterr().err
