"""`python -m service backup` and `restore`: all data in one file, and back into a data folder."""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from service.processes.append_log import find_log
from service.processes.brief_server import LOG_OFF, backup_at, brief_server, loaded, store_of
from service.processes.disk_space import MB
from service.processes.embedded import DUMP, RESTORING, DataFolder, EmbeddedError
from service.processes.keys import fail
from service.processes.settings import Settings, settings_or_exit
from store import Store
from store.audit import Audit
from store.connection import RedisError

_TICK = 0.05  # seconds
_NAME = re.compile(r"chasqui-\d{8}T\d{6}Z\.rdb")
_CAUSE = re.compile(r"(error|fail|can't|cannot).*", re.IGNORECASE)
_ELSEWHERE = (
    "REDIS_URL names a Redis of your own, which has means of its own: {means}; "
    "docs/operators.md describes them"
)


class BackupError(RuntimeError):
    """A backup or restore is impossible; the message says why, and what to do."""


def add_backup(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``backup``."""
    parser.add_argument("file", type=Path, help="a new file, or a folder for one named by the time")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    parser.add_argument(
        "--keep", type=int, metavar="N", help="in a folder: delete all but the newest N backups"
    )
    parser.set_defaults(run=run, act=back_up)


def add_restore(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``restore``."""
    parser.add_argument("file", type=Path, help="a file that backup wrote")
    parser.set_defaults(run=run, act=restore)


def run(chosen: argparse.Namespace) -> int:
    """Run the chosen command; return 0, or 1 after a failure."""
    command: Callable[[Settings, argparse.Namespace], int] = chosen.act
    # Clean up at a SIGTERM too.
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        return command(settings_or_exit(), chosen)
    except (BackupError, EmbeddedError) as error:
        return fail(str(error))
    except RedisError as error:
        return fail(f"the server refused, or has ended ({error}); try again")
    except OSError as error:
        return fail(f"{error.filename or chosen.file} cannot be used ({error.strerror})")
    finally:
        signal.signal(signal.SIGTERM, before)


def back_up(settings: Settings, chosen: argparse.Namespace) -> int:
    """Write all data to a file that the server has loaded again to verify it."""
    if settings.redis_url:
        raise BackupError(_ELSEWHERE.format(means="BGSAVE, and a copy of the file that it writes"))
    target = _target(chosen)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        at = datetime.now(UTC)
        with (
            store_of(settings.data_dir, _say) as store,
            _alone(settings.data_dir),
            _saved(settings, store) as saved,
        ):
            _copy(saved, part)
        games, accounts = _content(part)
        part.replace(target)
        _sync(target.parent)
    finally:
        part.unlink(missing_ok=True)
    size = target.stat().st_size
    print(
        f"{target}: {number(games, 'game')} and {number(accounts, 'account')} as of "
        f"{at:%Y-%m-%d %H:%M:%S} UTC, {size:,} bytes, verified"
    )
    if chosen.keep is not None and chosen.file.is_dir():
        _forget(chosen.file, chosen.keep)
    return 0


def _say(text: str) -> None:
    print(f"chasqui: {text}", file=sys.stderr)


def _target(chosen: argparse.Namespace) -> Path:
    path: Path = chosen.file.absolute()
    if path.is_dir():
        return path / f"chasqui-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.rdb"
    if not path.parent.is_dir():
        raise BackupError(f"there is no folder {path.parent}; make it first")
    if path.exists() and not chosen.force:
        raise BackupError(f"{path} exists; choose another name, or replace it with --force")
    return path


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder against other backups, which would use the same file in it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BackupError(f"another backup of {folder} is being made; try again later") from None
    finally:
        os.close(handle)


@contextmanager
def _saved(settings: Settings, store: Store) -> Iterator[Path]:
    """Let the server write its data into its folder, and yield that file.

    :raises BackupError: it cannot; the message has its reason.
    """
    folder = settings.data_dir
    needed, free = store.server.memory() // MB + settings.min_free_mb, _free_mb(folder)
    if free < needed:
        raise BackupError(
            f"the disk of {folder} has {free:,} MB left, and a backup may need {needed:,} MB there "
            "for a moment; free some"
        )
    place, log = folder / DUMP, folder / "redis.log"
    place.unlink(missing_ok=True)
    known = log.stat().st_size
    try:
        while not store.server.begin_save():
            time.sleep(_TICK)
        while store.server.is_busy():
            time.sleep(_TICK)
        if not place.exists():
            raise BackupError(f"the server could not write {place}: {_cause(log, known)}")
        yield place
    finally:
        place.unlink(missing_ok=True)


def _free_mb(folder: Path) -> int:
    return shutil.disk_usage(folder).free // MB


def _cause(log: Path, known: int) -> str:
    """Return the first error in a server's log from byte ``known`` on."""
    text = log.read_bytes()[known:].decode(errors="replace")
    found = _CAUSE.search(text)
    return found[0] if found else f"{log} may say why"


def _copy(source: Path, target: Path) -> None:
    """Copy a file for its owner only, down to the disk."""
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "wb") as written, source.open("rb") as read:
        shutil.copyfileobj(read, written, MB)
        written.flush()
        os.fsync(written.fileno())


