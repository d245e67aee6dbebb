"""Verifying: whatever is changed in a record is found, by our program or by a stranger's."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from games import all_titles
from service.verify import Unsound, verify
from store import Store
from tests.conftest import ROOT
from tests.recorded import FOLDER
from tests.service.rich import (
    Brought,
    bring,
    export,
    recorded_game,
    rich_game,
    rich_record,
    rich_text,
)
from tests.service.table import Json
from tests.service.test_forks import fork

Change = Callable[[Json], object]
SCRIPT = ROOT / "examples" / "check_draws.py"


def run(*command: str, told: str = "") -> subprocess.CompletedProcess[str]:
    """Return a program with this on its standard input."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )


def strangers_check(record: Json) -> subprocess.CompletedProcess[str]:
    """Return the short checker, without anything of ours to import."""
    return run("-I", str(SCRIPT), told=json.dumps(record))


@pytest.fixture
def records(client: httpx.Client, db: Store) -> list[Json]:
    """Return a rich game, a fork of it, and a game whose setup was made anew."""
    table = rich_game(client, db)
    branch = fork(table, 9)
    branch.finish()
    return [export(each).json() for each in (table, branch)]


def drawing(record: Json) -> list[Json]:
    """Return the entries that draw."""
    return [entry for entry in record["entries"] if entry.get("draws")]


def _swap(record: Json) -> None:
    one, two = [e for e in record["entries"] if e["kind"] == "turn"][:2]
    one["steps"], two["steps"] = two["steps"], one["steps"]


CHANGES: dict[str, Change] = {
    "draw": lambda r: drawing(r)[0]["draws"][0].update(value=99),
    "counter": lambda r: drawing(r)[0]["draws"][0].update(counter=999),
    "setup": lambda r: r["draws"].reverse(),
    "missing draw": lambda r: r["draws"].pop(),
    "seed": lambda r: r.update(seed="00" * 32),
    "id": lambda r: r.update(id="Abcdefghjkmn"),
    "commitment": lambda r: r.update(commitment="0" * 64),
    "step": lambda r: next(e for e in r["entries"] if e["kind"] == "turn")["steps"][0].update(
        step="keep c99"
    ),
    "order": _swap,
    "result": lambda r: r["result"][0].update(points=99),
    "end": lambda r: r["entries"].pop(),
    "version": lambda r: r.update(version=9),
}
OF_LUCK = {"draw", "counter", "setup", "seed", "id", "commitment"}


def test_records_that_hold_are_confirmed(records: list[Json]) -> None:
    for record in records:
        told = verify(json.dumps(record))
        assert record["id"] in told
        assert record["commitment"] in told
        checked = strangers_check(record)
        assert (checked.returncode, checked.stderr) == (0, "")
        assert record["id"] in checked.stdout
    told = verify(json.dumps(records[0]))
    count = len(records[0]["draws"]) + sum(len(e["draws"]) for e in drawing(records[0]))
    assert f"draws: {count}, each as listed" in told
    assert f"all {count} draws" in strangers_check(records[0]).stdout


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_is_found(client: httpx.Client, db: Store, name: str) -> None:
    record, changed = rich_record(client, db), rich_record(client, db)
    CHANGES[name](changed)
    assert changed != record
    with pytest.raises(Unsound):
        verify(json.dumps(changed))
    if name in OF_LUCK:
        found = strangers_check(changed)
        assert found.returncode == 1
        assert found.stderr
        assert "Traceback" not in found.stderr


def luck(record: Json) -> list[Json]:
    """Return all draws, those of the setup first."""
    return [draw for each in (record, *drawing(record)) for draw in each["draws"]]


def _other_order(record: Json) -> None:
    one, two = luck(record)[:2]
    kept = dict(one)
    one.update(two)
    two.update(kept)


OTHER_LUCK: dict[str, Change] = {
    "draw": lambda r: luck(r)[-1].update(value=1 - min(1, luck(r)[-1]["value"])),
    "order": _other_order,
    "seed": lambda r: r.update(seed=r["seed"][::-1]),
}


@pytest.mark.parametrize("title", sorted(all_titles()))
def test_the_luck_of_every_title_is_confirmed_and_no_other(
    client: httpx.Client, db: Store, title: str
) -> None:
    """Every draw of a finished game; a changed draw, seed or order is found by both programs."""
    text = sorted((FOLDER / title).glob("*.txt"))[0].read_text()
    made = Brought(client, bring(client, recorded_game(text).as_text()))
    whole = export(made).json()
    assert whole["draws"]
    assert f"draws: {len(luck(whole))}, each as listed" in verify(json.dumps(whole))
    assert f"all {len(luck(whole))} draws" in strangers_check(whole).stdout
    for name, change in OTHER_LUCK.items():
        changed = json.loads(json.dumps(whole))
        change(changed)
        assert changed != whole, name
        with pytest.raises(Unsound):
            verify(json.dumps(changed))
        found = strangers_check(changed)
        assert found.returncode == 1, name
        assert "Traceback" not in found.stderr


def test_the_checker_is_short_and_needs_the_standard_library_only() -> None:
    text = SCRIPT.read_text()
    assert len(text.splitlines()) <= 60
    modules = set(re.findall(r"(?m)^(?:import|from) (\w+)", text))
    assert modules
    assert modules <= sys.stdlib_module_names


def test_the_program_reads_files_and_the_standard_input(
    client: httpx.Client, db: Store, tmp_path: Path
) -> None:
    text = rich_text(client, db, "text").replace("toy@2", "tzolkin@1")
    wrong = run("-m", "service.verify", "-", told=text)
    assert wrong.returncode == 1
    assert "Traceback" not in wrong.stderr
    proven = recorded_game(sorted((FOLDER / "tzolkin").glob("*.txt"))[0].read_text())
    title = tmp_path / "record.txt"
    title.write_text(proven.as_text())
    right = run("-m", "service.verify", str(title))
    assert (right.returncode, right.stderr) == (0, "")
    assert "rank 1" in right.stdout
    made = Brought(client, bring(client, title.read_text()))
    assert made.id in verify(export(made).text)
    file = tmp_path / "record.json"
    for broken in ("{", '{"format": 1}', "", "# nothing"):
        with pytest.raises(Unsound):
            verify(broken)
    file.write_text('{"seed": null}')
    assert run(str(SCRIPT), str(file)).returncode == 1
