"""The whole service for programs that know nothing of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service import create_app
from service.processes.settings import Settings
from tests.conftest import serving
from tests.service.streaming import Streams


@pytest.fixture(scope="module")
def whole(redis_url: str) -> Iterator[str]:
    """Yield the service with its stream process, as `make run` has it."""
    streams = Streams(redis_url)
    streams.start()
    app = create_app(Settings(redis_url=redis_url, stream_url=f"http://{streams.address}"))
    with serving(app) as url:
        yield url
    streams.stop()
