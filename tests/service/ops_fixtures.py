"""A whole installation under its supervisor, as real processes, for the tests to attack."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import psutil

from bench.installation import free_ports
from store.connection import RedisError, connect

ROOT = Path(__file__).resolve().parents[2]
LONG = 60.0  # seconds: how long a hopeless wait lasts, not how long anything may take

# How to know each program by its command line.
MARKS = {
    "web": "service:create_app()",
    "stream": "service:create_stream_app()",
    "worker": "workers",
    "hooks": "hooks",
    "guard": "guard.py",
    "redis": "valkey-server",
}


def eventually(true: Callable[[], bool]) -> bool:
    """Return whether it becomes true before one loses patience."""
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


def answers(url: str) -> bool:
    try:
        return bool(connect(url).ping())
    except RedisError:
        return False


def words(process: psutil.Process) -> list[str]:
    """Return the command line; empty once the process has ended."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []


class Installation:
    """`python -m service` on two free ports and a data folder of its own."""

    def __init__(self, folder: Path, **variables: str):
        self.folder = folder
        self.port, self.stream_port = free_ports(2)
        self.log = folder / "log.txt"
        self.seen: set[psutil.Process] = set()
        self.environ = {
            **os.environ,
            "PORT": str(self.port),
            "STREAM_PORT": str(self.stream_port),
            "DATA_DIR": str(folder / "data"),
            "WEB_WORKERS": "1",
            "WORKERS": "1",
            "REDIS_URL": "",
            "RATE_LIMITS": "off",
            **variables,
        }

    def start(self) -> "Installation":
        """Start it and wait until it says that it is ready."""
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "service"],
                cwd=ROOT,
                env=self.environ,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        assert eventually(lambda: "ready on" in self.said() or self.process.poll() is not None)
        assert self.process.poll() is None, self.said()
        self.family()
        return self

    def run(self) -> subprocess.CompletedProcess[str]:
        """Start it where it is expected to refuse, and wait for its end."""
        return subprocess.run(
            [sys.executable, "-m", "service"],
            cwd=ROOT,
            env=self.environ,
            capture_output=True,
            text=True,
            timeout=LONG,
            check=False,
        )

    def said(self) -> str:
        return self.log.read_text()

    def family(self) -> set[psutil.Process]:
        """Return all processes below the supervisor; they are remembered for `left`."""
        with suppress(psutil.NoSuchProcess):
            self.seen |= set(psutil.Process(self.process.pid).children(recursive=True))
        return {process for process in self.seen if process.is_running()}

    def left(self) -> list[list[str]]:
        """Return the command lines of all processes ever seen that are alive."""
        return [line for process in self.family() if (line := words(process))]

    def program(self, name: str) -> psutil.Process:
        """Return the process that the supervisor started under this name."""
        found: list[psutil.Process] = []

        def look() -> bool:
            children = psutil.Process(self.process.pid).children()
            found[:] = [c for c in children if any(MARKS[name] in word for word in words(c))]
            return bool(found)

        assert eventually(look), f"no {name} is running:\n{self.said()}"
        return found[0]

    def healthy(self) -> bool:
        """Return whether web and stream both answer, and web reaches its storage."""
        web, stream = (f"http://127.0.0.1:{port}" for port in (self.port, self.stream_port))
        try:
            return all(
                httpx.get(url).status_code == 200 for url in (f"{web}/readyz", f"{stream}/healthz")
            )
        except httpx.HTTPError:
            return False

    @property
    def redis_url(self) -> str:
        return f"unix://{self.folder}/data/redis.sock"

    def stop(self) -> int:
        self.family()
        self.process.terminate()
        return self.process.wait(LONG)

    def destroy(self) -> None:
        """Leave nothing behind, whatever the test has done."""
        self.family()
        self.process.kill()
        for process in self.seen:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait(LONG)


def installations(folder: Path) -> Iterator[Callable[..., Installation]]:
    """Make as many installations as wanted; those that were started are destroyed at the end."""
    made: list[Installation] = []

    def make(**variables: str) -> Installation:
        place = folder / str(len(made))
        place.mkdir()
        made.append(Installation(place, **variables))
        return made[-1]

    yield make
    for installation in made:
        if hasattr(installation, "process"):
            installation.destroy()
