"""Whole games of remote bots: a real service, real workers, a real bot."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock

import httpx
import pytest

import games
from bench.installation import free_ports
from hooks.places import Shares
from tests.conftest import ROOT
from tests.hooks.bots import Bot, hook_table
from tests.hooks.listeners import OK, Listener, Owner
from tests.hooks.receivers import Reply
from tests.service.table import Json, Table

BOT = ROOT / "examples" / "hook_bot.py"


@contextmanager
def example(port: int, secret: str) -> Iterator[None]:
    """Yield the example, answering at a port."""
    environ = {**os.environ, "HOOK_SECRET": secret}
    command = [sys.executable, str(BOT), str(port)]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def wait_until(met: Callable[[], bool], seconds: float = 30) -> None:
    """Return as soon as this holds."""
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def wait_for_end(table: Table, seconds: float = 60) -> Json:
    """Return the game once it is over."""
    deadline = time.monotonic() + seconds
    while (seen := table.see())["status"] != "over":
        assert time.monotonic() < deadline, (seen["rev"], seen["awaited"], seen["seats"])
        time.sleep(0.05)
    return seen


@pytest.mark.parametrize("title", [*games.all_titles(), "toy"])
def test_the_example_plays_a_whole_game_of_every_title(
    client: httpx.Client, processes: None, title: str
) -> None:
    """Each of its turns is asked for step by step. Its rival is an automa, or a bot of ours."""
    (port,) = free_ports(1)
    hook = {"holder": "hook", "url": f"http://127.0.0.1:{port}/", "name": "Example"}
    others = ["bot:random"] * (games.find(title).seats[0] - 1)
    table = Table(client, ruleset=title, seats=[hook, *others])
    with example(port, table.made["tokens"]["hooks"]["0"]):
        over = wait_for_end(table)
    hooked = {"seat": 0, "holder": "hook", "name": "Example", "disabled": False}
    assert over["seats"][0].items() >= hooked.items()
    turns = [e for e in table.get("/log").json()["entries"] if e["kind"] == "turn"]
    assert {*range(1 + len(others))} == {turn["seat"] for turn in turns}
    assert sorted(each["seat"] for each in over["result"]) == [0, 1]


def test_the_example_is_short_and_needs_one_library() -> None:
    text = BOT.read_text(encoding="utf-8")
    assert text.count("\n") <= 60
    imported = {
        line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))
    }
    assert {name.partition(".")[0] for name in imported} - sys.stdlib_module_names == {
        "standardwebhooks"
    }


def test_a_bot_that_fails_now_and_then_still_plays_to_the_end(
    client: httpx.Client, processes: None
) -> None:
    with Bot(500, "first", 503, "first") as bot:
        table = hook_table(client, bot, "bot:random")
        over = wait_for_end(table)
    assert not over["seats"][0]["disabled"]
    assert len(bot.received) > len(set(bot.ids())), "a failed message is sent again"
    bot.verify(table.made["tokens"]["hooks"]["0"])


def test_a_slow_bot_holds_up_nobody_else(client: httpx.Client, processes: None) -> None:
    """While some wait for their answers, other games of hooks and bots are played to their end."""
    free, lock, waiting = Event(), Lock(), [0]

    def dawdle(_: Json) -> Reply:
        with lock:
            waiting.append(waiting[-1] + 1)
        free.wait(8)
        with lock:
            waiting.append(waiting[-1] - 1)
        return Reply(503)

    with Bot(dawdle) as slow, Bot("first") as quick:
        held = [hook_table(client, slow) for _ in range(4 * Shares().host)]
        wait_until(lambda: len(slow.received) >= Shares().host)
        wait_for_end(hook_table(client, quick, "bot:random"))
        free.set()
        assert max(waiting) == Shares().host, "the others of that host have waited outside"
        assert {table.rev for table in held} == {0}


def test_real_workers_tell_all_of_a_game_through_a_receiver_that_stumbles(
    owner: Owner, processes: None
) -> None:
    stumbled: list[Json] = []

    def stumble(data: Json) -> Reply:
        if data["rev"] == 2 and not stumbled:
            stumbled.append(data)
            return Reply(500)
        return Reply(OK)

    with Listener(stumble) as listener:
        hook = owner.hook(listener)
        table = owner.table()
        table.keep_all()
        table.finish()
        wait_until(lambda: bool(listener.revs) and listener.revs[-1] == table.rev)
    assert listener.revs.count(2) == 2
    once = list(dict.fromkeys(listener.revs))
    assert once == sorted(once)
    told = {m["data"]["id"]: m["data"]["entries"] for m in listener.messages}
    assert [entry["rev"] for entries in told.values() for entry in entries] == list(
        range(1, table.rev + 1)
    )
    listener.verify(hook["secret"])
