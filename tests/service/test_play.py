"""The page at /play: served whole, and nothing from elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from engine.table import Table, Turn
from games import all_titles
from store import Store
from tests.contract.play import largest_sets
from tests.service.table import Table as Game
from tests.service.test_secrecy import play_any

FILES = sorted(Path(__file__).resolve().parents[2].joinpath("service/play_page").glob("*"))


def test_every_part_of_the_page_is_served(client: httpx.Client) -> None:
    page = client.get("/play")
    assert page.headers["Content-Type"].startswith("text/html")
    found, wanted = set(), set(re.findall(r'(?:src|href)="(/play/[^"]+)"', page.text))
    while wanted:
        path = wanted.pop()
        found.add(path)
        part = client.get(path)
        assert part.status_code == 200, path
        wanted |= {f"/play/{name}" for name in re.findall(r'from "\./([^"]+)"', part.text)} - found
    names = {path.name for path in FILES} - {"index.html"}
    assert found == {f"/play/{name}" for name in names}


def test_the_page_loads_nothing_from_elsewhere(client: httpx.Client) -> None:
    policy = client.get("/play").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self' http://127.0.0.1:9;" in policy
    for path in FILES:
        assert not re.search(r"https?://", path.read_text(encoding="utf-8")), path


def test_another_file_is_not_there(client: httpx.Client) -> None:
    for name in ("play.py", "index.html", "..%2fplay.py", "none"):
        assert client.get(f"/play/{name}").status_code == 404


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".js"], ids=str)
def test_its_scripts_can_be_read(path: Path, tmp_path: Path) -> None:
    module = tmp_path / path.with_suffix(".mjs").name
    module.write_bytes(path.read_bytes())
    subprocess.run(["node", "--check", str(module)], check=True, capture_output=True)


DRAWING = """
class Element {
  constructor() { this.parts = []; }
  setAttribute() {}
  append(...parts) { this.parts.push(...parts); }
  get text() { return this.parts.map((part) => part.text ?? part).join("\\n"); }
}
globalThis.document = { createElement: () => new Element() };
const { readFileSync } = await import("node:fs");
const { dictionary, shown } = await import("./draw.mjs");
const { ruleset, view } = JSON.parse(readFileSync("game.json"));
const { title, players, ...rest } = view, book = dictionary(ruleset);
const drawn = [...players.map((each) => shown(each, book, "players.")), shown(rest, book)];
console.log(drawn.map((each) => each.text).join("\\n"));
"""


BROWSER = """
class Element {
  constructor() { this.parts = []; this.hidden = true; }
  setAttribute() {}
  addEventListener() {}
  append(...parts) { this.parts.push(...parts); }
  replaceChildren(...parts) { this.parts = parts; }
  set textContent(text) { this.parts = [text]; }
  get text() { return this.parts.map((part) => part.text ?? part).join("\\n"); }
}
const [site, game, lang, token] = process.argv.slice(2);
const [main, trouble, where] = [new Element(), new Element(), new Element()];
globalThis.document = {
  createElement: () => new Element(),
  getElementById: (id) => ({ main, trouble, where })[id],
  querySelector: () => new Element(),
  documentElement: { lang },
};
globalThis.addEventListener = () => {};
globalThis.location = { hash: `#${game}` };
globalThis.localStorage = { getItem: () => JSON.stringify({ seats: { 0: token } }) };
const { fetch } = globalThis;
globalThis.fetch = (path, asked) => fetch(site + path, asked);
await import("./play.js");
while (trouble.hidden && !main.parts.length) await new Promise((resolve) => setTimeout(resolve, 5));
console.log(trouble.hidden ? main.text : trouble.text);
process.exit(trouble.hidden ? 0 : 1);
"""


def opened(folder: Path, site: str, table: Game, language: str) -> list[str]:
    """Return the lines of the page of a game, as seat 0 reads it."""
    for path in FILES:
        shutil.copy(path, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "browser.js").write_text(BROWSER)
    command = ["node", "browser.js", site, table.id, language, table.tokens[0]]
    page = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert page.returncode == 0, page.stdout + page.stderr
    return page.stdout.splitlines()


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
@pytest.mark.parametrize(("language", "rival"), [("en", "Teotibot"), ("ja", "テオティボット")])
def test_the_page_of_a_game_for_one_names_the_automa(
    web: str, client: httpx.Client, db: Store, tmp_path: Path, language: str, rival: str
) -> None:
    """Above its part of the table, and in what has happened."""
    table = Game(client, ruleset="teotihuacan", seats=["user"])
    for _ in range(4):
        play_any(table, db, 0, Random(1))
    page = opened(tmp_path, web, table, language)
    assert page.count(rival) == 1
    assert any(rival in line for line in page if line != rival)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_page_of_a_finished_game_ranks_the_automa(
    web: str, client: httpx.Client, db: Store, tmp_path: Path
) -> None:
    table = Game(client, seats=["user"])
    table.finish()
    page = opened(tmp_path, web, table, "en")
    assert sorted(line[:6] for line in page if "(rank" in line) == ["Seat 1", "Seat 2"]


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
@pytest.mark.parametrize("name", sorted(all_titles()))
def test_a_drawn_table_is_in_one_language(client: httpx.Client, name: str, tmp_path: Path) -> None:
    """Ids have Japanese words, and numbers are not called like a component of that number."""
    draw = next(path for path in FILES if path.name == "draw.js")
    (tmp_path / "draw.mjs").write_bytes(draw.read_bytes())
    (tmp_path / "drawing.mjs").write_text(DRAWING)
    ruleset = client.get(f"/v1/rulesets/{name}", params={"lang": "ja"}).json()
    title, rng = all_titles()[name], Random(name)
    seats = title.seats[-1]
    table = Table.new(
        title, seats, largest_sets(title, seats)[0] if title.options else (), bytes(32)
    )
    for _ in range(200):
        decision = rng.choice(table.open)
        table.step(decision.seat, rng.choice(decision.options).id, Turn())
    game = msgspec.json.encode({"ruleset": ruleset, "view": table.view()})
    (tmp_path / "game.json").write_bytes(game)
    drawn = subprocess.run(
        ["node", "drawing.mjs"], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    assert not re.findall("[a-z]{3,}", drawn)
    numbered = {each["title"] for each in ruleset["components"] if each["id"].isdigit()}
    assert not numbered & {line.partition(": ")[0] for line in drawn.splitlines()}
