"""Records: text and back, retractions, and what is wrong with a broken one."""

from __future__ import annotations

import pytest

from bench.recorded import BadRecord, Entry, Record, steps
from engine.table import Line
from tests.toy import TITLE

HEAD = f"ruleset toy@2 seats 2 options - seed {bytes(32).hex()}"


def turn(seat: int, *answers: str) -> Entry:
    """A turn of one seat."""
    return Entry(seat, tuple(Line(seat, each, False) for each in answers))


def test_a_retraction_puts_what_came_after_out_of_force() -> None:
    """Entries stay readable; a second retraction reckons with the first."""
    record = Record("toy@2", 2, bytes(32))
    record.entries = [turn(0, "a"), turn(1, "b"), Entry(1, back_to=1), turn(1, "c")]
    assert record.in_force() == [0, 3]
    assert record.in_force(2) == [0, 1]
    assert [line.step for line in steps(record)] == ["a", "c"]
    record.entries.append(Entry(0, back_to=0))
    assert record.in_force() == []


def test_an_entry_is_a_line() -> None:
    """Its answers of several seats, forced answers, and retractions come back from the text."""
    answers = (Line(1, "bid 2", False), Line(1, "pay", True), Line(0, "pass", False))
    record = Record("toy@2", 2, bytes(32), (), [turn(0, "a", "b 1"), Entry(1, answers)])
    record.entries.append(Entry(0, back_to=1))
    assert record.dumps() == f"{HEAD}\n0 a; b 1\n1 bid 2; = pay | 0 pass\n0 undo 1\n"
    assert Record.loads(record.dumps()) == record


def test_comments_are_left_out() -> None:
    """Lines with a hash sign are for people."""
    assert Record.loads(f"# a game\n{HEAD}\n\n0 rest\n\n# the end\n").entries == [turn(0, "rest")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "ruleset toy@2 seats two options - seed 00",
        f"{HEAD}\nrest",
        f"{HEAD}\n0",
        f"{HEAD}\n0 undo x",
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    """A clear error instead of half a record."""
    with pytest.raises(BadRecord):
        Record.loads(text)


def test_an_entry_that_cannot_be_played_is_named() -> None:
    """Index and step of the entry are in the message."""
    record = Record("toy@2", 2, bytes(32), entries=[turn(0, "fly")])
    with pytest.raises(BadRecord, match=r"entry 0.*fly"):
        record.table(TITLE)
