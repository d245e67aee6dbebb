"""The guard: a process that ends what a killed supervisor left.

Each program runs in its own session. So the session names all its processes, including forks and
orphans.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

import psutil

_ROUNDS = 100
_PAUSE = 0.02  # seconds
_PR_SET_PDEATHSIG = 1

# Looked up before a fork, because loading a library after a fork could deadlock.
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def members(sessions: Collection[int]) -> list[psutil.Process]:
    """Return the living processes of these sessions."""
    found = []
    for process in psutil.process_iter():
        try:
            if os.getsid(process.pid) in sessions and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (OSError, psutil.Error):
            continue  # it has ended, or belongs to another user
    return found


def end_sessions(sessions: Collection[int]) -> None:
    """Kill every process of these sessions, including new forks."""
    for _ in range(_ROUNDS):
        left = members(sessions) if sessions else []
        if not left:
            return
        for process in left:
            # psutil checks that the id was not reused.
            with suppress(psutil.NoSuchProcess):
                process.kill()
        time.sleep(_PAUSE)


def die_with_parent(parent: int) -> None:
    """Let the kernel kill this process when its parent ends (Linux only).

    It is called between fork and exec. It is the last resort if the guard is killed too.
    """
    if _prctl is None:
        return
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent died before the request
        os._exit(1)


class Guard:
    """The supervisor's end of the pipe: it sends the sessions to the guard."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        # Started by its path, not as a module of the service. So a search for the supervisor by
        # command line does not match the guard.
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve())],
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def watch(self, sessions: Collection[int]) -> None:
        """Replace the sessions that the guard watches."""
        if self._process.poll() is not None:
            self._start()
        assert self._process.stdin
        self._process.stdin.write(" ".join(map(str, sessions)) + "\n")
        self._process.stdin.flush()

    def dismiss(self) -> None:
        """End the guard and the sessions that it watches."""
        self._process.communicate()


def main() -> None:
    """Read lists of sessions until the pipe closes, then end those of the last list."""
    sessions: list[int] = []
    for line in sys.stdin:
        sessions = [int(word) for word in line.split()]
    end_sessions(sessions)


if __name__ == "__main__":
    main()
