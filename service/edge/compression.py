"""Compression: long answers are sent as gzip, and those that rarely change as brotli.

An ETag stays what it is: a revision of the game, not of the bytes. Those answers are never stored
by caches. Files and other stored answers get a weak tag.
"""

from __future__ import annotations

from functools import lru_cache

import brotli
from flask import Flask, Response, request
from isal import igzip
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

LEAST = 1_024
"""Shorter answers fit into one packet."""
LONGEST = 4 * 1024 * 1024
_GZIP_LEVEL = 0
"""The fastest of four: others take twice the time, and the answer is a tenth shorter."""
_STORED_LEVEL = 2
_BROTLI_QUALITY = 5
_KINDS = ("json", "javascript", "yaml", "xml")


def install(app: Flask) -> None:
    """Compress the answers of this application; streams are left alone."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    headers, wanted = response.headers, request.headers.get("Accept-Encoding")
    if not _is_compressible(response):
        return response
    if "Accept-Encoding" not in headers.get("Vary", ""):
        response.vary.add("Accept-Encoding")
    stored = headers.get("Cache-Control") != "no-store" and "ETag" in headers
    coding = chosen(wanted, stored) if wanted else None
    if coding is None:
        return response
    response.direct_passthrough = False
    data = response.get_data()
    response.set_data(_packed(data, coding) if stored else _gzip(data))
    headers["Content-Encoding"] = coding
    if stored:
        tag, _ = response.get_etag()
        response.set_etag(tag or "", weak=True)
        headers.pop("Accept-Ranges", None)
    return response


def _is_compressible(response: Response) -> bool:
    if response.status_code in (204, 206, 304) or "Content-Encoding" in response.headers:
        return False
    length = response.content_length
    if length is None or not LEAST <= length <= LONGEST:
        return False
    kind = response.mimetype or ""
    return kind.startswith("text/") or kind.endswith(_KINDS)


@lru_cache(256)
def chosen(accepted: str, stored: bool) -> str | None:
    """Return the content coding for an Accept-Encoding; None is the answer as it is."""
    asked = parse_accept_header(accepted, Accept)
    if stored and asked.quality("br") and asked.quality("br") >= asked.quality("gzip"):
        return "br"
    return "gzip" if asked.quality("gzip") else None


def _gzip(data: bytes) -> bytes:
    packed: bytes = igzip.compress(data, _GZIP_LEVEL, mtime=0)
    return packed


@lru_cache(64)
def _packed(data: bytes, coding: str) -> bytes:
    """Return the compressed form of an answer that rarely changes."""
    packed: bytes
    if coding == "gzip":
        packed = igzip.compress(data, _STORED_LEVEL, mtime=0)
    else:
        packed = brotli.compress(data, quality=_BROTLI_QUALITY)
    return packed
