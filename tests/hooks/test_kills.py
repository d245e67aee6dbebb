"""A process of hooks is killed while it waits for an answer: the turn is asked for again."""

from __future__ import annotations

import json
from threading import Event

import httpx

from store import Store, keys
from store.words import HOOKS
from tests.hooks.bots import Bot, hook_table
from tests.hooks.conftest import start
from tests.hooks.receivers import Reply
from tests.hooks.test_games import wait_until
from tests.service.table import Json


def test_what_a_killed_process_has_asked_is_asked_again(
    client: httpx.Client, db: Store, redis_url: str
) -> None:
    free = Event()

    def answer(data: Json) -> Reply:
        if len(bot.received) == 1:
            free.wait(9)  # by then no process waits for this answer
        step = data["choices"]["options"][0]["step"]
        return Reply(200, json.dumps({"steps": [step]}).encode())

    with Bot(answer) as bot:
        first = start("hooks", redis_url)
        table = hook_table(client, bot, "user")
        wait_until(lambda: len(bot.received) == 1)
        first.kill()
        first.wait()
        free.set()
        assert table.rev == 0
        assert not db.leases.take(f"hooks:{table.id}", 1), "what it has asked it may be told"
        db.redis.delete(keys.alive(HOOKS))  # as time does after 5 seconds
        second = start("hooks", redis_url)
        wait_until(lambda: table.rev == 1)
        second.terminate()
        assert second.wait(timeout=20) == 0, "told to stop it ends by itself"
    assert len(bot.received) == 2
    assert len(set(bot.ids())) == 1
