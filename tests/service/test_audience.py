"""The audience: how many streams may be open, and who is refused."""

from __future__ import annotations

import gc
import socket
from collections.abc import Iterator
from functools import partial
from threading import Event, Thread

import httpx
import pytest
from flask.testing import FlaskClient

from service import create_stream_app
from service.processes.probes import answers
from service.processes.settings import Settings
from service.streams.audience import Audience, Body, NoRoom, Room
from store import Store
from store.words import STREAM
from tests.hooks.receivers import talking
from tests.service.table import Table
from tests.service.test_accounts import account, auth
from tests.workers.processes import wait_until

ROOM = Room(all=6, address=3, anonymous=2)


def full(audience: Audience, address: str, known: bool) -> str:
    """Return which room is used up; empty if there is room."""
    try:
        with audience.join(address, known):
            return ""
    except NoRoom as error:
        return error.full


def test_an_address_has_its_share_with_and_without_a_token() -> None:
    audience = Audience(ROOM)
    held = [audience.join("a", known) for known in (True, True, False)]
    assert full(audience, "a", known=True) == full(audience, "a", known=False) == "address"
    assert full(audience, "b", known=False) == ""
    held.pop().leave()
    assert full(audience, "a", known=True) == ""


def test_anonymous_streams_have_their_share() -> None:
    audience = Audience(ROOM)
    held = [audience.join(address, known=False) for address in "ab"]
    assert full(audience, "c", known=False) == "anonymous"
    held += [audience.join(address, known=True) for address in "cdef"]
    assert full(audience, "g", known=True) == "all"


def test_without_limits_there_is_always_room() -> None:
    audience = Audience(None)
    held = [audience.join("a", known=False) for _ in range(100)]
    assert full(audience, "a", known=False) == ""
    assert len(held) == 100


def test_a_stream_leaves_once_however_it_ends() -> None:
    audience = Audience(Room(1, 1, 1))
    ended = Body(iter([b"x"]), audience.join("a", known=False))
    assert list(ended) == [b"x"]
    ended.close()
    ended.close()
    assert full(audience, "a", known=False) == ""
    forgotten = Body(iter([b"x"]), audience.join("a", known=False))
    assert full(audience, "a", known=False) == "address"
    del forgotten
    gc.collect()
    assert full(audience, "a", known=False) == ""


@pytest.fixture
def streams(redis_url: str) -> Iterator[FlaskClient]:
    """Yield a client of a stream application with one anonymous stream, and two of an address."""
    few = Settings(
        redis_url=redis_url, streams=3, streams_per_address=2, anonymous_streams_percent=34
    )
    app = create_stream_app(few)
    with app.test_client() as client:
        yield client


def test_refused_streams_are_told_why_and_when_to_try_again(
    streams: FlaskClient, client: httpx.Client
) -> None:
    path = Table(client).path + "/events"
    token = auth(account(client))
    first = streams.get(path, buffered=False)
    assert first.status_code == 200
    refused = streams.get(path)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "10")
    assert refused.json is not None
    assert refused.json["code"] == "unavailable"
    assert "without a token" in refused.json["detail"]
    second = streams.get("/v1/me/events", headers=token, buffered=False)
    assert second.status_code == 200
    refused = streams.get("/v1/me/events", headers={**token, "Accept-Language": "ja"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "10")
    assert refused.json is not None
    assert (refused.json["code"], refused.json["params"]["limit"]) == ("rate-limited", 2)
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    third = streams.get("/v1/me/events", headers=token, environ_base=elsewhere, buffered=False)
    assert third.status_code == 200
    for each in (first, second, third):
        each.close()


def test_a_ticket_of_a_spectator_is_anonymous(streams: FlaskClient, client: httpx.Client) -> None:
    table = Table(client)
    ticket = client.post(f"{table.path}/tickets").json()["ticket"]
    first = streams.get(f"{table.path}/events", buffered=False)
    assert streams.get(f"{table.path}/events?ticket={ticket}").status_code == 503
    seat = {"Authorization": f"Bearer {table.tokens[0]}"}
    second = streams.get(f"{table.path}/events", headers=seat, buffered=False)
    assert second.status_code == 200
    first.close()
    second.close()


def test_answers_without_a_body_take_no_room(streams: FlaskClient, client: httpx.Client) -> None:
    path = Table(client).path + "/events"
    for _ in range(5):
        streams.head(path)
        gc.collect()
        assert streams.get(path, headers={"Accept": "application/json"}).status_code == 200


def send(said: bytes, client: socket.socket) -> None:
    client.sendall(said)


def test_a_process_that_accepts_nothing_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert not answers(server.family, server.getsockname(), seconds=0.05)
    for line, right in ((b"200 OK", True), (b"503 No", False)):
        with talking(partial(send, b"HTTP/1.1 " + line + b"\r\n\r\n")) as port:
            assert answers(socket.AF_INET, ("0.0.0.0", port)) == right


def test_a_process_that_does_not_answer_is_missing(db: Store) -> None:
    stop, asked = Event(), Event()

    def broken() -> bool:
        asked.set()
        return False

    beating = Thread(target=db.heartbeats.keep_beating, args=[STREAM, stop, broken], daemon=True)
    beating.start()
    assert asked.wait(5)
    stop.set()
    beating.join()
    assert STREAM in db.heartbeats.missing()
    stop.clear()
    beating = Thread(target=db.heartbeats.keep_beating, args=[STREAM, stop], daemon=True)
    beating.start()
    wait_until(lambda: STREAM not in db.heartbeats.missing(), "the heartbeat")
    stop.set()
    beating.join()
