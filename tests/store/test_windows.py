"""Windows: counts that end by themselves, whatever happens to the clock of the machine."""

from __future__ import annotations

from typing import Any

import pytest

from store import Store, keys
from store.windows import OwnWindows, Rate, Share, Windows

HOUR = 3600 * 1000


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ticking() -> Clock:
    return Clock()


@pytest.fixture(params=["own", "shared"])
def windows(request: pytest.FixtureRequest, ticking: Clock, db: Store) -> Windows:
    return OwnWindows(ticking) if request.param == "own" else db.windows


def share(most: int, name: str = "reads", caller: str = "2001:db8::/64") -> Share:
    return Share(Rate(name, most), caller)


def test_a_window_counts_down_and_then_refuses(windows: Windows) -> None:
    mine = share(2)
    assert [windows.take(mine).left for _ in range(2)] == [(1,), (0,)]
    refused = windows.take(mine)
    assert (refused.left, refused.full) == ((0,), 0)
    assert 1 <= refused.wait <= 60
    assert windows.take(share(2, caller="another")).left == (1,)
    assert windows.take(share(2, "writes")).left == (1,)


def test_a_request_counts_in_all_windows_or_in_none(windows: Windows) -> None:
    small, large = share(1), share(9, "address-reads")
    assert windows.take(small, large).left == (0, 8)
    refused = windows.take(large, small)
    assert (refused.full, refused.left) == (1, (8, 0))
    assert windows.take(large, amount=0).left == (8,)


def test_looking_changes_nothing(windows: Windows) -> None:
    mine = share(5)
    assert windows.take(mine, amount=0).left == (5,)
    assert windows.take(mine, amount=3).left == (2,)
    assert windows.take(mine, amount=0) == windows.take(mine, amount=0)
    assert windows.take(mine, amount=3).full == 0


def test_an_own_window_ends_and_is_forgotten(ticking: Clock) -> None:
    windows, mine = OwnWindows(ticking), share(1)
    windows.take(mine)
    ticking.now += 59.9
    assert windows.take(mine).wait == 1
    ticking.now += 0.2
    assert windows.take(mine).full is None
    ticking.now += 61
    windows.take(share(1, caller="another"))
    assert len(windows._windows) == 1


def test_a_charge_may_exceed_what_is_left(ticking: Clock) -> None:
    windows, mine = OwnWindows(ticking), share(100, "cost")
    assert windows.wait(mine) is None
    windows.charge(250, mine)
    assert windows.take(mine, amount=0).left == (0,)
    assert windows.wait(share(5, "other"), mine) == (mine.rate, 60)
    ticking.now += 60
    assert windows.wait(mine) is None


def test_own_windows_do_not_see_the_clock_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    windows, mine = OwnWindows(), share(1)
    windows.take(mine)
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert 1 <= windows.take(mine).wait <= 60


def test_a_shared_window_begins_anew_when_the_clock_was_set_back(db: Store) -> None:
    mine = share(1, "writes")
    name = keys.window("writes", mine.caller)
    db.windows.take(mine)
    assert db.windows.take(mine).full == 0
    _an_hour_ahead(db, name)
    assert db.windows.take(mine).full is None
    assert db.windows.take(mine).wait <= 60
    assert 0 < db.redis.pttl(name) <= 60_000


def _an_hour_ahead(db: Store, name: str) -> None:
    """Write a window or bucket as a clock that is an hour ahead writes it."""
    at: Any = db.redis.hget(name, "at")
    db.redis.hset(name, "at", int(at) + HOUR)
    db.redis.pexpire(name, 60_000 + HOUR)
