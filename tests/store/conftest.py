"""What tests of storage need besides a store: a time of their own."""

from __future__ import annotations

import time

import pytest

from tests.match.book import Time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    time_of_test = Time()
    monkeypatch.setattr(time, "time_ns", time_of_test)
    return time_of_test
