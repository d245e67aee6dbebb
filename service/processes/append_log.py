"""The append-only log of a data folder: a cut end, or a spoilt place, before a server reads it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

NAMES = ("appendonlydir", "appendonly.aof")
"""The log of a server from version 7 on, a folder, and of an older one, a file."""

_LONGEST_WRITE = 64_000_000
"""More bytes are no single write."""

_MULTI = b"*1\r\n$5\r\nMULTI\r\n"
_EXEC = b"\r\nEXEC\r\n"
_COMMAND = re.compile(rb"\r\n\*\d+\r\n\$\d+\r\n")


class Damage(NamedTuple):
    """A file of the log, and the byte from which it makes no sense."""

    file: Path
    good: int
    size: int

    @property
    def lost(self) -> int:
        """Return the number of bytes from that place on."""
        return self.size - self.good

    @property
    def is_cut(self) -> bool:
        """Return whether only the last write is unfinished, as after a power failure.

        A later write that is whole means that the place is in the middle. A server would drop it
        too: after a spoilt length, it looks for an argument beyond the end.
        """
        if self.lost > _LONGEST_WRITE:
            return False
        with self.file.open("rb") as file:
            file.seek(self.good)
            rest = file.read().rstrip(b"\0")  # some disks fill the last block with zeros
        if rest.startswith(_MULTI):
            return _EXEC not in rest
        return rest[:1] in (b"", b"*") and _COMMAND.search(rest) is None

    @property
    def text(self) -> str:
        """Return where the log is spoilt, and what an operator can do, in one line."""
        return (
            f"the log {self.file} is spoilt at byte {self.good:,} of {self.size:,}; restore a "
            "backup (python -m service restore FILE), or copy the folder and cut the log there, "
            f"which loses its last {self.lost:,} bytes of turns: "
            f"truncate --size {self.good} {self.file}"
        )

    def cut(self) -> str:
        """Cut the log at this place, and return what was done in one line."""
        with self.file.open("r+b") as file:
            file.truncate(self.good)
            os.fsync(file.fileno())
        return (
            f"the last write to {self.file} was cut off, as in a power failure; its {self.lost:,} "
            "bytes are dropped"
        )


def find_log(folder: Path) -> Path | None:
    """Return the log in a data folder, if it has one."""
    return next((path for name in NAMES if (path := folder / name).exists()), None)


def is_headless(log: Path) -> bool:
    """Return whether files of a log are left without their manifest: a server would begin anew."""
    return log.is_dir() and not list(log.glob("*.manifest")) and any(log.iterdir())


def examine(log: Path, program: Path) -> Damage | None:
    """Return where the newest file of a log is damaged, if it is.

    The server's program checks it under another name. Older files were whole before the newest was
    begun, so the server itself reads them first.
    """
    newest = _newest(log)
    if newest is None or not newest.is_file():
        return None
    name = program.name.replace("server", "check-aof")
    done = subprocess.run(
        [name, str(newest)], executable=program, capture_output=True, text=True, check=False
    )
    found = re.search(r"\bsize=(\d+), ok_up_to=(\d+)", done.stdout)
    if found is None or found[1] == found[2]:
        return None
    return Damage(newest, int(found[2]), int(found[1]))


def _newest(log: Path) -> Path | None:
    """Return the file that the server appended to."""
    if log.name == NAMES[1]:
        return log
    manifests = list(log.glob("*.manifest"))
    lines = manifests[0].read_text(errors="replace").splitlines() if manifests else []
    names = [each[1] for line in lines if (each := re.match(r"file (\S+) seq \d+ type i", line))]
    return log / names[-1] if names else None
