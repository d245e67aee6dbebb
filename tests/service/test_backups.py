"""`python -m service backup`, `restore` and `check`, on the real embedded server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from match.match import Match
from service.__main__ import main, server_program
from service.processes import embedded
from service.processes.append_log import find_log
from service.processes.brief_server import LOG_OFF, brief_server, store_of
from service.processes.embedded import DataFolder
from service.processes.settings import Settings
from service.web import create
from store import Store, keys, script
from store.audit import Audit
from tests.conftest import ROOT, serving
from tests.service.ops_fixtures import installations
from tests.service.table import Table
from tests.workers.tables import play_person

GAMES, TURNS = 3, 4


@contextmanager
def stored(folder: Path) -> Iterator[Store]:
    """Run the server of a data folder."""
    with closing(DataFolder(folder)) as data, brief_server(data) as db:
        yield db


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of a stopped service with games: one cancelled, one of bots only."""
    folder: Path = tmp_path_factory.mktemp("played") / "data"
    with closing(DataFolder(folder)) as data, brief_server(data) as db:
        app = create(Settings(redis_url=data.url, stream_url="http://127.0.0.1:9"))
        with serving(app) as url, httpx.Client(base_url=url, timeout=60) as client:
            ana = client.post("/v1/accounts").json()["token"]
            tables = [
                Table(client, ana, ruleset="tzolkin", seats=["me", "user"]) for _ in range(GAMES)
            ]
            for table in tables:
                for _ in range(TURNS):
                    play_person(db, table.id, Random(1))
            tables[-1].cancel()
            Table(client, ana, ruleset="tzolkin", seats=["bot:random"] * 2)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of that folder, which is ``DATA_DIR`` now."""
    found = tmp_path / "data"
    shutil.copytree(played, found)
    monkeypatch.setenv("DATA_DIR", str(found))
    monkeypatch.delenv("REDIS_URL", raising=False)
    return found


def matches(db: Store) -> list[Match]:
    return [db.games.load(each) for each in sorted(Audit(db.redis).game_ids())]


def kept(folder: Path) -> list[tuple[str, int, bytes]]:
    """Return each game of a folder with its revision and its state."""
    with stored(folder) as db:
        return [(match.id, match.rev, match.snapshot.state) for match in matches(db)]


def newest(folder: Path) -> Path:
    """Return the file that the server appended to."""
    [found] = (folder / "appendonlydir").glob("*.incr.aof")
    return found


def change(path: Path, edit: Callable[[bytes], bytes]) -> None:
    path.write_bytes(edit(path.read_bytes()))


def flipped(data: bytes) -> bytes:
    """Return bytes with another one in the middle."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0x55]) + data[middle + 1 :]


