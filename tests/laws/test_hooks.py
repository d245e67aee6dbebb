"""Secrecy of hooks: worlds that a seat cannot tell apart ask its remote bot with equal bytes."""

from __future__ import annotations

import json
import os
import re
from random import Random

import pytest

from engine.title import Title
from hooks.requests import request
from match.expiry import ENDLESS
from match.match import Match
from store import Store
from tests.contract.play import TITLES, seats_of
from tests.laws.worlds import enact, twins

_TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
TRIES = 50
PAIRS = int(os.environ.get("LAW_HOOKS", "10"))
"""Pairs of worlds of each title."""


def _requests(match: Match, seat: int) -> list[bytes]:
    """Return everything this seat's hook may be asked within its turn's first two questions."""
    first = request(match, seat, [], b"", "en", ENDLESS)
    options = json.loads(first)["data"]["choices"]["options"]
    steps = [option["step"] for option in options if not option["barrier"]]
    bodies = [first, *(request(match, seat, [step], b"", "en", ENDLESS) for step in steps[:20])]
    return [_TIME.sub(b"T", body) for body in bodies]


@pytest.mark.parametrize("number", range(PAIRS))
@pytest.mark.parametrize("name", sorted(TITLES))
def test_two_worlds_that_a_seat_cannot_tell_apart_ask_its_hook_the_same(
    db: Store, toy: Title, name: str, number: int
) -> None:
    title, rng = TITLES[name], Random(f"hook {name} {number}")
    seats = seats_of(title, number)
    for _ in range(TRIES):
        viewer = rng.randrange(seats)
        worlds = twins(title, seats, (), viewer, rng, turns=4)
        if viewer in worlds[0].board.awaited:
            break
    else:
        raise AssertionError("the seat is never asked")
    seen, truth = [], []
    for world in worlds:
        match = enact(db, world)
        seen.append(_requests(match, viewer))
        truth.append(match.snapshot.state)
    assert truth[0] != truth[1], "the worlds should differ"
    assert seen[0] == seen[1]
