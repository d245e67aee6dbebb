"""Common settings of both gunicorns: logs, and the shared folder of metrics."""

from __future__ import annotations

import contextlib
import logging
import os
import resource
import sys
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from service.processes.gunicorn_workers import Peers
from service.processes.settings import settings_or_exit
from telemetry import logs, shared

settings = settings_or_exit()
if settings.redis_url is None:
    sys.exit("chasqui: REDIS_URL is not set; it should name a Redis-compatible server")

# The supervisor sets a shared folder. Without one, this process group has its own.
_own = None if os.environ.get(shared.FOLDER) else shared.share(os.environ)

# The supervisor has logged what gunicorn logs as info.
LEVEL = "warning" if settings.log_level == "info" else settings.log_level


class Log(Logger):
    """gunicorn's log in the form of our lines. The application logs the requests."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        logs.install(settings.log_level, settings.log_format)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        logging.getLogger("gunicorn.access").disabled = True


def allow_open_files(wanted: int) -> None:
    """Raise the limit of open files of this process, if the system permits it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # The real limit of macOS is lower than the reported one.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def peers(most: int) -> Peers:
    """Return the count of connections by address, of which each may have this number.

    Behind a proxy all connections come from it, and the proxy counts.
    """
    counted = settings.rate_limits == "on" and not settings.trusted_proxies
    return Peers(most if counted else None)


def child_exit(_arbiter: Any, worker: Any) -> None:
    """Drop the gauges of an ended process."""
    from telemetry import metrics

    metrics.bury(worker.pid)


def on_exit(_arbiter: Any) -> None:
    """Remove the shared folder."""
    if _own is not None:
        shared.forget(Path(_own))
