"""A temporary installation, started like ``make run``."""

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

# Marks of each program in its command line.
MARKS = {
    "web": ":create_app()",
    "stream": ":create_stream_app()",
    "redis": "redis.sock",
    "worker": "workers",
}


@dataclass(frozen=True)
class Installation:
    """A running service: its ports, supervisor, server address and store."""

    port: int
    stream_port: int
    supervisor: psutil.Process
    url: str
    db: Store

    def processes(self, name: str) -> list[psutil.Process]:
        """Return the processes of a program: ``web``, ``stream``, …"""
        found = []
        for process in self.supervisor.children(recursive=True):
            with suppress(psutil.Error):
                if any(MARKS[name] in word for word in process.cmdline()):
                    found.append(process)
        return found


@contextmanager
def running(module: str = "service", **variables: str) -> Iterator[Installation]:
    """Start the service like ``make run`` with these variables, and stop it at the end."""
    with TemporaryDirectory(prefix="chq") as name:
        folder, (port, stream_port) = Path(name), free_ports(2)
        environ = {
            **os.environ,
            "PORT": str(port),
            "STREAM_PORT": str(stream_port),
            "DATA_DIR": str(folder / "data"),
            "REDIS_URL": "",
            # The load comes from one address, so limits are off. Decision 0016 has their cost.
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
    """Return different free ports.

    They are below the range of outgoing connections, which could take one first.
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
