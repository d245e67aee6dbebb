"""The page at /play: a plain table for any title, to try the service in a browser."""

from __future__ import annotations

from flask import Blueprint, Response, send_from_directory

from service.presentation.problems import Problem
from service.views.events import base

bp = Blueprint("play", __name__)

_FOLDER = "play_page"
_FILES = ("play.js", "draw.js", "api.js", "play.css")


@bp.get("/play")
def page() -> Response:
    """Serve the page; it may connect only to this service and its streams."""
    answer = send_from_directory(_FOLDER, "index.html", max_age=0)
    answer.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
        f"connect-src 'self' {base()}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return answer


@bp.get("/play/<name>")
def part(name: str) -> Response:
    """Serve a part of the page."""
    if name not in _FILES:
        raise Problem("not-found", "page", path=f"/play/{name}")
    return send_from_directory(_FOLDER, name, max_age=0)
