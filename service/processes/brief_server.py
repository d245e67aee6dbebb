"""A server of the embedded kind, run by a command for as long as it needs one."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from service.processes import append_log
from service.processes.embedded import (
    DUMP,
    DataFolder,
    EmbeddedError,
    address_of,
    find_program,
    socket_of,
)
from service.processes.guard import die_with_parent
from store import Store
from store.connection import RedisError

LOG_ON, LOG_OFF = (), ("--appendonly", "no")
"""Options of a server that reads the log of its folder, or the backup in it."""

PATIENCE = 15.0
"""Seconds until a service that holds the folder must answer."""
_TICK = 0.02  # seconds


@contextmanager
def brief_server(data: DataFolder, options: tuple[str, ...] = LOG_ON) -> Iterator[Store]:
    """Run the server of a folder until it answers, and end it in order afterwards.

    :raises EmbeddedError: it does not start, or ends with an error; the message has its reason.
    """
    why = data.last_words if options else data.reason
    command = [*data.command(find_program(), "always"), *options]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(data.lock.fileno(),),
        start_new_session=True,  # so that Ctrl-C reaches only the command
        preexec_fn=partial(die_with_parent, os.getpid()),
    )
    with closing(Store.open(data.url).redis) as redis:
        try:
            _await(process, Store(redis), why)
            yield Store(redis)
        finally:
            process.terminate()
            code = process.wait()
    if code:
        raise EmbeddedError(why())


def _await(process: subprocess.Popen[bytes], store: Store, why: Callable[[], str]) -> None:
    """Wait until the server has loaded its data, however long it takes."""
    while process.poll() is None:
        if answers(store):
            return
        time.sleep(_TICK)
    raise EmbeddedError(why())


@contextmanager
def loaded(backup: Path) -> Iterator[Store]:
    """Load a backup into a server of its own, which changes nothing on the disk.

    :raises EmbeddedError: the file is no backup, or it is spoilt.
    """
    with (
        TemporaryDirectory(prefix="chasqui-") as name,
        closing(DataFolder(Path(name))) as data,
        backup_at(backup, data),
        brief_server(data, LOG_OFF) as store,
    ):
        yield store


@contextmanager
def backup_at(backup: Path, data: DataFolder) -> Iterator[None]:
    """Show a backup to the server of a folder, without a copy."""
    place = data.path / DUMP
    place.symlink_to(backup.absolute())
    try:
        yield
    finally:
        place.unlink()


@contextmanager
def store_of(folder: Path, say: Callable[[str], None]) -> Iterator[Store]:
    """Yield the store of a data folder: of the running service, or of a server for a command.

    ``say`` is called with what was cut off the log.

    :raises EmbeddedError: there is none, or it cannot start; the message says why.
    """
    with closing(Store.open(address_of(socket_of(folder))).redis) as redis:
        data = _held(folder, Store(redis))
        if data is None:
            yield Store(redis)
            return
    with closing(data):
        if done := data.mend(find_program()):
            say(done)
        with brief_server(data) as store:
            yield store


def _held(folder: Path, running: Store) -> DataFolder | None:
    """Return the folder, locked for this process, or None if a running service answers there.

    :raises EmbeddedError: there is no log in it, or who holds it does not answer.
    """
    deadline = time.monotonic() + PATIENCE
    while not answers(running):
        if append_log.find_log(folder) is None:
            raise EmbeddedError(f"there are no games in {folder}; name another: DATA_DIR=/path")
        try:
            return DataFolder(folder)
        except EmbeddedError:  # a service that starts answers soon
            if time.monotonic() > deadline:
                raise
    return None


def answers(store: Store) -> bool:
    """Return whether a server answers with data."""
    try:
        store.ping()
    except RedisError:
        return False
    return True
