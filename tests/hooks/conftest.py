"""What tests of hooks need: a service and workers that may call this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from engine.title import Title
from hooks.outgoing import Sender
from hooks.turns import Asker
from hooks.webhooks import Notifier
from service import create_app
from service.processes.settings import Settings
from store import Store
from store.games import now_ms
from tests.conftest import ROOT, serving
from tests.hooks.listeners import Owner
from tests.service import conformance


@pytest.fixture(scope="session")
def local_web(redis_url: str) -> Iterator[str]:
    """Yield the address of a service whose operator allows hooks on this machine."""
    app = create_app(Settings(redis_url=redis_url, hooks_allow_local=True))
    with serving(app) as url:
        yield url


@pytest.fixture
def client(local_web: str, db: Store, toy: Title) -> Iterator[httpx.Client]:
    """Yield a client whose answers are held against the specification."""
    hooks = {"response": [conformance.check]}
    with httpx.Client(base_url=local_web, timeout=30, event_hooks=hooks) as client:
        yield client


class Clock:
    """A clock that stands still until a test sets it, however long the test takes."""

    def __init__(self) -> None:
        self.begin, self.ahead = now_ms(), 0

    def __call__(self) -> int:
        return self.begin + self.ahead


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def asker(db: Store, clock: Clock) -> Asker:
    """Asks hooks in the process of the test, which can set its clock."""
    return Asker(db, Sender(local=True), Settings().site, clock)


_WORKER = """
import games
from tests.toy import TITLE
games.all_titles()[TITLE.name] = TITLE
from {module}.__main__ import main
main()
"""


def start(module: str, redis_url: str) -> subprocess.Popen[bytes]:
    """Return a process of hooks or workers that knows the toy and may call this machine."""
    environ = {**os.environ, "REDIS_URL": redis_url, "LOG_LEVEL": "warning"}
    environ["HOOKS_ALLOW_LOCAL"] = "1"
    command = [sys.executable, "-c", _WORKER.format(module=module)]
    return subprocess.Popen(command, env=environ, cwd=ROOT)


@pytest.fixture(scope="module")
def processes(redis_url: str) -> Iterator[None]:
    """Yield a hooks process and a worker, which end before tests that replace them."""
    started = [start(module, redis_url) for module in ("hooks", "workers")]
    yield
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def owner(client: httpx.Client) -> Owner:
    return Owner(client)


@pytest.fixture
def notifier(db: Store, clock: Clock) -> Notifier:
    """Tells webhooks in the process of the test, which can set its clock."""
    return Notifier(db, Sender(local=True), clock)
