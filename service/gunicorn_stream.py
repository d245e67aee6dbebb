"""gunicorn for the stream process: thousands of open event streams in one event loop."""

import contextlib
import resource
from typing import Any

worker_class = "gevent"
workers = 1
worker_connections = 6000
control_socket_disable = True
# An open stream never ends by itself, so waiting for it to finish is waiting in vain.
graceful_timeout = 2


def _allow_open_files(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # macOS has a lower limit besides the one it tells.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def post_fork(_arbiter: Any, _worker: Any) -> None:
    _allow_open_files(worker_connections + 256)
