"""`python -m service`: the whole service under one supervisor."""

import argparse
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from service.processes import backups, check, games, keys, reports
from service.processes.disk_space import DiskSpace
from service.processes.embedded import DataFolder, EmbeddedError, find_program
from service.processes.probes import healthy
from service.processes.settings import Settings, settings_or_exit, without_password
from service.processes.supervisor import Program, SupervisionError, Supervisor
from store import Store
from store.connection import RedisError, connect
from store.server import LATE, Server
from store.words import HOOKS, WORKERS
from telemetry import logs, shared

ROOT = Path(__file__).resolve().parent.parent
WEB_APP = "service:create_app()"
PATIENCE = 2.0  # seconds until a port of a killed process is free
REDIS_PATIENCE = 5.0  # seconds until an external Redis must answer


class PortError(RuntimeError):
    """A port is not available; the message says what to do."""


log = logging.getLogger("chasqui.supervisor")


def say(line: str) -> None:
    """Print a line at the terminal, or log it."""
    log.info(line)


def speak(form: str | None) -> None:
    """Write messages as log lines, or plainly at a terminal."""
    handler = logs.handler(form)
    if form == logs.TEXT or (form is None and sys.stdout.isatty()):
        handler.setFormatter(logging.Formatter("chasqui: %(message)s"))
    log.handlers[:], log.propagate = [handler], False
    log.setLevel(logging.INFO)


def require_free(host: str, port: int, variable: str) -> None:
    """Raise PortError unless this address is free."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            # Without SO_REUSEPORT: with it, two services would share a port unnoticed.
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
                return
        except OSError as error:
            if time.monotonic() > deadline or isinstance(error, socket.gaierror):
                raise PortError(
                    f"cannot listen on {host} port {port} ({error.strerror}); free it or choose "
                    f"another: {variable}={port + 10} make run"
                ) from None
            time.sleep(0.1)


def pinger(url: str) -> Callable[[], str]:
    """Return a function that asks why the server at `url` does not answer; '' if it does."""
    redis = connect(url, timeout=2.0)

    def ask() -> str:
        try:
            redis.ping()
        except RedisError as error:
            return str(error) or type(error).__name__
        return ""

    return ask


def server_program(data: DataFolder, settings: Settings, trouble: Callable[[], str]) -> Program:
    """Return the embedded server, which holds the lock of its folder."""
    executable = find_program()

    def mend() -> None:
        if done := data.mend(executable):
            say(done)

    return Program(
        name="redis",
        command=data.command(executable, settings.appendfsync),
        ready=lambda: not trouble(),
        patience=600.0,  # a large log takes time to load
        grace=60.0,
        why=data.reason,
        before=mend,
        started=lambda pid: data.held_by(os.getpid(), pid),
        keep_open=(data.lock.fileno(),),
    )


def gunicorn(kind: str, app: str, port: int, settings: Settings) -> Program:
    """Return the gunicorn that serves `app` on a port (service/processes/gunicorn_<kind>.py)."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    config = str(ROOT / "service" / "processes" / f"gunicorn_{kind}.py")
    options = ["--config", config, "--bind", f"{host}:{port}"]
    return Program(
        name=kind,
        command=[sys.executable, "-m", "gunicorn", *options, app],
        ready=partial(healthy, settings.host, port),
    )


def present(url: str, part: str, number: int) -> Callable[[], bool]:
    """Return whether this many processes of a part report as alive."""
    heartbeats = Store(connect(url, timeout=2.0)).heartbeats

    def ask() -> bool:
        try:
            return heartbeats.alive()[part] >= number
        except RedisError:
            return False

    return ask


def programs(settings: Settings, url: str, web_app: str) -> list[Program]:
    """Return the programs that use the Redis at `url`: web, stream, workers and hooks."""
    web = gunicorn("web", web_app, settings.port, settings)
    stream = gunicorn("stream", "service:create_stream_app()", settings.stream_port, settings)
    working = present(url, WORKERS, settings.workers)
    hooked = present(url, HOOKS, settings.hook_workers)
    workers = [
        Program(f"worker {number}", [sys.executable, "-m", "workers"], ready=working)
        for number in range(1, settings.workers + 1)
    ]
    hooks = [
        Program(f"hooks {number}", [sys.executable, "-m", "hooks"], ready=hooked)
        for number in range(1, settings.hook_workers + 1)
    ]
    return [web, stream, *workers, *hooks]


