"""The text form of records, and the line of the first fault in a text."""

from __future__ import annotations

import httpx
import pytest

from match.words import KINDS, REASONS
from records import notation
from store import Store
from tests.conftest import ROOT
from tests.service.rich import bring, rich_text
from tests.service.table import Json, problem


def entries_of_all_kinds() -> list[Json]:
    """Return one entry of each kind and reason that there is."""
    plain: dict[str, list[Json]] = {
        "turn": [{"retracted": False}, {"retracted": True}],
        "retracted": [{"back_to": 3}],
        "seat": [{"holder": "bot:greedy", "name": 'a "b" \\ \u2028 (c)', "starts": True}],
        "undo-requested": [{"back_to": 3}],
        "undo-answered": [{"request": 4, "agree": True}, {"request": 4, "agree": False}],
        "undo-withdrawn": [{"request": 4}],
        "clock": [{}],
        "end": [{}],
    }
    head = {"rev": 5, "at": "2026-11-21T12:00:00.000Z"}
    found = []
    for kind in KINDS:
        whys = [{"why": why} for why in REASONS.get(kind, ())]
        for why in whys if kind == "clock" else [{}, *whys]:
            seat = {} if kind == "end" else {"seat": -1 if why.get("why") == "resume" else 1}
            found += [{**head, "kind": kind, **seat, **each, **why} for each in plain[kind]]
    return found


@pytest.mark.parametrize("entry", entries_of_all_kinds(), ids=str)
def test_every_kind_of_entry_has_one_form_that_reads_what_it_writes(entry: Json) -> None:
    assert len([form for form in notation.ENTRIES if form.fits(entry)]) == 1
    line = notation.form_of(entry).write(entry)
    read = [told for form in notation.ENTRIES if (told := form.read(line))]
    assert [{k: v for k, v in told.items() if v != ""} for told in read] == [entry]


def test_the_guide_shows_lines_as_they_are_written() -> None:
    guide = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
    shown = guide.partition("```\nchasqui-record")[2].partition("```")[0]
    forms = [*notation.HEADER, *notation.LISTED.values(), *notation.ENTRIES, notation.ANSWER]
    lines = [line.strip() for line in f"chasqui-record{shown}".split("\n")]
    lines = [line for line in lines if line not in ("", "…") and not line.startswith("# ")]
    assert len(lines) > 5
    for line in lines:
        assert line in [form.write(told) for form in forms if (told := form.read(line))], line


TEXTS: dict[str, tuple[str, str, str, str]] = {
    # The replaced text, its replacement, the reason, and the expected suggestion.
    "version": ("chasqui-record 2", "chasqui-record 3", "record-line", "chasqui-record 2"),
    "rules": ("toy@2", "toy@9", "record-differs", "toy@2"),
    "word": ("undo: consent", "undoing: consent", "record-line", "undo: consent"),
    "twice": ("undo: consent", "status: over", "record-line", "once only: line 7"),
    "policy": ("undo: consent", "undo: perhaps", "record-line", "one of"),
    "missing": ("commitment: ", "# commitment: ", "record-commitment", ""),
    "time": ("created: 2", "created: 9", "record-time", "no time to come"),
    "no time": ("created: ", "created: about ", "record-line", "created: 2026-"),
    "clock": ("clock: -", "clock: bank of 3 h", "record-line", "clock: -"),
    "short clock": ("clock: -", "clock: turn of 3 s; then claim by invited", "record-line", "5"),
    "id": ("id: ", "id: x", "record-commitment", ""),
    "quotes": ('"Ana María"', "Ana María", "record-line", "seat 0: person"),
    "seat": ("seat 2: person", "seat 3: person", "record-differs", "seat 2: person"),
    "result": ("rank 1, ", "rank 4, ", "record-differs", "result: seat 0, rank 1, "),
    "no result": ("result: seat 2", "# result: seat 2", "record-differs", "result: seat 2"),
    "step": ("1 draw", "1 fly", "record-step", "draw"),
    "answer": ("   1 draw", "   one draw", "record-line", "0 rest"),
    "stray answer": ("asks to go back to 5", "asks to go back to 5\n0 rest", "record-line", ""),
    "mark": ("plays, retracted", "plays", "record-differs", "retracted"),
    "words": ("withdraws request", "forgets request", "record-line", "Z seat 0 withdraws request"),
    "revision": ("\n2. ", "\n3. ", "record-differs", "2. "),
    "target": ("goes back to 5", "goes back to 99", "record-target", "0 to"),
    "end": ("the game is over", "the game is cancelled", "record-differs", ""),
    "after the end": (
        "the game is over",
        "the game is over\n\n99. NOW seat 0 plays\n0 rest",
        "record-after-end",
        "",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_does_not_hold_is_refused_at_its_line(
    client: httpx.Client, db: Store, name: str
) -> None:
    whole = rich_text(client, db, "text")
    old, new, reason, expected = TEXTS[name]
    now = whole.partition("created: ")[2].partition("\n")[0]
    text = whole.replace(old, new.replace("NOW", now), 1)
    assert text != whole
    told = problem(bring(client, text), "invalid-record", 422)
    assert told["reason"] == reason, told
    assert expected in (told["expected"] or ""), told
    assert str(told["line"]) in told["detail"]
    if name == "words":
        assert told["expected"].startswith(told["got"].partition(" seat")[0]), "its own time"
    if "\n" not in new and not new.startswith("# "):
        changed = whole[: whole.index(old) + len(old) - 1].count("\n") + 1
        exact = name not in ("rules", "id", "target")
        assert told["line"] == changed or not exact, told
