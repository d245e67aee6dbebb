"""The guard: a process that outlives a killed supervisor for a moment, to end what it left.

Every program runs in a session of its own, so its session names all its processes, whatever
they forked and whoever their parent is by now.
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

# Looked up here and not after a fork, where loading a library could deadlock.
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def members(sessions: Collection[int]) -> list[psutil.Process]:
    """The living processes of these sessions."""
    found = []
    for process in psutil.process_iter():
        try:
            if os.getsid(process.pid) in sessions and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (OSError, psutil.Error):
            continue  # it ended meanwhile, or it is somebody else's
    return found


def end_sessions(sessions: Collection[int]) -> None:
    """Kill every process of these sessions, and what they fork meanwhile."""
    for _ in range(_ROUNDS):
        left = members(sessions) if sessions else []
        if not left:
            return
        for process in left:
            # psutil makes sure that the number has not gone to another process.
            with suppress(psutil.NoSuchProcess):
                process.kill()
        time.sleep(_PAUSE)


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process as soon as `parent`, its parent, is gone (Linux only).

    Called between fork and exec: the last resort, should the guard be killed as well.
    """
    if _prctl is None:
        return
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before the request was made
        os._exit(1)


class Guard:
    """The supervisor's end: it tells its guard which sessions must not outlive it."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        # By its path and not as a module of the service: who looks for the supervisor by its
        # command line, in order to kill it, shall not hit the guard too.
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve())],
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def watch(self, sessions: Collection[int]) -> None:
        """From now on exactly these sessions end with the supervisor."""
        if self._process.poll() is not None:
            self._start()
        assert self._process.stdin
        self._process.stdin.write(" ".join(map(str, sessions)) + "\n")
        self._process.stdin.flush()

    def dismiss(self) -> None:
        """End the guard; what it watches last is ended with it."""
        self._process.communicate()


def main() -> None:
    """Read lists of sessions until the pipe closes, then end those of the last list."""
    sessions: list[int] = []
    for line in sys.stdin:
        sessions = [int(word) for word in line.split()]
    end_sessions(sessions)


if __name__ == "__main__":
    main()
