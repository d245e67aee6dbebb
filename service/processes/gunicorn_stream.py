"""gunicorn for the stream process: thousands of open event streams in one event loop."""

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.processes import gunicorn_common as common
from service.processes import gunicorn_workers, settings

# The creation traces of greenlets are unused and take 3 KB for each listener.
os.environ.setdefault("GEVENT_TRACK_GREENLET_TREE", "0")

SPARE = 32
"""Connections of an address beside its streams: they wait for an answer, or for a request."""

worker_class = gunicorn_workers.StreamWorker
worker_class.send_seconds = common.settings.send_seconds
worker_class.peers = common.peers(common.settings.streams_per_address + SPARE)
workers = 1
# More than there are streams, so that a client gets an answer also if there is no room.
worker_connections = common.settings.streams + max(SPARE, common.settings.streams // 10)
# Seconds to wait for a request on an open connection, including the first. In a crowd, some must
# wait before they are read.
keepalive = 15
control_socket_disable = True
# Streams end at once with a retry time, but a busy machine may need seconds for thousands.
graceful_timeout = 5
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
    from service.processes.probes import answers
    from service.streams.views import keep_beating

    listener = worker.sockets[0]
    keep_beating(worker.wsgi, partial(answers, listener.family, listener.getsockname()))
