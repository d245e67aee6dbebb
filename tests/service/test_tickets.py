"""Tickets: an EventSource follows as a seat or an account, and reconnects to its one address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from match import seating
from match.match import Match
from match.words import PRIVATE
from service import create_app
from service.processes.settings import Settings
from service.streams import asides
from service.streams.asides import EVERY
from service.streams.connection import HEARTBEAT, Connection, as_sse
from service.streams.game_feed import GameFeed, Viewer
from service.streams.hub import Hub
from store import Store, keys
from store.connection import listen
from store.tickets import BEAT, SECONDS
from tests.conftest import serving
from tests.service import conformance
from tests.service.streaming import (
    JSON,
    SSE,
    Message,
    Streams,
    durable_server,
    read,
    store_of,
    streams_of,
)
from tests.service.table import problem, seated
from tests.service.test_accounts import account, auth, new_token
from tests.service.test_stream import play_on
from tests.wishes import wish
from tests.workers.processes import LIMIT, Server
from tests.workers.tables import create, token_of

PAGE = {"Origin": "https://games.example.org"}
"""What a browser sends for a page on another origin."""

server = pytest.fixture(scope="module")(durable_server)
db = pytest.fixture(scope="module")(store_of)
streams = pytest.fixture(scope="module")(streams_of)


@pytest.fixture(scope="module")
def web(server: Server, streams: Streams) -> Iterator[str]:
    """Yield the address of a web process that knows the stream process."""
    app = create_app(Settings(redis_url=server.url, stream_url=f"http://{streams.address}"))
    with serving(app) as url:
        yield url


@pytest.fixture
def client(web: str, toy: object) -> Iterator[httpx.Client]:
    """Yield a client whose answers are checked against the specification."""
    with httpx.Client(base_url=web, event_hooks={"response": [conformance.check]}) as each:
        yield each


class EventSource:
    """What a browser's EventSource does: one address, no token, the id of the last message."""

    def __init__(self, url: str) -> None:
        self.url, self.last = url, ""
        self.messages: list[Message] = []

    @contextmanager
    def connect(self) -> Iterator[Iterator[Message]]:
        """Yield the messages of one connection."""
        headers = {**PAGE, "Accept": SSE, "Cache-Control": "no-store"}
        headers |= {"Last-Event-ID": self.last} if self.last else {}
        with httpx.stream("GET", self.url, headers=headers, timeout=LIMIT) as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            assert answer.status_code == 200, answer.read()
            assert answer.headers["Content-Type"].startswith(SSE)
            yield self._read(answer)

    def _read(self, answer: httpx.Response) -> Iterator[Message]:
        for message in read(answer.iter_lines(), SSE):
            self.last = message.id
            self.messages.append(message)
            yield message

    def status(self) -> int:
        """Return the status of one more connection, which a browser stays away after unless 200."""
        headers = {**PAGE, "Accept": SSE}
        with httpx.stream("GET", self.url, headers=headers, timeout=LIMIT) as answer:
            return answer.status_code


def ticket_of(client: httpx.Client, path: str, token: str) -> dict[str, Any]:
    """Return a ticket for the stream of a game or an account."""
    answer = client.post(f"{path}/tickets", headers=auth(token) if token else {})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    found: dict[str, Any] = answer.json()
    return found


def source(client: httpx.Client, game: Match, seat: int) -> EventSource:
    """Return the EventSource of a seat."""
    return EventSource(ticket_of(client, f"/v1/games/{game.id}", token_of(game.id, seat))["url"])


def test_an_event_source_follows_a_seat_and_reconnects(
    client: httpx.Client, db: Store, streams: Streams
) -> None:
    game = create(db, ["person", "person"], visibility=PRIVATE)
    browser = source(client, game, 1)
    for cut in range(4):
        with browser.connect() as messages:
            if cut == 0:
                assert next(messages).body["game"]["you"] == 1
            rev = play_on(db, game.id, 3, cut).rev
            while int(browser.last) < rev:
                next(messages)
        if cut == 1:
            streams.kill()
        play_on(db, game.id, 1, cut)
    told = [message.rev for message in browser.messages]
    assert told == list(range(db.games.load(game.id).rev))
    assert browser.messages[-1].body["game"]["you"] == 1


def test_an_event_source_follows_an_account(client: httpx.Client, db: Store) -> None:
    ana = account(client)
    browser = EventSource(ticket_of(client, "/v1/me", new_token(client, ana, "read"))["url"])
    wanted = {"ruleset": "tzolkin", "seats": seated("me", "user")}
    made: list[str] = []
    for _ in range(3):
        with browser.connect() as messages:
            if not made:
                assert next(messages).kind == "snapshot"
            made.append(client.post("/v1/games", json=wanted, headers=auth(ana)).json()["id"])
            next(messages)
    assert [message.body["game"] for message in browser.messages[1:]] == made


def test_an_event_source_of_a_finished_game_is_sent_home(client: httpx.Client, db: Store) -> None:
    game = create(db, ["person", "person"])
    browser = source(client, game, 0)
    with browser.connect() as messages:
        play_on(db, game.id, 1000)
        assert list(messages)[-1].kind == "end"
    browser.url += f"&after={browser.last}"
    assert browser.status() == 204


def test_a_ticket_waits_a_minute_and_lives_with_its_stream(
    client: httpx.Client, db: Store, streams: Streams
) -> None:
    game = create(db, ["person", "person"])
    made = ticket_of(client, f"/v1/games/{game.id}", token_of(game.id, 1))
    name = keys.ticket(made["ticket"])
    assert 0 < db.redis.ttl(name) <= SECONDS
    assert EventSource(made["url"]).status() == 200
    assert SECONDS < db.redis.ttl(name) <= SECONDS + BEAT
    page = streams.get(game.id, JSON, ticket=made["ticket"], after=0, wait=0)
    assert page.status_code == 200
    db.redis.delete(name)  # as when its time is over
    assert EventSource(made["url"]).status() == 401