def _sync(folder: Path) -> None:
    """Write the names in a folder to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _content(backup: Path) -> tuple[int, int]:
    """Load a backup, and return the number of its games and accounts."""
    try:
        with loaded(backup) as store:
            return _count(store, backup)
    except EmbeddedError as error:
        raise BackupError(f"{backup} is no backup, or it is spoilt: {error}") from None


def number(count: int, noun: str) -> str:
    """Return a number of things in words: ``1 game``, ``2 games``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _count(store: Store, backup: Path) -> tuple[int, int]:
    audit = Audit(store.redis)
    if audit.is_foreign():
        raise BackupError(f"{backup} has no data of Chasqui")
    return len(audit.game_ids()), len(audit.account_ids())


def _forget(folder: Path, kept: int) -> None:
    """Delete all but the newest backups of a folder."""
    found = sorted(each for each in folder.iterdir() if _NAME.fullmatch(each.name))
    for each in found[: max(len(found) - max(kept, 1), 0)]:
        each.unlink()
        print(f"{each}: deleted")


def restore(settings: Settings, chosen: argparse.Namespace) -> int:
    """Build the log of a data folder from a backup, and put it in place as a whole."""
    if settings.redis_url:
        raise BackupError(
            _ELSEWHERE.format(means="stop it, and give it the file as its dbfilename")
        )
    backup: Path = chosen.file.absolute()
    with backup.open("rb"), closing(DataFolder(settings.data_dir)) as data:
        if find_log(data.path):
            raise BackupError(
                f"{data.path} already has a log of games; move it away first: "
                f"mv {data.path} {data.path}-before"
            )
        room = data.path / RESTORING
        try:
            games, accounts = _build(backup, room)
            _put_in_place(room, data.path)
        finally:
            shutil.rmtree(room, ignore_errors=True)
    print(
        f"{data.path}: {number(games, 'game')} and {number(accounts, 'account')} of {backup}; "
        "start the service, then run: python -m service check"
    )
    return 0


def _build(backup: Path, room: Path) -> tuple[int, int]:
    """Write the log of a backup's data in a folder of its own; return what was counted."""
    with closing(DataFolder(room)) as data, backup_at(backup, data):
        try:
            with brief_server(data, LOG_OFF) as store:
                counted = _count(store, backup)
                store.server.begin_log()
                while store.server.is_busy():
                    time.sleep(_TICK)
                if not store.server.has_log():
                    raise BackupError(f"the log could not be written: {_cause(data.log, 0)}")
        except EmbeddedError as error:
            raise BackupError(f"{backup} is no backup, or it is spoilt: {error}") from None
    return counted


def _put_in_place(room: Path, folder: Path) -> None:
    """Move a log that is whole on the disk, in one step."""
    log = find_log(room)
    assert log is not None, "the server has written it"
    for path in [log, *log.glob("*")]:
        _sync(path)
    log.rename(folder / log.name)
    _sync(folder)
