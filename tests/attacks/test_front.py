"""Our front server for real: a whole game, streams, and slow and silent clients.

Without nginx and openssl on this machine, these tests are skipped.
"""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from bench.installation import Installation
from examples.play_random import Player, play
from tests.attacks import front
from tests.attacks.conftest import Figure, slow_clients
from tests.attacks.front import Front
from tests.attacks.honest import Honest, asking

pytestmark = pytest.mark.skipif(bool(front.missing()), reason=f"needs {front.missing()}")

DENIALS = 20
SETTINGS = {
    "DENIALS_PER_MINUTE": str(DENIALS),
    "TRUSTED_PROXIES": "1",
    "PUBLIC_URL": "https://localhost",
    "STREAMS_PER_ADDRESS": "400",
    "HSTS_SECONDS": "31536000",
    "READS_PER_MINUTE": "100000",
    "CONNECTIONS_PER_ADDRESS": "8",
}
ATTACKS = slow_clients("localhost")
NEW: dict[str, Any] = {"ruleset": "tzolkin", "seats": [{"holder": "user"}, {"holder": "user"}]}


@pytest.fixture(scope="module")
def nginx(site: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Yield our front server before the service."""
    folder: Path = tmp_path_factory.mktemp("nginx")
    with front.serving(site, folder) as found:
        yield found


@pytest.fixture
def client(nginx: Front) -> Iterator[httpx.Client]:
    """Yield a client of the front server."""
    with httpx.Client(base_url=nginx.url, verify=nginx.trust, timeout=30) as made:
        yield made


def test_a_whole_game(client: httpx.Client) -> None:
    assert "turns" in play(client, "tzolkin", ["user", "bot:random"], Random(1))


def test_answers_are_those_of_the_service(client: httpx.Client) -> None:
    """Tags stay strong, answers are compressed once, and the version of nginx is not shown."""
    game = client.post("/v1/games", json=NEW).raise_for_status().json()
    seen = client.get(f"/v1/games/{game['id']}", headers={"Accept-Encoding": "gzip"})
    assert seen.headers["Content-Encoding"] == "gzip"
    assert seen.headers["ETag"] == f'"{game["rev"]}"'
    assert seen.headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert not any(sign.isdigit() for sign in seen.headers["Server"])
    lost = client.get("/v1/games/nosuchgame").json()
    assert lost["type"] == "https://localhost/docs/problems/not-found"


def test_the_service_sees_the_address_of_the_client(client: httpx.Client) -> None:
    """A header of the client does not give it another address for its wrong tokens."""
    answers = [
        client.get(
            "/v1/me",
            headers={
                "Authorization": f"Bearer wrong{number}",
                "X-Forwarded-For": f"192.0.2.{number}",
            },
        ).status_code
        for number in range(3 * DENIALS)
    ]
    assert set(answers) == {401, 429}
    assert client.get("/metrics").status_code == 404


def test_http2_is_offered(nginx: Front) -> None:
    with nginx.connected(protocol="h2") as made:
        assert made.selected_alpn_protocol() == "h2"


def test_plain_http_is_sent_to_https(nginx: Front) -> None:
    sent = httpx.get(f"http://127.0.0.1:{nginx.plain_port}/v1/rulesets?lang=ja")
    assert sent.status_code == 308
    assert sent.headers["Location"] == "https://localhost/v1/rulesets?lang=ja"


def test_other_names_get_no_certificate(nginx: Front) -> None:
    with pytest.raises(ssl.SSLError):
        nginx.connected(name="other.example")


def test_what_only_nginx_sees_is_a_problem_too(client: httpx.Client) -> None:
    told = client.post("/v1/games", content=b"x" * 2_000_000)
    assert (told.status_code, told.json()["code"]) == (413, "too-large")
    assert told.headers["Content-Type"] == "application/problem+json"
    assert told.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_arrives_as_it_is_sent(client: httpx.Client, accept: str) -> None:
    """The turn is played after the stream began, and its entry comes while the stream is open."""
    game = client.post("/v1/games", json=NEW).raise_for_status().json()
    with client.stream("GET", f"/v1/games/{game['id']}/events", headers={"Accept": accept}) as seen:
        lines = (line for line in seen.iter_lines() if line)
        while "snapshot" not in next(lines):
            pass
        seat = client.get(f"/v1/games/{game['id']}").json()["awaited"][0]["seat"]
        token = game["tokens"]["seats"][str(seat)]
        played = Player(client, game["id"], token, Random(1)).answer()
        while f'"rev":{played["rev"]}' not in next(lines).replace(" ", ""):
            pass
        assert not seen.is_closed


@pytest.mark.parametrize("name", ATTACKS)
def test_slow_and_silent_clients_stop_nobody(
    nginx: Front, seconds: float, figure: Figure, name: str
) -> None:
    number, data = ATTACKS[name]
    with ExitStack() as stack:
        for _ in range(number):
            made = stack.enter_context(nginx.connected())
            made.setblocking(False)
            if data:
                made.send(data)
        honest = Honest(nginx.url, "/v1/rulesets", trust=nginx.trust)
        honest.ask()
        honest.seconds.clear()
        with asking(honest, 0.05):
            time.sleep(min(seconds, 1.5) if seconds < 5 else seconds)
    assert honest.seconds
    assert not honest.failures
    figure("honest request, p99", honest.percentile(0.99), 250, "ms")


def test_many_requests_at_once_are_refused_clearly(nginx: Front) -> None:
    """One address may have 300 streams here, if the service itself allows more."""
    game = httpx.post(f"{nginx.url}/v1/games", json=NEW, verify=nginx.trust).json()
    path = f"/v1/games/{game['id']}/events"
    with ExitStack() as stack:
        held = [
            stack.enter_context(
                nginx.connected(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            )
            for _ in range(301)
        ]
        answers = [each.recv(65536) for each in held]
    refused = [each for each in answers if each.startswith(b"HTTP/1.1 429 ")]
    assert len(refused) == 1
    head, _, body = refused[0].partition(b"\r\n\r\n")
    assert b"Retry-After: 5" in head
    assert json.loads(body)["code"] == "rate-limited"
