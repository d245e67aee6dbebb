"""Webhooks of accounts: in order, at-least-once, and only what the account may see."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hooks import webhooks
from hooks.webhooks import Notifier
from store import Store
from store.games import now_ms
from tests.hooks.conftest import Clock
from tests.hooks.listeners import OK, Listener, Owner
from tests.hooks.receivers import Reply
from tests.service.table import Json, Table, briefly, events_of


def test_everything_is_told_in_order(owner: Owner, notifier: Notifier, db: Store) -> None:
    with Listener() as listener:
        hook = owner.hook(listener)
        table = owner.table()
        table.keep_all()
        table.play(0, "rest")
        assert db.webhooks_due.overdue(now_ms()) == [owner.id]
        notifier.notify(owner.id)
        notifier.notify(owner.id)
    assert listener.revs == [0, 1, 2, 3]
    assert len(set(listener.ids())) == 4
    listener.verify(hook["secret"])
    assert {each["type"] for each in listener.messages} == {"game.moved"}
    assert db.webhooks_due.overdue(now_ms() + 10**9) == []
    log = owner.log(hook)
    assert [each["id"] for each in log] == listener.ids()[::-1]
    assert {(each["status"], each["error"], each["attempt"]) for each in log} == {(OK, None, 1)}


def test_a_webhook_is_told_what_its_account_may_see(owner: Owner, notifier: Notifier) -> None:
    """The same entries as in the log of its seat: its own secret choice, not the other's."""
    with Listener() as listener:
        owner.hook(listener)
        table = owner.table()
        for seat in (1, 0):
            table.play(seat, table.see(seat)["choices"]["options"][0]["step"])
            notifier.notify(owner.id)
    other, mine = (each["data"]["entries"][0] for each in listener.messages[1:])
    assert [each["step"] for each in other["steps"]] == [None]
    assert mine["steps"][0]["step"].startswith("keep")
    log = briefly(table.get("/log?events=1", 0).json()["entries"])
    assert mine == log[1]
    for message in listener.messages:
        data = message["data"]
        assert (data["game"], data["seat"]) == (table.id, 0)
    assert listener.messages[0]["data"]["your_turn"]
    secrets = [owner.token, table.host, *table.tokens.values(), listener.url]
    for each in listener.received:
        assert not [secret for secret in secrets if secret.encode() in each.body]


def test_a_webhook_is_told_the_turn_of_an_automa(owner: Owner, notifier: Notifier) -> None:
    with Listener() as listener:
        owner.hook(listener)
        table = owner.table(seats=["me"])
        table.keep_all()
        table.play(0, "rest")
        notifier.notify(owner.id)
    entry = listener.messages[-1]["data"]["entries"][0]
    assert entry == briefly(table.get("/log?events=1", 0).json()["entries"])[-1]
    assert (entry["seat"], {event["seat"] for event in events_of(entry)} & {0, 1}) == (0, {1})


@pytest.mark.parametrize(
    ("events", "revs"),
    [
        (["created"], [0]),
        (["your-turn"], [0, 2, 4, 6]),
        (["end"], [9]),
        (["turn"], [1, 2, 3, 4, 5, 6, 7, 9]),
        (["seat", "undo-requested"], []),
    ],
)
def test_a_webhook_is_told_what_it_wants_to_hear(
    owner: Owner, notifier: Notifier, events: list[str], revs: list[int]
) -> None:
    with Listener() as listener:
        owner.hook(listener, events=events)
        table = owner.table()
        notifier.notify(owner.id)
        while awaited := table.awaited:
            seat = awaited[-1]
            steps = [each["step"] for each in table.see(seat)["choices"]["options"]]
            table.play(seat, "rest" if "rest" in steps else steps[0])
            notifier.notify(owner.id)
    assert listener.revs == revs


def test_of_a_turn_that_was_played_meanwhile_nobody_needs_to_hear(
    owner: Owner, notifier: Notifier
) -> None:
    with Listener() as listener:
        owner.hook(listener, events=["your-turn"])
        table = owner.table()
        table.keep_all()
        table.play(0, "rest")
        notifier.notify(owner.id)
        assert listener.revs == []
        table.play(1, "rest")
        notifier.notify(owner.id)
    assert listener.revs == [4]


def test_a_webhook_may_want_to_hear_of_some_games_only(owner: Owner, notifier: Notifier) -> None:
    first, second = owner.table(), owner.table()
    with Listener() as listener:
        owner.hook(listener, games=[second.id])
        for table in (first, second):
            table.keep_all()
        notifier.notify(owner.id)
    assert {each["data"]["game"] for each in listener.messages} == {second.id}
    assert listener.revs == [1, 2]


def test_what_happened_before_is_not_told(owner: Owner, notifier: Notifier) -> None:
    table = owner.table()
    with Listener() as listener:
        owner.hook(listener)
        table.keep_all()
        notifier.notify(owner.id)
    assert listener.revs == [1, 2]


