"""Responses: JSON answers with the promised headers."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from flask import Response

from service.edge import requests

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
Raw = msgspec.Raw
"""Bytes that are JSON already, to copy into an answer."""


def json(data: Any, status: int = 200, **headers: str) -> Response:
    """Return an answer; names of headers have underscores: ``Retry_After="1"``."""
    return blob(encode(data), status, **headers)


def blob(data: bytes, status: int = 200, **headers: str) -> Response:
    """Return an answer from JSON bytes."""
    response = Response(data, status, content_type="application/json")
    for name, value in headers.items():
        response.headers[name.replace("_", "-")] = value
    return response


def extended(data: bytes, more: dict[str, Any]) -> bytes:
    """Return a JSON object with more members, without decoding it."""
    return data[:-1] + b"," + encode(more)[1:]


def etag(rev: int) -> str:
    """Return the ETag of a game at a revision.

    It is strong, because If-Match takes it. It names the state of the game, in every form. An
    answer with sentences has ``requests.spoken`` instead.
    """
    return f'"{rev}"'


def tag_of(data: bytes) -> str:
    """Return the tag of an answer that caches may store; it follows from the bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


def stored(data: bytes, tag: str, **headers: str) -> Response:
    """Return what caches may store, JSON by default: an answer with a weak ETag, or a 304.

    The tag is weak, because compressed forms of the answer have the same one.
    """
    seen, weak = requests.not_modified(tag), f'W/"{tag}"'
    answer = unchanged(weak) if seen else blob(data, 200, ETag=weak, **headers)
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def unchanged(tag: str) -> Response:
    """Return a 304: the client has the current version."""
    response = Response(status=304)
    response.headers["ETag"] = tag
    return response
