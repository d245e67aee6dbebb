"""Compression: long answers are sent as gzip, and those that rarely change as brotli.

An ETag stays what it is: a revision of the game, not of the bytes. Those answers are never stored
by caches. Files and other stored answers get a weak tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import brotli
from flask import Flask, Response, request
from isal import isal_zlib
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

LEAST = 1_024
"""Shorter answers fit into one packet."""
LONGEST = 4 * 1024 * 1024
_FAST, _GOOD = 0, 2
"""Levels of gzip: the better one takes twice the time, and the answer is a tenth shorter."""
_GZIP = 31
"""The form with a header, in the terms of zlib."""
_BROTLI_QUALITY = 5
_BARE = (206, 304)
_KINDS = ("json", "javascript", "yaml", "xml")


def install(app: Flask) -> None:
    """Compress the answers of this application; streams are left alone."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    headers, sent = response.headers, dict(response.headers.to_wsgi_list())
    if response.status_code in _BARE or not _is_compressible(sent):
        return response
    if "Accept-Encoding" not in sent.get("Vary", ""):
        response.vary.add("Accept-Encoding")
    wanted = request.environ.get("HTTP_ACCEPT_ENCODING")
    stored = sent.get("Cache-Control") != "no-store" and "ETag" in sent
    coding = chosen(wanted, stored) if wanted else None
    if coding is None:
        return response
    response.direct_passthrough = False
    data = response.get_data()
    response.set_data(_packed(data, coding) if stored else _gzip(data, _FAST))
    headers["Content-Encoding"] = coding
    if stored:
        tag, _ = response.get_etag()
        response.set_etag(tag or "", weak=True)
        headers.pop("Accept-Ranges", None)
    return response


def _is_compressible(sent: dict[str, str]) -> bool:
    """Return whether these headers are those of a long text; a stream has no length."""
    length = int(sent.get("Content-Length", 0))
    texts = _is_text(sent.get("Content-Type", ""))
    return LEAST <= length <= LONGEST and texts and "Content-Encoding" not in sent


@lru_cache(64)
def _is_text(content_type: str) -> bool:
    kind = content_type.partition(";")[0]
    return kind.startswith("text/") or kind.endswith(_KINDS)


@lru_cache(256)
def chosen(accepted: str, stored: bool) -> str | None:
    """Return the content coding for an Accept-Encoding; None is the answer as it is."""
    asked = parse_accept_header(accepted, Accept)
    if stored and asked.quality("br") and asked.quality("br") >= asked.quality("gzip"):
        return "br"
    return "gzip" if asked.quality("gzip") else None


def _gzip(data: bytes, level: int) -> bytes:
    packed: bytes = isal_zlib.compress(data, level, wbits=_GZIP)
    return packed


def gzipped(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a stream as one gzip file, piece by piece."""
    packer = isal_zlib.compressobj(_GOOD, wbits=_GZIP)
    for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()


@lru_cache(64)
def _packed(data: bytes, coding: str) -> bytes:
    """Return the compressed form of an answer that rarely changes."""
    if coding == "gzip":
        return _gzip(data, _GOOD)
    packed: bytes = brotli.compress(data, quality=_BROTLI_QUALITY)
    return packed
