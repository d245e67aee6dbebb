"""gunicorn, started as in the Procfile: its refusals and its shutdown."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from bench.installation import free_ports
from service import web as parts
from service.edge.operation import OPERATIONS, UNREAD, Operation
from service.presentation.problems import STATUS
from store import Store
from tests.conftest import ROOT
from tests.service import recording
from tests.service.ops_fixtures import eventually
from tests.service.table import Table, problem

assert parts.BLUEPRINTS

PROCFILE = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())


def start(kind: str, port: int, **variables: str) -> subprocess.Popen[str]:
    """Return one line of the Procfile, run by a shell as platforms do."""
    program, rest = PROCFILE[kind].split(" ", 1)
    module = "-m gunicorn " if program == "gunicorn" else ""
    line = f"exec {shlex.quote(sys.executable)} {module}{rest}"
    return subprocess.Popen(
        line.replace("0.0.0.0", "127.0.0.1"),
        shell=True,
        cwd=ROOT,
        env={**os.environ, "PORT": str(port), "WEB_WORKERS": "1", **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def running(
    kind: str, redis_url: str, **variables: str
) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Yield a program of the Procfile that serves by now: its port and process."""
    port = free_ports(1)[0]
    variables = {"RATE_LIMITS": "off", "LOG_REQUESTS": "none", **variables}
    process = start(kind, port, REDIS_URL=redis_url, **variables)

    def serves() -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    try:
        assert eventually(serves)
        yield port, process
    finally:
        process.terminate()
        process.communicate(timeout=60)


@pytest.fixture(scope="module")
def port(redis_url: str) -> Iterator[int]:
    """Yield the port of a web process."""
    with running("web", redis_url) as (port, _):
        yield port


@pytest.fixture(scope="module")
def stream_port(redis_url: str) -> Iterator[int]:
    """Yield the port of a stream process."""
    with running("stream", redis_url) as (port, _):
        yield port


