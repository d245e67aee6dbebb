"""An owner of the game corrects the hill, a card list or a cost by editing one data file."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.tawantinsuyu.data import FOLDER

ROOT = Path(__file__).parents[3]
TITLE = Path("games") / "tawantinsuyu"

GAME = """
import json
from random import Random

import games
from engine.table import Table, Turn

title = games.all_titles()["tawantinsuyu"]
rng, used, priced = Random(1), set(), {}
table = Table.new(title, 3, (), bytes(32))
census = title.counted(table.state)
while not table.over:
    decision = rng.choice(table.open)
    for option in decision.options:
        verb, *words = option.id.split()
        if verb == "construct" and option.then[0][0] == "spend":
            priced[words[0]] = option.then[0][1]
    table.step(decision.seat, rng.choice(decision.options).id, Turn())
    used |= {*table.state.hill}
assert title.counted(table.state) == census
components = title.components()
print(json.dumps({
    "folder": str(title.folder),
    "festivals": table.state.festivals,
    "used": sorted(used),
    "ids": {kind: list(things) for kind, things in components.items()},
    "gods": sorted(title.counted(table.state)["god cards"]),
    "prices": priced,
}))
"""
"""A program that plays a random game of the title found on its path, and prints what it met."""


def played(folder: Path, file: str, edit: Callable[[str], str]) -> dict[str, Any]:
    """What a random game met that was played with one data file edited."""
    (folder / "games").mkdir()
    shutil.copy(ROOT / "games" / "__init__.py", folder / "games")
    shutil.copytree(ROOT / TITLE, folder / TITLE, ignore=shutil.ignore_patterns("__pycache__"))
    data = folder / TITLE / FOLDER.name / file
    before = data.read_text(encoding="utf-8")
    after = edit(before)
    assert after != before
    data.write_text(after, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-P", "-c", GAME],
        env={"PYTHONPATH": f"{folder}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert (found["folder"], found["festivals"]) == (str(folder / TITLE), 3)
    return found


def small_hill(text: str) -> str:
    """A hill of one space in each segment: five round each terrace, and an icon that joins all."""
    head, _ = text.split("[[space]]", 1)
    symbols = ("zigzag", "spiral", "four_squares", "cross", "diamond", "waves")
    tasks = ("potato", "gold", "stone", "build", "weave", "statue", "corn")
    found = [head]
    for depth, terrace in enumerate(("top", "middle", "bottom")):
        ring = [f"{terrace[0].upper()}{section}" for section in range(1, 6)]
        for n, space in enumerate(ring):
            symbol, ends = symbols[(n + depth) % 6], [space, ring[(n + 1) % 5]]
            found += [
                f'[[space]]\nid = "{space}"\nsection = {n + 1}\nterrace = "{terrace}"\n'
                f'symbol = "{symbol}"\ncolour = "{("blue", "green", "")[n % 3]}"\n',
                f'[[icon]]\nid = "K{space}"\ntask = "{tasks[(n + depth) % 7]}"\n'
                f"ends = {json.dumps(ends)}\n",
            ]
        found += [f'[[icon]]\nid = "K{terrace}"\ntask = "train"\nends = {json.dumps(ring)}\n']
    return "\n".join(found)


def fewer_gods(text: str) -> str:
    """A list of god cards without the last three, whose first card brings other goods."""
    cards = text.split("[[card]]")[:-3]
    cards[1] = cards[1].replace("potato = 3", "gold = 2")
    return "[[card]]".join(cards)


def cheap_buildings(text: str) -> str:
    """Buildings that all cost one potato."""
    lines = ["cost = { potato = 1 }" if x.startswith("cost") else x for x in text.splitlines()]
    return "\n".join(lines)


def test_another_hill(tmp_path: Path) -> None:
    """Spaces, icons and links follow from one file, and the game is played to its end on it."""
    found = played(tmp_path, "hill.toml", small_hill)
    spaces = {f"{terrace}{section}" for terrace in "TMB" for section in range(1, 6)}
    assert {*found["ids"]["space"]} == spaces
    assert found["used"]
    assert {*found["used"]} <= spaces
    assert len(found["ids"]["icon"]) == 18


@pytest.mark.parametrize(
    ("file", "edit"), [("gods.toml", fewer_gods), ("buildings.toml", cheap_buildings)]
)
def test_another_list(tmp_path: Path, file: str, edit: Callable[[str], str]) -> None:
    """The cards and the costs of a game are those of its files."""
    found = played(tmp_path, file, edit)
    fewer = edit is fewer_gods
    assert len(found["ids"]["god_card"]) == len(found["gods"]) == (39 if fewer else 42)
    assert fewer or all(price == {"potato": 1} for price in found["prices"].values())
    assert found["prices"]
