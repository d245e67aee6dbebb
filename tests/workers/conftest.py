"""What every test of the workers needs: an empty server, a store on it, worker processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.streaming import durable_server, store_of
from tests.workers.processes import Server, Workers

server = pytest.fixture(durable_server)
db = pytest.fixture(store_of)


@pytest.fixture
def workers(server: Server) -> Iterator[Workers]:
    workers = Workers(server.url)
    yield workers
    workers.kill_all()
