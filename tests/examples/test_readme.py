"""The first game of the README, typed as it stands there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from store import Store
from tests.conftest import ROOT

SECTION = re.compile(r"## A first game in five minutes\n(.*?)\nSomebody has to leave", re.DOTALL)
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
CURLS = 14
LISTENING = re.compile(r"curl -sNL ([^#\n]*)#.*")
UNTIL_SNAPSHOT = r"exec 3< <(timeout 60 curl -sNL \1); sed '/^event: snapshot/q' <&3; kill $!"


def script(site: str) -> str:
    """All that the section has one type, against a service elsewhere."""
    section = SECTION.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert section is not None
    typed = "".join(BLOCK.findall(section[1])).replace("http://127.0.0.1:8000", site)
    assert typed.count("curl ") == CURLS
    # The last command listens until Ctrl-C; a line after each answer keeps them apart.
    typed, listening = LISTENING.subn(UNTIL_SNAPSHOT, typed)
    assert listening == 1
    status = r"-w '\n%{stderr}%{http_code} %{url}\n'"
    return "set -u\n" + typed.replace("curl -s", f"curl {status} -s")


def test_a_first_game(whole: str, db: Store, worker: None, tmp_path: Path) -> None:
    if not all(map(shutil.which, ("curl", "bash", "timeout", "less"))):
        pytest.skip("needs curl, bash, timeout and less")
    for _ in range(5):
        told = subprocess.run(
            ["bash", "-c", script(whole)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        # Some openings leave no corn, and then the turn is another one, as the text says.
        if "incomplete-turn" not in told.stdout and "illegal-step" not in told.stdout:
            break
    answers = [line for line in told.stderr.splitlines() if re.match(r"\d{3} ", line)]
    assert len(answers) >= CURLS, told.stderr
    assert {line[:3] for line in answers} <= {"200", "201", "000"}, told.stderr + told.stdout
    assert "event: snapshot" in told.stdout
    assert "retracted" in told.stdout
