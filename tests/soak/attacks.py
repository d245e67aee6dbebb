"""The attacks of strangers in full size: the tests of `tests/attacks`, a minute each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.report import ROOT, Report, Table, verdict

SECONDS = 60
"""The duration of each attack."""


def run(seconds: int = SECONDS) -> Report:
    """Run every attack, one after the other, and show its figures beside their targets.

    :raises AssertionError: an attack succeeded; the tests printed how.
    """
    with TemporaryDirectory() as folder:
        figures = Path(folder) / "figures"
        figures.touch()
        environ = {**os.environ, "ATTACK_SECONDS": str(seconds), "ATTACK_FIGURES": str(figures)}
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/attacks"]
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"
        noted = [json.loads(line) for line in figures.read_text().splitlines()]
    table = Table(["", "figure", "value", "at most", ""])
    for each in noted:
        value, target = (f"{each[name]:,.0f} {each['unit']}" for name in ("value", "target"))
        name = each["attack"].removeprefix("test_").replace("_", " ")
        table.add(name, each["figure"], value, target, verdict(each["value"] <= each["target"]))
    return Report("strangers", "Attacks of strangers", [table])
