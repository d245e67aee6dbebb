"""Races: many clients, several processes, one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from store import Store
from tests.service.table import Table, seated

CLIENTS = 50


@pytest.fixture
def table(processes: str, db: Store) -> Iterator[Table]:
    with httpx.Client(base_url=processes, timeout=60) as client:
        yield Table(client, ruleset="tzolkin", seats=["user"] * 2)


def race(post: Callable[[int], httpx.Response]) -> list[httpx.Response]:
    """Fifty clients, all at once."""
    with ThreadPoolExecutor(CLIENTS) as pool:
        return list(pool.map(post, range(CLIENTS)))


def test_of_fifty_different_turns_on_one_revision_one_is_played(table: Table) -> None:
    options = [option["step"] for option in table.see(0)["choices"]["options"]]
    assert len(options) > 1

    def post(client: int) -> httpx.Response:
        with httpx.Client(base_url=table.client.base_url, timeout=60) as own:
            body = {"steps": [options[client % len(options)]]}
            headers = {**table.auth(0), "If-Match": '"0"'}
            return own.post(f"{table.path}/turns", json=body, headers=headers)

    answers = race(post)
    counted = Counter(answer.status_code for answer in answers)
    assert set(counted) == {200, 201, 412}
    assert counted[201] == 1
    played = next(answer.content for answer in answers if answer.status_code == 201)
    assert {answer.content for answer in answers if answer.status_code == 200} <= {played}
    assert table.rev == 1
    assert len(table.get("/log").json()["entries"]) == 1


def test_of_fifty_equal_turns_one_is_played_and_all_are_answered(table: Table) -> None:
    step = table.see(1)["choices"]["options"][0]["step"]

    def post(_: int) -> httpx.Response:
        with httpx.Client(base_url=table.client.base_url, timeout=60) as own:
            headers = {**table.auth(1), "If-Match": '"0"'}
            return own.post(f"{table.path}/turns", json={"steps": [step]}, headers=headers)

    answers = race(post)
    counted = Counter(answer.status_code for answer in answers)
    assert counted == {201: 1, 200: CLIENTS - 1}
    assert len({answer.content for answer in answers}) == 1
    assert table.rev == 1


def test_seats_that_are_asked_together_do_not_get_in_each_others_way(table: Table) -> None:
    steps = [table.see(seat)["choices"]["options"][0]["step"] for seat in (0, 1)]

    def post(seat: int) -> httpx.Response:
        with httpx.Client(base_url=table.client.base_url, timeout=60) as own:
            headers = {**table.auth(seat), "If-Match": '"0"'}
            body = {"steps": [steps[seat]]}
            return own.post(f"{table.path}/turns", json=body, headers=headers)

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(post, (0, 1)))
    assert [answer.status_code for answer in answers] == [201, 201]
    assert table.rev == 2


def test_one_key_makes_one_game(processes: str, db: Store) -> None:
    body = {"ruleset": "tzolkin", "seats": seated("user", "user")}
    key = {"Idempotency-Key": "9a1fd3a4-30d7-4a8e-b7ea-6ed3c9cfd2e4"}
    answers = race(
        lambda _: httpx.post(f"{processes}/v1/games", json=body, headers=key, timeout=60)
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len(httpx.get(f"{processes}/v1/games").json()["games"]) == 1
