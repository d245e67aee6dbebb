"""Rematches: who sits where, and who comes to a seat that was kept."""

from __future__ import annotations

from collections import Counter

import pytest

from match.chairs import Chair, drawn_order, reserved_for
from match.rematch import chairs_again
from match.words import DRAWN, SAME, TURNED

MARK, SEED = b"\x01" * 32, b"\xab" * 32
ANA = Chair("person", "Ana", MARK)


def again(*chairs: Chair, order: str = SAME) -> tuple[Chair, ...]:
    return chairs_again(chairs, order, SEED, {"acct_known"})


@pytest.mark.parametrize(
    "chair",
    [
        ANA,
        Chair("bot:random", "Ana", MARK),
        Chair("bot:random", "Ana", MARK, resigned=True),
        Chair("person", "Ana", MARK, "acct_closed"),
    ],
)
def test_the_seat_of_a_person_is_reserved(chair: Chair) -> None:
    (kept,) = again(chair)
    assert kept == Chair("open", "Ana", reserved_for(MARK))
    assert kept.is_reserved
    assert kept.token != MARK


@pytest.mark.parametrize("holder", ["person", "bot:random"])
def test_an_account_sits_at_once_also_after_it_resigned(holder: str) -> None:
    resigned = holder != "person"
    (kept,) = again(Chair(holder, "Ana", MARK, "acct_known", resigned=resigned))
    assert kept == Chair("person", "Ana", reserved_for(MARK), "acct_known")


def test_machines_stay() -> None:
    bot = Chair("bot:greedy", "Ren")
    hook = Chair("hook", "Remote", MARK, hook=b"x", disabled=True)
    away = Chair("bot:random", "Remote", MARK, hook=b"x")
    here = Chair("hook", "Remote", MARK, hook=b"x")
    assert again(bot, hook, away) == (bot, here, here)


@pytest.mark.parametrize("chair", [Chair("open"), Chair("person", "Ana"), Chair("hook", "Ana")])
def test_a_seat_that_nothing_proves_is_open(chair: Chair) -> None:
    assert again(chair) == (Chair("open"),)
    assert not again(chair)[0].is_reserved


def test_the_second_player_begins_where_the_seats_turn() -> None:
    chairs = [Chair("bot:random", name) for name in ("Ana", "Ben", "Cleo")]
    turned = again(*chairs, order=TURNED)
    assert [chair.name for chair in turned] == ["Ben", "Cleo", "Ana"]


def test_a_seed_always_draws_the_same_order() -> None:
    chairs = [Chair("bot:random", name) for name in ("Ana", "Ben", "Cleo")]
    drawn = again(*chairs, order=DRAWN)
    assert drawn == again(*chairs, order=DRAWN)
    assert drawn == tuple(chairs[seat] for seat in drawn_order(SEED, 3))


def test_all_orders_are_drawn_about_equally_often() -> None:
    orders = Counter(drawn_order(seed.to_bytes(32), 3) for seed in range(6_000))
    assert len(orders) == 6
    assert all(900 < count < 1_100 for count in orders.values())
