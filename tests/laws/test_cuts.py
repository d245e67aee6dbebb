"""Cut at any byte and taken up again, a stream tells each entry exactly once."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from match import seating
from match.chairs import Chair
from match.match import Match
from match.words import PERSON
from store import Store
from store.accounts import new_account_id, opened
from store.tokens import fingerprint
from tests.laws.cuts import NDJSON, SSE, Cut, follow
from tests.service.streaming import Streams, durable_server, store_of, streams_of
from tests.service.test_stream import play_on, take_back
from tests.wishes import wish
from tests.workers.tables import create, token_of

CUTS = int(os.environ.get("LAW_CUTS", "100"))
TURNS = 30  # played in a game while it is followed


server = pytest.fixture(scope="module")(durable_server)
db = pytest.fixture(scope="module")(store_of)
streams = pytest.fixture(scope="module")(streams_of)


def playing(
    db: Store, games: list[Match], rng: Random, end: Callable[[Match], str]
) -> Callable[[], str | None]:
    """Each call plays a turn, and sometimes takes it back; the id of the message that tells it."""
    left = TURNS * len(games)

    def play() -> str | None:
        nonlocal left
        if not left:
            return None
        left -= 1
        match = play_on(db, rng.choice(games).id, 1, left)
        return end(take_back(db, match) if rng.random() < 0.1 else match)

    return play


def address(streams: Streams) -> tuple[str, int]:
    host, _, port = streams.address.partition(":")
    return host, int(port)


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_the_stream_of_a_game(db: Store, streams: Streams, accept: str) -> None:
    rng, cuts = Random(f"game {accept}"), 0
    while cuts < CUTS:
        game = create(db, ["person", "person"])
        token = rng.choice(["", token_of(game.id, 0)])
        client = Cut(address(streams), f"/v1/games/{game.id}/events", token, accept, "0")
        told = follow(client, rng, playing(db, [game], rng, lambda match: str(match.rev)))
        match = db.games.load(game.id)
        assert [message["rev"] for message in told] == list(range(1, match.rev + 1))
        kinds = [entry.kind for entry in db.games.entries(match)]
        assert [message["kind"] for message in told] == kinds
        cuts += client.count


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_the_stream_of_an_account(db: Store, streams: Streams, accept: str) -> None:
    rng, cuts = Random(f"account {accept}"), 0
    while cuts < CUTS:
        id_ = new_account_id()
        token = f"{id_}.secret"
        db.accounts.create(opened(token))
        games = [sit(db, id_) for _ in range(3)]
        client = Cut(address(streams), "/v1/me/events", token, accept, "0-0")
        told = follow(client, rng, playing(db, games, rng, partial(last_of, db, id_)))
        for game in games:
            match = db.games.load(game.id)
            entries = [e for m in told if m["game"] == game.id for e in m["entries"]]
            assert [entry["rev"] for entry in entries] == list(range(1, match.rev + 1))
            kinds = [entry.kind for entry in db.games.entries(match)]
            assert [entry["kind"] for entry in entries] == kinds
        ids = [message["id"] for message in told]
        assert len(set(ids)) == len(ids)
        cuts += client.count


def last_of(db: Store, account_id: str, _stored: Match) -> str:
    """Return the newest place in an account's feed."""
    return db.feeds.end(account_id)


def sit(db: Store, account_id: str) -> Match:
    """Return a game of two people, the account on the second seat."""
    match = create(db, ["person", "open"])
    return wish(db, match, seating.take, None, Chair(PERSON, "", fingerprint(match.id), account_id))
