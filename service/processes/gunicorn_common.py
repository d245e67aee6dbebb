"""What both gunicorns have in common: settings, logs, the shared folder of the metrics."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from service.processes.settings import settings_or_exit
from telemetry import logs, shared

settings = settings_or_exit()
if settings.redis_url is None:
    sys.exit("chasqui: REDIS_URL is not set; it should name a Redis-compatible server")

# Whoever started us shares a folder with others; where nobody did, these processes share theirs.
_own = None if os.environ.get(shared.FOLDER) else shared.share(os.environ)

# What gunicorn calls information, the supervisor has said already.
LEVEL = "warning" if settings.log_level == "info" else settings.log_level


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log as lines of ours; requests are told by the application, with more sense."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        logs.install(settings.log_level, settings.log_format)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        logging.getLogger("gunicorn.access").disabled = True


def child_exit(_arbiter: Any, worker: Any) -> None:
    """What was counted only while this process lived is counted no longer."""
    from telemetry import metrics

    metrics.bury(worker.pid)


def on_exit(_arbiter: Any) -> None:
    """Leave nothing behind."""
    if _own is not None:
        shared.forget(Path(_own))