def test_a_failure_is_told_again_before_anything_else(
    owner: Owner, notifier: Notifier, clock: Clock
) -> None:
    with Listener(OK, 500, 503, OK) as listener, Listener() as other:
        hook, _ = owner.hook(listener), owner.hook(other)
        table = owner.table()
        table.keep_all()
        for _ in range(3):
            notifier.notify(owner.id)
            notifier.notify(owner.id)  # too early
            clock.ahead += 3 * webhooks.FIRST_PAUSE
    assert listener.revs == [0, 1, 1, 1, 2]
    ids = listener.ids()
    assert len(set(ids)) == 3
    assert ids[1] == ids[2] == ids[3]
    assert other.revs == [0, 1, 2]
    assert [(each["status"], each["attempt"]) for each in owner.log(hook)] == [
        (OK, 1),
        (OK, 3),
        (503, 2),
        (500, 1),
        (OK, 1),
    ]
    assert owner.look(hook)["failures"] == 0


def test_a_failing_webhook_keeps_no_other_waiting(
    owner: Owner, notifier: Notifier, db: Store, clock: Clock
) -> None:
    with Listener(500) as broken, Listener() as well:
        for listener in (broken, well):
            owner.hook(listener)
        table = owner.table()
        for _ in range(8):
            notifier.notify(owner.id)
            clock.ahead += 3 * webhooks.LONGEST_PAUSE
        notifier.notify(owner.id)
        clock.ahead = 0
        assert db.webhooks_due.overdue(now_ms() + 1000) == [], "it is to be tried much later"
        table.keep_all()
        assert db.webhooks_due.overdue(now_ms()) == [owner.id]
        notifier.notify(owner.id)
    assert well.revs == [0, 1, 2]
    assert set(broken.revs) == {0}


def test_a_redirect_is_not_followed(owner: Owner, notifier: Notifier) -> None:
    with Listener() as elsewhere:
        away = Reply(308, b"", (("Location", elsewhere.url),))
        with Listener(away) as listener:
            hook = owner.hook(listener)
            owner.table()
            notifier.notify(owner.id)
    assert elsewhere.received == []
    assert owner.log(hook)[0]["error"] == "redirect"


def test_after_long_failure_a_webhook_is_disabled_and_may_be_enabled(
    owner: Owner, notifier: Notifier, db: Store, clock: Clock
) -> None:
    with Listener(*[500] * webhooks.MOST_FAILURES, OK) as listener:
        hook = owner.hook(listener)
        table, times = owner.table(), []
        while not owner.look(hook)["disabled"]:
            notifier.notify(owner.id)
            times.append(clock())
            clock.ahead = db.webhooks.get(owner.id, hook["id"]).again - clock.begin
        assert len(listener.received) == webhooks.MOST_FAILURES
        off = owner.look(hook)
        assert (off["disabled"]["reason"], off["again"]) == ("failing", None)
        table.keep_all()
        clock.ahead += 10**9
        notifier.notify(owner.id)
        assert len(listener.received) == webhooks.MOST_FAILURES
        assert db.webhooks_due.overdue(now_ms() + 10**10) == []
        on = owner.ask("PATCH", f"/{hook['id']}", {"enabled": True}).json()
        assert (on["disabled"], on["failures"]) == (None, 0)
        notifier.notify(owner.id)
    assert listener.revs[-3:] == [0, 1, 2]
    gaps = [after - before for before, after in pairwise(times)]
    assert gaps[0] < gaps[3] < gaps[6] < gaps[9] <= 2 * webhooks.LONGEST_PAUSE


def test_who_answers_410_is_told_no_more(owner: Owner, notifier: Notifier) -> None:
    with Listener(410) as listener:
        hook = owner.hook(listener)
        owner.table()
        notifier.notify(owner.id)
    assert owner.look(hook)["disabled"]["reason"] == "gone"


def test_while_a_webhook_is_disabled_nothing_is_sent(owner: Owner, notifier: Notifier) -> None:
    with Listener() as listener:
        hook = owner.hook(listener)
        off = owner.ask("PATCH", f"/{hook['id']}", {"enabled": False}).json()
        assert off["disabled"]["reason"] == "by-owner"
        owner.table()
        notifier.notify(owner.id)
        assert listener.received == []
        owner.ask("PATCH", f"/{hook['id']}", {"enabled": True})
        notifier.notify(owner.id)
    assert listener.revs == [0]


def test_while_one_worker_tells_another_leaves_the_account_alone(
    owner: Owner, notifier: Notifier, db: Store
) -> None:
    with Listener() as listener:
        owner.hook(listener)
        owner.table()
        assert db.leases.take(f"webhooks:{owner.id}", 60_000)
        notifier.notify(owner.id)
    assert listener.received == []
    assert db.webhooks_due.overdue(now_ms()) == [owner.id]


def test_what_happens_while_others_are_told_is_not_overlooked(
    owner: Owner, notifier: Notifier, db: Store
) -> None:
    """The game moves on while the receiver thinks about the last message."""
    tables: list[Table] = []

    def play(_: Json) -> Reply:
        if tables[0].rev < 2:
            tables[0].keep_all()
        return Reply(OK)

    with Listener(play) as listener:
        owner.hook(listener)
        tables.append(owner.table())
        notifier.notify(owner.id)
        while db.webhooks_due.overdue(now_ms()):
            notifier.notify(owner.id)
    assert listener.revs == [0, 1, 2]
