"""The specification: fresh, valid, and true of the running service."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from jsonschema_rs import ValidationError

from clients.tools import read_yaml
from games import all_titles
from match.words import PRIVATE
from store import Store
from store.words import HOOKS, STREAM
from tests.conftest import ROOT
from tests.service import conformance
from tests.service.streaming import JSON, NDJSON, SSE, Streams, streams_at
from tests.service.table import Table

# A valid shape may still be wrong: an illegal step, an old revision. Cancelled jobs stay visible,
# and everyone may watch a public game. The coverage phase does not run on Python 3.11.
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_headers_conformance,response_schema_conformance,negative_data_rejection,"
    "missing_required_header,unsupported_method,allow_header_conformance"
)
PHASES = "examples,fuzzing,stateful"
MOST_LINES = 15_500
"""Without the schemas of titles. Each property is described and has limits."""

MOST_OF_A_TITLE = 5_200
"""Lines of the schemas of one title without modules."""

MOST_OF_A_MODULE = 200
"""Lines of the schemas of a module with verbs."""

EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "5"))


def test_the_committed_specification_is_fresh() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "service.specification"], cwd=ROOT, capture_output=True, check=True
    )
    assert (ROOT / "openapi.yaml").read_bytes() == printed.stdout, "run `make openapi`"


def test_the_specification_tells_all_of_every_title() -> None:
    text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    lengths = lines_by_title(text)
    assert lengths.pop("") <= MOST_LINES
    for title in all_titles().values():
        modules = [module for module in title.modules if module.verbs]
        most = MOST_OF_A_TITLE + MOST_OF_A_MODULE * len(modules)
        assert lengths[title.name.capitalize()] <= most
    spec = read_yaml(text)
    for kind in ("responses", "parameters", "headers", "examples"):
        for name in spec["components"][kind]:
            assert text.count(f"'#/components/{kind}/{name}'") > 0, f"{kind} {name} is not used"
    spec = conformance.inlined(spec)
    for part in ("TzolkinView", "TzolkinOwn", "Effect"):
        assert part in spec["components"]["schemas"]
    for path, methods in spec["paths"].items():
        for method, told in methods.items():
            assert told["summary"], f"{method} {path}"
            assert set(told["tags"]) <= {tag["name"] for tag in spec["tags"]}
            for status, answer in told["responses"].items():
                if status >= "400":
                    content = answer["content"]["application/problem+json"]
                    assert content["examples"], f"{method} {path} {status}"


def test_each_object_is_a_schema_of_its_own() -> None:
    """Generators invent names for nested objects, such as ``CuzcoBoardTableTriangleInner``."""

    def nested(schema: Any) -> Iterator[Any]:
        for each in schema.values() if isinstance(schema, dict) else schema:
            if isinstance(each, dict | list):
                if isinstance(each, dict) and each.get("type") == "object" and "properties" in each:
                    yield sorted(each["properties"])
                yield from nested(each)

    schemas = read_yaml((ROOT / "openapi.yaml").read_text(encoding="utf-8"))["components"][
        "schemas"
    ]
    assert {name: found for name, each in schemas.items() if (found := list(nested(each)))} == {}


def lines_by_title(text: str) -> Counter[str]:
    """Return the number of lines in the schemas of each title, and of all others by ""."""
    names = "|".join(name.capitalize() for name in all_titles())
    found: Counter[str] = Counter()
    title = ""
    for line in text.splitlines():
        if re.match(r" {0,4}\w", line):  # a new part or schema begins
            schema = re.match(rf"    ({names})\w+:$", line)
            title = schema[1] if schema else ""
        found[title] += 1
    return found


def untyped(schema: Any, place: str) -> Iterator[str]:
    """Yield the places of values of any type, and of objects without members."""
    if not isinstance(schema, dict):
        return
    kind = schema.get("type")
    if not {"type", "$ref", "oneOf", "anyOf", "enum", "const"} & schema.keys():
        yield place
    if kind == "object" and not (schema.get("properties") or schema.get("additionalProperties")):
        yield place
    for name, each in schema.get("properties", {}).items():
        yield from untyped(each, f"{place}.{name}")
    for inside in ("items", "additionalProperties"):
        if inside in schema and schema[inside] is not False:
            yield from untyped(schema[inside], f"{place}.{inside}")


def test_components_and_tables_have_no_value_of_any_type() -> None:
    shapes = read_yaml((ROOT / "openapi.yaml").read_text(encoding="utf-8"))["components"]
    told = {n: each for n, each in shapes["schemas"].items() if re.search("Component|Table", n)}
    assert len(told) > 100
    assert not [place for name, each in told.items() for place in untyped(each, name)]


def test_an_answer_of_another_shape_would_be_found(client: httpx.Client) -> None:
    answer = Table(client).get(seat=0)
    right = answer.json()
    spoilt: list[dict[str, object]] = [
        {"rev": "0"},
        {"status": "idle"},
        {"view": {**right["view"], "deck": ["c1"]}},
    ]
    sent = {"ETag": '"0"', "X-Request-Id": "x"}
    for wrong in spoilt:
        told = httpx.Response(200, json={**right, **wrong}, headers=sent, request=answer.request)
        with pytest.raises(ValidationError):
            conformance.check(told)
    with pytest.raises(AssertionError, match="does not list 418"):
        conformance.check(httpx.Response(418, json={}, request=answer.request))


@pytest.fixture
def games(client: httpx.Client) -> dict[str, list[str]]:
    """Tokens by game: one that waits, some in play, one with an undo talked about, one over."""
    waiting = Table(client, seats=["user", "open", "open"])
    together, playing, asking, over, spare = (Table(client) for _ in range(5))
    title = Table(client, ruleset="tzolkin", seats=["user", "user"], undo="free")
    for table in (playing, asking, over, spare):
        table.keep_all()
    asking.play(0, "roll")
    asking.post("/undo", 0, {}, If_Match='"4"')
    over.finish()
    tables = [waiting, together, playing, asking, over, spare, title]
    return {table.id: [*table.tokens.values(), table.host] for table in tables}


@pytest.fixture
def parts(db: Store) -> Iterator[None]:
    """Signs of life of the processes that this test does without, for ``readyz``."""
    stop = Event()
    beats = [Thread(target=db.heartbeats.keep_beating, args=[p, stop]) for p in (HOOKS, STREAM)]
    for beat in beats:
        beat.start()
    yield
    stop.set()
    for beat in beats:
        beat.join()


def test_schemathesis_finds_nothing(
    web: str, games: dict[str, list[str]], worker: None, parts: None, tmp_path: Path
) -> None:
    command = shutil.which("st", path=str(Path(sys.executable).parent))
    assert command is not None
    seen = tmp_path / "seen"
    options = ["--workers", "1", "--max-examples", str(EXAMPLES), "--seed", "1", "--no-color"]
    options += ["--checks", CHECKS, "--phases", PHASES, "--generation-database", "none"]
    # Streams are in a process of their own, and have no end: see below.
    options += ["--exclude-operation-id", "events", "--exclude-operation-id", "my_events"]
    environ = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "tests.service.schemathesis_hooks",
        "PYTHONPATH": str(ROOT),
        "GAMES": json.dumps(games),
        "SEEN": str(seen),
    }
    run = subprocess.run(
        [command, "run", f"{web}/openapi.json", *options],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr
    reached = set(seen.read_text().split("\n"))
    made = ("create_game 201", "post_turn 201", "create_webhook 201", "change_webhook 200")
    for fine in (*made, "get_game 200", "legal 200", "preview 200", "get_webhook 200"):
        assert fine in reached


streams = pytest.fixture(streams_at)


STREAM_JUNK = [
    "",
    "0",
    "1",
    "-1",
    "99",
    "2147483648",
    "0-0",
    "9-9",
    "x",
    "\x00",
    "\xb2",
    "1e1",
    " 1",
]
STREAM_FORMS = [JSON, NDJSON, SSE, "*/*", "text/html", "a/b;q=x", "\xff"]


def stream_request(rng: Random, path: str, tokens: list[str]) -> dict[str, Any]:
    """Return a request for a stream, of which each part may be right or not."""
    names = rng.sample(["after", "ticket", "since"], rng.choice((0, 0, 1, 1, 2)))
    query = {name: rng.choice(STREAM_JUNK) for name in names}
    query["wait"] = rng.choice(("0", "0", "0", "x", "61"))
    headers = {"Accept": rng.choice(STREAM_FORMS).encode("latin-1")}
    if rng.random() < 0.7:
        headers["Authorization"] = f"Bearer {rng.choice([*tokens, 'x', 'acct_x.y'])}".encode()
    if rng.random() < 0.5:
        headers["Last-Event-ID"] = rng.choice(STREAM_JUNK).strip("\x00 ").encode("latin-1")
    if rng.random() < 0.3:
        headers["Accept-Language"] = rng.choice(["ja", "*;q=-1", "\xff"]).encode("latin-1")
    method = "GET" if rng.random() < 0.95 else rng.choice(("POST", "PUT", "OPTIONS", "HEAD"))
    return {"method": method, "url": path, "params": query, "headers": headers}


def test_no_request_for_a_stream_breaks_it(client: httpx.Client, streams: Streams) -> None:
    """What is answered is listed; of a stream that has begun its beginning is looked at."""
    table = Table(client, ruleset=sorted(all_titles())[0], seats=["user"] * 2)
    private = Table(client, ruleset=sorted(all_titles())[0], seats=["user"] * 2, visibility=PRIVATE)
    account: str = client.post("/v1/accounts").json()["token"]
    tokens = [*table.tokens.values(), table.host, account]
    paths = [f"{table.path}/events", f"{private.path}/events", "/v1/me/events"]
    rng, reached = Random(1), Counter[int]()
    with httpx.Client(base_url=f"http://{streams.address}", timeout=60) as asking:
        for _ in range(40 * EXAMPLES):
            wanted = stream_request(rng, rng.choice([*paths, "/v1/games/x/events"]), tokens)
            with asking.stream(**wanted) as answer:
                reached[answer.status_code] += 1
                assert answer.status_code < 500, wanted
                if answer.headers.get("Content-Type", "").startswith((SSE, NDJSON)):
                    assert wanted["method"] == "HEAD" or next(answer.iter_raw())
                elif wanted["method"] == "GET":
                    conformance.check(answer)
    assert {200, 401, 404, 422} <= set(reached)
