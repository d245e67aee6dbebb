"""Waiting for jobs: few requests wait, and the others are answered at once."""

from __future__ import annotations

from contextlib import ExitStack

import httpx
import pytest

from service.edge.places import SharedPlaces
from tests.service.table import Table


def test_only_so_many_requests_have_a_place() -> None:
    waits, kept = SharedPlaces(2), ExitStack()
    assert kept.enter_context(waits.place("a"))
    assert kept.enter_context(waits.place("b"))
    with waits.place("c") as place:
        assert not place
    kept.close()
    with waits.place("c") as place:
        assert place


def test_one_address_has_half_of_the_places() -> None:
    waits = SharedPlaces(4)
    with waits.place("a") as first, waits.place("a") as second, waits.place("a") as third:
        assert (first, second, third) == (True, True, False)
        with waits.place("b") as other:
            assert other
    with waits.place("a") as again:
        assert again


def test_a_place_is_free_again_after_an_error() -> None:
    waits = SharedPlaces(1)
    with pytest.raises(ZeroDivisionError), waits.place("a"):
        raise ZeroDivisionError
    with waits.place("a") as place:
        assert place


def test_a_request_without_a_place_is_answered_with_the_job(client: httpx.Client) -> None:
    """No worker runs, so a request would wait in vain."""
    table = Table(client)
    answer = table.post("/replays", 0, {}, Prefer="wait=1")
    assert answer.status_code == 202
    assert "Preference-Applied" not in answer.headers
    assert answer.json()["state"] == "queued"
