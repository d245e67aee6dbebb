"""Event streams by the real stream process: nothing lost, nothing doubled, nothing betrayed."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from random import Random
from threading import Event, Thread, Timer
from typing import Any

import httpx
import pytest

from match import pauses, seating, undo
from match.chairs import Chair
from match.match import Match
from match.tables import table_of
from match.words import PRIVATE
from service.streams.connection import HEARTBEAT, Connection, as_ndjson, as_sse
from service.streams.game_feed import GameFeed, Viewer
from service.streams.hub import Hub
from store import Store
from store.commits import play_turn, retract
from store.connection import RedisError, listen
from tests.service.streaming import (
    JSON,
    NDJSON,
    SSE,
    Message,
    Streams,
    durable_server,
    store_of,
    streams_of,
)
from tests.service.table import events_of
from tests.wishes import answer_undo, wish, withdraw_undo
from tests.workers.processes import LIMIT, Server, wait_until
from tests.workers.tables import create, play_person, token_of

PEOPLE = ["person", "person"]


server = pytest.fixture(scope="module")(durable_server)
db = pytest.fixture(scope="module")(store_of)
streams = pytest.fixture(scope="module")(streams_of)


def play_on(db: Store, game_id: str, count: int, seed: int = 1) -> Match:
    """Play a number of turns, or to the end of the game."""
    rng, match = Random(seed), db.games.load(game_id)
    for _ in range(count):
        if not match.over:
            match = play_person(db, game_id, rng)
    return match


def take_back(db: Store, match: Match) -> Match:
    """Retract the turn that was played last."""
    seat = db.games.entries(match, match.rev - 1)[0].seat
    return retract(db.games, match.id, seat, match.rev - 1, match.rev)


def collect(stream: Iterator[Message], upto: int) -> list[Message]:
    """Messages up to the one of this revision."""
    found: list[Message] = []
    while not found or found[-1].rev < upto:
        found.append(next(stream))
    return found


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_stream_begins_with_a_snapshot_and_goes_on(
    db: Store, streams: Streams, accept: str
) -> None:
    game = play_on(db, create(db, PEOPLE).id, 3)
    with streams.open(game.id, accept) as stream:
        first = next(stream)
        assert (first.rev, first.kind) == (3, "snapshot")
        assert first.body["game"]["rev"] == 3
        for rev in (4, 5, 6):
            now = play_on(db, game.id, 1, rev)
            (message,) = collect(stream, rev)
            assert message.kind == "turn"
            assert events_of(message.body)
            assert message.body["game"]["awaited"][0]["seat"] == now.position.awaited[0].seat


def test_every_kind_of_entry_is_told(db: Store, streams: Streams) -> None:
    game = create(db, ["person", "person", "open"])
    with streams.open(game.id, after=0) as stream:
        wish(db, db.games.load(game.id), seating.take, None, Chair("bot:random"))
        assert next(stream).body["holder"] == "bot:random"
        match = play_on(db, game.id, 1)
        assert next(stream).kind == "turn"
        wish(db, match, undo.ask, 0, 1)
        assert next(stream).body["back_to"] == 1
        answer_undo(db, db.games.load(game.id), 1, agree=True)
        assert next(stream).body["agree"] is True
        withdraw_undo(db, db.games.load(game.id), 0)
        assert next(stream).kind == "undo-withdrawn"
        retract(db.games, game.id, 0, 1, 5)
        message = next(stream)
        assert (message.rev, message.kind, message.body["back_to"]) == (6, "retracted", 1)
        wish(db, db.games.load(game.id), pauses.pause, 0)
        message = next(stream)
        assert (message.kind, message.body["why"]) == ("clock", "pause")
        assert message.body["text"] == "Seat 1 wants a pause."


LAST = 39


def read_some(streams: Streams, rng: Random, game_id: str, after: int) -> list[Message]:
    """Return a few messages after a revision, in a form and by a cursor chosen at random."""
    accept = rng.choice([SSE, NDJSON, JSON])
    cursor: dict[str, Any] = rng.choice([{"last": after}, {"after": after}])
    if accept == JSON:
        events = streams.get(game_id, JSON, wait=30, **cursor).json()["events"]
        return [Message(e["rev"], e["kind"], e) for e in events]
    with streams.open(game_id, accept, **cursor) as stream:
        return collect(stream, min(LAST, after + rng.randint(1, 6)))


@pytest.mark.parametrize("seed", range(3))
def test_a_client_cut_off_again_and_again_gets_each_entry_once(
    db: Store, streams: Streams, seed: int
) -> None:
    game, rng = create(db, PEOPLE), Random(seed)

    def play() -> None:
        for number in range(12):
            match = play_on(db, game.id, 3, number)
            if number % 4 == 3:
                take_back(db, match)

    player = Thread(target=play)
    player.start()
    got: list[Message] = []
    while (after := got[-1].rev if got else 0) < LAST:
        got += read_some(streams, rng, game.id, after)
    player.join()
    assert [message.rev for message in got] == list(range(1, LAST + 1))
    kinds = [entry.kind for entry in db.games.entries(db.games.load(game.id))]
    assert [message.kind for message in got] == kinds


def test_a_cursor_from_the_future_gets_a_snapshot(db: Store, streams: Streams) -> None:
    game = play_on(db, create(db, PEOPLE).id, 2)
    events = streams.get(game.id, after=7).json()["events"]
    assert [(e["kind"], e["rev"]) for e in events] == [("snapshot", 2)]


def test_a_long_backlog_comes_in_pages(db: Store, streams: Streams) -> None:
    game = play_on(db, create(db, ["person"] * 4).id, 1000)
    first = streams.get(game.id, after=0).json()
    assert first["more"]
    rest = streams.get(game.id, after=first["rev"]).json()
    assert not rest["more"]
    revs = [event["rev"] for event in first["events"] + rest["events"]]
    assert revs == list(range(1, game.rev + 1))


def test_a_poll_waits_for_the_next_entry(db: Store, streams: Streams) -> None:
    game = play_on(db, create(db, PEOPLE).id, 2)
    assert streams.get(game.id, after=2, wait=0).json() == {"rev": 2, "more": False, "events": []}
    got: list[httpx.Response] = []
    poll = Thread(target=lambda: got.append(streams.get(game.id, after=2, wait=60)))
    poll.start()
    wait_until(lambda: httpx.get(f"http://{streams.address}/healthz").json()["streams"], "it")
    play_on(db, game.id, 1)
    poll.join()
    assert [event["rev"] for event in got[0].json()["events"]] == [3]


def test_a_stream_ends_with_the_game(db: Store, streams: Streams) -> None:
    game = create(db, PEOPLE)
    with streams.open(game.id, after=0) as stream, streams.open(game.id, NDJSON) as other:
        end = play_on(db, game.id, 1000)
        *_, last = stream
        assert (last.rev, last.kind) == (end.rev, "end")
        assert last.body["game"]["status"] == "over"
        assert list(other)[-1].kind == "end"
    assert streams.get(game.id, SSE, last=end.rev).status_code == 204
    assert streams.get(game.id, NDJSON, last=end.rev).content.strip() == b""
    assert streams.get(game.id, JSON, last=end.rev, wait=60).json()["events"] == []


def test_everybody_hears_it(db: Store, streams: Streams) -> None:
    game = create(db, PEOPLE)
    with ExitStack() as stack:
        listeners = [stack.enter_context(streams.open(game.id)) for _ in range(50)]
        for stream in listeners:
            assert next(stream).kind == "snapshot"
        play_on(db, game.id, 2)
        bodies = {tuple(str(m.body) for m in collect(s, 2)) for s in listeners}
        assert len({body[-1] for body in bodies}) == 1


def test_a_crowd_that_comes_at_once_is_let_in(db: Store, streams: Streams) -> None:
    game = play_on(db, create(db, PEOPLE).id, 2)
    url = f"http://{streams.address}/v1/games/{game.id}/events?after=0"

    async def come() -> list[httpx.Response]:
        # Each comes by a connection of its own: one kept alive may just be closing.
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        async with httpx.AsyncClient(limits=limits, timeout=LIMIT) as client:
            asked = [client.get(url, headers={"Accept": JSON}) for _ in range(300)]
            return list(await asyncio.gather(*asked))

    assert {answer.status_code for answer in asyncio.run(come())} == {200}


def test_a_secret_is_told_to_its_seat_only(db: Store, streams: Streams) -> None:
    game = create(db, PEOPLE)
    match = play_on(db, game.id, 1)
    (entry,) = db.games.entries(match)
    (secret,) = entry.posted
    for token, knows in [("", False), (token_of(game.id, 0), True), (token_of(game.id, 1), False)]:
        told = [
            streams.get(game.id, JSON, token, after=0).text,
            streams.get(game.id, JSON, token).text,
        ]
        assert (f'"step":"{secret}"' in told[0]) == knows
        assert (secret in told[0] + told[1]) == knows
    own = streams.get(game.id, JSON, token_of(game.id, 1)).json()["events"][0]["game"]
    assert own["you"] == 1
    assert own["choices"]["options"]


def test_two_worlds_that_differ_in_a_secret_sound_the_same(db: Store, streams: Streams) -> None:
    told = []
    for choice in (0, -1):
        db.redis.flushall()
        game = create(db, PEOPLE, game_id="twoworlds")
        play_turn(db.games, game, 0, [table_of(game).decision(0).options[choice].id])
        answers = [
            streams.get(game.id, JSON, token, **cursor).text
            for token in ("", token_of(game.id, 1))
            for cursor in ({"after": 0}, {})
        ]
        told.append([re.sub(r'"[0-9T:.-]+Z"', '"then"', answer) for answer in answers])
    assert told[0] == told[1]


def test_a_ticket_stands_for_a_token_once(db: Store, streams: Streams) -> None:
    game, other = create(db, PEOPLE, visibility=PRIVATE), create(db, PEOPLE)
    assert streams.get(game.id).status_code == 401
    ticket = db.tickets.issue(game, 1)
    answer = streams.get(game.id, ticket=ticket)
    assert answer.json()["events"][0]["game"]["you"] == 1
    again = streams.get(game.id, ticket=ticket)
    assert (again.status_code, again.json()["code"]) == (401, "unauthorized")
    assert streams.get(other.id, ticket=db.tickets.issue(game, 0)).status_code == 401
    watching = streams.get(game.id, ticket=db.tickets.issue(game, None))
    assert watching.json()["events"][0]["game"]["you"] is None


def test_who_leaves_the_seat_is_sent_away(db: Store, streams: Streams) -> None:
    game = create(db, ["person", "open"])
    with streams.open(game.id, token=token_of(game.id, 0), after=0) as stream:
        wish(db, db.games.load(game.id), seating.leave, 0)
        assert [message.kind for message in stream] == ["seat"]
    assert streams.get(game.id, token=token_of(game.id, 0)).status_code == 401


@pytest.mark.parametrize("seat", [1, 2])
def test_who_sat_after_a_closed_seat_sees_no_other_seat(
    db: Store, streams: Streams, seat: int
) -> None:
    game = create(db, ["open", "person", "person", "open"])
    with streams.open(game.id, token=token_of(game.id, seat), after=0) as stream:
        wish(db, db.games.load(game.id), seating.close, 0)
        (message,) = stream
    assert (message.kind, message.body["game"]["you"]) == ("seat", None)
    again = streams.get(game.id, token=token_of(game.id, seat)).json()
    assert again["events"][0]["game"]["you"] == seat - 1


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"),
    [
        ("{game}/events?after=x", {}, 422, "invalid-request"),
        ("{game}/events?after=-1", {}, 422, "invalid-request"),
        ("{game}/events?wait=100", {}, 422, "invalid-request"),
        ("{game}/events?since=1", {}, 422, "invalid-request"),
        ("{game}/events", {"Last-Event-ID": "abc"}, 422, "invalid-request"),
        ("{game}/events", {"Authorization": "Bearer no"}, 401, "unauthorized"),
        ("{game}/events", {"Authorization": "Basic no"}, 401, "unauthorized"),
        ("{game}/events?ticket=no", {}, 401, "unauthorized"),
        ("nothing/events", {}, 404, "not-found"),
        ("{game}/nothing", {}, 404, "not-found"),
    ],
)
def test_what_is_wrong_is_told(
    db: Store, streams: Streams, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    game = create(db, PEOPLE)
    url = f"http://{streams.address}/v1/games/{path.format(game=game.id)}"
    answer = httpx.get(url, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.usefixtures("streams")
@pytest.mark.parametrize(("form", "silence"), [(as_sse, b": still here\n\n"), (as_ndjson, b"\n")])
def test_a_silence_is_broken(
    db: Store, server: Server, monkeypatch: pytest.MonkeyPatch, form: Any, silence: bytes
) -> None:
    assert HEARTBEAT == 15, "seconds"
    monkeypatch.setattr("service.streams.connection.HEARTBEAT", 0.01)
    game = create(db, PEOPLE)
    hub = Hub(lambda: listen(server.url))
    client = Connection(hub, GameFeed(db), Viewer(game.id, None, "en"), 0, None)
    chunks = form(client.follow())
    next(chunks)
    assert silence in [next(chunks) for _ in range(3)]
    assert len(hub) == 1
    chunks.close()
    assert len(hub) == 0


def test_a_listener_that_fails_is_listened_to_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("service.streams.hub.time.sleep", lambda _: None)
    starts: list[int] = []

    def fail_once() -> Iterator[str | None]:
        starts.append(1)
        if len(starts) == 1:
            raise ValueError("what it heard makes no sense")
        yield "some-game"
        Event().wait()

    with Hub(fail_once).watch("some-game") as watcher:
        assert watcher.wait(LIMIT)
    assert "listening again" in caplog.text


def test_a_server_that_hangs_is_left_and_found_again(
    db: Store, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.connection.PING_SECONDS", 0.05)
    monkeypatch.setattr("store.connection.RETRY_SECONDS", 0.05)
    told = listen(server.url)
    assert next(told) is None
    play_on(db, (first := create(db, PEOPLE)).id, 1)
    assert next(told) == first.id
    server.process.send_signal(signal.SIGSTOP)
    Timer(1, server.process.send_signal, [signal.SIGCONT]).start()
    assert next(told) is None
    play_on(db, (second := create(db, PEOPLE)).id, 1)
    assert second.id in told
    told.close()


def test_a_stream_outlives_the_server(db: Store, server: Server, streams: Streams) -> None:
    game = create(db, PEOPLE)
    with streams.open(game.id, after=0) as stream:
        play_on(db, game.id, 2)
        got = collect(stream, 2)
        server.kill()
        server.start()
        wait_until(lambda: _plays_again(db, game.id), "the first turn after the restart")
        play_on(db, game.id, 2)
        got += collect(stream, 5)
    assert [message.rev for message in got] == [1, 2, 3, 4, 5]


def _plays_again(db: Store, game_id: str) -> bool:
    """Return whether a turn could be played; a connection from before the restart fails once."""
    try:
        return bool(play_on(db, game_id, 1))
    except RedisError:
        return False


def stream_until_cut(stream: Iterator[Message]) -> Iterator[Message]:
    """Return the messages before the connection breaks."""
    with suppress(httpx.TransportError):
        yield from stream


def test_a_client_goes_on_after_the_stream_process_was_killed(db: Store, streams: Streams) -> None:
    game = create(db, PEOPLE)
    with streams.open(game.id, after=0) as stream:
        play_on(db, game.id, 2)
        got = collect(stream, 2)
        streams.kill()
        assert not list(stream_until_cut(stream))
    play_on(db, game.id, 2)
    with streams.open(game.id, last=got[-1].rev) as stream:
        got += collect(stream, 4)
    assert [message.rev for message in got] == [1, 2, 3, 4]
