"""The audit of `make check`, asked of a source of advisories of our own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).resolve().parent.parent
ADVISORY = {
    "schema_version": "1.6.0",
    "id": "PYSEC-2026-1",
    "summary": "It does what it should not.",
    "affected": [
        {
            "package": {"name": "flask", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.0"}]}],
        }
    ],
}


@pytest.fixture
def source() -> Iterator[str]:
    """A server in the form of OSV, which knows of a fault in flask and of nothing else."""

    class Source(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = b"{}"
            if asked["package"]["name"] == "flask":
                body = json.dumps({"vulns": [ADVISORY]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Source) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def audit(folder: Path, url: str, *names: str) -> subprocess.CompletedProcess[str]:
    """The audit of a part of the real lock, by the source at an address."""
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    packages = re.split(r"(?m)^(?=[a-z0-9])", lock)[1:]
    part = folder / "some.lock"
    part.write_text("".join(each for each in packages if each.partition("==")[0] in names))
    source = ["--vulnerability-service", "osv", "--osv-url", url, "--cache-dir", str(folder)]
    command = [sys.executable, str(ROOT / ".ci" / "audit.py"), "--lock", str(part), *source]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_known_vulnerability_fails(source: str, tmp_path: Path) -> None:
    done = audit(tmp_path, source, "babel", "flask")
    assert done.returncode == 1, done.stderr
    assert "audit: flask " in done.stdout
    assert "PYSEC-2026-1; fixed by 99.0" in done.stdout
    assert "babel" not in done.stdout


def test_nothing_known_is_said_in_one_line(source: str, tmp_path: Path) -> None:
    done = audit(tmp_path, source, "babel", "redis")
    assert done.returncode == 0
    assert done.stdout == "audit: no known vulnerability in 2 packages\n"


def test_a_source_that_is_not_there_is_said_and_fails_nothing(tmp_path: Path) -> None:
    done = audit(tmp_path, "http://127.0.0.1:9/", "babel")
    assert done.returncode == 0
    assert done.stdout.startswith("audit: not done, the source of advisories is unreachable (")
    assert done.stdout.count("\n") == 1
