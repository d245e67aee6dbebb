"""Plain HTTP manners: methods, types, sizes, CORS, request ids, streams, documentation."""

from __future__ import annotations

import gzip
import json
import re
import socket
import tracemalloc
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from clients.tools import read_yaml
from schemas.loading import Invalid, read_json
from service import create_app, create_stream_app
from service.edge.headers import EXPOSED
from service.processes.settings import Settings
from store import Store
from tests.conftest import serving
from tests.service.table import Table, problem, seated


def test_a_wrong_method_is_told_the_right_ones(client: httpx.Client) -> None:
    for path, allowed in [
        ("/v1/games", "GET, HEAD, OPTIONS, POST"),
        ("/v1/games/x/turns", "OPTIONS, POST"),
        ("/v1/jobs/x", "DELETE, GET, HEAD, OPTIONS"),
    ]:
        answer = client.request("PATCH", path)
        problem(answer, "method-not-allowed", 405)
        assert answer.headers["Allow"] == allowed


def test_what_is_nowhere_is_a_problem_too(client: httpx.Client) -> None:
    for path in ("/nowhere", "/v1/games/x/y", "/v1/games/x/states/latest", "/v2/games"):
        assert path in problem(client.get(path), "not-found", 404)["detail"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1,2",
        b'{"steps": ["a"]}}',
        b"\xff",
        b'{"ruleset": "\xff"}',
        b'{"\xff": 1}',
        b"[" * 60_000,
        b'{"a": NaN}',
        b"'rest'",
    ],
)
def test_broken_json_is_refused_as_such(client: httpx.Client, content: bytes) -> None:
    answer = client.post("/v1/games", content=content, headers={"Content-Type": "application/json"})
    problem(answer, "malformed-json", 400)


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        (b'{"ruleset": "toy", "seats": [], "seats": [{"holder": "open"}]}', "/seats"),
        (b'{"ruleset": "toy", "seats": [], "se\\u0061ts": []}', "/seats"),
        (
            b'{"seats": [{}, {"url": "x", "url": "y"}], "undo": {"a": 1, "a": 1}}',
            "/seats/1/url",
        ),
        (b'{"clock": {"kind": "turn", "kind": "turn"}, "ruleset": "toy"}', "/clock/kind"),
        (b'{"n": ' + b"9" * 400 + b', "n": 1}', "/n"),
        (b'{"a":' * 200 + b'{"b":1,"b":2}' + b"}" * 200, "/a" * 200 + "/b"),
    ],
)
def test_a_member_that_is_given_twice_is_named(
    client: httpx.Client, content: bytes, pointer: str
) -> None:
    """It is unknown which of the two was meant."""
    answer = client.post("/v1/games", content=content, headers={"Content-Type": "application/json"})
    told = problem(answer, "invalid-request", 422)
    assert told["errors"] == [
        {"pointer": pointer, "message": "should be given once, and is there twice"}
    ]


