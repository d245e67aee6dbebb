"""The commands of README.md and docs/clients.md, typed as they are printed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from match.words import KINDS
from store import Store
from store.words import LEFT, MOVED, PRESENCE_NEWS, RESET, SNAPSHOT, TALK_NEWS
from tests.conftest import ROOT
from tests.workers.processes import wait_until

README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
SITE = "http://127.0.0.1:8000"
ENGINE = "## One request"
BOTS = "Or let a program play."  # tests/examples/test_bots.py plays with them
# A bot and an address elsewhere, and packages to install: tests/hooks and tests/clients have these.
ELSEWHERE = ("Remote bots", "Webhooks", "Generated clients")
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
CURLS = 41
LISTENING = re.compile(r"curl -sNL ([^#\n]*)#.*")
UNTIL_SNAPSHOT = r"exec 3< <(timeout 60 curl -sNL \1); sed '/^event: snapshot/q' <&3; kill $!"


def sections(page: str) -> dict[str, str]:
    """Return the chapters of a page by their headings."""
    return {part.split("\n", 1)[0]: part for part in page.split("\n## ")[1:]}


def commands() -> str:
    """Return all commands that a reader types in one shell, page after page."""
    first = README[README.index(ENGINE) :].split(BOTS)[0]
    chapters = sections(GUIDE)
    assert chapters.keys() >= set(ELSEWHERE)
    typed = [first, *(text for name, text in chapters.items() if name not in ELSEWHERE)]
    return "".join(command for text in typed for command in BLOCK.findall(text))


def script(site: str) -> str:
    """Return the commands for a service elsewhere, with a status line after each answer."""
    typed = commands().replace(SITE, site)
    typed = typed.replace(".venv/bin/python", sys.executable)
    assert typed.count("curl ") == CURLS
    # Two commands listen until Ctrl-C.
    typed, listening = LISTENING.subn(UNTIL_SNAPSHOT, typed)
    assert listening == 2
    status = r"-w '\n%{stderr}%{http_code} %{url}\n'"
    return "set -u\n" + typed.replace("curl -s", f"curl {status} -s")


def run(site: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Type the commands in a folder that has the examples beside it, as a clone has."""
    if not (folder / "examples").exists():
        (folder / "examples").symlink_to(ROOT / "examples")
    return subprocess.run(
        ["bash", "-c", script(site)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_commands_work_one_after_the_other(
    whole: str, db: Store, worker: None, tmp_path: Path
) -> None:
    if not all(map(shutil.which, ("curl", "bash", "timeout", "less"))):
        pytest.skip("needs curl, bash, timeout and less")
    for _ in range(5):
        typed = run(whole, tmp_path)
        # Some openings leave no corn, and then the turn is another one, as the README says.
        if "incomplete-turn" not in typed.stdout and "illegal-step" not in typed.stdout:
            break
    answers = [line for line in typed.stderr.splitlines() if re.match(r"\d{3} ", line)]
    assert len(answers) >= CURLS - 2, typed.stderr  # two listen until they are stopped
    assert {line[:3] for line in answers} <= {"200", "201", "202", "000"}, (
        typed.stderr + typed.stdout
    )
    assert typed.stdout.count("event: snapshot") == 2
    assert "retracted" in typed.stdout
    assert "Traceback" not in typed.stderr
    imported = json.loads((tmp_path / "imported.json").read_text())
    assert imported["status"] == "over"
    assert json.loads((tmp_path / "paper.json").read_text())["record"]
    wait_until(lambda: not db.due.overdue(2**60), "the bots")


def alike(shown: Any, given: Any) -> None:
    """Fail unless a printed answer has the members of a real one, and its fixed values."""
    if isinstance(shown, dict):
        assert shown.keys() == given.keys()
        for name, value in shown.items():
            if name not in ("step", "text", "effects") or (name == "text" and "question" in shown):
                alike(value, given[name])
    elif isinstance(shown, list):
        for one, other in zip(shown, given, strict=False):
            alike(one, other)
    else:
        assert shown == given


def test_the_answer_that_the_readme_shows(whole: str, db: Store) -> None:
    part = sections(README)[ENGINE.removeprefix("## ")]
    assert "/v1/engine/tzolkin/legal" in part
    block = re.search(r"```json\n(.*?)```", part, re.DOTALL)
    assert block is not None
    shown = json.loads(block[1])
    answer = httpx.post(f"{whole}/v1/engine/tzolkin/legal", json={"seats": 2}).json()
    options = answer["questions"][0]["choices"]["options"]
    assert len(options) == 6, "the README counts them"
    assert {type(value) for value in shown["questions"][0]["choices"]["options"][0].values()} == {
        type(value) for value in options[0].values()
    }
    alike(shown, {name: answer[name] for name in shown})


def test_the_address_is_written_once() -> None:
    """A reader with another port changes one line; all other commands use the variable."""
    assert README.count(SITE) == README.count(f"SITE={SITE}") == 1
    assert ":8000" not in README.replace(SITE, "") + GUIDE


def test_the_guide_names_all_kinds_of_events() -> None:
    listed = re.search(r"const KINDS = \[(.*?)\]", GUIDE, re.DOTALL)
    assert listed is not None
    named = re.findall(r'"([a-z-]+)"', listed[1])
    assert named == [SNAPSHOT, *KINDS, TALK_NEWS, PRESENCE_NEWS]
    told = GUIDE.partition("The kinds of that stream are")[2].partition(".")[0]
    assert re.findall(r"`([a-z-]+)`", told) == [SNAPSHOT, RESET, MOVED, LEFT, TALK_NEWS]


FOLLOWED = """
const [game, token] = process.argv.slice(2);
follow(game, token, (message) => console.log(message.kind, message.game?.status));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_guide_follows_a_game_to_its_end(whole: str, db: Store, tmp_path: Path) -> None:
    found = re.search(r"```js\n(const KINDS.*?)```", GUIDE, re.DOTALL)
    assert found is not None
    (tmp_path / "follow.js").write_text(found[1] + FOLLOWED)
    seats = [{"holder": "user"}, {"holder": "open"}, {"holder": "open"}]
    made = httpx.post(f"{whole}/v1/games", json={"ruleset": "tzolkin", "seats": seats}).json()
    game = f"{whole}/v1/games/{made['id']}"
    host = {"Authorization": f"Bearer {made['tokens']['host']}"}
    command = [
        "node",
        "--experimental-eventsource",
        "follow.js",
        game,
        made["tokens"]["seats"]["0"],
    ]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "snapshot waiting\n"
            httpx.post(f"{game}/seats", json={})
            assert process.stdout.readline() == "seat waiting\n"
            httpx.delete(game, headers=host)
            rest, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    assert rest.splitlines()[-1].endswith(" cancelled")
    assert process.returncode == 0
