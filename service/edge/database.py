"""The store of this application."""

from __future__ import annotations

from flask import Flask, current_app

from store import Store

_KEY = "chasqui-store"


def attach(app: Flask, url: str) -> None:
    """Set the store of an application; it connects at the first use."""
    app.extensions[_KEY] = Store.open(url)


def db() -> Store:
    """Return the store of the current application."""
    store: Store = current_app.extensions[_KEY]
    return store
