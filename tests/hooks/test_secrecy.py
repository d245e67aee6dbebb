"""What a remote bot is sent: nothing that its seat may not see."""

from __future__ import annotations

import json
import re
from random import Random

import httpx
import pytest

from engine.game import Game
from games import all_games
from hooks.requests import request
from hooks.turns import Asker
from store import Store
from store.games import Stored
from tests.hooks.bots import Bot, hook_table
from tests.laws.worlds import enact, twins

_TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
TRIES = 50


def _requests(stored: Stored, seat: int) -> list[bytes]:
    """Everything this seat's hook may be asked within its turn's first two questions."""
    first = request(stored, seat, [], b"")
    options = json.loads(first)["data"]["choices"]["options"]
    steps = [option["step"] for option in options if not option["barrier"]]
    bodies = [first, *(request(stored, seat, [step], b"") for step in steps[:20])]
    return [_TIME.sub(b"T", body) for body in bodies]


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("title", sorted(all_games()))
def test_two_worlds_that_a_seat_cannot_tell_apart_ask_its_hook_the_same(
    db: Store, title: str, number: int
) -> None:
    game, rng = all_games()[title], Random(f"hook {title} {number}")
    for _ in range(TRIES):
        seats = rng.choice(list(game.seats))
        viewer = rng.randrange(seats)
        worlds = twins(game, seats, (), viewer, rng, turns=4)
        if viewer in worlds[0].board.awaited:
            break
    else:
        raise AssertionError("the seat is never asked")
    seen, truth = [], []
    for world in worlds:
        stored = enact(db, world)
        seen.append(_requests(stored, viewer))
        truth.append(stored.moment.state)
    assert truth[0] != truth[1], "the worlds should differ"
    assert seen[0] == seen[1]


def test_no_token_and_no_seed_is_sent(
    client: httpx.Client, db: Store, asker: Asker, toy: Game
) -> None:
    with Bot("first") as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
    stored = db.games.load(table.id)
    secrets = [table.host, *table.tokens.values(), *table.made["tokens"]["hooks"].values()]
    secrets += [stored.head.seed.hex(), bot.url]
    assert bot.received
    for sent in bot.received:
        for secret in secrets:
            assert secret.encode() not in sent.body
            assert secret not in str({k: v for k, v in sent.headers.items() if k != "Host"})
