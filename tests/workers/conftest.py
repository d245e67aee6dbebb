"""What every test of the workers needs: an empty server, a store on it, worker processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from store import Store
from tests.workers.processes import Server, Workers


@pytest.fixture
def server() -> Iterator[Server]:
    # Not pytest's tmp_path: the path of a socket may have about a hundred characters only.
    with TemporaryDirectory(prefix="chq") as folder:
        server = Server(Path(folder))
        server.start()
        yield server
        server.kill()


@pytest.fixture
def db(server: Server) -> Iterator[Store]:
    store = Store.open(server.url)
    yield store
    store.redis.close()


@pytest.fixture
def workers(server: Server) -> Iterator[Workers]:
    workers = Workers(server.url)
    yield workers
    workers.kill_all()