def test_a_restored_folder_has_every_turn(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.rdb"
    assert main(["backup", str(backup)]) == 0
    assert "4 games and 1 account as of" in capsys.readouterr().out
    assert backup.stat().st_mode & 0o777 == 0o600
    before = kept(folder)
    assert sum(rev > 0 for _, rev, _ in before) == GAMES
    folder.rename(tmp_path / "before")
    assert main(["restore", str(backup)]) == 0
    assert kept(folder) == before
    assert main(["check"]) == 0
    assert "nothing is broken" in capsys.readouterr().out


def test_a_backup_replaces_no_file_unless_it_is_forced(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.rdb"
    backup.write_text("mine")
    assert main(["backup", str(backup)]) == 1
    assert "exists; choose another name" in capsys.readouterr().err
    assert backup.read_text() == "mine"
    assert main(["backup", str(backup), "--force"]) == 0
    assert main(["backup", str(tmp_path / "none" / "backup.rdb")]) == 1
    assert main(["check", str(backup)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.rdb", "data"]
    assert not (folder / "dump.rdb").exists()


def test_a_folder_keeps_the_newest_backups(folder: Path, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    for name in ("chasqui-20260101T030000Z.rdb", "chasqui-20260102T030000Z.rdb", "notes.txt"):
        (backups / name).touch()
    assert main(["backup", str(backups), "--keep", "2"]) == 0
    names = sorted(path.name for path in backups.iterdir())
    assert names[0] == "chasqui-20260102T030000Z.rdb"
    assert re.fullmatch(r"chasqui-\d{8}T\d{6}Z\.rdb", names[1])
    assert names[2:] == ["notes.txt"]
    assert folder.exists()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (flipped, "is no backup, or it is spoilt"),
        (lambda data: data[: len(data) // 2], "Unexpected EOF reading RDB file"),
        (lambda _data: b"a text", "is no backup, or it is spoilt"),
    ],
)
def test_a_spoilt_backup_is_refused(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[bytes], bytes],
    why: str,
) -> None:
    backup = tmp_path / "backup.rdb"
    assert main(["backup", str(backup)]) == 0
    change(backup, spoil)
    folder.rename(tmp_path / "before")
    assert main(["restore", str(backup)]) == 1
    assert why in capsys.readouterr().err
    assert main(["check", str(backup)]) == 1
    assert find_log(folder) is None
    assert not (folder / "restoring").exists()


def test_a_file_of_another_program_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(DataFolder(tmp_path / "other")) as data, brief_server(data, LOG_OFF) as db:
        db.redis.set("theirs", 1)
        db.redis.save()
    shutil.rmtree(folder)
    assert main(["restore", str(tmp_path / "other" / "dump.rdb")]) == 1
    assert "has no data of Chasqui" in capsys.readouterr().err


def test_a_folder_that_is_used_or_has_games_is_not_restored(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    backup = tmp_path / "backup.rdb"
    assert main(["backup", str(backup)]) == 0
    assert main(["restore", str(backup)]) == 1
    assert f"mv {folder} {folder}-before" in capsys.readouterr().err
    monkeypatch.setattr(embedded, "_PATIENCE", 0.1)
    with stored(folder):
        assert main(["restore", str(backup)]) == 1
        assert "is in use by another start" in capsys.readouterr().err
        assert main(["backup", str(tmp_path / "running.rdb")]) == 0


def test_a_command_waits_for_a_service_that_starts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds the folder before it answers."""
    monkeypatch.setattr(embedded, "_PATIENCE", 0.1)

    def count() -> int:
        with store_of(folder, print) as db:
            return len(Audit(db.redis).game_ids())

    with closing(DataFolder(folder)) as data, ThreadPoolExecutor(1) as pool:
        counted = pool.submit(count)
        time.sleep(0.3)
        with brief_server(data):
            assert counted.result(60) == GAMES + 1


@pytest.mark.parametrize("seen", ["restoring/lock", "restoring/appendonlydir"])
def test_a_killed_restore_leaves_nothing_or_all(folder: Path, tmp_path: Path, seen: str) -> None:
    backup, before = tmp_path / "backup.rdb", kept(folder)
    assert main(["backup", str(backup)]) == 0
    shutil.rmtree(folder)
    command = [sys.executable, "-m", "service", "restore", str(backup)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and not (folder / seen).exists():
            time.sleep(0.001)
        process.kill()
    if find_log(folder) is None:
        assert main(["restore", str(backup)]) == 0
    assert kept(folder) == before
    assert not (folder / "restoring").exists()


def test_the_cut_end_of_a_log_is_dropped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = kept(folder)
    with newest(folder).open("ab") as log:
        log.write(b"*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$1\r\nx\r\n$90\r\nabc")
    assert main(["check"]) == 0
    told = capsys.readouterr()
    assert "was cut off, as in a power failure; its 43 bytes are dropped" in told.err
    assert "nothing is broken" in told.out
    assert kept(folder) == before


def test_a_supervisor_says_what_was_dropped(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with newest(folder).open("ab") as log:
        log.write(b"*3\r\n$3\r\nSET\r\n$1\r\nx" + bytes(4096))
    with closing(DataFolder(folder)) as data, caplog.at_level("INFO"):
        server_program(data, Settings(), lambda: "").before()
        server_program(data, Settings(), lambda: "").before()
    [line] = caplog.messages
    assert "its 4,114 bytes are dropped" in line


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"\r\n$4\r\nHSET", b"\r\n?4\r\nHSET"), (b"\r\n$4\r\nHSET", b"\r\n$99999999\r\nHSET")],
)
def test_a_log_that_is_spoilt_in_the_middle_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], old: bytes, new: bytes
) -> None:
    """A length that became larger hides all later commits, so it is no cut end."""
    change(newest(folder), lambda data: data.replace(old, new, 2))
    size = newest(folder).stat().st_size
    assert main(["check"]) == 1
    told = capsys.readouterr().err
    assert f"{newest(folder)} is spoilt at byte " in told
    assert "python -m service restore FILE" in told
    assert newest(folder).stat().st_size == size
    place = re.search(r"truncate --size (\d+) (\S+)", told)
    assert place
    os.truncate(place[2], int(place[1]))
    assert main(["check"]) == 0


def test_a_service_on_a_spoilt_log_says_what_to_do(folder: Path, tmp_path: Path) -> None:
    made = installations(tmp_path)
    service = next(made)(DATA_DIR=str(folder))
    change(newest(folder), lambda data: data.replace(b"\r\n$4\r\nHSET", b"\r\n?4\r\nHSET", 1))
    refused = service.run()
    assert refused.returncode == 1
    assert f"{newest(folder)} is spoilt at byte" in refused.stderr.splitlines()[-1]
    change(newest(folder), lambda data: data.replace(b"\r\n?4\r\nHSET", b"\r\n$4\r\nHSEX", 1))
    refused = service.run()
    assert refused.returncode == 1
    assert "python -m service restore FILE" in refused.stderr.splitlines()[-1]
    list(made)


def test_a_log_without_its_manifest_is_not_begun_anew(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "appendonlydir" / "appendonly.aof.manifest").unlink()
    assert main(["check"]) == 1
    assert "has lost its manifest" in capsys.readouterr().err


def test_a_redis_of_ones_own_has_means_of_its_own(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with closing(DataFolder(folder)) as data, brief_server(data):
        monkeypatch.setenv("REDIS_URL", data.url)
        for command in ("backup", "restore"):
            assert main([command, str(tmp_path / "x.rdb")]) == 1
            assert "REDIS_URL names a Redis of your own" in capsys.readouterr().err
        assert main(["check"]) == 0
        assert "unix://" in capsys.readouterr().out


def test_counts_that_expire_are_no_lists(folder: Path) -> None:
    with stored(folder) as db:
        counts = list(db.redis.scan_iter(f"{keys.BOT_GAMES}*"))
        assert counts
        db.redis.delete(*counts)
        assert main(["check"]) == 0


def spoil_state(db: Store, match: Match) -> None:
    older = db.games.snapshot(match, match.rev - 1)
    db.redis.hset(keys.game(match.id), "state", older.state)


def spoil_position(db: Store, match: Match) -> None:
    older = db.games.snapshot(match, match.rev - 1)
    db.redis.hset(keys.game(match.id), "position", script.fields(older)["position"])


def spoil_record(db: Store, match: Match) -> None:
    db.redis.rpop(keys.log(match.id))


def spoil_entry(db: Store, match: Match) -> None:
    db.redis.lset(keys.log(match.id), 0, "{")


def spoil_head(db: Store, match: Match) -> None:
    db.redis.hset(keys.game(match.id), "head", b"\xc1")


def leave_list(db: Store, match: Match) -> None:
    db.redis.zrem(keys.listed("running", "tzolkin"), match.id)


def be_in_a_wrong_list(db: Store, match: Match) -> None:
    db.redis.zadd(keys.DUE, {match.id: 1})


def lose_account(db: Store, match: Match) -> None:
    db.redis.delete(keys.account(match.head.account))


def vanish(db: Store, match: Match) -> None:
    db.redis.delete(keys.game(match.id))


@pytest.mark.parametrize(
    ("spoil", "wrong", "mends"),
    [
        (spoil_state, "its state is not the one of its record", True),
        (spoil_position, "its position is not the one of its record", True),
        (spoil_record, "its record has 3 entries, and it is at revision 4", False),
        (spoil_entry, "it cannot be read or replayed (DecodeError", False),
        (spoil_head, "it cannot be read or replayed", False),
        (leave_list, "it is missing in the list chasqui:games:running:tzolkin", True),
        (be_in_a_wrong_list, "it does not belong into the list chasqui:due", True),
        (lose_account, "does not exist; restore a backup", False),
        (vanish, "it does not exist, but is in the list", True),
    ],
)
def test_a_broken_game_is_named(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[Store, Match], None],
    wrong: str,
    mends: bool,
) -> None:
    with stored(folder) as db:
        match = next(each for each in matches(db) if not each.over and each.rev)
        spoil(db, match)
        assert main(["check"]) == 1
        told = capsys.readouterr().out.splitlines()
        assert any(line.startswith(f"game {match.id}: ") and wrong in line for line in told), told
        assert " broken" in told[-1]
        assert main(["check", "--mend"]) == (0 if mends else 1)
        assert main(["check"]) == (0 if mends else 1)
