"""The service: everything over HTTP.

Imports wait until an application is made, because the supervisor lives here too and needs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from service.processes.settings import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """The web application: stateless, any process answers any request.

    :raises ValueError: no address of a Redis-compatible server.
    """
    from service import web

    return web.create(settings)


def create_stream_app(settings: Settings | None = None) -> Flask:
    """The application that serves event streams, and nothing else.

    :raises ValueError: as ``create_app``.
    """
    from service import web

    return web.create_stream(settings)
