"""The generated clients: each plays a whole game of every title against the service."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clients import making
from games import all_titles
from store import Store
from tests.conftest import ROOT


def played(printed: str) -> None:
    """A line tells how many entries the game had, and the ranks; 1 is among them."""
    rev, *ranks = printed.replace("[", " ").replace("]", " ").replace(",", " ").split()
    assert int(rev) > 10
    assert "1" in ranks, printed


def test_the_python_client_plays_a_whole_game(web: str, db: Store, tmp_path: Path) -> None:
    package = making.python(tmp_path / "python")
    environ = {**os.environ, "PYTHONPATH": str(package)}
    for title in all_titles():
        command = [sys.executable, "clients/play.py", web, title]
        run = subprocess.run(
            command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        played(run.stdout)


def test_the_typescript_client_plays_a_whole_game(web: str, db: Store) -> None:
    try:
        making.typescript()
    except making.NoNode as error:
        pytest.skip(str(error))
    program = making.compile_typescript()
    for title in all_titles():
        played(making.run("node", program, web, title))