def test_to_name_a_member_that_is_given_twice_takes_little_memory() -> None:
    """Above it stands a name of 30 KB, and beside it are ten thousand items."""
    name = "n" * 30_000
    text = f'{{"{name}": [{"{}," * 10_000}{{"a": 1, "a": 2}}]}}'
    tracemalloc.start()
    with pytest.raises(Invalid) as refused:
        read_json(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.value.faults[0].place == f"/{name}/10000/a"
    assert peak < 1000 * len(text)  # a copy of the name for each item would take 5,000 times


def test_a_turn_with_steps_given_twice_is_not_played(client: httpx.Client) -> None:
    table = Table(client)
    step = table.see(0)["choices"]["options"][0]["step"]
    content = json.dumps({"steps": [step]})[:-1] + f', "steps": ["{step}"]}}'
    headers = {**table.auth(0), "If-Match": '"0"', "Content-Type": "application/json"}
    told = problem(
        client.post(f"{table.path}/turns", content=content, headers=headers), "invalid-request", 422
    )
    assert (told["errors"][0]["pointer"], table.rev) == ("/steps", 0)


@pytest.mark.parametrize("content", [b"[]", b"null", b'"x"', b"5", b"true"])
def test_json_that_is_no_object_is_not_valid(client: httpx.Client, content: bytes) -> None:
    answer = client.post("/v1/games", content=content, headers={"Content-Type": "application/json"})
    assert problem(answer, "invalid-request", 422)["errors"][0]["pointer"] == ""


@pytest.mark.parametrize(
    "steps",
    [None, "rest", [], [""], [5], [None], [["rest"]], ["x" * 201], ["rest"] * 201, {"0": "rest"}],
)
def test_steps_are_a_list_of_texts(client: httpx.Client, steps: object) -> None:
    table = Table(client)
    answer = table.post("/turns", 0, {"steps": steps}, If_Match='"0"')
    told = problem(answer, "invalid-request", 422)
    assert told["errors"][0]["pointer"].startswith("/steps")
    assert table.rev == 0


@pytest.mark.parametrize("name", ["Ana\n", "A\nna", "A\u2028na", "A\x85na", "A\x00na", "A\tna"])
def test_a_name_is_on_one_line(client: httpx.Client, name: str) -> None:
    hook = {"holder": "hook", "url": "https://bot.example.org/turn", "name": name}
    for path, body in (
        ("/v1/accounts", {"name": name}),
        ("/v1/games", {"ruleset": "toy", "seats": seated(*["user"] * 3), "name": name}),
        ("/v1/games", {"ruleset": "toy", "seats": seated("user", "user", hook)}),
    ):
        told = problem(client.post(path, json=body), "invalid-request", 422)
        assert told["errors"][0]["message"].startswith("should be on one line")


@pytest.mark.parametrize("clock", ["fast", 5, [], True])
def test_what_is_no_object_is_called_so(client: httpx.Client, clock: object) -> None:
    body = {"ruleset": "toy", "seats": seated(*["user"] * 3), "clock": clock}
    told = problem(client.post("/v1/games", json=body), "invalid-request", 422)
    assert told["errors"] == [{"pointer": "/clock", "message": "should be an object: {…}"}]


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "multipart/form-data", ""])
def test_bodies_are_json(client: httpx.Client, kind: str) -> None:
    answer = client.post("/v1/games", content=b"{}", headers={"Content-Type": kind})
    problem(answer, "unsupported-media-type", 415)


def test_bodies_are_sent_as_they_are(client: httpx.Client) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = client.post("/v1/games", content=gzip.compress(b"{}"), headers=headers)
    assert "gzip" in problem(answer, "unsupported-media-type", 415)["detail"]


def test_a_revision_of_tomorrow_is_called_so(client: httpx.Client) -> None:
    table = Table(client)
    told = problem(table.turn(0, "rest", rev=7), "stale-revision", 412)
    assert "no such revision" in told["detail"]


def test_a_huge_body_is_not_even_read(web: str) -> None:
    """Only the head of the request is sent: the answer does not wait for the rest."""
    host, port = urlsplit(web).hostname, urlsplit(web).port
    with socket.create_connection((host, port or 80), timeout=30) as line:
        line.sendall(
            b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 1000000000\r\n\r\n"
        )
        answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_huge_body_in_chunks_is_refused_too(client: httpx.Client) -> None:
    chunks = (b"x" * 1000 for _ in range(70))
    answer = client.post("/v1/games", content=chunks, headers={"Content-Type": "application/json"})
    problem(answer, "too-large", 413)


def test_a_body_just_under_the_limit_is_read(client: httpx.Client) -> None:
    steps = ["x" * 200] * 200
    table = Table(client)
    told = problem(
        table.post("/turns", 0, {"steps": steps, "y": "z" * 20_000}, If_Match='"0"'),
        "invalid-request",
        422,
    )
    assert [fault["pointer"] for fault in told["errors"]] == ["/y"]


def test_a_request_keeps_the_id_it_came_with(client: httpx.Client) -> None:
    kept = client.get("/nowhere", headers={"X-Request-Id": "trace-17"})
    assert kept.headers["X-Request-Id"] == kept.json()["request"] == "trace-17"
    own = client.get("/nowhere", headers={"X-Request-Id": "a b<c>"})
    assert re.fullmatch("[0-9a-f]{16}", own.headers["X-Request-Id"])


def test_a_problem_names_its_page_and_its_place(client: httpx.Client) -> None:
    told = client.get("/v1/games/nösuch game?as=1").json()
    assert told["type"] == f"{client.base_url}/docs/problems/not-found"
    assert told["instance"] == "/v1/games/n%C3%B6such%20game"
    assert client.get(told["type"]).status_code == 200
    assert client.get(told["instance"]).status_code == 404
    proxied = client.get("/nowhere", headers={"Host": "games.example.org:8443"}).json()
    assert proxied["type"] == "http://games.example.org:8443/docs/problems/not-found"
    odd = client.get("/nowhere", headers={"Host": "a b"}).json()
    assert odd["type"] == "http://127.0.0.1:8000/docs/problems/not-found"


