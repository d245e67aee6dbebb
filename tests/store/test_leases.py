"""Leases: a process cannot take the lease of a live process."""

from __future__ import annotations

import pytest

from store import Store, heartbeats
from store.heartbeats import FRESH
from store.words import HOOKS
from tests.match.book import Time

LONG = 60_000


@pytest.fixture
def other(db: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test be another live process than the holder of the lease."""
    db.heartbeats.beat(HOOKS)
    assert db.leases.take("game", LONG)
    monkeypatch.setattr(heartbeats, "_START", "another")


def test_one_of_two_threads_has_it(db: Store) -> None:
    assert db.leases.take("game", LONG)
    assert not db.leases.take("game", LONG)
    db.leases.release("game")
    assert db.leases.take("game", LONG)


def test_who_lives_keeps_it(db: Store, other: None) -> None:
    db.heartbeats.beat(HOOKS)
    assert not db.leases.take("game", LONG)


def test_what_a_process_held_that_is_gone_is_taken_over_once(
    db: Store, clock: Time, other: None
) -> None:
    clock.go_on(FRESH / 1000 + 1)
    assert db.leases.take("game", LONG)
    assert not db.leases.take("game", LONG), "now it is ours"


def test_a_process_that_started_anew_is_another_one(db: Store, other: None) -> None:
    """In a container it has the host and the process id of the one before."""
    db.heartbeats.beat(HOOKS)
    assert db.heartbeats.alive()[HOOKS] == 2
