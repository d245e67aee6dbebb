"""Forks: the truth of a finished game, and of a running one what the caller may know."""

from __future__ import annotations

import secrets
from collections import Counter
from random import Random
from typing import Any

import httpx
import pytest

from engine.codec import decode
from engine.guess import guess
from engine.table import Table as Board
from engine.title import Title
from games import all_titles
from match.match import Match
from match.tables import branch, table_of
from records import check
from service.edge import responses
from store import Store
from store.commits import retract
from store.games import now_ms
from tests.service.rich import Brought, bring, export, rich_game
from tests.service.table import Json, Table, events_of, problem
from tests.service.test_secrecy import GAME_ID, World, play_any
from tests.service.test_secrecy import seeds as seeds_of_two_deals
from tests.toy.play import Toy

seeds = seeds_of_two_deals
SEED = b"\x07" * 32


def fork(table: Table, rev: int, seat: int | None = None, **wanted: Any) -> Brought:
    """Return a fork of a game, as a seat asks for it."""
    return Brought(table.client, table.post("/forks", seat, {"rev": rev, **wanted}))


def state(db: Store, table: Table) -> Toy:
    """Return the true state of a game."""
    return decode(Toy, db.games.load(table.id).snapshot.state)


def hidden(s: Toy) -> Counter[str]:
    """Return every hidden card, wherever it is."""
    return Counter([*s.deck, *(card for p in s.players for card in [*p.dealt, *p.kept])])


def test_a_fork_of_a_finished_game_has_its_true_state(client: httpx.Client, db: Store) -> None:
    table = rich_game(client, db)
    for rev in (1, 4, 5, 9, table.rev - 4):
        new = fork(table, rev)
        then = table.get(f"/states/{rev}?as=everything").json()
        told = new.see(1)
        assert (told["rev"], told["status"], told["undo"]) == (0, "running", "free")
        assert told["fork"] == {"game": table.id, "rev": rev}
        assert (told["view"], told["visibility"]) == (then["view"], "unlisted")
        mine = decode(Toy, db.games.load(new.id).snapshot.state)
        assert mine.deck == then["everything"]["deck"]
        assert mine.seed == db.games.load(new.id).head.seed != db.games.load(table.id).head.seed


def test_a_fork_of_a_running_game_deals_hidden_things_anew(client: httpx.Client, db: Store) -> None:
    table = Table(client)
    table.play(1, table.see(1)["choices"]["options"][0]["step"])
    true = state(db, table)
    deals = set()
    for _ in range(12):
        new = fork(table, 1, seat=0)
        dealt = state(db, new)
        assert (new.see()["view"], new.awaited) == (table.see()["view"], [0, 2])
        assert new.see(0)["own"] == new.made["own"] == table.see(0)["own"]
        assert new.made["you"] == 0
        assert hidden(dealt) == hidden(true)
        deals.add((*dealt.players[1].kept, *dealt.players[1].dealt, *dealt.players[2].dealt))
    assert len(deals) > 1
    seen = {card for deal in deals for card in deal}
    assert not seen & set(true.players[0].dealt)


def test_spectators_fork_what_they_see(client: httpx.Client, db: Store) -> None:
    table = Table(client)
    new = fork(table, 0)
    assert new.see()["view"] == table.see()["view"]
    private = Table(client, visibility="private")
    problem(private.post("/forks", None, {"rev": 0}), "unauthorized", 401)
    assert fork(private, 0, seat=0).see(0)["visibility"] == "private"


def test_before_the_start_nobody_has_anything_to_keep(client: httpx.Client, db: Store) -> None:
    """Players see no cards before the start, so a fork has other cards."""
    table = Table(client, seats=["user", "open", "open"])
    true, found = state(db, table).players[0].dealt, set()
    for _ in range(9):
        found.add(tuple(state(db, fork(table, 0, seat=0, seats=["user"] * 3)).players[0].dealt))
    assert found != {tuple(true)}


