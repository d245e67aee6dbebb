"""Draws can be recomputed with the standard library."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from engine.luck import commitment, draw, one_of, shuffled
from engine.table import Table
from tests.toy import TITLE


def test_a_draw_is_an_hmac_of_seed_and_counter() -> None:
    """The first eight bytes of HMAC-SHA256(seed, counter), modulo n."""
    state = Table.new(TITLE, 2, (), b"s" * 32).state
    state.draws = 7
    digest = hmac.new(b"s" * 32, (7).to_bytes(8, "big"), hashlib.sha256).digest()
    assert draw(state, 6) == int.from_bytes(digest[:8], "big") % 6
    assert state.draws == 8


def test_draws_are_even() -> None:
    """Each of six results comes about equally often in 6,000 draws (chi-square below 25)."""
    state = Table.new(TITLE, 2, (), b"e" * 32).state
    found = Counter(draw(state, 6) for _ in range(6000))
    assert set(found) == set(range(6))
    assert sum((n - 1000) ** 2 / 1000 for n in found.values()) < 25


def test_values_of_the_last_incomplete_run_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """For three results the value 2**64 - 1 would favour the first: it is drawn again."""
    digests = iter([b"\xff" * 32, bytes(7) + b"\x05" + bytes(24)])
    monkeypatch.setattr("engine.luck.digest_of", lambda *_: next(digests))
    toy = TITLE.state([], bytes(32))
    assert draw(toy, 3) == 2
    assert toy.draws == 2


def test_there_is_nothing_to_draw_from_nothing() -> None:
    """A draw among no things is a mistake of the rules and says so."""
    with pytest.raises(ValueError, match="cannot draw one of 0"):
        draw(Table.new(TITLE, 2, (), bytes(32)).state, 0)


def test_one_of_several_is_a_draw_of_its_place() -> None:
    """One draw, also for a single item, which has no other outcome."""
    state = Table.new(TITLE, 2, (), b"o" * 32).state
    place = draw(state, 4)
    state.draws -= 1
    assert one_of(state, "abcd") == "abcd"[place]
    before = state.draws
    assert one_of(state, ["only"]) == "only"
    assert state.draws == before + 1


def test_shuffling_keeps_every_item() -> None:
    """Another order, the same items, the list itself untouched."""
    state = Table.new(TITLE, 2, (), b"f" * 32).state
    items = list(range(52))
    order = shuffled(state, items)
    assert sorted(order) == items == list(range(52))
    assert order != items


def test_the_commitment_binds_tag_game_and_seed() -> None:
    """SHA-256 over the three, separated so that none can be shifted into another."""
    seed = bytes(range(32))
    expected = hashlib.sha256(b"chasqui\0Kx7\0" + seed).hexdigest()
    assert commitment("chasqui", "Kx7", seed) == expected
    assert commitment("chasqu", "iKx7", seed) != expected
