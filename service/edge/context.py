"""The context of a request: the store and the settings of its application."""

from __future__ import annotations

from flask import Flask, current_app

from service.processes.settings import Settings
from store import Store

_STORE, _SETTINGS = "chasqui-store", "chasqui-settings"


def attach(app: Flask, settings: Settings) -> None:
    """Give an application its settings and its store; the store connects at its first use.

    :raises ValueError: the settings have no address of a Redis-compatible server.
    """
    if settings.redis_url is None:
        raise ValueError("REDIS_URL is not set; `python -m service` sets it by itself")
    app.extensions[_SETTINGS] = settings
    app.extensions[_STORE] = Store.open(settings.redis_url)


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
