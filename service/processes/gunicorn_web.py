"""gunicorn for the web processes: moves and reads, one thread a request."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.processes import gunicorn_common as common
from service.processes import gunicorn_workers, settings

worker_class = gunicorn_workers.WebWorker
worker_class.read_seconds = common.settings.read_seconds
worker_class.send_seconds = common.settings.send_seconds
worker_class.peers = common.peers(common.settings.connections_per_address)
workers = common.settings.web_workers
threads = common.settings.web_threads
# They wait in the main loop and hold no thread.
worker_connections = 4096
# It would bypass the part of an answer that waits for its reader.
sendfile = False
# Otherwise one worker may get every keep-alive connection.
reuse_port = True
# Otherwise all gunicorns of a user share one control socket in the home folder.
control_socket_disable = True
keepalive = 65
# Longer than the longest `Prefer: wait=N`, so that running requests can finish.
graceful_timeout = 12
limit_request_line = settings.LINE
limit_request_fields = settings.FIELDS
limit_request_field_size = settings.FIELD
# Only TRUSTED_PROXIES decides about X-Forwarded-For.
forwarded_allow_ips = ""
logger_class = common.Log
loglevel = common.LEVEL
child_exit = common.child_exit
on_exit = common.on_exit


def post_fork(_arbiter: Any, _worker: Any) -> None:
    common.allow_open_files(worker_connections + 256)
