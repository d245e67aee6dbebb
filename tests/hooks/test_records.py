"""Hooks in records: exported games tell no address, forks may have hooks of their own."""

from __future__ import annotations

import httpx

from hooks.turns import Asker
from store import Store
from tests.hooks.bots import Bot, hook_table
from tests.service.rich import Brought, bring, export
from tests.service.table import problem


def test_an_imported_record_tells_that_a_hook_played_and_not_where(
    client: httpx.Client, db: Store, asker: Asker
) -> None:
    with Bot("first") as bot:
        table = hook_table(client, bot, "user")
        table.keep_all()
        while table.see()["status"] == "running":
            asker.play(table.id)
            if 1 in table.awaited:
                table.play(1, "rest")
    record = table.get("/export")
    assert bot.url not in record.text
    made = client.post(
        "/v1/imports", content=record.content, headers={"Content-Type": "application/json"}
    )
    assert made.status_code == 201, made.text
    game = made.json()
    assert game["seats"][0]["holder"] == "hook"
    host = {"Authorization": f"Bearer {game['tokens']['host']}"}
    problem(client.get(f"/v1/games/{game['id']}/seats/0/hook", headers=host), "not-found", 404)
    assert client.get(f"/v1/games/{game['id']}/export").content == record.content


def test_a_fork_may_be_played_by_a_hook(client: httpx.Client, asker: Asker) -> None:
    with Bot("first") as bot:
        table = hook_table(client, bot, "user")
        asker.play(table.id)
        seats = ["user", {"holder": "hook", "url": bot.url}]
        fork = table.post("/forks", 1, {"rev": 1, "seats": seats}).json()
        before = len(bot.received)
        asker.play(fork["id"])
    assert len(bot.received) == before + 1
    bot.received = bot.received[before:]
    bot.verify(fork["tokens"]["hooks"]["1"])


def test_a_record_tells_that_a_remote_bot_wanted_a_pause(
    client: httpx.Client, asker: Asker
) -> None:
    """Its consent is not needed, but its token may give it like any seat's."""
    with Bot("first") as bot:
        table = hook_table(client, bot, "user")
        for paused in (True, False, True):
            assert [answer.status_code for answer in table.pause(0, paused=paused)] == [200]
        assert table.pause(1)[0].json()["paused"]
        table.pause(1, paused=False)
        table.keep_all()
        while table.see()["status"] == "running":
            asker.play(table.id)
            if 1 in table.awaited:
                table.play(1, "rest")
    record = export(table)
    wanted = [e["seat"] for e in record.json()["entries"] if e.get("why") == "pause"]
    assert wanted == [0, 0, 1]
    for sent in (record.json(), export(table, "text").text):
        assert export(Brought(client, bring(client, sent))).content == record.content
