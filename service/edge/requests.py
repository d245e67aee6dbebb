"""Requests: bodies, queries and headers."""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import g, request
from werkzeug.http import parse_dict_header

import texts
from match.errors import Refused, refuses
from match.match import Match
from schemas.loading import Invalid, Malformed, Schema, load, load_query, read_json
from service.edge.context import db
from service.presentation import game_view
from service.presentation.entries import entries
from service.presentation.problems import Problem, invalid

MAX_BODY = 64 * 1024
LIMITS: dict[str, int] = {}
"""Larger limits of bodies in bytes, by endpoint."""
MAX_WAIT = 10.0
MOST_ENTRIES = 100
"""The maximal number of entries in the answer to a stale client."""
LANG = "lang"
"""The parameter of every operation that chooses the language."""
REVISION = rf'"(0|[1-9][0-9]{{0,9}})(-[0-9a-f]{{16}})?(-({"|".join(texts.LANGUAGES)}))?"'
"""The ETag of a game. What else was asked and the language may follow; If-Match ignores both."""
_ETAG = re.compile(REVISION, re.ASCII)
_DRAFT = re.compile(r'"([!#-~]{1,64})"|\*', re.ASCII)
"""Strong ETags only: a weak one does not promise that nothing has changed (RFC 9110, 13.1.1)."""
_KEY = re.compile(r"[\x21-\x7e]{16,200}", re.ASCII)


class Preference(NamedTuple):
    """The preferences of a request: a minimal answer, and seconds to wait for a job."""

    minimal: bool
    wait: float


def header(name: str) -> str | None:
    """Return a header of the request."""
    return request.headers.get(name)


def language() -> str:
    """Return the caller's language: `lang` in the query if it is one of ours, else the header's.

    An answer that asked for it has Content-Language.
    """
    if "language" not in g:
        wanted = request.args.get(LANG, "")
        header = request.headers.get("Accept-Language")
        g.language = wanted if wanted in texts.LANGUAGES else texts.best(header)
    return str(g.language)


def limit() -> int:
    """Return the limit of the body of this request in bytes."""
    return LIMITS.get(request.endpoint or "", MAX_BODY)


def too_large() -> Problem:
    """Return the problem of a body that exceeds its limit."""
    return Problem("too-large", limit=limit())


def body(schema: Schema, required: bool = True, plain: bool = False) -> dict[str, Any]:
    """Return the checked JSON body; ``plain`` says that text would do too.

    :raises Problem: 413, 415, 400 or 422.
    """
    data = _data()
    kind = request.mimetype
    if kind != "application/json" and not (kind.startswith("application/") and "+json" in kind):
        if data or kind or required:
            why = "content-type-or-text" if plain else "content-type"
            raise Problem("unsupported-media-type", why, got=kind or "missing")
        data = b"{}"
    try:
        decoded = read_json(data or (b"" if required else b"{}"))
        return load(schema, decoded)
    except Malformed as error:
        raise Problem("malformed-json", said=str(error)) from None
    except Invalid as error:
        raise invalid(error.faults) from None


def text() -> str | None:
    """Return the body if it is plain text, else None.

    :raises Problem: 413; 415; 422, it is not UTF-8.
    """
    if request.mimetype != "text/plain":
        return None
    try:
        return _data().decode()
    except UnicodeDecodeError as error:
        raise invalid([("", f"should be UTF-8: byte {error.start} is not")]) from None


def _data() -> bytes:
    coding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        raise Problem("unsupported-media-type", "content-encoding", got=coding)
    data = request.get_data(cache=False)
    if len(data) > limit():  # sent in chunks, so its size was unknown
        raise too_large()
    return data


def query(schema: Schema) -> dict[str, Any]:
    """Return the checked parameters of the query.

    :raises Problem: 422.
    """
    lists = {name: request.args.getlist(name) for name in request.args if name != LANG}
    try:
        return load_query(schema, lists)
    except Invalid as error:
        raise invalid(error.faults, parameters=True) from None


def next_page(path: str, **changes: Any) -> str:
    """Return the Link to the next page: this request's query with some parameters changed."""
    return f'<{path}?{urlencode({**request.args, **changes})}>; rel="next"'


