"""The example bots: each starts a game of a title, the other joins it, and they play it out."""

from __future__ import annotations

import shutil
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from games import all_titles
from store import Store
from tests.conftest import ROOT

PYTHON, JAVASCRIPT = [sys.executable, "examples/bot.py"], ["node", "examples/bot.mjs"]
LONGEST = 60  # lines


def start(*command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ended(bot: subprocess.Popen[str]) -> str:
    """Return the last line a bot prints."""
    out, err = bot.communicate(timeout=300)
    assert bot.returncode == 0, err
    return out.splitlines()[-1]


PAIRS = cycle([(PYTHON, JAVASCRIPT), (JAVASCRIPT, PYTHON)])
"""Host and guest; with each title the other one is the host."""


@pytest.mark.parametrize(
    ("title", "host", "guest"),
    [(title, *pair) for title, pair in zip(sorted(all_titles()), PAIRS, strict=False)],
    ids=sorted(all_titles()),
)
def test_the_bots_play_each_other(
    whole: str, db: Store, title: str, host: list[str], guest: list[str]
) -> None:
    if shutil.which("node") is None:
        pytest.skip("needs Node.js")
    first = start(*host, whole, "new", title, "open")
    assert first.stdout is not None
    game = first.stdout.readline().strip().rpartition("/")[2]
    second = start(*guest, whole, "join", game)
    assert ended(first).startswith("over ")
    assert ended(second).startswith("over ")


def test_the_python_bot_plays_the_bots_of_the_service(whole: str, db: Store, worker: None) -> None:
    title = sorted(all_titles())[0]
    assert ended(start(*PYTHON, whole, "new", title, "bot:random")).startswith("over ")


@pytest.mark.parametrize("seats", [1, 4])
def test_the_random_player_plays_all_seats(whole: str, db: Store, seats: int) -> None:
    """`make soak` plays every title with each number of seats."""
    game = ["--url", whole, "--ruleset", "teotihuacan", "--seats", str(seats), "--seed", "3"]
    told = ended(start(sys.executable, "examples/play_random.py", *game))
    assert f" {seats} seats " in told
    assert told.count(" seat ") == max(seats, 2), "an automa is ranked, too"


@pytest.mark.parametrize("name", ["bot.py", "bot.mjs", "hook_bot.py"])
def test_an_example_is_short(name: str) -> None:
    assert len(Path(ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()) < LONGEST
