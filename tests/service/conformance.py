"""Conformance: every answer of the service, held against its own specification."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import quote

import httpx
from jsonschema_rs import Draft202012, Draft202012Validator, Registry

import games
from service.specification import specification
from tests.toy import TITLE as TOY

ROOT = "urn:chasqui"
# RateLimit is sent if limits are on, which most tests switch off.
OPTIONAL = ("Content-Language", "Link", "Preference-Applied", "RateLimit", "RateLimit-Policy")
STREAMS = ("application/x-ndjson", "text/event-stream")
"""Media types of texts whose messages are JSON."""


def inlined(document: dict[str, Any]) -> dict[str, Any]:
    """Return a specification with every shared part in its places, schemas excepted."""

    def within(part: Any) -> Any:
        if isinstance(part, list):
            return [within(each) for each in part]
        if not isinstance(part, dict):
            return part
        match str(part.get("$ref", "")).split("/"):
            case ["#", "components", kind, name] if kind != "schemas":
                return within(document["components"][kind][name])
        return {name: within(each) for name, each in part.items()}

    shared = {"schemas": document["components"]["schemas"]}
    return {**within({**document, "components": {}}), "components": shared}


@cache
def _spec() -> dict[str, Any]:
    """Return the specification with the tests' own title in it, whichever test asks first."""
    titles = games.all_titles()
    absent = TOY.name not in titles
    titles[TOY.name] = TOY
    try:
        return inlined(specification())
    finally:
        if absent:
            del titles[TOY.name]


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    """Return a pattern for the addresses of each path."""
    paths = _spec()["paths"]
    return [(re.compile(re.sub(r"{\w+}", "[^/]+", path)), path) for path in paths]


def registry(document: dict[str, Any]) -> Registry:
    """Return a registry of this specification alone."""
    return Registry([(ROOT, document)], draft=Draft202012)


def validator_in(known: Registry, pointer: str) -> Draft202012Validator:
    """Return the validator of a place in a specification."""
    place = {"$ref": f"{ROOT}#{quote(pointer)}"}
    return Draft202012Validator(place, registry=known, validate_formats=True)


@cache
def _known() -> Registry:
    return registry(_spec())


@cache
def validator(pointer: str) -> Draft202012Validator:
    """Return the validator of a place in the specification with the tests' own title."""
    return validator_in(_known(), pointer)


@cache
def webhook(name: str) -> Draft202012Validator:
    """Return the validator of what a webhook of this name sends."""
    return validator(f"/webhooks/{name}/post/requestBody/content/application~1json/schema")


def name_of(response: httpx.Response) -> str | None:
    """Return the name of the operation that was asked."""
    method, address = response.request.method.lower(), response.request.url.path
    path = next((path for pattern, path in _paths() if pattern.fullmatch(address)), "")
    told = _spec()["paths"].get(path, {}).get(method)
    return None if told is None else str(told["operationId"])


def check(response: httpx.Response) -> None:
    """Fail unless the specification lists this answer: its status, its type and its shape."""
    response.read()
    method, address = response.request.method.lower(), response.request.url.path
    path = next((path for pattern, path in _paths() if pattern.fullmatch(address)), "")
    operation = _spec()["paths"].get(path, {}).get(method)
    if operation is None:
        assert response.status_code in (200, 304, 404, 405, 413), response.text
        return
    name, status = operation["operationId"], str(response.status_code)
    assert status in operation["responses"], f"{name} does not list {status}: {response.text}"
    answer = operation["responses"][status]
    if "content" not in answer:
        assert not response.content, f"{name} {status} should be empty"
        return
    media = response.headers["Content-Type"].partition(";")[0]
    assert media in answer["content"], f"{name} {status} does not list {media}"
    for header in answer.get("headers", {}):
        done = (name, header) == ("get_job", "Retry-After")  # a finished job needs no waiting
        assert header in response.headers or header in OPTIONAL or done, header
    if media.endswith("json") and "ndjson" not in media:
        # One status may answer in two shapes, the full one first: each holds where it was wanted.
        named = answer["content"][media]["schema"].get("$ref", "").rpartition("/")[2]
        if named.endswith("OrMinimal"):
            minimal = "return=minimal" in response.headers.get("Preference-Applied", "")
            place = f"/components/schemas/{named}/anyOf/{int(minimal)}"
            validator(place).validate(response.json())
        else:
            _schema(path, method, status, media).validate(response.json())
    elif media in STREAMS:
        shape = _schema(path, method, status, media, "contentSchema")
        for message in messages(response.text):
            shape.validate(message)


def fits(response: httpx.Response, document: Any) -> bool:
    """Return whether a document could be the body of this answer."""
    method, address = response.request.method.lower(), response.request.url.path
    path = next(path for pattern, path in _paths() if pattern.fullmatch(address))
    media = response.headers["Content-Type"].partition(";")[0]
    status = str(response.status_code)
    if media not in STREAMS:
        return _schema(path, method, status, media).is_valid(document)
    shape = _schema(path, method, status, media, "contentSchema")
    return all(shape.is_valid(each) for each in messages(document))


def messages(stream: str) -> list[Any]:
    """Return the messages in the text of a stream: server-sent events or NDJSON."""
    lines = (line.removeprefix("data:").strip() for line in stream.splitlines())
    return [json.loads(line) for line in lines if line.startswith("{")]


def takes(request: httpx.Request, media: str, document: Any) -> bool:
    """Return whether a document could be the body of this request."""
    path = next(path for pattern, path in _paths() if pattern.fullmatch(request.url.path))
    place = ("paths", path, request.method.lower(), "requestBody", "content", media, "schema")
    return _at(*place).is_valid(document)


def _schema(path: str, method: str, status: str, media: str, *inside: str) -> Draft202012Validator:
    return _at("paths", path, method, "responses", status, "content", media, "schema", *inside)


def _at(*steps: str) -> Draft202012Validator:
    return validator("".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps))
