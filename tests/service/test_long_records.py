"""Long records: whatever a game is made of, its record fits into the limit and comes back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import httpx
import pytest

from match import pauses, requirements, seating, undo
from match.chairs import Chair
from match.errors import Refused
from match.match import Change, Match
from match.words import MOST_ENTRIES, MOST_PLAYED_ON, PERSON
from store import Store
from store.commits import Wish, carry_out
from tests.service.table import Table, problem
from tests.service.test_accounts import account, auth
from tests.service.test_undo import ask
from workers.due_games import Portion, play_turns

CLOCK = {"kind": "turn", "seconds": 60}


@pytest.fixture
def filled(monkeypatch: pytest.MonkeyPatch) -> Callable[[Table], None]:
    """Yield a function that makes the present record of a game a long one."""

    def now(table: Table) -> None:
        for rules in (requirements, undo):
            monkeypatch.setattr(rules, "MOST_PLAYED_ON", table.rev)

    return now


def full(answer: httpx.Response) -> None:
    told = problem(answer, "forbidden", 403)
    assert "takes only what brings the game to its end" in told["detail"]


def grow(db: Store, match: Match, *wishes: Wish) -> Match:
    """Repeat wishes until one is refused."""
    with pytest.raises(Refused) as refusal:  # noqa: PT012 - each wish may be the last
        for _ in range(MOST_ENTRIES):
            for wish in wishes:
                match = carry_out(db.games, match, wish).match
    assert refusal.value.why == "long-record"
    return db.games.load(match.id)


def held(holder: str) -> Wish:
    return partial(seating.hold, seat=1, holder=holder, name="")


def sat(match: Match, now: int) -> Change:
    return seating.take(match, now, 2, Chair(PERSON, "Ann", b"x" * 32))


WAYS: dict[str, tuple[Wish, ...]] = {
    "pauses": (partial(pauses.pause, seat=0), partial(pauses.resume, seat=0)),
    "levels": (held("bot:random"), held("bot:greedy")),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_game_that_was_lengthened_ends_and_its_record_comes_back(
    client: httpx.Client, db: Store, toy: object, way: str
) -> None:
    table = Table(client, seats=["user", "user", "user"])
    table.keep_all()
    match = grow(db, db.games.load(table.id), *WAYS[way])
    assert MOST_PLAYED_ON <= match.rev <= MOST_PLAYED_ON + 1
    if match.chairs[1].is_bot:
        for seat in (0, 2):
            assert table.post("/resign", seat).status_code == 200
        assert play_turns(db, db.games.load(table.id), Portion(1_000, 60.0)).over
    else:
        table.finish()
    for kind in ("application/json", "text/plain"):
        record = table.get("/export", headers={"Accept": kind})
        came = client.post("/v1/imports", content=record.content, headers={"Content-Type": kind})
        assert came.status_code == 201, came.text
        assert came.json()["status"] == "over"


def test_a_game_that_waits_cannot_be_lengthened_either(
    client: httpx.Client, db: Store, toy: object
) -> None:
    table = Table(client, seats=["user", "user", "open", "open"])
    match = grow(db, db.games.load(table.id), sat, partial(seating.leave, seat=2))
    assert match.rev == MOST_PLAYED_ON
    assert table.cancel().status_code == 200
    record = table.get("/export", headers={"Accept": "application/json"})
    assert client.post("/v1/imports", json=record.json()).status_code == 201


def test_what_could_go_on_without_end_is_refused(
    client: httpx.Client, toy: object, filled: Callable[[Table], None]
) -> None:
    table = Table(client, seats=["user", "user", "bot:random"], clock=CLOCK)
    assert table.hold(1, "bot:random").status_code == 200
    filled(table)
    full(table.post("/pause", 0, {"paused": True}))
    full(table.hold(0, "bot:random"))
    full(table.hold(2, "bot:greedy"))
    named = client.put(f"{table.path}/seats/0", json={"name": "Ann"}, headers=table.auth(0))
    full(named)


def test_a_player_comes_back_for_longer(
    client: httpx.Client,
    toy: object,
    filled: Callable[[Table], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A host who has filled the record keeps no player out."""
    tables = [Table(client, seats=["user"] * 3) for _ in range(2)]
    for table in tables:
        assert table.hold(1, "bot:random").status_code == 200
        filled(table)
    assert tables[0].hold(1, "person", by=1).status_code == 200
    monkeypatch.setattr(seating, "RETURNS", 0)
    full(tables[1].hold(1, "person", by=1))


def test_what_ends_a_game_passes(
    client: httpx.Client, toy: object, filled: Callable[[Table], None]
) -> None:
    table = Table(client, seats=["user"] * 3)
    assert {each.status_code for each in table.pause(0, 1, 2)} == {200}
    filled(table)
    assert table.post("/pause", 0, {"paused": False}).status_code == 200
    table.keep_all()
    assert problem(ask(table, 0), "undo-not-allowed", 409)["reason"] == "too-long"
    assert table.post("/resign", 1).status_code == 200
    assert table.play(0, "rest")


def test_a_closed_account_is_forgotten_all_the_same(
    client: httpx.Client, toy: object, filled: Callable[[Table], None]
) -> None:
    token = account(client, "Ada")
    table = Table(client, token, seats=["me", "user", "user"])
    filled(table)
    assert client.delete("/v1/me", headers=auth(token)).is_success
    assert [seat["name"] for seat in table.see(1)["seats"]] == ["", "", ""]


def test_long_turns_allow_no_more_undos(
    client: httpx.Client, toy: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(client, undo="free")
    table.keep_all()
    table.play(0, "rest")
    monkeypatch.setattr(undo, "LINES_PLAYED_ON", 4)
    assert problem(ask(table, 0), "undo-not-allowed", 409)["reason"] == "too-long"
    monkeypatch.setattr(undo, "LINES_PLAYED_ON", 5)
    assert ask(table, 0).status_code == 202
