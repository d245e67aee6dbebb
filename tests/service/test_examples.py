"""Every answer that the specification lists, had once from the running service.

Each is held against the example that the specification shows of it. `test_problems.py` does the
same for what is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import httpx
import pytest

from service.edge import openapi_examples
from service.edge.operation import OPERATIONS
from service.specification import specification
from store import Store
from tests.service import conformance, recording
from tests.service.answers import ANSWERS, Play, plain_request
from tests.service.streaming import Streams

LISTED = [
    (operation.name, status, media)
    for operation in OPERATIONS
    for status, answer in operation.answers.items()
    if answer.schema is not None
    for media in answer.media
]


@pytest.fixture(scope="module")
def streams(redis_url: str) -> Iterator[Callable[[], Streams]]:
    """Yield the stream process, started by the first who wants it."""
    started: list[Streams] = []

    def start() -> Streams:
        if not started:
            started.append(Streams(redis_url))
            started[0].start()
        return started[0]

    yield start
    for each in started:
        each.stop()


@pytest.mark.parametrize(("name", "status", "media"), LISTED)
def test_a_listed_answer_is_as_its_example_shows(
    web: str,
    db: Store,
    worker: None,
    streams: Callable[[], Streams],
    name: str,
    status: int,
    media: str,
) -> None:
    def keep(answer: httpx.Response) -> None:
        if conformance.name_of(answer) == name:
            answer.read()
            recording.body(name, answer)

    with httpx.Client(base_url=web, timeout=30, event_hooks={"response": [keep]}) as client:
        get = ANSWERS.get((name, status), plain_request)
        told = get(Play(client, db, streams), name, media)
    wanted = f"to get it, add ({name!r}, {status}) to tests/service/answers.py"
    assert told.status_code == status, f"{told.text}\n{wanted}"
    recording.answer(name, status, media, told)


@cache
def spec() -> dict[str, Any]:
    return conformance.inlined(specification())


def pointers() -> Iterator[str]:
    """Yield the places of examples in the specification that are JSON, or hold JSON."""
    for path, methods in spec()["paths"].items():
        for method, told in methods.items():
            place = f"/paths/{path.replace('/', '~1')}/{method}"
            for media in told.get("requestBody", {}).get("content", {}):
                yield f"{place}/requestBody/content/{media.replace('/', '~1')}"
            for status, answer in told["responses"].items():
                for media in answer.get("content", {}):
                    if "json" in media or media in conformance.STREAMS:
                        yield f"{place}/responses/{status}/content/{media.replace('/', '~1')}"


def test_every_member_of_a_problem_is_in_the_specification() -> None:
    known = spec()["components"]["schemas"]["ProblemDocument"]["properties"]
    for operation in OPERATIONS:
        for code in operation.problems:
            shown = openapi_examples.problem(operation.name, code) or {}
            assert shown.keys() <= known.keys(), f"{operation.name} {code}"


def test_every_example_has_the_shape_the_specification_gives() -> None:
    known = conformance.registry(spec())
    for pointer in pointers():
        part: Any = spec()
        for step in pointer[1:].split("/"):
            part = part[step.replace("~1", "/")]
        shown = [part["example"]] if "example" in part else []
        shown += [each["value"] for each in part.get("examples", {}).values()]
        assert shown, f"no example at {pointer}: {recording.HINT}"
        streamed = "contentSchema" in part["schema"]
        place = f"{pointer}/schema/contentSchema" if streamed else f"{pointer}/schema"
        shape = conformance.validator_in(known, place)
        for example in shown:
            told = conformance.messages(example) if streamed else [example]
            assert told, f"the example at {pointer} has no message"
            for each in told:
                shape.validate(each)


def test_every_operation_is_described() -> None:
    for operation in OPERATIONS:
        assert operation.summary, f"the docstring of {operation.name} should begin with a sentence"
        assert operation.description, (
            f"the docstring of {operation.name} should say more than its first line: what it is "
            "for, who may ask, what comes of it"
        )


def test_every_parameter_is_described() -> None:
    for path, methods in spec()["paths"].items():
        for method, told in methods.items():
            for parameter in told.get("parameters", []):
                place = f"{method} {path} {parameter['name']}"
                assert parameter.get("description"), f"{place}: give it metadata in schemas/"


def test_no_example_is_kept_of_what_is_not_listed() -> None:
    wanted: dict[str, set[tuple[str, ...]]] = {}
    for operation in OPERATIONS:
        wanted[operation.name] = {("problems", code) for code in operation.problems}
    for name, status, media in LISTED:
        wanted[name].add(("answers", str(status), media))
    assert recording.prune(wanted) == set(), recording.HINT
    assert {path.stem for path in openapi_examples.FOLDER.glob("*.json")} <= set(wanted)
