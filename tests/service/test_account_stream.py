"""The stream of an account: all of its games, nothing lost, nothing doubled, nothing betrayed."""

from __future__ import annotations

import re
from random import Random
from threading import Thread
from typing import Any

import httpx
import pytest

from games import all_titles
from match import seating
from match.chairs import Chair
from match.match import Match
from match.tables import table_of
from match.words import PERSON, PRIVATE, PUBLIC
from service import create_app
from service.edge import responses
from service.processes.settings import Settings
from service.streams import account_feed
from store import Store, script, snapshots
from store.account_tokens import token_id
from store.accounts import Account, new_account_id, opened
from store.commits import play_turn
from store.tokens import fingerprint
from tests.conftest import serving
from tests.service import conformance
from tests.service.streaming import (
    JSON,
    ME,
    NDJSON,
    SSE,
    Message,
    Streams,
    durable_server,
    message,
    store_of,
    streams_of,
)
from tests.service.table import seated
from tests.service.test_stream import play_on, take_back
from tests.wishes import wish
from tests.workers.processes import Server, wait_until
from tests.workers.tables import create, token_of

Json = dict[str, Any]
PAIR = ["person", "open"]


server = pytest.fixture(scope="module")(durable_server)
db = pytest.fixture(scope="module")(store_of)
streams = pytest.fixture(scope="module")(streams_of)


class Owner:
    """An account and its token."""

    def __init__(self, db: Store) -> None:
        self.id = new_account_id()
        self.token = f"{self.id}.secret"
        self.db = db
        db.accounts.create(opened(self.token, "Ana"))

    def account(self) -> Account:
        """Return the account, as a request with its token finds it."""
        found = self.db.accounts.get(self.id, token_id(fingerprint(self.token)))
        assert found is not None
        return found

    def revoke(self) -> None:
        """Revoke the token."""
        self.db.account_tokens.revoke(self.id, token_id(fingerprint(self.token)))

    def join(self, game: Match, place: int | None = None) -> Match:
        """Take an open seat of a game."""
        mark = fingerprint(token_of(game.id, 1))
        match = self.db.games.load(game.id)
        return wish(self.db, match, seating.take, place, Chair(PERSON, "Ana", mark, self.id))

    def playing(self) -> Match:
        """Return a new game of two people, this account on the second seat."""
        return self.join(create(self.db, PAIR))


@pytest.fixture
def ana(db: Store) -> Owner:
    return Owner(db)


def told(streams: Streams, owner: Owner, after: str, **query: Any) -> list[Message]:
    """Return everything after a cursor, by polls that do not wait."""
    found: list[Message] = []
    while True:
        page = streams.get(ME, JSON, owner.token, after=after, wait=0, **query).json()
        found += map(message, page["events"])
        after = page["after"]
        if not page["more"]:
            return found


def revs(messages: list[Message]) -> dict[str, list[int]]:
    """Return the revisions of the entries of each game, in the order received."""
    found: dict[str, list[int]] = {}
    for each in messages:
        assert all(entry["text"] for entry in each.body["entries"])
        found.setdefault(each.body["game"], []).extend(e["rev"] for e in each.body["entries"])
    return found


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_stream_begins_with_all_games_and_tells_what_moves(
    db: Store, streams: Streams, ana: Owner, accept: str
) -> None:
    first, second = ana.playing(), ana.playing()
    with streams.open(ME, accept, ana.token) as stream:
        begin = next(stream)
        assert begin.kind == "snapshot"
        shown = [(g["game"], g["rev"], g["seat"], g["your_turn"]) for g in begin.body["games"]]
        assert shown == [(second.id, 1, 1, True), (first.id, 1, 1, True)]
        for game in (first, second, first):
            match = play_on(db, game.id, 1)
            moved = next(stream)
            assert (moved.kind, moved.body["game"], moved.rev) == ("moved", game.id, match.rev)
            assert [entry["rev"] for entry in moved.body["entries"]] == [match.rev]
            assert moved.body["summary"]["awaited"][0]["seat"] == match.position.awaited[0].seat
        third = ana.playing()
        assert [next(stream).body["game"]] == [third.id]


@pytest.mark.usefixtures("toy")  # the specification that is checked against knows it
def test_every_message_is_as_specified(db: Store, streams: Streams, ana: Owner) -> None:
    game = play_on(db, ana.playing().id, 5)
    take_back(db, game)
    pointer = "/components/schemas/AccountMessagePage"
    for cursor in ({}, {"after": "0-0"}, {"after": "9-9"}):
        page = streams.get(ME, JSON, ana.token, wait=0, **cursor).json()
        assert page["events"]
        conformance.validator(pointer).validate(page)


def test_an_account_sees_what_its_seat_sees(db: Store, streams: Streams, ana: Owner) -> None:
    for seat in (0, 1):
        game = ana.playing()
        after = db.feeds.end(ana.id)
        steps = play_turn(
            db.games, game, seat, [table_of(game).decision(seat).options[1].id]
        ).entry.posted
        (moved,) = told(streams, ana, after)
        (entry,) = streams.get(game.id, JSON, token_of(game.id, 1), after=1).json()["events"]
        assert entry.pop("game")["you"] == moved.body["seat"] == 1
        assert moved.body["entries"] == [entry]
        assert (steps[0] in str(moved.body)) == (seat == 1)


