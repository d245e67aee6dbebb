"""Double sends and races, through two web processes and a worker."""

from __future__ import annotations

import os

import pytest

from games import all_titles
from store import Store
from tests.laws.sends import Storm

SENDS = int(os.environ.get("LAW_SENDS", "400"))


@pytest.mark.parametrize("name", sorted(all_titles()))
def test_what_is_sent_twice_happens_once(
    processes: str, worker: None, db: Store, name: str
) -> None:
    storm = Storm(processes, db, name, f"storm of {name}")
    try:
        storm.run(SENDS)
    finally:
        storm.close()
    assert storm.sent.total() >= SENDS
