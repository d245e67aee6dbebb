"""The page at /play: served whole, and nothing from elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

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