def test_two_worlds_that_differ_in_a_secret_sound_the_same(db: Store, streams: Streams) -> None:
    heard = []
    for choice in (0, -1):
        db.redis.flushall()
        ana = Owner(db)
        game = ana.join(create(db, PAIR, game_id="twoworlds"))
        play_turn(db.games, game, 0, [table_of(game).decision(0).options[choice].id])
        answers = [
            streams.get(ME, JSON, ana.token, wait=0, **cursor).text
            for cursor in ({"after": "0-0"}, {})
        ]
        plain = [re.sub(r'"[0-9T:.-]+Z"|"\d{9,}-\d+"', '"then"', answer) for answer in answers]
        (player,) = {chair.player for chair in game.chairs if chair.player}
        heard.append([answer.replace(player, "ana") for answer in plain])
    assert heard[0] == heard[1]


def test_a_client_cut_off_again_and_again_gets_each_entry_once(
    db: Store, streams: Streams, ana: Owner
) -> None:
    games, rng = [ana.playing() for _ in range(3)], Random(5)
    after = db.feeds.end(ana.id)

    def play_all() -> None:
        for number in range(10):
            for game in games:
                match = play_on(db, game.id, 2, number)
                if number % 4 == 3:
                    take_back(db, match)

    player = Thread(target=play_all)
    player.start()
    got: list[Message] = []
    while len(got) < 3 * (20 + 2):
        accept = rng.choice([SSE, NDJSON, JSON])
        cursor: Json = rng.choice([{"last": after}, {"after": after}])
        if accept == JSON:
            page = streams.get(ME, JSON, ana.token, wait=30, **cursor).json()
            got += map(message, page["events"])
            after = page["after"]
            continue
        with streams.open(ME, accept, ana.token, **cursor) as stream:
            got += [next(stream) for _ in range(min(rng.randint(1, 6), 66 - len(got)))]
        after = got[-1].id
    player.join()
    for game in games:
        assert revs(got)[game.id] == list(range(2, db.games.load(game.id).rev + 1))


def test_a_stream_goes_on_after_everything_was_restarted(
    db: Store, server: Server, streams: Streams, ana: Owner
) -> None:
    game = ana.playing()
    with streams.open(ME, SSE, ana.token) as stream:
        last = next(stream).id
        play_on(db, game.id, 2)
        got = [next(stream), next(stream)]
    server.kill()
    streams.kill()
    server.start()
    wait_until(lambda: db.redis.ping() or True, "the server")
    play_on(db, game.id, 2)
    with streams.open(ME, SSE, ana.token, last=got[-1].id) as stream:
        got += [next(stream), next(stream)]
    assert revs(got) == {game.id: [2, 3, 4, 5]}
    assert revs(told(streams, ana, last)) == {game.id: [2, 3, 4, 5]}


