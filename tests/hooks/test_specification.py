"""What is sent to others has the shape that the specification tells."""

from __future__ import annotations

import json
from random import Random

import pytest

from games import all_titles
from hooks.requests import request
from hooks.turns import FIRST_PAUSE, Asker
from hooks.webhooks import Notifier
from match.expiry import ENDLESS
from store import Store
from tests.hooks.bots import Bot, hook_table
from tests.hooks.conftest import Clock
from tests.hooks.listeners import Listener, Owner
from tests.laws.worlds import enact, twins
from tests.service import conformance


def fits(name: str, body: bytes) -> None:
    """Fail unless this body is what the specification says of the webhook of this name."""
    conformance.webhook(name).validate(json.loads(body))


@pytest.mark.parametrize("name", sorted(all_titles()))
def test_a_request_for_a_turn(db: Store, name: str) -> None:
    title, rng = all_titles()[name], Random(name)
    world = twins(title, max(title.seats), (), None, rng, turns=6)[0]
    match = enact(db, world)
    for seat in world.board.awaited:
        first = request(match, seat, [], b"", "en", ENDLESS)
        fits("turn.requested", first)
        options = json.loads(first)["data"]["choices"]["options"]
        for option in options[:5]:
            if not option["barrier"]:
                fits("turn.requested", request(match, seat, [option["step"]], b"", "en", ENDLESS))


def test_a_request_after_a_problem(owner: Owner, asker: Asker, clock: Clock) -> None:
    with Bot(["fly"]) as bot:
        table = hook_table(owner.client, bot)
        asker.play(table.id)
        clock.ahead += 2 * FIRST_PAUSE
        asker.play(table.id)
    assert [each["problem"] is None for each in bot.asked] == [True, False]
    for each in bot.received:
        fits("turn.requested", each.body)


def test_events_of_an_account(owner: Owner, notifier: Notifier) -> None:
    with Listener() as listener:
        hook = owner.hook(listener)
        table = owner.table()
        table.keep_all()
        table.finish()
        owner.ask("POST", f"/{hook['id']}/test")
        notifier.notify(owner.id)
    kinds = {each["type"] for each in listener.messages}
    assert kinds == {"game.moved", "ping"}
    for message, sent in zip(listener.messages, listener.received, strict=True):
        fits(message["type"], sent.body)
