"""An installation as ``make run`` starts it, in a folder of its own, to be thrown away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import randrange
from tempfile import TemporaryDirectory

import psutil

from bench.report import ROOT
from store import Store

PATIENCE = 60.0  # seconds to become ready

# How to know each program by its command line.
MARKS = {
    "web": ":create_app()",
    "stream": ":create_stream_app()",
    "redis": "redis.sock",
    "worker": "workers",
}


@dataclass(frozen=True)
class Installation:
    """A running service: its ports, its supervisor, its server's address and a store on it."""

    port: int
    stream_port: int
    supervisor: psutil.Process
    url: str
    db: Store

    def processes(self, name: str) -> list[psutil.Process]:
        """The processes of the programs of this name: ``web``, ``stream``, …"""
        found = []
        for process in self.supervisor.children(recursive=True):
            with suppress(psutil.Error):
                if any(MARKS[name] in word for word in process.cmdline()):
                    found.append(process)
        return found


@contextmanager
def running(module: str = "service", **variables: str) -> Iterator[Installation]:
    """Start the service as ``make run`` does, but with these variables; stop it at the end."""
    with TemporaryDirectory(prefix="chq") as name:
        folder, (port, stream_port) = Path(name), free_ports(2)
        environ = {
            **os.environ,
            "PORT": str(port),
            "STREAM_PORT": str(stream_port),
            "DATA_DIR": str(folder / "data"),
            "REDIS_URL": "",
            # The load comes from one address. What the limits cost, 0016 tells.
            "RATE_LIMITS": "off",
            **variables,
        }
        command = [sys.executable, "-m", module]
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
        try:
            _await(process, folder / "log")
            url = f"unix://{folder}/data/redis.sock"
            with closing(Store.open(url).redis) as redis:
                yield Installation(
                    port, stream_port, psutil.Process(process.pid), url, Store(redis)
                )
        finally:
            process.terminate()
            process.wait()


def free_ports(count: int) -> list[int]:
    """Different ports nobody listens on.

    They lie below those that systems give to outgoing connections, of which one might be taken
    before it is listened on.
    """
    found: list[int] = []
    with ExitStack() as held:
        while len(found) < count:
            probe, port = held.enter_context(socket.socket()), randrange(20_000, 32_000)
            with suppress(OSError):
                probe.bind(("127.0.0.1", port))
                found.append(port)
    return found


def _await(process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while "ready on" not in log.read_text():
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"the service did not start:\n{log.read_text()}")
        time.sleep(0.05)
