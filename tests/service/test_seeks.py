"""Seeks: accounts find each other for a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import pytest

from service import create_app
from service.processes.settings import Settings
from store import Store, keys
from store.accounts import new_account_id, opened
from store.games import Conflict
from store.seeks import SECONDS, served
from store.words import KEY
from tests.conftest import serving
from tests.service.streaming import ME, SSE, Streams, streams_at
from tests.service.table import Json, problem

KEYED = {"Idempotency-Key": "5d1d2a44-64a5-4d4c-9a49-5a9fbc3a5d10"}
CLOCK = {
    "kind": "turn",
    "seconds": 60,
    "increment": 0,
    "on_timeout": "claim",
    "claims": "invited",
}


class Seeker:
    """An account that seeks."""

    def __init__(self, client: httpx.Client, name: str) -> None:
        self.client, self.name = client, name
        made = client.post("/v1/accounts", json={"name": name}).json()
        self.id: str = made["id"]
        self.auth = {"Authorization": f"Bearer {made['token']}"}

    def post(self, headers: dict[str, str] | None = None, **wanted: Any) -> httpx.Response:
        body = {"ruleset": "toy", "players": [2], **wanted}
        return self.client.post("/v1/seeks", json=body, headers={**self.auth, **(headers or {})})

    def seek(self, **wanted: Any) -> Json:
        """Return a new seek."""
        answer = self.post(**wanted)
        assert answer.status_code == 201, answer.text
        found: Json = answer.json()
        return found

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path, headers=self.auth)

    def find(self, seek: Json) -> Json:
        """Return a seek as it is now."""
        found: Json = self.get(f"/v1/seeks/{seek['id']}").json()
        return found

    def games(self) -> list[Json]:
        found: list[Json] = self.get("/v1/games?mine=1").json()["games"]
        return found


streams = pytest.fixture(streams_at)


@pytest.fixture
def ana(client: httpx.Client) -> Seeker:
    return Seeker(client, "Ana")


@pytest.fixture
def ben(client: httpx.Client) -> Seeker:
    return Seeker(client, "Ben")


def test_two_who_agree_play_at_once(ana: Seeker, ben: Seeker, db: Store) -> None:
    first = ana.seek(clock=CLOCK, options=["long"], visibility="unlisted")
    assert (first["game"], first["players"], first["clock"]) == (None, [2], CLOCK)
    cursor = db.feeds.end(ana.id)
    second = ben.seek(clock=CLOCK, options=["long"], visibility="unlisted")
    assert second["expires"] is None
    found = ana.find(first)
    assert (found["game"], found["expires"]) == (second["game"], None)
    game = ana.get(f"/v1/games/{found['game']}").json()
    assert (game["status"], game["clock"], game["options"]) == ("running", CLOCK, ["long"])
    assert (game["visibility"], game["undo"]) == ("unlisted", "consent")
    assert {seat["name"] for seat in game["seats"]} == {"Ana", "Ben"}
    assert game["seats"][game["you"]]["name"] == "Ana"
    assert game["choices"]
    assert [each.game for each in db.feeds.after(ana.id, cursor, 9)] == [game["id"]]
    for seeker in (ana, ben):
        assert seeker.get("/v1/seeks").json()["seeks"] == []
        assert [each["id"] for each in seeker.games()] == [game["id"]]


def test_an_account_waits_by_its_stream(ana: Seeker, ben: Seeker, streams: Streams) -> None:
    ana.seek(ruleset="tzolkin")
    token = ana.auth["Authorization"].removeprefix("Bearer ")
    with streams.open(ME, SSE, token) as stream:
        assert next(stream).kind == "snapshot"
        game = ben.seek(ruleset="tzolkin")["game"]
        moved = next(stream)
    assert (moved.kind, moved.body["game"], moved.rev) == ("moved", game, 0)
    names = [seat["name"] for seat in moved.body["summary"]["seats"]]
    assert names[moved.body["seat"]] == "Ana"
    assert moved.body["your_turn"]


def test_nobody_is_the_host_of_the_game(ana: Seeker, ben: Seeker) -> None:
    ana.seek()
    game = ben.seek()["game"]
    path = f"/v1/games/{game}/seats/{1 - ben.get(f'/v1/games/{game}').json()['you']}"
    answer = ben.client.put(path, json={"holder": "bot:random"}, headers=ben.auth)
    problem(answer, "forbidden", 403)


@pytest.mark.parametrize(
    "other",
    [
        {"options": ["long"]},
        {"clock": CLOCK},
        {"visibility": "private"},
        {"players": [3]},
        {"ruleset": "toy@1"},
        {"ruleset": "tzolkin"},
    ],
)
def test_seeks_that_differ_do_not_meet(ana: Seeker, ben: Seeker, other: Json) -> None:
    assert ana.seek()["game"] is None
    assert ben.seek(**other)["game"] is None


def test_options_are_compared_as_a_set_and_versions_by_name(ana: Seeker, ben: Seeker) -> None:
    assert ana.seek(options=["long", "bazaar"])["options"] == ["bazaar", "long"]
    assert ben.seek(ruleset="toy@2", options=["bazaar", "long"])["game"]


def test_without_numbers_every_number_of_players_will_do(client: httpx.Client) -> None:
    seekers = [Seeker(client, name) for name in ("Ana", "Ben", "Cleo")]
    assert seekers[0].seek(players=None)["players"] == [2, 3, 4]
    assert seekers[1].seek(players=[3])["game"] is None
    assert seekers[2].seek(players=[3, 4])["game"] is not None
    assert len({seeker.games()[0]["id"] for seeker in seekers}) == 1


def test_two_seeks_of_one_account_wait_beside_each_other(ana: Seeker, ben: Seeker) -> None:
    seeks = [ana.seek(), ana.seek()]
    assert [seek["game"] for seek in seeks] == [None, None]
    game = ben.seek()["game"]
    assert [ana.find(seek)["game"] for seek in seeks] == [game, None]
    assert [seek["id"] for seek in ana.get("/v1/seeks").json()["seeks"]] == [seeks[1]["id"]]


def test_others_are_counted_without_names(ana: Seeker, ben: Seeker) -> None:
    ana.seek(players=[2, 3])
    ana.seek(players=[3], clock=CLOCK)
    told = ben.get("/v1/seeks")
    counts = {str(each["clock"] is None): each["waiting"] for each in told.json()["others"]}
    assert counts["True"] == [{"players": 2, "seeks": 1}, {"players": 3, "seeks": 1}]
    assert counts["False"] == [{"players": 3, "seeks": 1}]
    assert "Ana" not in told.text
    assert ana.id not in told.text
    assert ana.get("/v1/seeks").json()["others"] == []
    nobody = ben.client.get("/v1/seeks").json()
    assert (nobody["seeks"], len(nobody["others"])) == ([], 2)


def test_a_seek_belongs_to_its_account(ana: Seeker, ben: Seeker) -> None:
    seek = ana.seek()
    problem(ben.get(f"/v1/seeks/{seek['id']}"), "not-found", 404)
    gone = ben.client.delete(f"/v1/seeks/{seek['id']}", headers=ben.auth)
    problem(gone, "not-found", 404)
    problem(ben.get("/v1/seeks/a:b"), "not-found", 404)
    assert ana.find(seek) == seek


def test_a_withdrawn_seek_finds_no_game(ana: Seeker, ben: Seeker) -> None:
    seek = ana.seek()
    answer = ana.client.delete(f"/v1/seeks/{seek['id']}", headers=ana.auth)
    assert answer.status_code == 204
    problem(ana.get(f"/v1/seeks/{seek['id']}"), "not-found", 404)
    assert ben.seek()["game"] is None


def test_a_seek_that_is_not_renewed_expires(ana: Seeker, ben: Seeker, db: Store) -> None:
    seek = ana.seek()
    left = db.redis.pttl(keys.seek(seek["id"]))
    assert 0 < left <= SECONDS * 1000
    db.redis.delete(keys.seek(seek["id"]))  # as the server does when the time is over
    problem(ana.get(f"/v1/seeks/{seek['id']}"), "not-found", 404)
    path = f"/v1/seeks/{seek['id']}"
    problem(ana.client.put(path, headers=ana.auth), "not-found", 404)
    assert ana.get("/v1/seeks").json()["seeks"] == []
    late = ben.seek()
    assert late["game"] is None
    pool: Any = db.redis.keys("chasqui:seeks:*")[0]
    assert db.redis.zrange(pool, 0, -1) == [late["id"].encode()]


def test_a_renewed_seek_waits_for_its_whole_time_again(ana: Seeker, ben: Seeker, db: Store) -> None:
    seek = ana.seek()
    db.redis.pexpire(keys.seek(seek["id"]), 5_000)
    told = ana.client.put(f"/v1/seeks/{seek['id']}", headers=ana.auth).json()
    assert told["expires"] >= seek["expires"]
    assert db.redis.pttl(keys.seek(seek["id"])) > 5_000
    assert told == ana.find(seek)
    game = ben.seek()["game"]
    told = ana.client.put(f"/v1/seeks/{seek['id']}", headers=ana.auth).json()
    assert (told["game"], told["expires"]) == (game, None)


def test_every_key_of_a_seek_expires(ana: Seeker, ben: Seeker, db: Store) -> None:
    ana.seek()
    ana.seek(players=[3])
    ben.seek()
    found: list[Any] = [*db.redis.keys("chasqui:seek*"), *db.redis.keys("chasqui:a:*:seeks")]
    assert len(found) == 6
    assert all(0 < db.redis.pttl(name) <= 2 * SECONDS * 1000 for name in found)


def test_a_repeated_request_seeks_once(ana: Seeker, ben: Seeker) -> None:
    first, second = ana.post(KEYED), ana.post(KEYED)
    assert second.headers["Idempotent-Replayed"] == "true"
    assert first.json() == second.json()
    assert len(ana.get("/v1/seeks").json()["seeks"]) == 1
    problem(ana.post(KEYED, players=[3]), "idempotency-key-reused", 422)
    third, fourth = ben.post(KEYED), ben.post(KEYED)
    assert third.json() == fourth.json()
    assert third.json()["game"]
    assert len(ben.games()) == 1


def test_an_account_has_five_seeks_at_most(ana: Seeker) -> None:
    for _ in range(5):
        ana.seek()
    told = problem(ana.post(), "invalid-request", 422)
    assert "5 seeks" in told["detail"]
    seek = ana.get("/v1/seeks").json()["seeks"][0]["id"]
    ana.client.delete(f"/v1/seeks/{seek}", headers=ana.auth)
    ana.seek()


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"options": ["chess"]}, "/options/0"),
        ({"options": ["chess"], "players": None}, "/options/0"),
        ({"players": [2, 9]}, "/players/1"),
        ({"players": [2, 2]}, "/players/1"),
        ({"players": []}, "/players"),
        (
            {"clock": {"kind": "turn", "seconds": 60, "on_timeout": "bot:strong"}},
            "/clock/on_timeout",
        ),
    ],
)
def test_a_wrong_wish_is_refused_at_its_place(ana: Seeker, wanted: Json, pointer: str) -> None:
    told = problem(ana.post(**wanted), "invalid-request", 422)
    assert [each["pointer"] for each in told["errors"]] == [pointer]


def test_a_closed_account_is_not_waited_for(ana: Seeker, ben: Seeker) -> None:
    ana.seek()
    ana.client.delete("/v1/me", headers=ana.auth)
    told = ben.get("/v1/seeks").json()
    assert (told["seeks"], told["others"]) == ([], [])
    assert ben.seek()["game"] is None


def test_the_account_that_completes_the_game_pays_for_it(client: httpx.Client, db: Store) -> None:
    id_ = new_account_id()
    made = opened(f"{id_}.x", "App", KEY, games_per_day=1)
    db.accounts.create(made)
    app, ana = Seeker(client, "App"), Seeker(client, "Ana")
    app.auth = {"Authorization": f"Bearer {id_}.x"}
    app.seek()
    ana.seek()
    assert db.accounts.games_today(made) == 0
    ana.seek()
    app.seek()
    assert db.accounts.games_today(made) == 1
    seek = ana.seek()
    problem(app.post(), "rate-limited", 429)
    assert ana.find(seek)["game"] is None


def test_keys_are_demanded_where_games_demand_them(redis_url: str, ana: Seeker) -> None:
    app = create_app(Settings(redis_url=redis_url, accounts="keys", rate_limits="off"))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        answer = client.post("/v1/seeks", json={"ruleset": "tzolkin"}, headers=ana.auth)
        problem(answer, "forbidden", 403)


def test_a_game_is_stored_with_all_of_its_seeks_or_not_at_all(
    ana: Seeker, ben: Seeker, db: Store
) -> None:
    """What another request has taken meanwhile makes the script change nothing."""
    seek = ana.seek()
    gone = db.seeks.get(ana.id, seek["id"]).seek
    game = db.games.load(ben.seek()["game"])
    cleo = Seeker(ana.client, "Cleo")
    waits = db.seeks.get(cleo.id, cleo.seek()["id"]).seek
    taken = [served(each, "other", waits=True) for each in (waits, gone)]
    with pytest.raises(Conflict):
        db.games.create(replace(game, id="other"), served=taken)
    assert not db.redis.exists(keys.game("other"))
    assert db.seeks.get(cleo.id, waits.id).seek == waits
    assert [each["id"] for each in ana.games()] == [game.id]


def test_a_seek_does_not_wait_beside_one_that_it_has_not_seen(
    ana: Seeker, ben: Seeker, db: Store
) -> None:
    """Two that come at once would miss each other."""
    kept = db.seeks.get(ana.id, ana.seek()["id"]).seek
    db.seeks.withdraw(kept)
    before = db.seeks.pool(kept.terms)
    ben.seek()
    with pytest.raises(Conflict):
        db.seeks.enter(kept, before)