def test_an_open_stream_renews_its_ticket(
    db: Store, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert max(HEARTBEAT, EVERY) <= BEAT
    assert BEAT * 2 < SECONDS
    monkeypatch.setattr("service.streams.connection.HEARTBEAT", 0.01)
    game = create(db, ["person", "person"])
    ticket = db.tickets.issue(game, None, lasting=True)
    db.redis.expire(keys.ticket(ticket), 5)
    hub, viewer = Hub(lambda: listen(server.url)), Viewer(game.id, None, "en")
    beside = asides.of_game(db, game, viewer, {"ticket": ticket})
    chunks: Any = as_sse(Connection(hub, GameFeed(db), viewer, 0, None, beside).follow())
    for _ in range(4):
        next(chunks)
    assert SECONDS < db.redis.ttl(keys.ticket(ticket)) <= SECONDS + BEAT
    chunks.close()


def test_a_ticket_is_void_when_the_seat_changes_hands(client: httpx.Client, db: Store) -> None:
    game = create(db, ["person", "open"])
    browser = source(client, game, 0)
    with browser.connect() as messages:
        assert next(messages).body["game"]["you"] == 0
        wish(db, db.games.load(game.id), seating.leave, 0)
        (left,) = messages
    assert (left.kind, left.body["game"]["you"]) == ("seat", None)
    assert browser.status() == 401


@pytest.mark.parametrize("path", ["/v1/me", "game"])
def test_a_ticket_is_void_when_its_token_is_revoked(client: httpx.Client, path: str) -> None:
    ana = account(client)
    wanted = {"ruleset": "tzolkin", "seats": seated("me", "user")}
    game = client.post("/v1/games", json=wanted, headers=auth(ana)).json()["id"]
    path = f"/v1/games/{game}" if path == "game" else path
    reader = new_token(client, ana, "read")
    browser, other = (EventSource(ticket_of(client, path, each)["url"]) for each in (reader, ana))
    with browser.connect() as messages:
        assert next(messages).kind == "snapshot"
        (token,) = (
            each["id"]
            for each in client.get("/v1/me/tokens", headers=auth(ana)).json()["tokens"]
            if each["scopes"] == ["read"]
        )
        client.delete(f"/v1/me/tokens/{token}", headers=auth(ana))
        assert list(messages) == []
    assert (browser.status(), other.status()) == (401, 200)


def test_a_ticket_opens_its_stream_and_nothing_else(
    client: httpx.Client, db: Store, streams: Streams
) -> None:
    game, other = (create(db, ["person", "person"], visibility=PRIVATE) for _ in range(2))
    path = f"/v1/games/{game.id}"
    ticket = ticket_of(client, path, token_of(game.id, 1))["ticket"]
    assert streams.get(other.id, ticket=ticket).status_code == 401
    assert streams.get("me", ticket=ticket).status_code == 401
    problem(client.get(path, headers=auth(ticket)), "unauthorized", 401)
    problem(client.post(f"{path}/tickets", headers=auth(ticket)), "unauthorized", 401)
    mine = ticket_of(client, "/v1/me", account(client))["ticket"]
    assert streams.get(game.id, ticket=mine).status_code == 401
    problem(client.get("/v1/me", headers=auth(mine)), "unauthorized", 401)


def test_who_may_watch_may_have_a_ticket(client: httpx.Client, db: Store) -> None:
    public, private = (create(db, ["person"] * 2, visibility=v) for v in ("public", PRIVATE))
    watching = EventSource(ticket_of(client, f"/v1/games/{public.id}", "")["url"])
    with watching.connect() as messages:
        assert next(messages).body["game"]["you"] is None
    problem(client.post(f"/v1/games/{private.id}/tickets"), "unauthorized", 401)


def test_a_page_on_another_origin_may_do_all_of_it(client: httpx.Client, db: Store) -> None:
    """It asks beforehand where it sends a token; an EventSource never does."""
    game = create(db, ["person", "person"])
    path = f"/v1/games/{game.id}"
    asking = {
        **PAGE,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    allowed = client.options(f"{path}/tickets", headers=asking)
    assert (allowed.status_code, allowed.headers["Access-Control-Allow-Origin"]) == (200, "*")
    assert "POST" in allowed.headers["Access-Control-Allow-Methods"]
    assert allowed.headers["Access-Control-Allow-Headers"] == "authorization"
    sent = {**auth(token_of(game.id, 0)), **PAGE}
    made = client.post(f"{path}/tickets", headers=sent)
    assert made.headers["Access-Control-Allow-Origin"] == "*"
    assert EventSource(made.json()["url"]).status() == 200
    # fetch follows the redirect to the stream process; some browsers send the token there too.
    there = client.get(f"{path}/events", headers={**sent, "Accept": JSON})
    assert (there.status_code, there.headers["Access-Control-Allow-Origin"]) == (307, "*")
    place = there.headers["Location"]
    again = httpx.options(place, headers={**asking, "Origin": "null"})
    assert (again.status_code, again.headers["Access-Control-Allow-Origin"]) == (200, "*")
    answer = httpx.get(place, headers={**sent, "Origin": "null", "Accept": JSON})
    assert answer.json()["events"][0]["game"]["you"] == 0
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    void = httpx.get(place, headers={"Origin": "null"})
    assert (void.status_code, void.headers["Access-Control-Allow-Origin"]) == (401, "*")
    assert urlsplit(place).netloc != urlsplit(str(client.base_url)).netloc
