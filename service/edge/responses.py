"""Responses: JSON answers with the promised headers."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
Raw = msgspec.Raw
"""Return a blob that is JSON, to copy into an answer."""


def json(data: Any, status: int = 200, **headers: str) -> Response:
    """Return an answer; names of headers have underscores: ``Retry_After="1"``."""
    return blob(encode(data), status, **headers)


def blob(data: bytes, status: int = 200, **headers: str) -> Response:
    """Return an answer from JSON bytes."""
    response = Response(data, status, content_type="application/json")
    for name, value in headers.items():
        response.headers[name.replace("_", "-")] = value
    return response


def etag(rev: int) -> str:
    """Return the ETag of a game at a revision."""
    return f'"{rev}"'


def unchanged(tag: str) -> Response:
    "The caller has the current version."
    response = Response(status=304)
    response.headers["ETag"] = tag
    return response
