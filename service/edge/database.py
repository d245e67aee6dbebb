"""The store this application works on."""

from __future__ import annotations

from flask import Flask, current_app

from store import Store

_KEY = "chasqui-store"


def attach(app: Flask, url: str) -> None:
    """Give the application its store; the connection is made at the first use."""
    app.extensions[_KEY] = Store.open(url)


def db() -> Store:
    """The store of the application that handles the present request."""
    store: Store = current_app.extensions[_KEY]
    return store
