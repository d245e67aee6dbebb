"""Requests to a remote bot contain nothing that permits an action."""

from __future__ import annotations

import httpx

from engine.title import Title
from hooks.turns import Asker
from store import Store
from tests.hooks.bots import Bot, hook_table


def test_no_token_and_no_seed_is_sent(
    client: httpx.Client, db: Store, asker: Asker, toy: Title
) -> None:
    with Bot("first") as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
    match = db.games.load(table.id)
    secrets = [table.host, *table.tokens.values(), *table.made["tokens"]["hooks"].values()]
    secrets += [match.head.seed.hex(), bot.url]
    assert bot.received
    for sent in bot.received:
        for secret in secrets:
            assert secret.encode() not in sent.body
            assert secret not in str({k: v for k, v in sent.headers.items() if k != "Host"})