def if_match(match: Match, required: bool = True) -> int | None:
    """Return the revision in If-Match.

    :raises Problem: 428, it is missing; 422, it is not a revision.
    """
    header = request.headers.get("If-Match")
    if header is None:
        if required:
            raise Problem("revision-required", rev=match.rev, extra={"rev": match.rev})
        return None
    found = _ETAG.fullmatch(header.strip())
    if found is None:
        text = f'should be the revision that you know in quotes, such as "{match.rev}"'
        raise invalid([("If-Match", text + _mistake(header))], parameters=True)
    return int(found[1])


def draft_if_match() -> str | None:
    """Return the tag of a draft in If-Match: `*` for any draft, None without the header.

    :raises Problem: 422, it is not one strong tag.
    """
    header = request.headers.get("If-Match")
    if header is None:
        return None
    found = _DRAFT.fullmatch(header.strip())
    if found is None:
        text = 'should be the ETag of the draft in quotes, or *, such as "5f2b9c0e7a1d48364d1c"'
        raise invalid([("If-Match", text + _mistake(header))], parameters=True)
    return found[1] or "*"


def _mistake(header: str) -> str:
    """Return what is wrong with If-Match, as the end of a sentence, if it is a common mistake."""
    if header.lstrip().startswith("W/"):
        return "; a weak tag (W/) is not accepted"
    if header.strip() == "*":
        return "; * is not accepted, because it names no revision"
    return "" if '"' in header else "; the quotes are missing"


def stale(match: Match, known: int, seat: int | None) -> Problem:
    """Return the problem of a stale revision, with the entries since then."""
    since = entries(db().games, match, seat, language(), min(known, match.rev), MOST_ENTRIES)
    awaited = game_view.awaited(match.position)
    extra = {"rev": match.rev, "entries": since, "awaited": awaited}
    headers = {"ETag": f'"{match.rev}"'}
    told: dict[str, Any] = {"known": known, "rev": match.rev}
    why = "moved-on" if known <= match.rev else "not-yet"
    if why == "moved-on" and seat is None:
        why = "moved-on-game"
    elif why == "moved-on" and seat is not None and match.position.question(seat) is None:
        why = "moved-on-unasked"
        told |= {"seat": seat, "awaited": [each["seat"] for each in awaited]}
    return Problem("stale-revision", why, extra=extra, headers=headers, **told)


@refuses("stale-revision")
def require_revision(match: Match, seat: int | None) -> None:
    """Check the optional If-Match of a request against the current revision.

    :raises Problem: 412, it names another revision; 422, it is not a revision.
    """
    known = if_match(match, required=False)
    if known is not None and known != match.rev:
        raise Refused("stale-revision", match, known=known, viewer=seat)


def spoken(tag: str) -> str:
    """Return the tag of an answer with sentences: each language but the default has its own."""
    return tag if language() == texts.DEFAULT else f"{tag}-{language()}"


def not_modified(etag: str) -> bool:
    """Return whether If-None-Match names this ETag."""
    header = request.headers.get("If-None-Match")
    if header is None:
        return False
    return request.if_none_match.contains_weak(etag)


def preference() -> Preference:
    """Return the preferences in the header Prefer; unknown ones are ignored (RFC 7240)."""
    header = request.headers.get("Prefer")
    if header is None:
        return Preference(False, 0.0)
    asked = parse_dict_header(header)
    wait = asked.get("wait") or ""
    seconds = float(wait) if wait.isascii() and wait.isdigit() and len(wait) < 4 else 0.0
    return Preference(asked.get("return") == "minimal", min(seconds, MAX_WAIT))


def idempotency_key() -> str | None:
    """Return the Idempotency-Key, if any.

    :raises Problem: 422, the key is too easy to guess.
    """
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        text = "should be 16 to 200 visible ASCII characters, best a fresh UUID"
        raise invalid([("Idempotency-Key", text)], parameters=True)
    return key


def bearer() -> str | None:
    """Return the token in Authorization, or None without the header.

    :raises Problem: 401, the header has another form.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("unauthorized", "bad-header", headers={"WWW-Authenticate": "Bearer"})
    return token.strip()
