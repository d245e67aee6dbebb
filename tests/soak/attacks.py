"""The attacks of strangers in full size: the tests of `tests/attacks`, for a minute each.

What a stranger may do besides is in other tests, which run too: a full disk, spoilt logs, expiry,
caps, budgets, and what forks deal.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

from bench.report import ROOT, Report, Table, verdict

ATTACKS = "tests/attacks"
BESIDE = {
    "tests/service/test_room.py": "little room and a full disk",
    "tests/service/test_backups.py": "backups, restores, and logs cut or spoilt",
    "tests/service/test_lifetimes.py": "games that expire",
    "tests/service/test_bot_games.py": "caps of games of bots only",
    "tests/service/test_budgets.py": "budgets of addresses and guests, and of computing time",
    "tests/service/test_audience.py": "room for streams",
    "tests/service/test_recovery.py": "stolen tokens",
    "tests/hooks/test_places.py": "room for remote bots",
    "tests/laws/test_forks.py": "forks deal only what can be",
}


def run(seconds: int) -> Report:
    """Run every attack for some seconds, one after the other, and show figures beside targets.

    :raises AssertionError: an attack succeeded; the tests printed how.
    """
    with TemporaryDirectory() as folder:
        figures, results = Path(folder) / "figures", Path(folder) / "results.xml"
        figures.touch()
        environ = {**os.environ, "ATTACK_SECONDS": str(seconds), "ATTACK_FIGURES": str(figures)}
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", f"--junitxml={results}"]
        done = subprocess.run(
            [*command, ATTACKS, *BESIDE], cwd=ROOT, env=environ, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"
        noted = [json.loads(line) for line in figures.read_text().splitlines()]
        passed = _passed(results)
    note = f"`python -m tests.soak strangers --seconds {seconds}`: each attack lasted {seconds} s."
    tables = [_figures(noted), _counts(passed)]
    return Report("strangers", "Attacks of strangers", tables, [note])


def _figures(noted: list[dict[str, Any]]) -> Table:
    table = Table(["", "figure", "value", "at most", ""])
    for each in noted:
        value, target = (f"{each[name]:,.0f} {each['unit']}" for name in ("value", "target"))
        name = each["attack"].removeprefix("test_").replace("_", " ")
        table.add(name, each["figure"], value, target, verdict(each["value"] <= each["target"]))
    return table


def _passed(results: Path) -> Counter[str]:
    """Return the number of tests of each module that passed."""
    cases = ElementTree.parse(results).iter("testcase")
    return Counter(case.get("classname", "") for case in cases if not len(case))


def _counts(passed: Counter[str]) -> Table:
    table = Table(["what else was tried", "tests"])
    for path, text in BESIDE.items():
        number = passed[path.removesuffix(".py").replace("/", ".")]
        assert number, f"no test of {path} ran"
        table.add(text, f"{number:,}")
    return table
