"""Processes for tests: a Redis-compatible server that can be killed, and workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from service.processes.embedded import find_program

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 120.0  # seconds after which a test that waits has failed


def wait_until(true: Callable[[], object], what: str) -> None:
    """Wait for something that takes other processes their time."""
    deadline = time.monotonic() + LIMIT
    while not true():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.01)


class Server:
    """A server with durable storage in a folder; it finds everything again after a kill."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "redis.sock"
        self.url = f"unix://{self.socket}"
        options = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(folder)]
        durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        self.command = [str(find_program()), *options, *durable]
        self.process: subprocess.Popen[bytes]

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        redis = Redis.from_url(self.url)
        wait_until(lambda: _answers(redis), "the server")
        redis.close()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def _answers(redis: Redis) -> bool:
    try:
        return bool(redis.ping())
    except RedisError:
        return False


class Workers:
    """Worker processes of one test; whatever is left is killed at its end."""

    def __init__(self, redis_url: str) -> None:
        self.environ = {**os.environ, "REDIS_URL": redis_url, "PYTHONPATH": str(ROOT)}
        self.all: list[subprocess.Popen[bytes]] = []

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-W", "error", "-m", "workers"]
        process = subprocess.Popen(command, env=self.environ, cwd=ROOT)
        self.all.append(process)
        return process

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.SIGKILL)
        process.wait()

    def kill_all(self) -> None:
        for process in self.all:
            self.kill(process)
