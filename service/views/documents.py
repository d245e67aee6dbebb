"""Documents: the guide for clients, the changelog, the policy of versions, and security.txt."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, render_template, request
from markdown_it import MarkdownIt

from service.edge import requests, responses
from service.edge.context import settings
from service.edge.deprecation import POLICY
from service.edge.openapi import CHANGELOG, GUIDE
from service.presentation.problems import Problem

bp = Blueprint("documents", __name__, template_folder="templates")

_FOLDER = Path(__file__).parents[1] / "presentation" / "documents"
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_HTML, _PLAIN = "text/html", ("text/markdown", "text/plain")
SECURITY = "/.well-known/security.txt"
EXPIRES = timedelta(days=180)
"""How long security.txt counts if the operator sets no date (RFC 9116: less than a year)."""


@bp.get(CHANGELOG)
def changelog() -> Response:
    """Serve the changelog of this version, as a page or as markdown."""
    return _document("changelog")


@bp.get(POLICY)
def versioning() -> Response:
    """Serve the policy of versions, as a page or as markdown."""
    return _document("versioning")


@bp.get(GUIDE)
def guide() -> Response:
    """Serve the guide for clients, as a page or as markdown."""
    return _document("guide")


def _document(name: str) -> Response:
    kind = request.accept_mimetypes.best_match((_HTML, *_PLAIN), default=_HTML)
    text, tag = _read(name) if kind in _PLAIN else _page(name)
    answer = Response(text, content_type=f"{kind}; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    answer.vary.add("Accept")
    if requests.not_modified(tag):
        answer = Response(status=304, headers=answer.headers)
        del answer.headers["Content-Type"]
    answer.set_etag(tag, weak=True)
    return answer


@cache
def _read(name: str) -> tuple[str, str]:
    """Return the text of a document, and its tag."""
    text = (_FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return text, responses.tag_of(text.encode())


@cache
def _page(name: str) -> tuple[str, str]:
    """Return a document as a page, and the page's tag."""
    text = _read(name)[0]
    title = text.partition("\n")[0].removeprefix("# ")
    page = render_template("document.html", title=title, body=_MARKDOWN.render(text))
    return page, responses.tag_of(page.encode())


@bp.get(SECURITY)
def security() -> Response:
    """Serve the address for reports of vulnerabilities (RFC 9116), if the operator has one."""
    known = settings()
    if known.security_contact is None:
        raise Problem("not-found", "page", path=SECURITY)
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    expires = known.security_expires or f"{midnight + EXPIRES:%Y-%m-%dT%H:%M:%SZ}"
    lines = [f"Contact: {known.security_contact}", f"Expires: {expires}"]
    if known.public_url:
        lines.append(f"Canonical: {known.public_url}{SECURITY}")
    return Response("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
