"""The audit of the crowd finds what it is there to find."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest
from standardwebhooks import Webhook

from store import signing
from tests.hooks.receivers import Request
from tests.soak.audit import check_bots, check_people, turns
from tests.soak.plans import TO_A_BOT, Plan, plans
from tests.soak.seen import Game, Move
from tests.soak.strangers import Listener, RemoteBot

FIRST, SECOND = Move(1, 0, ("a",)), Move(3, 0, ("a", "b"))
PERSON, HOOK, BOT = "person", "hook", "bot:random"


def game(*acknowledged: Move, loses: bool = False) -> Game:
    plan = Plan(("user", "user"), TO_A_BOT, absent=(1,)) if loses else Plan(("user", "user"))
    found = Game("g", plan, "", [PERSON, PERSON], {0: "token"}, set(), {}, "host")
    found.acknowledged += acknowledged
    found.tried += [(move.seat, move.steps) for move in acknowledged]
    return found


def test_a_plan_for_one_seat_has_a_player() -> None:
    assert {(len(plan.seats), plan.absent) for plan in plans(range(1, 2))} == {(1, ())}


def test_what_is_as_it_was_acknowledged_is_well() -> None:
    check_people(game(FIRST, SECOND), [(FIRST, PERSON), (SECOND, PERSON)])
    check_people(game(FIRST), [(FIRST, PERSON), (SECOND, BOT)])


@pytest.mark.parametrize(
    ("acknowledged", "recorded"),
    [
        ([FIRST, SECOND], [FIRST]),  # lost
        ([FIRST], [FIRST, Move(2, 0, FIRST.steps)]),  # doubled
        ([FIRST, FIRST], [FIRST]),  # two answers for one
        ([FIRST], [Move(1, 0, ("b",))]),  # another turn than was posted
        ([FIRST], [Move(1, 1, FIRST.steps)]),  # another's
    ],
)
def test_what_was_lost_doubled_or_changed_is_found(
    acknowledged: list[Move], recorded: list[Move]
) -> None:
    with pytest.raises(AssertionError):
        check_people(game(*acknowledged), [(move, PERSON) for move in recorded])


def test_only_where_bots_take_seats_a_refused_turn_may_be_in_the_record() -> None:
    for loses in (True, False):
        refused = game(FIRST, loses=loses)
        refused.acknowledged.clear()
        if loses:
            check_people(refused, [(FIRST, PERSON)])
        with pytest.raises(AssertionError):
            check_people(refused, [(FIRST if not loses else SECOND, PERSON)])


def test_who_held_a_seat_is_read_from_the_record() -> None:
    def turn(rev: int) -> dict[str, object]:
        lines = [{"seat": 0, "step": "a", "auto": False}, {"seat": 0, "step": "b", "auto": True}]
        return {"rev": rev, "kind": "turn", "seat": 0, "steps": lines}

    entries = [turn(1), {"rev": 2, "kind": "seat", "seat": 0, "holder": BOT}, turn(3)]
    assert turns(game(), entries) == [(FIRST, PERSON), (Move(3, 0, ("a",)), BOT)]


SECRET = signing.new()


def signed(data: dict[str, object], message: str = "evt_h_1-0") -> Request:
    body, now = json.dumps({"type": "game.moved", "data": data}), datetime.now(UTC)
    headers = {
        "webhook-id": message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(SECRET).sign(message, now, body),
    }
    return Request("/", headers, body.encode())


def moved(place: str, *revs: int) -> Request:
    data = {"id": place, "game": "g", "rev": revs[-1], "entries": [{"rev": rev} for rev in revs]}
    return signed(data, f"evt_h_{place}")


def listener() -> Listener:
    found = Listener()
    found.secret = SECRET
    found(moved("1-0", 1, 2))
    return found


def test_a_webhook_may_tell_a_message_twice_and_leave_nothing_out() -> None:
    told = listener()
    told(moved("2-0", 3))
    told(moved("2-0", 3))
    told(moved("2-1", 4))
    assert (told.revs["g"], told.messages, told.repeats) == ([1, 2, 3, 4], 3, 1)


WRONG = [partial(moved, "2-0", 4), partial(moved, "0-9", 3), partial(signed, {"id": "2-0"}, "x")]


@pytest.mark.parametrize("request_", WRONG)
def test_a_gap_a_wrong_order_and_a_wrong_name_are_found(request_: Callable[[], Request]) -> None:
    with pytest.raises(AssertionError):
        listener()(request_())


def asked(after: tuple[str, ...], *offered: str) -> Request:
    choices = {"options": [{"step": step} for step in offered]}
    awaited = [{"seat": 0, "since_rev": 2}]
    return signed({"seat": 0, "awaited": awaited, "after": after, "choices": choices})


@pytest.mark.parametrize("move", [Move(3, 0, ("a", "c")), Move(2, 0, ("a", "b"))])
def test_only_what_a_remote_bot_has_said_is_its_turn(move: Move) -> None:
    bot = RemoteBot("", "seed")
    bot(asked((), "a"))
    bot(asked(("a",), "b"))
    bot.trust(SECRET)
    hooked = game()
    hooked.bots[0] = bot
    check_bots(hooked, [(SECOND, HOOK), (move, PERSON)])
    with pytest.raises(AssertionError):
        check_bots(hooked, [(move, HOOK)])


def untrusted(bot: RemoteBot) -> None:
    bot.trust(signing.new())
    bot(asked((), "a"))


def mistaken(bot: RemoteBot) -> None:
    bot(asked((), "a"))
    bot.trust(signing.new())


@pytest.mark.parametrize("meet", [untrusted, mistaken])
def test_a_request_of_somebody_else_is_found(meet: Callable[[RemoteBot], None]) -> None:
    with pytest.raises(Exception, match="signature"):
        meet(RemoteBot("", "seed"))
