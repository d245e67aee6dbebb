"""Places: the shares of hosts, addresses and creators, and who answered lately."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack

import httpx
import pytest

from hooks.outgoing import Sender
from hooks.places import LATELY, Crowded, Party, Places, Shares
from hooks.routes import Routes
from hooks.turns import Asker
from hooks.webhooks import Notifier
from service.processes.settings import Settings
from store import Store
from tests.hooks.bots import Bot, hook_table
from tests.hooks.conftest import Clock
from tests.hooks.listeners import Listener, Owner
from tests.hooks.receivers import Reply, receiving
from tests.hooks.test_turns import look

SHARES = Shares(places=12, address=4, creator=5)


class Time:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Yield what frees all places at the end of a test."""
    with ExitStack() as held:
        yield held


@pytest.fixture
def places() -> Places:
    return Places(SHARES)


def took(stack: ExitStack, place: AbstractContextManager[None]) -> bool:
    """Return whether there was a place; take it until the end of the test."""
    try:
        stack.enter_context(place)
    except Crowded:
        return False
    return True


def party(number: int, creator: str = "", subject: str = "") -> Party:
    return Party(f"{number}.example", creator, subject or f"game {number}")


def test_a_host_holds_half_of_what_its_address_may(places: Places, stack: ExitStack) -> None:
    found = [took(stack, places.enter(party(1, str(n)))) for n in range(3)]
    assert found == [True, True, False]
    assert took(stack, places.enter(party(2)))


def test_a_creator_holds_its_own_share(places: Places, stack: ExitStack) -> None:
    found = [took(stack, places.enter(party(n, "ana"))) for n in range(6)]
    assert found == 5 * [True] + [False]
    assert took(stack, places.enter(party(7, "ben")))


def test_an_address_is_counted_over_all_its_names(places: Places, stack: ExitStack) -> None:
    found = [took(stack, places.at(party(n), "192.0.2.1")) for n in range(5)]
    assert found == 4 * [True] + [False]
    assert took(stack, places.at(party(6), "192.0.2.2"))


def test_a_network_of_one_machine_counts_as_one_address(places: Places, stack: ExitStack) -> None:
    found = [took(stack, places.at(party(1), f"2001:db8:0:7::{n:x}")) for n in range(5)]
    assert found == 4 * [True] + [False]
    assert took(stack, places.at(party(1), "2001:db8:0:8::1"))


def test_those_that_answered_lately_have_places_left(places: Places, stack: ExitStack) -> None:
    quick = party(99, "eve")
    places.note(quick, answered=True)
    found = [took(stack, places.enter(party(n, str(n)))) for n in range(20)]
    assert found == 6 * [True] + 14 * [False]
    assert took(stack, places.enter(quick))
    assert not took(stack, places.enter(party(98, "eve"))), "another bot of this creator"


def test_all_places_together_are_limited(places: Places, stack: ExitStack) -> None:
    for number in range(20):
        places.note(party(number), answered=True)
    found = [took(stack, places.enter(party(n, str(n)))) for n in range(20)]
    assert found == 12 * [True] + 8 * [False]


def test_an_answer_counts_for_a_while_and_a_timeout_ends_it() -> None:
    time = Time()
    places = Places(SHARES, time)
    places.note(party(1), answered=True)
    time.now = LATELY - 1
    assert places.is_known(party(1))
    assert not places.is_known(party(1, subject="another game"))
    time.now = LATELY
    assert not places.is_known(party(1))
    places.note(party(1), answered=True)
    places.note(party(1), answered=False)
    assert not places.is_known(party(1))


def test_a_place_is_free_again_after_its_use(places: Places) -> None:
    for _ in range(100):
        with places.enter(party(1)), places.at(party(1), "192.0.2.1"):
            assert places._taken
    assert not places._taken


def test_a_route_counts_the_address_that_it_uses(places: Places) -> None:
    """The name resolves to another address each time, but the route asks once."""
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return [f"127.0.0.{len(asked)}"]

    with receiving(lambda _: Reply(204)) as url:
        port = url.rpartition(":")[2]
        routes = Routes(Sender(local=True, resolve=resolve), places)
        with routes.open(f"http://bot.example:{port}/", "", "game") as route:
            found = [route.post(b"{}", "m", ["whsec_c2VjcmV0"]).status for _ in range(3)]
    assert found == [204] * 3
    assert asked == ["bot.example"]


def test_a_route_without_a_place_is_crowded(places: Places, stack: ExitStack) -> None:
    routes = Routes(Sender(local=True), places)
    for number in range(4):
        url = f"http://127.0.0.1:{2000 + number}/"
        stack.enter_context(routes.open(url, "", str(number))).reach()
    last = stack.enter_context(routes.open("http://127.0.0.1:3000/", "", "game"))
    with pytest.raises(Crowded):
        last.reach()


def test_a_bot_without_a_place_is_asked_later(
    client: httpx.Client, db: Store, clock: Clock
) -> None:
    places = Places(Shares(places=2, address=2, creator=1))
    asker = Asker(db, Sender(local=True), Settings().site, clock, places)
    with Bot("first") as bot:
        table = hook_table(client, bot)
        with places.enter(party(1)):
            asker.play(table.id)
            assert asker.is_crowded(table.id)
        assert not asker.is_crowded(table.id)
        assert not bot.received
        assert not look(table)["deliveries"]
        asker.play(table.id)
    assert len(bot.received) == 1


def test_a_ping_without_a_place_is_not_lost(owner: Owner, db: Store, clock: Clock) -> None:
    places = Places(Shares(places=2, address=2, creator=1))
    notifier = Notifier(db, Sender(local=True), clock, places)
    with Listener() as listener:
        hook = owner.hook(listener)
        owner.ask("POST", f"/{hook['id']}/test")
        with places.enter(party(1, owner.id)):
            notifier.notify(owner.id)
        assert not listener.received
        notifier.notify(owner.id)
    assert [each["type"] for each in listener.messages] == ["ping"]
