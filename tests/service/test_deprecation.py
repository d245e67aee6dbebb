"""Deprecations: a toy operation that will go away, in its answers and in the specification."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import httpx
import pytest
from flask import Blueprint, Response

from service import create_app
from service.edge import deprecation, openapi, responses
from service.edge.deprecation import Deprecated
from service.edge.headers import EXPOSED
from service.edge.operation import OPERATIONS, ApiResponse, operation
from service.presentation.problems import Problem
from service.processes.settings import Settings
from tests.conftest import serving

ENDING = Deprecated(date(2026, 1, 1), "`GET /v1/rulesets`", date(2026, 7, 1))


@pytest.fixture
def toys() -> Iterator[Blueprint]:
    """Two deprecated operations, for the time of a test."""
    count, bp = len(OPERATIONS), Blueprint("rulesets_of_old", __name__)
    answers = {200: ApiResponse("A toy.")}

    @operation(bp, "GET", "/v1/toys", answers, stored=False, deprecated=ENDING)
    def list_toys() -> Response:
        """List the toys."""
        return responses.json({})

    @operation(
        bp, "DELETE", "/v1/toys", answers, stored=False, deprecated=ENDING._replace(sunset=None)
    )
    def break_toys() -> Response:
        """Break the toys."""
        raise Problem("forbidden", "host-only")

    yield bp
    del OPERATIONS[count:]
    deprecation._BY_ENDPOINT.clear()


def test_each_answer_announces_the_end(toys: Blueprint, redis_url: str) -> None:
    app = create_app(Settings(redis_url=redis_url))
    app.register_blueprint(toys)
    with serving(app) as site:
        listed, refused = httpx.get(f"{site}/v1/toys"), httpx.delete(f"{site}/v1/toys")
        other = httpx.get(f"{site}/v1/rulesets")
    assert listed.headers["Deprecation"] == "@1767225600"
    assert listed.headers["Sunset"] == "Wed, 01 Jul 2026 00:00:00 GMT"
    assert listed.headers["Link"] == '</versioning>; rel="deprecation"; type="text/html"'
    assert refused.status_code == 403
    assert refused.headers["Deprecation"] == "@1767225600"
    assert "Sunset" not in refused.headers
    assert not {"deprecation", "sunset", "link"} & set(other.headers)
    assert {"Deprecation", "Sunset", "Link"} <= set(EXPOSED.split(", "))


def test_the_specification_announces_the_end(toys: Blueprint) -> None:
    document = openapi.specification()
    listed, broken = (document["paths"]["/v1/toys"][method] for method in ("get", "delete"))
    assert listed["deprecated"] is broken["deprecated"] is True
    assert listed["description"] == (
        "Deprecated since 2026-01-01. It will go away on 2026-07-01. "
        "Use `GET /v1/rulesets` instead."
    )
    assert {"Deprecation", "Sunset"} <= set(listed["responses"]["200"]["headers"])
    assert "Sunset" not in broken["responses"]["200"]["headers"]
    assert {"Deprecation", "Sunset"} <= set(document["components"]["headers"])


def test_headers_that_no_operation_has_are_not_described() -> None:
    document = openapi.specification()
    assert not {"Deprecation", "Sunset"} & set(document["components"]["headers"])
    assert not any(
        "deprecated" in each for path in document["paths"].values() for each in path.values()
    )


def test_the_end_is_announced_half_a_year_before() -> None:
    soon = Deprecated(date(2026, 1, 1), "nothing", date(2026, 2, 1))
    with pytest.raises(ValueError, match="180 days"):
        deprecation.declare("toys.list_toys", soon)
