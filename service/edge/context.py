"""The context of a request: its id, and the store and settings of its application."""

from __future__ import annotations

import re
import secrets
from urllib.parse import quote, urlsplit

from flask import Flask, current_app, g, request

from service.presentation.problems import Occasion
from service.processes.settings import Settings
from store import Store

_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
_STORE, _SETTINGS, _PAGES = "chasqui-store", "chasqui-settings", "chasqui-pages"


def attach(app: Flask, settings: Settings, pages: bool = True) -> None:
    """Give an application its settings and its store; the store connects at its first use.

    ``pages`` means that it serves the pages of problems itself.

    :raises ValueError: the settings have no address of a Redis-compatible server.
    """
    if settings.redis_url is None:
        raise ValueError("REDIS_URL is not set; `python -m service` sets it by itself")
    app.extensions[_SETTINGS] = settings
    app.extensions[_PAGES] = pages
    app.extensions[_STORE] = Store.open(settings.redis_url, settings.lifetimes)


def db() -> Store:
    """Return the store of the application that handles the request."""
    store: Store = current_app.extensions[_STORE]
    return store


def settings() -> Settings:
    """Return the settings of the application that handles the request.

    A new setting is a field of ``Settings``; code that handles requests reads it from here.
    """
    found: Settings = current_app.extensions[_SETTINGS]
    return found


def request_id() -> str:
    """Return the id of this request: the client's X-Request-Id, or a new one."""
    if "request_id" not in g:
        sent = request.headers.get("X-Request-Id", "")
        g.request_id = sent if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
    return str(g.request_id)


def site() -> str:
    """Return the public address of the service: PUBLIC_URL, or the one of this request."""
    known = settings()
    if known.public_url or not request.host:
        return known.site
    if not current_app.extensions[_PAGES]:
        return neighbour(known.port)
    return f"{request.scheme}://{request.host}"


def neighbour(port: int) -> str:
    """Return the address of another port of the host that the request names."""
    host = urlsplit(f"//{request.host}").hostname or "127.0.0.1"
    return f"{request.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def occasion(path: str = "") -> Occasion:
    """Return where a problem of this request occurred; its path is known if it is another one."""
    return Occasion(site(), path or quote(request.path, safe="/:@!$&'()*+,;=~-._"), request_id())
