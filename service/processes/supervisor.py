"""The supervisor: it starts processes in order, restarts them, and stops them in order."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType

from service.processes.guard import Guard, die_with_parent, end_sessions

TICK = 0.1  # seconds between two checks of the children
SETTLED = 10.0  # a process that lived this long has started
MOST_FAILURES = 5
SLOWEST_RESTART = 5.0


class SupervisionError(RuntimeError):
    """A program fails again and again; the message gives the cause."""


@dataclass(frozen=True)
class Program:
    """A program to supervise, as data.

    `ready` returns whether it serves. `patience` is the time for the first start and `grace` the
    time to end after SIGTERM, both in seconds. `why` explains a failure in a few words. `started`
    is called with each new process id. The files in `keep_open` stay open in it.
    """

    name: str
    command: Sequence[str]
    ready: Callable[[], bool] = lambda: True
    patience: float = 60.0
    grace: float = 15.0
    why: Callable[[], str] = lambda: ""
    before: Callable[[], None] = lambda: None
    started: Callable[[int], None] = lambda _pid: None
    keep_open: tuple[int, ...] = ()


@dataclass
class Child:
    """A program and its current process."""

    program: Program
    process: subprocess.Popen[bytes]
    since: float
    failures: int = 0
    restart_at: float | None = None

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    @property
    def session(self) -> int | None:
        """Return the session of its processes, or None after all have ended."""
        return None if self.restart_at else self.process.pid


class Supervisor:
    """The supervisor of a server and the programs that depend on it.

    `first` starts before all others and stops after them. It is None if the server is external.
    `reachable` returns whether the server answers. `shortage` returns what the machine lacks, such
    as room on the disk, or ''. `watch` is called again and again.
    """

    def __init__(
        self,
        first: Program | None,
        programs: Sequence[Program],
        reachable: Callable[[], bool],
        *,
        environ: Mapping[str, str],
        folder: Path,
        say: Callable[[str], None],
        shortage: Callable[[], str] = lambda: "",
        watch: Callable[[], None] = lambda: None,
    ):
        self.first = first
        self.programs = programs
        self.reachable = reachable
        self.environ = environ
        self.folder = folder
        self.say = say
        self.shortage = shortage
        self.watch = watch
        self.children: list[Child] = []
        self.signals = 0
        self.guard = Guard()

    def run(self, when_ready: Callable[[], None]) -> None:
        """Start everything, call `when_ready`, and supervise until a signal.

        Raises SupervisionError if a program does not start or fails repeatedly. No process remains
        afterwards.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            self._start_all()
            if not self.signals:
                when_ready()
            while not self.signals:
                self._heal()
                self.watch()
                time.sleep(TICK)
        finally:
            self._stop_all()
            self.guard.dismiss()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        # A closing terminal may send the signal twice, which does not mean haste.
        if number != signal.SIGHUP or not self.signals:
            self.signals += 1

    def _start(self, program: Program) -> Child:
        program.before()
        process = subprocess.Popen(
            program.command,
            cwd=self.folder,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            pass_fds=program.keep_open,
            # A separate session, so that Ctrl-C reaches only the supervisor and the session names
            # all processes.
            start_new_session=True,
            # Safe, because the supervisor has one thread.
            preexec_fn=partial(die_with_parent, os.getpid()),
        )
        program.started(process.pid)
        return Child(program, process, time.monotonic())

    def _start_all(self) -> None:
        if self.first:
            self._launch(self.first)
            self._await(self.children[-1])
        for program in self.programs:
            self._launch(program)
        for child in self.children:
            self._await(child)

    def _launch(self, program: Program) -> None:
        self.children.append(self._start(program))
        self._tell_guard()

    def _tell_guard(self) -> None:
        self.guard.watch([child.session for child in self.children if child.session])

    def _await(self, child: Child) -> None:
        deadline = time.monotonic() + child.program.patience
        while not self.signals and not child.program.ready():
            shortage = self.shortage()
            if not child.alive and not shortage:
                raise SupervisionError(
                    f"{child.program.name} ended before it was ready: {_reason(child)}"
                )
            if not child.alive:
                self._plan_restart(child)
                time.sleep(SLOWEST_RESTART)
                self._restart(child)
            if time.monotonic() > deadline and not shortage:
                raise SupervisionError(
                    f"{child.program.name} was not ready within {child.program.patience:.0f} s"
                )
            self.watch()
            time.sleep(TICK / 2)

    def _heal(self) -> None:
        """Restart ended programs: the server at once, the others while the server answers."""
        for child in self.children:
            if child.alive:
                continue
            if child.restart_at is None:
                self._plan_restart(child)
            elif time.monotonic() >= child.restart_at and (
                child.program is self.first or self.reachable()
            ):
                self._restart(child)

    def _restart(self, child: Child) -> None:
        again = self._start(child.program)
        child.process, child.since, child.restart_at = again.process, again.since, None
        self._tell_guard()

    def _plan_restart(self, child: Child) -> None:
        lived = time.monotonic() - child.since
        # Its forks would hold its port, or do its work twice.
        end_sessions([child.process.pid])
        # Without the server each program fails, so the failure does not count.
        blameless = child.program is not self.first and not self.reachable()
        shortage = self.shortage()
        if lived > SETTLED or blameless:
            child.failures = 0
        child.failures += 1
        if child.failures > MOST_FAILURES and not shortage:
            raise SupervisionError(
                f"{child.program.name} ended {child.failures} times in a row within "
                f"{SETTLED:.0f} s of its start: {_reason(child)}"
            )
        pause = 0.0 if lived > SETTLED else min(0.125 * 2**child.failures, SLOWEST_RESTART)
        child.restart_at = time.monotonic() + pause
        self._tell_guard()
        why = "; ".join(filter(None, (_reason(child), shortage)))
        self.say(f"{child.program.name} ended ({why}); starting it again")

    def _stop_all(self) -> None:
        dependents = [child for child in self.children if child.program is not self.first]
        self._stop(dependents)
        self._stop([child for child in self.children if child.program is self.first])

    def _stop(self, children: Sequence[Child]) -> None:
        """End these processes and all their descendants, first with SIGTERM, then with SIGKILL."""
        for child in children:
            if child.alive:
                child.process.terminate()
        deadline = time.monotonic() + max((c.program.grace for c in children), default=0.0)
        while any(child.alive for child in children) and time.monotonic() < deadline:
            if self.signals > 1:  # a second Ctrl-C skips the grace time
                break
            time.sleep(TICK / 2)
        end_sessions([child.session for child in children if child.session])
        for child in children:
            child.process.wait()


def _reason(child: Child) -> str:
    code = child.process.returncode
    how = f"signal {-code}" if code < 0 else f"exit status {code}"
    why = child.program.why() if code > 0 else ""
    return f"{how}: {why}" if why else how
