"""Spoilt records: whatever is done to one, it is taken or refused, and nothing breaks."""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import httpx
import pytest

from service.verify import Unsound, verify
from store import Store
from tests.service.rich import rich_text
from tests.service.table import Json

SPOILT = int(os.environ.get("LAW_SPOILT", "150"))
JUNK: list[Any] = [None, True, -1, 0, 2**31, 10**30, 0.5, "", "x", "?", "-", "\u0000", [], {}, [1]]
JUNK += [{"a": 1}, "9" * 5000, "keep c1", "rest", "over", "turn", "retracted", "end", "clock"]
JUNK += ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "timeout", "closed", "cancelled"]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in a piece of JSON."""
    if not isinstance(value, dict | list):
        return []
    found = []
    for key in value if isinstance(value, dict) else range(len(value)):
        found += [(*path, key), *places(value[key], (*path, key))]
    return found


def spoil(record: Json, rng: Random) -> None:
    """One or two things are replaced, left out, doubled or moved."""
    for _ in range(rng.randint(1, 2)):
        *path, last = rng.choice(places(record))
        target: Any = record
        for key in path:
            target = target[key]
        how = rng.randrange(4)
        if how == 0:
            del target[last]
        elif how == 1 and isinstance(target, list):
            target.insert(rng.randrange(len(target) + 1), target[last])
        elif how == 2 and isinstance(target, list):
            target.reverse()
        else:
            target[last] = rng.choice(JUNK)


def judged(text: str) -> bool:
    """Return whether a record is taken; anything but a verdict would be raised."""
    try:
        verify(text)
    except Unsound:
        return False
    return True


@pytest.mark.parametrize("part", range(2))
def test_a_spoilt_record_is_judged(client: httpx.Client, db: Store, part: int) -> None:
    whole, rng, taken = rich_text(client, db), Random(part), 0
    for _ in range(SPOILT // 2):
        record = json.loads(whole)
        spoil(record, rng)
        taken += judged(json.dumps(record))
    assert taken < SPOILT // 4, "most changes matter"


def test_a_spoilt_text_is_judged(client: httpx.Client, db: Store) -> None:
    whole, rng = rich_text(client, db, "text"), Random(3)
    for _ in range(SPOILT):
        lines = whole.split("\n")
        place = rng.randrange(len(lines))
        words = lines[place].split(" ")
        word = rng.randrange(len(words))
        words[word : word + 1] = rng.choice([[], [words[word]] * 2, [str(rng.choice(JUNK))]])
        lines[place : place + 1] = rng.choice([[], [" ".join(words)], [" ".join(words)] * 2, [""]])
        judged("\n".join(lines))