@pytest.mark.parametrize("viewer", [0, None])
def test_a_fork_tells_nothing_of_what_was_hidden(
    client: httpx.Client,
    db: Store,
    toy: Title,
    seeds: tuple[bytes, bytes],
    viewer: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two worlds that the viewer cannot tell apart, and the same luck for the fork."""
    forks: list[list[bytes]] = []
    for seed in seeds:
        world = World(client, db, toy, seed)
        world.play(1, world.see(1)["choices"]["options"][0]["step"])
        world.play(2, world.see(2)["choices"]["options"][1]["step"])
        found = []
        for rev in range(3):
            with monkeypatch.context() as patch:
                patch.setattr(secrets, "token_bytes", lambda n: b"s" * n)
                new = fork(world, rev, viewer)
            found += [db.games.load(new.id).snapshot.state, db.games.load(new.id).snapshot.view]
        forks.append(found)
        truth = db.games.load(GAME_ID).snapshot.state
        assert truth not in found
    assert forks[0] == forks[1]


@pytest.mark.parametrize("title", sorted(all_titles()))
@pytest.mark.parametrize("turns_played", [0, 3, 12])
def test_forks_of_worlds_that_look_alike_are_alike(
    client: httpx.Client, db: Store, title: str, turns_played: int
) -> None:
    table, rng = Table(client, ruleset=title, seats=["user"] * 3), Random(turns_played)
    for _ in range(turns_played):
        play_any(table, db, table.awaited[-1], rng)
    true = table_of(db.games.load(table.id))
    for viewer in (0, 2, None):
        other = Board(true.title, guess(true.state, viewer, rng))
        assert other.save() != true.save()
        one, two = (branch(b.title, b.save(), viewer, SEED, False) for b in (true, other))
        assert one == two
        assert Board.load(true.title, one).view() == true.view()


def play_out(table: Table) -> Json:
    """Play to the end; the record then."""
    table.finish()
    told: Json = export(table).json()
    return told


def test_forks_of_forks_and_of_imports_are_games_like_others(
    client: httpx.Client, db: Store
) -> None:
    table = rich_game(client, db)
    one = fork(Brought(client, bring(client, export(table).content)), 9)
    one.play(one.awaited[0], "rest")
    seat = one.awaited[0]
    before = one.get(f"/states/{one.rev}", seat=seat).json()
    one.play(seat, "roll")
    retract(db.games, one.id, seat, 0, one.rev)
    assert one.see()["view"] == one.get("/states/0").json()["view"]
    assert one.get("/states/1", seat=seat).json() == before
    assert events_of(one.get("/log?events=1").json()["entries"][0])
    two = fork(one, 1, seat=seat, seats=["user", "open", "user"], name="again")
    assert two.see()["status"] == "waiting"
    joined = two.post("/seats", None, {}).json()
    two.tokens[joined["you"]] = joined["token"]
    for new in (one, two):
        told = play_out(new)
        assert told["fork"]["game"] in (one.id, new.see()["fork"]["game"])
        for form in ("json", "text"):
            sent = export(new, form).content
            again = Brought(client, bring(client, sent if form == "json" else sent.decode()))
            assert export(again, form).content == sent
            for member in ("view", "own"):
                then = [each.get("/states/0?as=1").json()[member] for each in (again, new)]
                assert then[0] == then[1]
        third = fork(again, 0)
        third.finish()


def test_a_running_fork_does_not_tell_what_it_began_with(client: httpx.Client, db: Store) -> None:
    new = fork(Table(client), 0)
    running = export(new).json()["fork"]
    assert (running["state"], running["seal"]) == (None, None)
    assert f"fork: of {running['game']} at 0, state ?\n" in export(new, "text").text
    state = db.games.load(new.id).head.fork
    assert state is not None
    assert state.seal not in export(new, "text").text
    told = play_out(new)
    assert told["fork"]["state"]


def test_a_start_that_this_service_did_not_make_is_refused(client: httpx.Client, db: Store) -> None:
    told = play_out(fork(Table(client), 0))
    for name, value in (("seal", "0" * 64), ("rev", 1), ("game", "Elsewhere123")):
        forged = {**told, "fork": {**told["fork"], name: value}}
        refused = problem(bring(client, forged), "invalid-record", 422)
        assert refused["reason"] == "record-start"
    anywhere = check.check(check.read(told), lambda ruleset, start: True, now_ms())
    assert isinstance(anywhere.match, Match)
    assert responses.decode(responses.encode(anywhere.as_json())) == told


def test_a_fork_asked_for_twice_is_made_once(client: httpx.Client) -> None:
    table, key = Table(client), {"Idempotency_Key": "0c6d0d0e-forked-once"}
    one, two = (table.post("/forks", 0, {"rev": 0}, **key) for _ in range(2))
    assert (one.status_code, two.content) == (201, one.content)
    assert two.headers["Idempotent-Replayed"] == "true"
    assert one.headers["Location"] == f"/v1/games/{one.json()['id']}"
    assert Brought(client, two).see(0)["you"] == 0


def test_what_cannot_be_forked_is_refused(client: httpx.Client) -> None:
    table = Table(client)
    problem(table.post("/forks", 0, {"rev": 9}), "not-found", 404)
    problem(table.post("/forks", 0, {"rev": 0, "seats": ["user"]}), "invalid-request", 422)
    problem(table.post("/forks", 0, {"rev": 0, "seats": ["bot:x"] * 3}), "invalid-request", 422)
    table.keep_all()
    table.finish()
    problem(table.post("/forks", 0, {"rev": table.rev}), "game-over", 409)
