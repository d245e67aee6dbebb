"""The applications, assembled from their parts."""

from __future__ import annotations

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from service.edge import (
    access_log,
    compression,
    context,
    deprecation,
    errors,
    headers,
    limits,
    places,
    requests,
    sightings,
)
from service.processes.settings import Settings
from service.streams import views
from service.streams.greenlets import with_short_stacks
from service.views import (
    account_tokens,
    accounts,
    clocks,
    documents,
    drafts,
    engine,
    events,
    exports,
    fairness,
    forks,
    games,
    health,
    history,
    hooks,
    hosting,
    imports,
    jobs,
    metrics,
    pages,
    presence,
    rematch,
    rulesets,
    seats,
    seeks,
    talk,
    turns,
    undo,
    webhooks,
)

BLUEPRINTS = (
    rulesets.bp,
    games.bp,
    seats.bp,
    hosting.bp,
    clocks.bp,
    turns.bp,
    drafts.bp,
    history.bp,
    exports.bp,
    imports.bp,
    forks.bp,
    rematch.bp,
    seeks.bp,
    engine.bp,
    undo.bp,
    jobs.bp,
    fairness.bp,
    events.bp,
    talk.bp,
    presence.bp,
    hooks.bp,
    webhooks.bp,
    accounts.bp,
    account_tokens.bp,
    health.bp,
    limits.bp,
    metrics.bp,
)


def create(settings: Settings | None = None) -> Flask:
    """Return the application that serves games.

    :raises ValueError: there is no address of a Redis-compatible server.
    """
    settings = settings or Settings.from_environ()
    app = _create(settings)
    sightings.install(app)
    places.limit_waiting(app, settings.web_threads)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_blueprint(documents.bp)
    pages.install(app)
    return app


def create_stream(settings: Settings | None = None) -> Flask:
    """Return the application that serves event streams.

    :raises ValueError: as ``create``.
    """
    settings = settings or Settings.from_environ()
    app = _create(settings, pages=False)
    views.attach(app, settings.redis_url or "")
    # Flask is wrapped by replacing this method.
    app.wsgi_app = with_short_stacks(app.wsgi_app)  # type: ignore[method-assign,assignment]
    return app


def _create(settings: Settings, pages: bool = True) -> Flask:
    """Create the common part of both applications: the store, problems, CORS, request ids.

    Flask calls what sees the answer in the reverse order. So answers are compressed last, and only
    where there are pages: a stream is sent as it comes.
    """
    app = Flask("service", static_folder=None)
    # One byte more than allowed: a chunked body is cut off here silently.
    app.config["MAX_CONTENT_LENGTH"] = requests.MAX_BODY + 1
    app.url_map.strict_slashes = False
    if near := settings.trusted_proxies:
        # Flask is wrapped by replacing this method.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=near, x_proto=near, x_host=near)  # type: ignore[method-assign]
    access_log.install(app, settings.log_requests)
    if pages:
        compression.install(app)
    headers.install(app, settings.hsts_seconds)
    deprecation.install(app)
    context.attach(app, settings, pages)
    errors.install(app)
    app.before_request(_refuse_large)
    # A stream process has one thread for all, so it cannot tell what a request costs.
    limits.install(app, settings, charges=pages)
    return app


def _refuse_large() -> Response | None:
    """Refuse a body over the limit before it is read."""
    most = requests.limit()
    request.max_content_length = most + 1
    if (request.content_length or 0) > most:
        return errors.respond(requests.too_large())
    return None
