"""Windows: the count of a caller's requests within a minute."""

from __future__ import annotations

import pytest

from store import Store
from store.windows import SECONDS, OwnWindows, Rate, Windows

RATE = Rate("reads", 2)


@pytest.fixture(params=["own", "shared"])
def windows(request: pytest.FixtureRequest, db: Store) -> Windows:
    """Windows of either kind."""
    return OwnWindows() if request.param == "own" else db.windows


def test_a_window_counts_a_caller_and_a_kind(windows: Windows) -> None:
    assert windows.left(RATE, "ana") == 2
    assert [windows.take(RATE, "ana") for _ in range(3)] == [1, 0, -1]
    assert (windows.left(RATE, "ana"), windows.left(RATE, "ren")) == (0, 2)
    assert windows.left(Rate("writes", 2), "ana") == 2


def test_a_window_says_how_long_it_lasts(windows: Windows) -> None:
    assert windows.wait(RATE, "ana") == 1
    windows.take(RATE, "ana")
    assert 1 < windows.wait(RATE, "ana") <= SECONDS


def test_a_window_begins_with_its_first_request_and_ends(
    db: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    windows = OwnWindows()
    windows.take(RATE, "ana")
    now += SECONDS - 1
    windows.take(RATE, "ana")
    assert (windows.left(RATE, "ana"), windows.wait(RATE, "ana")) == (0, 1)
    now += 1
    assert windows.left(RATE, "ana") == 2
    assert windows.take(RATE, "ana") == 1


def test_a_shared_window_that_is_over_leaves_nothing(db: Store) -> None:
    db.windows.take(RATE, "ana")
    (name,) = db.redis.keys("*window*")
    first = db.redis.pttl(name)
    db.windows.take(RATE, "ana")
    assert 0 < db.redis.pttl(name) <= first <= SECONDS * 1000