def send(port: int, data: bytes) -> tuple[int, dict[str, str], bytes]:
    """Return the status, headers and body that come back for these bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        received = b""
        while chunk := line.recv(65536):
            received += chunk
    head, _, body = received.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = dict(each.split(": ", 1) for each in rest)
    return int(first.split()[1]), {name.lower(): text for name, text in headers.items()}, body


def refused(port: int, data: bytes, code: str, status: int) -> dict[str, Any]:
    """Return the problem with which these bytes are refused, checked for what all have."""
    got, headers, body = send(port, data)
    assert got == status, body
    assert headers["content-type"] == "application/problem+json"
    assert headers["access-control-allow-origin"] == "*"
    assert headers["x-content-type-options"] == "nosniff"
    assert int(headers["content-length"]) == len(body)
    told: dict[str, Any] = json.loads(body)
    assert (told["code"], told["status"]) == (code, status)
    assert urlsplit(told["type"]).path == f"/docs/problems/{code}"
    assert urlsplit(told["type"]).scheme == "http"
    assert told["instance"].startswith("/")
    assert told["request"] == headers["x-request-id"]
    return told


MANY = b"".join(b"X-%d: 1\r\n" % number for number in range(70))
UNREADABLE = {
    "no request line": (b"nonsense\r\n\r\n", "bad-request", 400),
    "no version": (b"GET /\r\n\r\n", "bad-request", 400),
    "a version of tomorrow": (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", "bad-request", 400),
    "a method that is none": (b"G\x01T / HTTP/1.1\r\nHost: x\r\n\r\n", "bad-request", 400),
    "bytes of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "bad-request", 400),
    "a header without a colon": (b"GET / HTTP/1.1\r\nHost\r\n\r\n", "bad-request", 400),
    "a header over two lines": (b"GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n", "bad-request", 400),
    "a coding that is none": (
        b"POST /v1/games HTTP/1.1\r\nTransfer-Encoding: rot13\r\n\r\n",
        "bad-request",
        400,
    ),
    "two lengths": (
        b"POST /v1/games HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "bad-request",
        400,
    ),
    "a length that is none": (
        b"POST /v1/games HTTP/1.1\r\nContent-Length: many\r\n\r\n",
        "bad-request",
        400,
    ),
    "a long line": (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", "uri-too-long", 414),
    "many headers": (b"GET / HTTP/1.1\r\n" + MANY + b"\r\n", "headers-too-large", 431),
    "a long header": (
        b"GET / HTTP/1.1\r\nX: " + b"y" * 9000 + b"\r\n\r\n",
        "headers-too-large",
        431,
    ),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_a_problem_too(port: int, what: str) -> None:
    data, code, status = UNREADABLE[what]
    told = refused(port, data, code, status)
    assert told["detail"]


@pytest.mark.parametrize("code", UNREAD)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_every_operation_is_refused_alike(
    port: int, stream_port: int, operation: Operation, code: str
) -> None:
    """Neither is it asked, nor does an answer depend on which it is."""
    line, head = {
        "bad-request": (b"", b"Host\r\n"),
        "uri-too-long": (b"?x=" + b"x" * 9000, b""),
        "headers-too-large": (b"", MANY),
    }[code]
    asked = f"{operation.method} {re.sub('<.*?>', '1', operation.path)}".encode()
    at = stream_port if operation.name in ("events", "my_events") else port
    status, headers, body = send(at, asked + line + b" HTTP/1.1\r\n" + head + b"\r\n")
    unread = httpx.Request(operation.method, f"http://127.0.0.1:{port}/")
    answer = httpx.Response(status, headers=headers, content=body, request=unread)
    problem(answer, code, STATUS[code])
    recording.problem(operation.name, code, answer)


@pytest.mark.parametrize("what", ["no request line", "a long line", "many headers"])
def test_the_stream_process_refuses_alike(stream_port: int, what: str) -> None:
    refused(stream_port, *UNREADABLE[what])


@pytest.mark.parametrize(
    "body",
    [
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{}XX0\r\n\r\n",
        b"ffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        b"5\r\n{",
    ],
    ids=["no size", "no end", "a size beyond all bounds", "broken off"],
)
def test_broken_chunks_are_a_problem_of_the_clients(port: int, body: bytes) -> None:
    head = b"POST /v1/games HTTP/1.1\r\nContent-Type: application/json\r\n"
    status, headers, answer = send(port, head + b"Transfer-Encoding: chunked\r\n\r\n" + body)
    assert 400 <= status < 500, answer
    assert headers["content-type"] == "application/problem+json"
    assert "this server" not in answer.decode(), "a library's words"


def test_a_body_that_breaks_off_is_a_problem_of_the_clients(port: int) -> None:
    head = (
        b"POST /v1/games HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
    )
    status, headers, answer = send(port, head + b'{"ruleset"')
    assert 400 <= status < 500, answer
    assert headers["content-type"] == "application/problem+json"


def test_chunks_that_break_off_are_called_so(port: int) -> None:
    head = b"POST /v1/games HTTP/1.1\r\nContent-Type: application/json\r\n"
    data = head + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{"
    told = refused(port, data, "bad-request", 400)
    assert told["detail"].endswith("the body is not complete.")


ODD = [
    "/../../etc/passwd",
    "/docs/../../../../etc/passwd",
    "/docs/..%2f..%2f..%2fetc%2fpasswd",
    "/docs/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/docs/....//....//etc/passwd",
    "/play/..%2f..%2fconfig.py",
    "/play/%2e%2e/config.py",
    "/docs//etc/passwd",
    "/docs/problems/../../config.py",
    "/v1/rulesets/..%2f..%2fREADME.md",
    "/v1/games/%00",
    "/v1/games/%ff%fe",
    "/v1/games/a%0d%0aX-Injected:%20yes",
    "/v1/games/%F0%9F%8E%B2",
    "/v1/games/" + "x" * 5000,
    "/v1/games?cursor=%00%ff&limit=%ff",
    "/v1/games?" + "&".join(f"a{n}=1" for n in range(900)),
    "/v1/jobs/%C0%80",
    "//v1/games",
    "/v1//games",
    "/v1/games/;/x",
    "/%",
    "/%zz",
    "*",
    "http://elsewhere.example/v1/games",
]


@pytest.mark.parametrize("address", ODD, ids=lambda each: each[:40])
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS", "DELETE", "PUT", "PATCH"])
def test_no_odd_address_is_our_failure(port: int, address: str, method: str) -> None:
    data = f"{method} {address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    status, headers, body = send(port, data)
    assert status < 500, body
    assert "x-injected" not in headers
    assert b"root:" not in body
    assert b"SettingsError" not in body
    if status >= 400:
        assert headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "header",
    [
        "Authorization: Bearer \xff\xfe",
        "Authorization: \x80",
        "Accept-Language: \xff;q=nan, *;q=-1",
        "Accept: \xff/\xff;q=x",
        'If-None-Match: "\xff',
        "If-Match: \xb2",
        "Prefer: wait=\xb2\xb3; return",
        "X-Request-Id: \xff\xff",
        "Idempotency-Key: \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        "Last-Event-ID: \xb9",
        "Content-Type: application/json; charset=\xff",
        "Access-Control-Request-Headers: \xff\x80",
        "X-Forwarded-For: \xff",
        "Host: \xff\xff",
        "Host: a b",
        "Range: bytes=\xff-",
    ],
)
@pytest.mark.parametrize(
    "request_line",
    ["GET /v1/games/x", "GET /v1/games/x/events", "POST /v1/games", "OPTIONS /docs/"],
)
def test_no_odd_header_is_our_failure(port: int, header: str, request_line: str) -> None:
    head = f"{request_line} HTTP/1.1\r\nConnection: close\r\n{header}\r\n\r\n"
    status, headers, body = send(port, head.encode("latin-1"))
    assert status < 500, body
    if status >= 400:
        assert headers["content-type"] == "application/problem+json"


def test_the_server_does_not_tell_its_version(port: int) -> None:
    _, headers, _ = send(port, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert not any(sign.isdigit() for sign in headers.get("server", ""))


def test_head_is_get_without_a_body(port: int) -> None:
    for path in ("/v1/rulesets", "/docs/", "/openapi.json", "/healthz", "/v1/games/nosuchgame"):
        request = f"{{}} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: a\r\n\r\n"
        got = send(port, request.format("GET").encode())
        head = send(port, request.format("HEAD").encode())
        assert (head[0], head[2]) == (got[0], b"")
        assert {**head[1], "date": ""} == {**got[1], "date": ""}


def test_options_tells_the_methods(port: int) -> None:
    status, headers, _ = send(
        port, b"OPTIONS /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    )
    assert status == 200
    assert headers["allow"] == "GET, HEAD, OPTIONS, POST"


@pytest.mark.parametrize(
    "half",
    [
        b"GET /v1/games HTTP/1.1\r\nHost: x\r\n",
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{",
    ],
    ids=["half a head", "half a body"],
)
def test_half_requests_hold_nobody_up_for_long(redis_url: str, db: Store, half: bytes) -> None:
    """As many slow requests as threads: each is dropped, and the next client is served."""
    with running("web", redis_url, READ_SECONDS="1", WEB_THREADS="2") as (port, _):
        held = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(2)]
        for line in held:
            line.sendall(half)
        assert httpx.get(f"http://127.0.0.1:{port}/v1/rulesets", timeout=60).status_code == 200
        for line in held:
            answer = line.recv(65536)
            assert not answer or b" 400 " in answer.split(b"\r\n")[0], answer
            line.close()


def test_requests_in_flight_are_answered_before_the_end(
    redis_url: str, db: Store, client: httpx.Client
) -> None:
    """They wait for jobs without a worker; the signal comes when all of them wait."""
    with running("web", redis_url, WEB_THREADS="48") as (port, process):
        table = Table(client, ruleset="tzolkin", seats=["user", "user"])

        def wait() -> httpx.Response:
            url = f"http://127.0.0.1:{port}{table.path}/replays"
            headers = {**table.auth(0), "Prefer": "wait=4"}
            return httpx.post(url, json={}, headers=headers, timeout=60)

        with ThreadPoolExecutor(6) as threads:
            waiting = [threads.submit(wait) for _ in range(6)]
            assert eventually(lambda: db.redis.zcard("chasqui:replays-due") == 6)
            process.send_signal(signal.SIGTERM)
            answers = [each.result() for each in waiting]
        assert [each.status_code for each in answers] == [202] * 6
        assert process.wait(60) == 0


def test_streams_are_told_to_come_back_when_their_process_stops(
    redis_url: str, client: httpx.Client
) -> None:
    table = Table(client)
    with running("stream", redis_url) as (port, process):
        url = f"http://127.0.0.1:{port}{table.path}/events"
        with httpx.stream("GET", url, timeout=60) as answer:
            chunks = answer.iter_text()
            told = next(chunks)
            while "snapshot" not in told:
                told += next(chunks)
            process.send_signal(signal.SIGTERM)
            # It ends as a whole answer does, so that nothing of an event is cut off.
            told += "".join(chunks)
        assert told.rstrip().splitlines()[-1].startswith("retry: ")
        assert process.wait(60) == 0


@pytest.mark.parametrize("kind", ["web", "stream", "worker", "hooks"])
@pytest.mark.parametrize(
    ("variable", "text"), [("LOG_FORMAT", "xml"), ("LOG_LEVEL", "loud"), ("REDIS_URL", "")]
)
def test_a_wrong_variable_is_one_clear_line(kind: str, variable: str, text: str) -> None:
    variables = {"REDIS_URL": "unix:///nowhere/redis.sock", variable: text}
    process = start(kind, free_ports(1)[0], **variables)
    said, _ = process.communicate(timeout=60)
    assert process.returncode != 0
    assert said.count("\n") == 1, said
    assert variable in said


def test_a_web_process_leaves_no_folder_behind(redis_url: str, tmp_path: Path) -> None:
    port = free_ports(1)[0]
    process = start("web", port, REDIS_URL=redis_url, TMPDIR=str(tmp_path))
    try:
        assert eventually(lambda: any(tmp_path.glob("chasqui-metrics-*/*.db")))
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert eventually(lambda: not list(tmp_path.glob("chasqui-metrics-*")))