def test_who_missed_more_than_is_kept_begins_anew(
    db: Store, streams: Streams, ana: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ana.playing()
    old = db.feeds.end(ana.id)
    pipe = db.redis.pipeline()
    for _ in range(script.KEPT_FEED + 200):
        feed = f"chasqui:a:{ana.id}:feed"
        pipe.xadd(feed, {"game": game.id, "rev": 1, "new": 0}, maxlen=script.KEPT_FEED)
    pipe.execute()
    match = play_on(db, game.id, 3)
    for cursor in (old, "99999999999999-0"):
        (reset,) = told(streams, ana, cursor)
        assert reset.kind == "reset"
        assert [(g["game"], g["rev"]) for g in reset.body["games"]] == [(game.id, match.rev)]
        assert told(streams, ana, reset.id) == []


def test_an_end_and_a_seat_left_are_told(db: Store, streams: Streams, ana: Owner) -> None:
    game = ana.playing()
    waiting = ana.join(create(db, ["open", "open"], visibility=PRIVATE))
    after = db.feeds.end(ana.id)
    end = play_on(db, game.id, 1000)
    wish(db, db.games.load(waiting.id), seating.leave, 0)
    wish(db, db.games.load(waiting.id), seating.take, 0, Chair("bot:random"))
    *_, over, left = told(streams, ana, after)
    assert [entry["kind"] for entry in over.body["entries"]] == ["turn", "end"]
    assert over.body["summary"]["result"] is not None
    assert (over.rev, over.body["your_turn"]) == (end.rev, False)
    assert left.body == {"id": left.id, "kind": "left", "game": waiting.id, "rev": 2}


def test_who_creates_games_follows_them(db: Store, streams: Streams, server: Server) -> None:
    app = create_app(Settings(redis_url=server.url, stream_url=f"http://{streams.address}"))
    with serving(app) as url, httpx.Client(base_url=url, follow_redirects=True) as client:
        token = client.post("/v1/accounts").json()["token"]
        auth = {"Authorization": f"Bearer {token}", "Accept": JSON}
        begin = client.get("/v1/me/events", headers=auth).json()
        assert [e["kind"] for e in begin["events"]] == ["snapshot"]
        body = {"ruleset": "tzolkin", "seats": seated("user", "user")}
        made = client.post("/v1/games", json=body, headers=auth).json()
        last = {**auth, "Last-Event-ID": begin["after"]}
        page = client.get("/v1/me/events", headers=last).json()
        (moved,) = page["events"]
        assert (moved["game"], moved["entries"], moved["seat"]) == (made["id"], [], None)
        there = client.get("/v1/me/events", headers=auth, follow_redirects=False)
        place = there.headers["Location"]
        assert httpx.get(place, headers={"Accept": JSON}).status_code == 200
        assert httpx.get(place, headers={"Accept": JSON}).json()["code"] == "unauthorized"


def test_a_stream_ends_with_its_token(db: Store, streams: Streams, ana: Owner) -> None:
    ticket = db.tickets.issue_to(ana.account())
    with streams.open(ME, SSE, ana.token) as stream:
        assert next(stream).kind == "snapshot"
        ana.revoke()
        assert list(stream) == []
    assert streams.get(ME, JSON, ana.token).status_code == 401
    assert streams.get(ME, JSON, ticket=ticket).status_code == 401


def test_what_moves_while_games_are_read_is_told_once(
    db: Store, ana: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ana.playing()
    reader = account_feed.AccountFeed(db)
    summaries, moves = db.games.summaries, iter([1, 1])

    def meanwhile(ids: list[str]) -> list[Match]:
        found = summaries(ids)
        if next(moves, None):
            play_on(db, game.id, 1)
        return found

    monkeypatch.setattr(db.games, "summaries", meanwhile)
    page = reader.read(account_feed.Owner(ana.id, token_id(fingerprint(ana.token)), "en"), None)
    assert page.cursor == db.feeds.end(ana.id)
    assert f'"rev":{db.games.load(game.id).rev}'.encode() in page.messages[0].body


@pytest.mark.parametrize(
    ("query", "headers", "status", "code"),
    [
        ("after=5", {}, 422, "invalid-request"),
        ("after=5-x", {}, 422, "invalid-request"),
        ("wait=100", {}, 422, "invalid-request"),
        ("", {"Last-Event-ID": "17"}, 422, "invalid-request"),
        ("", {"Authorization": "Bearer acct_nobody.x"}, 401, "unauthorized"),
        ("", {"Authorization": "Bearer game.seat"}, 401, "unauthorized"),
        ("ticket=no", {}, 401, "unauthorized"),
    ],
)
def test_what_is_wrong_is_told(
    streams: Streams, ana: Owner, query: str, headers: Json, status: int, code: str
) -> None:
    sent = {"Authorization": f"Bearer {ana.token}", **headers}
    answer = httpx.get(f"{streams.url(ME)}?{query}", headers=sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("by_ticket", [True, False])
@pytest.mark.parametrize("visibility", [PRIVATE, PUBLIC])
def test_a_revoked_token_ends_the_streams_of_single_games_too(
    db: Store, streams: Streams, ana: Owner, by_ticket: bool, visibility: str
) -> None:
    """A stolen token must stop working when it is revoked, whether anything moves or not."""
    game = ana.join(create(db, PAIR, visibility=visibility))
    account = ana.account()
    ticket = {"ticket": db.tickets.issue(game, 1, account)} if by_ticket else {}
    token = "" if by_ticket else ana.token
    late = [db.tickets.issue(game, 1, account, lasting) for lasting in (False, True)]
    with streams.open(game.id, token=token, after=game.rev - 1, **ticket) as stream:
        assert next(stream).body["game"]["you"] == 1
        ana.revoke()
        assert list(stream) == []
    assert [streams.get(game.id, ticket=each).status_code for each in late] == [401, 401]


def test_a_game_of_rules_that_are_not_here_any_more_stops_no_stream(
    db: Store, ana: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither does it stop webhooks, which read the same."""
    game = ana.playing()
    play_on(db, game.id, 10_000)
    assert db.games.load(game.id).over
    other = ana.playing()
    known, feed = all_titles(), account_feed.AccountFeed(db)
    viewer = account_feed.Owner(ana.id, token_id(fingerprint(ana.token)), "en")
    before = [each.id for each in feed.read(viewer, "0-0").messages]
    lost = {title: rules for title, rules in known.items() if title != game.head.title}
    monkeypatch.setattr("games.find", lost.__getitem__)
    monkeypatch.setattr(snapshots, "_cache", snapshots.Snapshots())
    page = feed.read(viewer, "0-0")
    assert [each.id for each in page.messages] == before
    ends = [responses.decode(each.body) for each in page.messages]
    assert [e["entries"][-1]["kind"] for e in ends if e["game"] == game.id][-1] == "end"
    assert ends[-1]["game"] == other.id
