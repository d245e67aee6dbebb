"""Pages for people: the specification, Swagger UI, problem codes, and a page to play at."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from flask import Blueprint, Flask, Response, render_template, send_from_directory
from flask_swagger_ui import get_swaggerui_blueprint

from service.edge import openapi_yaml, places, requests, responses
from service.edge.context import settings
from service.edge.deprecation import POLICY
from service.edge.openapi import CHANGELOG, GUIDE, specification
from service.edge.openapi_parameters import template
from service.edge.operation import OPERATIONS
from service.presentation.problems import PAGES, STATUS, Problem, sentences
from service.views.events import base

bp = Blueprint("pages", __name__, template_folder="templates")


_FOLDER = "play_page"
_FILES = ("play.js", "draw.js", "api.js", "words.js", "play.css")


def install(app: Flask) -> None:
    """Serve the documentation; Swagger UI is packaged, so it works offline."""
    app.register_blueprint(bp)
    config = {"app_name": "Chasqui", "validatorUrl": None, "tryItOutEnabled": True}
    app.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.json", config))


Build = Callable[[str | None], tuple[bytes, str]]
"""A function that writes a long page for these terms of service, with its tag."""

_BUILDING = Lock()
_built: dict[tuple[Build, str | None], tuple[bytes, str]] = {}


def _once(build: Build) -> tuple[bytes, str]:
    """Return what ``build`` returns. It takes seconds, so one request builds, and few wait for it.

    :raises Problem: 503, enough requests wait.
    """
    terms = settings().terms_url
    if (build, terms) not in _built:
        with places.costly(), _BUILDING:
            if (build, terms) not in _built:
                _built[build, terms] = build(terms)
    return _built[build, terms]


def _specification(terms: str | None) -> tuple[bytes, str]:
    """Return the specification of this installation, and its tag."""
    text = json.dumps(specification(terms), ensure_ascii=False).encode()
    return text, responses.tag_of(text)


@bp.get("/openapi.json")
def openapi() -> Response:
    """Serve the specification of this service."""
    text, tag = _once(_specification)
    return responses.stored(text, tag)


def _yaml(terms: str | None) -> tuple[bytes, str]:
    """Return the specification as YAML, and its tag."""
    text = openapi_yaml.written(specification(terms)).encode()
    return text, responses.tag_of(text)


@bp.get("/openapi.yaml")
def openapi_as_yaml() -> Response:
    """Serve the specification of this service as YAML."""
    text, tag = _once(_yaml)
    return responses.stored(text, tag, Content_Type="application/yaml; charset=utf-8")


@cache
def _resources() -> dict[str, dict[str, list[str]]]:
    """Return the methods of every path, by tag."""
    found: dict[str, dict[str, list[str]]] = {}
    for operation in OPERATIONS:
        path = template(operation.path)
        found.setdefault(operation.tag, {}).setdefault(path, []).append(operation.method)
    return found


@bp.get("/")
def index() -> Response:
    """Serve the entry point."""
    return responses.json(
        {
            "name": "Chasqui",
            "rulesets": "/v1/rulesets",
            "games": "/v1/games",
            "docs": "/docs/",
            "play": "/play",
            "openapi": "/openapi.json",
            "openapi_yaml": "/openapi.yaml",
            "guide": GUIDE,
            "problems": PAGES,
            "versioning": POLICY,
            "changelog": CHANGELOG,
            "terms": settings().terms_url,
            "resources": _resources(),
        }
    )


@bp.get(f"{PAGES}/<code>")
def problem(code: str) -> Response:
    """Serve the page of a problem code."""
    if code not in STATUS:
        raise Problem("not-found", "page", path=f"{PAGES}/{code}")
    text = sentences(requests.language())[code]
    return _page("problem.html", code=code, status=STATUS[code], text=text)


@bp.get(PAGES)
def problems() -> Response:
    """Serve the list of problem codes."""
    told = sentences(requests.language())
    rows = [(code, status, told[code]["title"]) for code, status in STATUS.items()]
    return _page("problems.html", rows=rows)


def _page(template: str, **values: Any) -> Response:
    language = requests.language()
    page = render_template(
        template, language=language, pages=sentences(language)["pages"], **values
    )
    return Response(page, content_type="text/html; charset=utf-8")


@cache
def _index() -> str:
    """Return the page, with places for its language and a sentence."""
    path = Path(__file__).parents[1] / _FOLDER / "index.html"
    return path.read_text(encoding="utf-8")


@bp.get("/play")
def play_page() -> Response:
    """Serve the page; it may connect only to this service and its streams."""
    language = requests.language()
    pages = sentences(language)["pages"]
    page = _index().format(language=language, noscript=pages["noscript"], docs=pages["docs"])
    answer = Response(page, content_type="text/html; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
        f"connect-src 'self' {base()}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return answer


@bp.get("/play/<name>")
def play_file(name: str) -> Response:
    """Serve a part of the page."""
    if name not in _FILES:
        raise Problem("not-found", "page", path=f"/play/{name}")
    return send_from_directory(_FOLDER, name, max_age=0)
