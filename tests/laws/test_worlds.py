"""Secrecy of every title: worlds that differ in what a viewer may not see give it equal bytes."""

from __future__ import annotations

import os
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from random import Random

import httpx
import pytest

from engine.title import Title
from service import create_stream_app
from service.processes.settings import Settings
from store import Store
from tests.conftest import serving
from tests.contract.play import TITLES, random_options, seats_of
from tests.laws.worlds import enact, look, twins

PAIRS = int(os.environ.get("LAW_WORLDS", "2"))
"""Pairs of worlds of each title for a seat, and as many for a spectator."""
TRIES = 5
"""Pairs that are looked at for one in which the viewer sees turns."""


@pytest.fixture(scope="module")
def stream(redis_url: str) -> Iterator[str]:
    with serving(create_stream_app(Settings(redis_url=redis_url))) as url:
        yield url


@pytest.mark.parametrize("number", range(PAIRS))
@pytest.mark.parametrize("seated", [True, False], ids=["seat", "spectator"])
@pytest.mark.parametrize("name", sorted(TITLES))
def test_two_worlds_cannot_be_told_apart(
    web: str, stream: str, db: Store, toy: Title, name: str, seated: bool, number: int
) -> None:
    title, rng = TITLES[name], Random(f"{name} {seated} {number}")
    seats = seats_of(title, number)
    options = random_options(title, seats, rng)
    viewer = rng.randrange(seats) if seated else None
    for _ in range(TRIES):
        worlds = twins(title, seats, options, viewer, rng, turns=6)
        if worlds[0].turns:
            break
    seen, truth = [], []
    with httpx.Client(base_url=web, timeout=30) as client:
        for world in worlds:
            match = enact(db, world)
            seen.append(look(client, stream, db, match, viewer))
            truth.append(match.snapshot.state)
    assert truth[0] != truth[1], "the worlds should differ"
    seed = match.head.seed  # of both worlds, so that comparing them would not show it
    seeds = (seed, seed.hex().encode(), b64encode(seed)[:-2], urlsafe_b64encode(seed)[:-2])
    for what in seen[0]:
        assert seen[0][what] == seen[1][what], what
        assert not [each for each in seeds if each in seen[0][what]], what
