"""Replying: JSON answers with the headers this service promises."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
Raw = msgspec.Raw
"""A blob that is JSON already; it is copied into an answer as it is."""


def json(data: Any, status: int = 200, **headers: str) -> Response:
    """An answer; names of headers are written with underscores: ``Retry_After="1"``."""
    return blob(encode(data), status, **headers)


def blob(data: bytes, status: int = 200, **headers: str) -> Response:
    """An answer that is JSON already."""
    response = Response(data, status, content_type="application/json")
    for name, value in headers.items():
        response.headers[name.replace("_", "-")] = value
    return response


def etag(rev: int) -> str:
    """The ETag of a game at a revision."""
    return f'"{rev}"'


def unchanged(tag: str) -> Response:
    "The caller has the current version."
    response = Response(status=304)
    response.headers["ETag"] = tag
    return response
