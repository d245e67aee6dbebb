"""Little room: the disk of the data folder, the memory of a server, and what it may lose."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import httpx
import psutil
import pytest
from redis import Redis

from bench.installation import free_ports
from service.processes.embedded import find_program
from service.processes.settings import Settings
from service.web import create
from store import Store
from store.server import EVICTS, FORGETS, LATE
from tests.conftest import serving
from tests.service.ops_fixtures import Installation, answers, eventually, installations

WANTED = {"ruleset": "cuzco", "seats": [{"holder": "user"}] * 2}
MB = 1_000_000

Server = Callable[..., str]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder on a disk of 96 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def installation(small_disk: Path, tmp_path: Path) -> Iterator[Installation]:
    made = installations(small_disk)
    found = next(made)(MIN_FREE_MB="32")
    found.log = tmp_path / "log.txt"
    yield found.start()
    list(made)


def fill(place: Path, left: int) -> None:
    """Fill the disk up to ``left`` bytes."""
    free = os.statvfs(place.parent)
    with suppress(OSError):  # the service may have taken the last bytes
        place.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - left)))


def is_gone(process: psutil.Process) -> bool:
    return not process.is_running()


def create_game(url: str) -> httpx.Response:
    return httpx.post(f"{url}/v1/games", json=WANTED, timeout=20)


def test_with_little_room_writes_are_refused_and_reads_go_on(
    installation: Installation, small_disk: Path
) -> None:
    url = f"http://127.0.0.1:{installation.port}"
    game = create_game(url).json()["id"]
    fill(small_disk / "ballast", 24 * MB)
    assert eventually(lambda: create_game(url).status_code == 503)
    refused = create_game(url).json()
    assert refused["code"] == "unavailable"
    assert "the disk of the storage is almost full" in refused["detail"]
    assert httpx.get(f"{url}/v1/games/{game}").status_code == 200
    assert httpx.get(f"{url}/readyz").json()["missing"] == ["disk"]
    assert "has only 2" in installation.said()
    (small_disk / "ballast").unlink()
    assert eventually(lambda: create_game(url).status_code == 201)
    assert eventually(lambda: httpx.get(f"{url}/readyz").status_code == 200)


def test_a_full_disk_does_not_end_the_supervisor(
    installation: Installation, small_disk: Path
) -> None:
    url = f"http://127.0.0.1:{installation.port}"
    fill(small_disk / "ballast", 0)
    killed = installation.program("redis")
    killed.kill()
    assert eventually(partial(is_gone, killed))
    assert eventually(lambda: "redis ended" in installation.said())
    assert installation.process.poll() is None
    lines = [line for line in installation.said().splitlines() if "chasqui.supervisor" in line]
    assert "has only 0 MB left; writes are refused until 40 MB are free" in lines[-1]
    (small_disk / "ballast").unlink()
    assert eventually(lambda: create_game(url).status_code == 201)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield a function that starts a server of one's own with options, and returns its address."""
    made: list[subprocess.Popen[bytes]] = []

    def start(*options: str) -> str:
        port = free_ports(1)[0]
        command = [str(find_program()), "--port", str(port), "--save", "", "--dir", str(tmp_path)]
        made.append(subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL))
        url = f"redis://127.0.0.1:{port}/0"
        assert eventually(lambda: answers(url))
        return url

    yield start
    for process in made:
        process.kill()
        process.wait()


@contextmanager
def service(url: str) -> Iterator[str]:
    with serving(create(Settings(redis_url=url, stream_url="http://127.0.0.1:9"))) as web:
        yield web


def test_a_server_without_memory_is_named(server: Server) -> None:
    url = server("--appendonly", "yes", "--appendfsync", "always")
    with service(url) as web, Redis.from_url(url) as redis:
        assert create_game(web).status_code == 201
        redis.set("ballast", bytes(10 * MB))
        redis.config_set("maxmemory", 8 * MB)
        refused = create_game(web)
        assert refused.status_code == 503
        assert "the memory of the storage is full" in refused.json()["detail"]
        assert httpx.get(f"{web}/readyz").json()["missing"] == ["memory"]
        redis.config_set("maxmemory", 0)
        assert create_game(web).status_code == 201


@pytest.mark.parametrize(
    ("options", "risks"),
    [
        (("--appendonly", "yes", "--appendfsync", "always"), {}),
        (("--appendonly", "yes", "--appendfsync", "everysec"), {LATE: "appendfsync everysec"}),
        (("--appendonly", "no"), {FORGETS: "appendonly no"}),
        (
            ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "allkeys-lru"),
            {EVICTS: "maxmemory-policy allkeys-lru"},
        ),
    ],
)
def test_the_risks_of_a_server_are_told(
    server: Server, options: tuple[str, ...], risks: dict[str, str]
) -> None:
    url = server(*options)
    with Store.open(url).redis as redis:
        assert Store(redis).server.risks() == risks
    with service(url) as web:
        missing = httpx.get(f"{web}/readyz").json().get("missing", [])
    assert ("durability" in missing) == bool(risks.keys() - {LATE})


def test_a_server_that_may_lose_games_is_refused_at_the_start(
    server: Server, tmp_path: Path
) -> None:
    url = server("--maxmemory-policy", "allkeys-lru")
    made = installations(tmp_path)
    refused = next(made)(REDIS_URL=url).run()
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "maxmemory-policy allkeys-lru and appendonly no" in refused.stderr
    assert "ALLOW_UNSAFE_REDIS=1" in refused.stderr
