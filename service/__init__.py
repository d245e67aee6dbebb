"""The service: everything over HTTP.

Imports wait until an application is created, because the supervisor is here too and needs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from service.processes.settings import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """Return the web application; it is stateless, and any process answers any request.

    :raises ValueError: there is no address of a Redis-compatible server.
    """
    from service import web

    return web.create(settings)


def create_stream_app(settings: Settings | None = None) -> Flask:
    """Return the application that serves event streams only.

    :raises ValueError: as ``create_app``.
    """
    from service import web

    return web.create_stream(settings)