def announce(settings: Settings, where: str) -> None:
    """Print where the service listens and where its data is."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    say(f"ready on http://{host}:{settings.port} (docs at /docs)")
    say(f"event streams on http://{host}:{settings.stream_port}")
    say(f"data in {where}; Ctrl-C stops everything")


def await_redis(url: str, trouble: Callable[[], str]) -> None:
    """Wait for an external server. Raises SupervisionError if it does not answer."""
    deadline = time.monotonic() + REDIS_PATIENCE
    while reason := trouble():
        if time.monotonic() > deadline:
            raise SupervisionError(
                f"Redis at {without_password(url)} cannot be used ({reason}); start it, correct "
                "REDIS_URL, or unset it to use the embedded server"
            )
        time.sleep(0.2)


def require_safe(settings: Settings, server: Server) -> None:
    """Refuse an external server that may lose games, and warn of one that syncs late.

    Raises SupervisionError, unless ALLOW_UNSAFE_REDIS is set.
    """
    risks = server.risks()
    if late := risks.pop(LATE, ""):
        say(f"Redis has {late}; a power failure may lose the last turns (always: none)")
    if risks and not settings.allow_unsafe_redis:
        raise SupervisionError(
            f"Redis at {without_password(settings.redis_url or '')} may lose games: it has "
            f"{' and '.join(risks.values())}; set maxmemory-policy noeviction and appendonly yes "
            "there, or ALLOW_UNSAFE_REDIS=1 here"
        )


def serve(settings: Settings, web_app: str) -> None:
    """Run everything until a signal."""
    if settings.port == settings.stream_port:
        raise PortError(f"PORT and STREAM_PORT are both {settings.port}; they should differ")
    if settings.redis_url:
        trouble = pinger(settings.redis_url)
        await_redis(settings.redis_url, trouble)
        require_safe(settings, Store(connect(settings.redis_url, timeout=2.0)).server)
        where = without_password(settings.redis_url)
        keep_running(settings, web_app, settings.redis_url, where, trouble)
    else:
        with closing(DataFolder(settings.data_dir)) as data:
            trouble = pinger(data.url)
            server = server_program(data, settings, trouble)
            room = DiskSpace(data.path, settings.min_free_mb, Store(connect(data.url)).server, say)
            keep_running(settings, web_app, data.url, str(data.path), trouble, server, room)


def keep_running(
    settings: Settings,
    web_app: str,
    url: str,
    where: str,
    trouble: Callable[[], str],
    server: Program | None = None,
    room: DiskSpace | None = None,
) -> None:
    """Supervise all programs that use the Redis at `url`; `where` is its name for people."""
    require_free(settings.host, settings.port, "PORT")
    require_free(settings.host, settings.stream_port, "STREAM_PORT")
    environ = {**os.environ, **settings.environ(), "REDIS_URL": url}
    counted = shared.share(environ)
    supervisor = Supervisor(
        server,
        programs(settings, url, web_app),
        lambda: not trouble(),
        environ=environ,
        folder=ROOT,
        say=say,
        shortage=room.shortage if room else lambda: "",
        watch=room.watch if room else lambda: None,
    )
    try:
        supervisor.run(partial(announce, settings, where))
    finally:
        shared.forget(counted)


def main(arguments: Sequence[str] | None = None, web: str = WEB_APP) -> int:
    """Run the service; return 0 after a stop, 1 after a failure, 2 for invalid settings.

    ``web`` names the application of the web processes, as gunicorn expects it.
    """
    parser = argparse.ArgumentParser(
        prog="python -m service",
        description="Run Chasqui: Redis-compatible server, web, stream, workers and hooks. "
        "Settings are environment variables; docs/operators.md lists them.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    text = "manage app keys of the running service, and their quotas"
    keys.add_commands(commands.add_parser("keys", help=text, description=text))
    text = "list reported messages of table talk, and delete or dismiss them"
    reports.add_commands(commands.add_parser("reports", help=text, description=text))
    text = "list, show, delete and expire games"
    games.add_commands(commands.add_parser("games", help=text, description=text))
    text = "write all games and accounts to a file, while the service runs or not"
    backups.add_backup(commands.add_parser("backup", help=text, description=text))
    text = "make the data of a backup the data of a stopped service that has none"
    backups.add_restore(commands.add_parser("restore", help=text, description=text))
    text = "verify every game, list and account, of the service or of a backup"
    check.add_command(commands.add_parser("check", help=text, description=text))
    parser.set_defaults(run=keys.run)
    chosen = parser.parse_args(arguments)
    if chosen.command:
        return int(chosen.run(chosen))
    settings = settings_or_exit()
    speak(settings.log_format)
    try:
        serve(settings, web)
    except (EmbeddedError, PortError, SupervisionError) as error:
        print(f"chasqui: {error}", file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    say("stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