def test_the_operator_may_name_the_public_address(redis_url: str) -> None:
    settings = Settings(redis_url=redis_url, public_url="https://games.example.org")
    for make in (create_app, create_stream_app):
        with serving(make(settings)) as site:
            told = httpx.get(f"{site}/nowhere").json()
            assert told["type"] == "https://games.example.org/docs/problems/not-found"


def test_a_stream_process_names_the_pages_of_the_other(redis_url: str) -> None:
    with serving(create_stream_app(Settings(redis_url=redis_url, port=8123))) as site:
        told = httpx.get(f"{site}/nowhere").json()
        assert told["type"] == "http://127.0.0.1:8123/docs/problems/not-found"


def test_any_page_may_use_the_service(client: httpx.Client) -> None:
    table = Table(client)
    answer = table.get(headers={"Origin": "https://example.org"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Expose-Headers"] == EXPOSED
    for header in ("ETag", "Link", "Location", "Retry-After"):
        assert header in EXPOSED
    asked = {
        "Origin": "https://example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, if-match",
    }
    may = client.options(f"{table.path}/turns", headers=asked)
    assert may.status_code == 200
    assert may.headers["Access-Control-Allow-Headers"] == "authorization, if-match"
    assert "POST" in may.headers["Access-Control-Allow-Methods"]
    failed = client.get("/v1/games/nosuchgame", headers={"Origin": "https://example.org"})
    assert failed.headers["Access-Control-Allow-Origin"] == "*"
    assert "Set-Cookie" not in answer.headers


def test_answers_depend_on_who_asks_and_in_which_language(client: httpx.Client) -> None:
    vary = Table(client).get(seat=0).headers["Vary"]
    assert {"Authorization", "Accept-Language"} <= set(vary.split(", "))


def test_caches_keep_only_what_its_tag_tells_from_all_others(client: httpx.Client) -> None:
    """A cache revalidates its ETag, and shows its copy after a 304."""
    table = Table(client)
    asked = [{}, {"Accept-Language": "ja"}, {"Accept": "text/plain"}, table.auth(0), table.auth(1)]
    kept = 0
    for path in (
        "/v1/rulesets/toy",
        *(table.path + p for p in ("", "/log", "/states/0", "/export")),
    ):
        answers = [client.get(path, headers=headers) for headers in asked]
        assert all(answer.status_code == 200 for answer in answers)
        alike = len({a.headers["ETag"] for a in answers}) < len({a.content for a in answers})
        for answer, headers in zip(answers, asked, strict=True):
            again = {**headers, "If-None-Match": answer.headers["ETag"]}
            same = client.get(path, headers=again)
            assert same.status_code == 304
            assert same.headers["Cache-Control"] == answer.headers["Cache-Control"]
            assert answer.headers["Cache-Control"] == "no-store" or not alike
            kept += answer.headers["Cache-Control"] != "no-store"
    assert kept == len(asked), "a title may be kept"


def test_a_stream_is_elsewhere_and_a_token_becomes_a_ticket(
    client: httpx.Client, db: Store
) -> None:
    table = Table(client)
    sent = table.get("/events?wait=5", seat=1, headers={"Last-Event-ID": "3"})
    assert sent.status_code == 307
    place = urlsplit(sent.headers["Location"])
    assert (place.scheme, place.netloc, place.path) == (
        "http",
        "127.0.0.1:9",
        f"{table.path}/events",
    )
    query = parse_qs(place.query)
    assert (query["wait"], query["after"]) == (["5"], ["3"])
    assert db.tickets.redeem(db.games.load(table.id), query["ticket"][0]).seat == 1
    with pytest.raises(KeyError):
        db.tickets.redeem(db.games.load(table.id), query["ticket"][0])
    assert "ticket" not in table.get("/events").headers["Location"]
    problem(table.get("/events?ticket=x"), "invalid-request", 422)


def test_the_documentation_needs_nothing_from_elsewhere(client: httpx.Client) -> None:
    page = client.get("/docs/")
    assert page.status_code == 200
    linked = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(linked) >= 4
    for path in linked:
        assert path.startswith("/docs/")
        assert client.get(path).status_code == 200
    assert "://" not in page.text.replace("http://www.w3.org", "").replace(str(client.base_url), "")
    assert "Content-Security-Policy" in page.headers


def test_the_specification_is_served(client: httpx.Client) -> None:
    served = client.get("/openapi.json").json()
    assert served["openapi"].startswith("3.1")
    assert json.dumps(served).count('"ToyView"') >= 1
    index = client.get("/").json()
    assert index["openapi"] == "/openapi.json"
    text = client.get(index["openapi_yaml"])
    assert text.headers["Content-Type"] == "application/yaml; charset=utf-8"
    assert read_yaml(text.text) == served
    assert f"({index['guide']})" in served["info"]["description"]
    guide = client.get(index["guide"])
    assert guide.headers["Content-Type"].startswith("text/html")
    for part in ("<h2>A turn</h2>", "<table>", '<pre><code class="language-sh">'):
        assert part in guide.text
    listed = {path for paths in index["resources"].values() for path in paths}
    assert listed == set(client.get("/openapi.json").json()["paths"])


def test_every_answer_is_safe_in_a_browser(client: httpx.Client) -> None:
    for path in (
        "/",
        "/docs/",
        "/docs/guide",
        "/docs/problems",
        "/v1/rulesets",
        "/nowhere",
        "/healthz",
    ):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        is_page = headers["Content-Type"].startswith("text/html")
        assert ("Content-Security-Policy" in headers) == is_page
        for name in ("Access-Control-Allow-Origin", "X-Content-Type-Options", "X-Request-Id"):
            assert len(headers.get_list(name)) == 1, (path, name)
    assert "frame-ancestors 'none'" in client.get("/docs/").headers["Content-Security-Policy"]


def test_browsers_are_held_to_https_only_where_they_came_by_it(redis_url: str) -> None:
    by_https = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.1"}
    for seconds, proxies, sent, kept in (
        (600, 1, by_https, "max-age=600"),
        (600, 1, {}, None),
        (600, 0, by_https, None),
        (0, 1, by_https, None),
    ):
        settings = Settings(redis_url=redis_url, hsts_seconds=seconds, trusted_proxies=proxies)
        with serving(create_app(settings)) as url:
            answer = httpx.get(f"{url}/healthz", headers=sent)
        assert answer.headers.get("Strict-Transport-Security") == kept


def test_a_preflight_allows_every_method_and_header_for_a_day(client: httpx.Client) -> None:
    asked = {"Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "if-match"}
    may = client.options("/v1/games/x/draft", headers={"Origin": "https://a.example", **asked})
    assert set(may.headers["Access-Control-Allow-Methods"].split(", ")) == {
        *("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
    }
    assert may.headers["Access-Control-Allow-Headers"] == "if-match"
    assert may.headers["Access-Control-Max-Age"] == "86400"
    odd = {**asked, "Access-Control-Request-Headers": "a\tb;c"}
    assert client.options("/v1/games", headers=odd).headers["Access-Control-Allow-Headers"] == "*"


def test_a_page_may_read_every_header_of_the_contract() -> None:
    promised = "ETag Location Link RateLimit RateLimit-Policy Retry-After Idempotent-Replayed "
    promised += "X-Request-Id Preference-Applied Content-Location Content-Language Date"
    assert set(promised.split()) <= set(EXPOSED.split(", "))


@pytest.mark.parametrize(
    ("path", "wrong", "pointer", "known"),
    [
        ("/v1/games", {"a/b~c": 1}, "/a~1b~0c", "ruleset, options"),
        ("/v1/games", {"clock": {"kind": "turn", "sec": 5}}, "/clock/sec", "kind, seconds"),
        ("/v1/engine/toy/apply", {"turns": [{"step": "a"}]}, "/turns/0/step", "seat, steps"),
    ],
)
def test_an_unknown_member_is_told_where_it_is_and_which_are_known_there(
    client: httpx.Client, path: str, wrong: Any, pointer: str, known: str
) -> None:
    body = {"ruleset": "toy", "seats": seated(*["user"] * 2), **wrong}
    errors = problem(client.post(path, json=body), "invalid-request", 422)["errors"]
    told = {each["pointer"]: each["message"] for each in errors}
    assert told[pointer].startswith(f"unknown; known are: {known}")


def test_an_unknown_parameter_is_told_as_it_was_written(client: httpx.Client) -> None:
    told = problem(client.get("/v1/games", params={"a/b": 1}), "invalid-request", 422)
    assert told["errors"][0]["parameter"] == "a/b"
    assert told["errors"][0]["message"].startswith("unknown; known are: status, ruleset")
