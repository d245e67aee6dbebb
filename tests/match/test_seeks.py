"""Seeks: who plays with whom."""

from __future__ import annotations

import pytest

from match.head import Clock
from match.seeks import Seek, Terms, chairs_of, company, decode_seek, head_of
from match.snapshot import pack
from match.words import CONSENT, PUBLIC

TERMS = Terms("toy@2", (), PUBLIC)


def seek(account: str, *players: int) -> Seek:
    return Seek(f"s-{account}-{players}", account, TERMS, players, 1)


def who(found: list[Seek] | None) -> list[str] | None:
    return None if found is None else [each.account for each in found]


@pytest.mark.parametrize(
    ("waiting", "players", "found"),
    [
        ([], (2,), None),
        ([seek("b", 2)], (2,), ["a", "b"]),
        ([seek("b", 3)], (2,), None),
        ([seek("b", 3)], (2, 3), None),
        ([seek("b", 2), seek("c", 2)], (2,), ["a", "b"]),
        ([seek("b", 2, 3), seek("c", 3)], (2, 3), ["a", "b", "c"]),
        ([seek("b", 2, 3), seek("c", 3)], (2,), ["a", "b"]),
        ([seek("b", 3, 4), seek("c", 3), seek("d", 4), seek("e", 4)], (3, 4), list("abde")),
    ],
)
def test_the_largest_company_of_those_who_wait_longest(
    waiting: list[Seek], players: tuple[int, ...], found: list[str] | None
) -> None:
    assert who(company(seek("a", *players), waiting)) == found


def test_two_seeks_of_one_account_never_meet() -> None:
    waiting = [seek("a", 2, 3), seek("b", 3), seek("b", 2, 3)]
    assert company(seek("a", 3), waiting) is None
    assert who(company(seek("a", 2), waiting)) == ["a", "b"]


def test_terms_that_differ_in_anything_have_other_pools() -> None:
    clock = Clock("turn", 60)
    others = [
        Terms("toy@1", (), PUBLIC),
        Terms("toy@2", ("long",), PUBLIC),
        Terms("toy@2", (), "private"),
        Terms("toy@2", (), PUBLIC, clock),
        Terms("toy@2", (), PUBLIC, Clock("turn", 60, on_timeout="bot:random")),
    ]
    assert len({each.pool for each in (TERMS, *others)}) == 6
    assert Terms("toy@2", (), PUBLIC, Clock("turn", 60)).pool == others[3].pool


def test_a_seek_comes_back_from_its_bytes() -> None:
    clocked = Seek("s", "a", Terms("toy@2", ("long",), PUBLIC, Clock("turn", 60)), (2, 3), 5, "g")
    assert decode_seek(pack(clocked)) == clocked


def test_a_match_of_seeks_has_no_host_and_drawn_seats() -> None:
    head = head_of(TERMS, b"\x01" * 32, 7)
    assert (head.host, head.invite, head.account, head.undo) == (b"", b"", "", CONSENT)
    seeks, names = [seek(each, 3) for each in "abc"], {"a": "Ana", "b": "Ben", "c": "Cleo"}
    orders = set()
    for number in range(100):
        chairs = chairs_of(seeks, number.to_bytes(32), names)
        assert {(chair.account, chair.name) for chair in chairs} == set(names.items())
        orders.add(tuple(chair.account for chair in chairs))
    assert len(orders) == 6
