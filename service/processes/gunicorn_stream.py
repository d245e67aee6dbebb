"""gunicorn for the stream process: thousands of open event streams in one event loop."""

import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.processes import gunicorn_common as common
from service.processes import gunicorn_workers, settings

# The creation traces of greenlets are unused and take 3 KB for each listener.
os.environ.setdefault("GEVENT_TRACK_GREENLET_TREE", "0")

worker_class = gunicorn_workers.StreamWorker
workers = 1
worker_connections = 6000
# Seconds to wait for a request on an open connection, including the first. In a crowd, some must
# wait before they are read.
keepalive = 15
control_socket_disable = True
# Streams end at once with a retry time. A stream that has not ended by then never will.
graceful_timeout = 2
limit_request_line = settings.LINE
limit_request_fields = settings.FIELDS
limit_request_field_size = settings.FIELD
forwarded_allow_ips = ""
logger_class = common.Log
loglevel = common.LEVEL
child_exit = common.child_exit
on_exit = common.on_exit


def post_fork(_arbiter: Any, _worker: Any) -> None:
    common.allow_open_files(worker_connections + 256)


def post_worker_init(worker: Any) -> None:
    from service.streams.views import keep_beating

    keep_beating(worker.wsgi)
