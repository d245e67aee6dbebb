"""`python -m service` under attack: whole installations as real processes."""

import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event, Thread

import httpx
import psutil
import pytest

from bench.installation import free_ports
from examples.play_random import Player
from service.__main__ import main
from service.processes.brief_server import brief_server
from service.processes.embedded import DataFolder, find_program
from store import Store
from store.audit import Audit
from store.connection import connect
from tests.service.ops_fixtures import (
    ROOT,
    Installation,
    answers,
    eventually,
    installations,
    words,
)
from tests.service.table import Table

Make = Callable[..., Installation]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    yield from installations(tmp_path)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Yield one installation for all tests that leave it healthy."""
    with_folder = installations(tmp_path_factory.mktemp("running"))
    yield next(with_folder)().start()
    list(with_folder)


def test_a_start_says_where_it_listens_and_answers_there(running: Installation) -> None:
    assert f"ready on http://127.0.0.1:{running.port}" in running.said()
    assert f"streams on http://127.0.0.1:{running.stream_port}" in running.said()
    assert str(running.folder / "data") in running.said()
    assert running.healthy()


def test_the_data_folder_is_for_its_owner_only(running: Installation) -> None:
    assert (running.folder / "data").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("name", ["web", "stream", "worker", "hooks", "redis"])
def test_a_killed_program_comes_back_by_itself(running: Installation, name: str) -> None:
    redis = connect(running.redis_url)
    redis.set(f"kept through {name}", "yes")
    killed = running.program(name)
    killed.kill()
    assert eventually(lambda: not killed.is_running())
    assert running.program(name) != killed
    assert eventually(running.healthy)
    # The address is the same, and an acknowledged write is still there.
    assert eventually(lambda: answers(running.redis_url))
    assert redis.get(f"kept through {name}") == b"yes"


@pytest.mark.parametrize("name", ["web", "stream"])
def test_a_killed_process_of_gunicorn_comes_back(running: Installation, name: str) -> None:
    [killed] = running.program(name).children()
    killed.kill()
    assert eventually(lambda: ended(killed))
    assert eventually(running.healthy)


def ended(process: psutil.Process) -> bool:
    """Whether a process has ended; its parent may not have noticed yet."""
    try:
        return not process.is_running() or process.status() == "zombie"
    except psutil.NoSuchProcess:
        return True


def play(url: str, stop: Event, acknowledged: dict[str, int], rng: Random) -> None:
    """Play games of two people until stopped, and note the last acknowledged revision of each."""
    with httpx.Client(base_url=url, timeout=60) as client:
        while not stop.is_set():
            table = Table(client, ruleset="tzolkin", seats=["user", "user"])
            while not stop.is_set() and (awaited := table.awaited):
                turn = Player(client, table.id, table.tokens[awaited[0]], rng).answer()
                acknowledged[table.id] = turn["rev"]


def test_a_backup_has_every_turn_that_was_acknowledged(
    running: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, acknowledged, backup = Event(), dict[str, int](), str(tmp_path / "backup.rdb")
    url = f"http://127.0.0.1:{running.port}"
    player = Thread(target=play, args=[url, stop, acknowledged, Random(5)], daemon=True)
    player.start()
    now = Store.open(running.redis_url)
    try:
        assert eventually(lambda: max(acknowledged.values(), default=0) > 2)
        before, command = dict(acknowledged), [sys.executable, "-m", "service", "backup", backup]
        subprocess.run(command, cwd=ROOT, env=running.environ, check=True, timeout=60)
        audit = Audit(now.redis)
        for game in audit.game_ids() * 5:
            assert audit.game(game) == [], "it may be played meanwhile"
        assert player.is_alive()
    finally:
        stop.set()
        player.join()
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("REDIS_URL", raising=False)
    assert main(["restore", backup]) == 0
    with closing(DataFolder(tmp_path / "data")) as data, brief_server(data) as restored:
        for game, rev in before.items():
            match = restored.games.load(game)
            assert match.rev >= rev
            entries = restored.games.entries(match)
            assert entries == now.games.entries(now.games.load(game), upto=match.rev)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_every_process_in_order(make: Make, number: signal.Signals) -> None:
    installation = make().start()
    connect(installation.redis_url).set("kept", "yes")
    installation.process.send_signal(number)
    assert installation.process.wait(60) == 0
    assert "stopped" in installation.said()
    assert not installation.left()
    if number == signal.SIGTERM:
        installation.start()
        assert connect(installation.redis_url).get("kept") == b"yes"


def test_a_killed_supervisor_leaves_no_process_and_no_lock(make: Make) -> None:
    installation = make().start()
    connect(installation.redis_url).set("kept", "yes")
    assert len(installation.left()) > 5
    installation.process.kill()
    installation.process.wait()
    assert eventually(lambda: not installation.left()), installation.left()
    installation.start()
    assert installation.healthy()
    assert connect(installation.redis_url).get("kept") == b"yes"


def test_a_killed_guard_is_replaced(make: Make) -> None:
    """The supervisor notices at its next change of the children."""
    installation = make().start()
    [guard] = [p for p in installation.family() if any("guard.py" in word for word in p.cmdline())]
    guard.kill()
    killed = installation.program("worker")
    killed.kill()
    assert eventually(lambda: not killed.is_running())
    installation.program("worker")
    installation.process.kill()
    installation.process.wait()
    assert eventually(lambda: not installation.left()), installation.left()


def test_a_data_folder_in_use_is_refused(running: Installation, make: Make) -> None:
    second = make(DATA_DIR=str(running.folder / "data")).run()
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert f"is in use by another start of chasqui; stop that one (kill {running.process.pid})" in (
        second.stderr
    )
    assert running.healthy()


@pytest.mark.parametrize("variable", ["PORT", "STREAM_PORT"])
def test_a_port_in_use_is_refused(make: Make, variable: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        refused = make(**{variable: port}).run()
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in refused.stderr
    assert f"{variable}=" in refused.stderr


def test_the_two_ports_must_differ(make: Make) -> None:
    refused = make(PORT="8000", STREAM_PORT="8000").run()
    assert refused.returncode == 1
    assert refused.stderr == "chasqui: PORT and STREAM_PORT are both 8000; they should differ\n"


def test_every_wrong_variable_is_named(make: Make) -> None:
    refused = make(PORT="80a", WEB_THREADS="0", REDIS_URL="http://u:secret@h").run()
    assert refused.returncode == 2
    assert refused.stderr.splitlines() == [
        "chasqui: PORT is '80a'; it should be a port from 1 to 65535",
        "chasqui: WEB_THREADS is '0'; it should be a number of threads from 1 to 256",
        "chasqui: REDIS_URL is 'http://***@h'; it should be redis://host:6379/0, "
        "rediss://host:6379/0 or unix:///path/to/socket",
    ]


def test_a_redis_of_ones_own_replaces_the_embedded_one(make: Make, tmp_path: Path) -> None:
    port = free_ports(1)[0]
    command = [str(find_program()), "--port", str(port), "--save", "", "--dir", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as own:
        try:
            url = f"redis://127.0.0.1:{port}/3"
            installation = make(REDIS_URL=url, ALLOW_UNSAFE_REDIS="1").start()
            assert installation.healthy()
            assert not [line for line in installation.left() if "valkey-server" in line[0]]
            assert not (installation.folder / "data").exists()
            assert installation.stop() == 0
            assert answers(url)
        finally:
            own.kill()


def test_a_redis_that_is_not_there_is_named_without_its_password(make: Make) -> None:
    refused = make(REDIS_URL=f"redis://u:secret@127.0.0.1:{free_ports(1)[0]}/0").run()
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "Redis at redis://***@127.0.0.1:" in refused.stderr
    assert "secret" not in refused.stderr


def test_a_server_that_cannot_start_is_told_in_one_line(make: Make) -> None:
    installation = make()
    log = installation.folder / "data" / "appendonlydir"
    log.parent.mkdir()
    log.write_text("a file where the server needs a folder")
    refused = installation.run()
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "redis ended before it was ready: exit status 1: " in refused.stderr


SCRIPT = """
import os, sys
from pathlib import Path
from service.processes import supervisor
from service.processes.supervisor import Program, SupervisionError, Supervisor

supervisor.SLOWEST_RESTART = 0.5

def python(name, code, **more):
    return Program(name, [sys.executable, "-c", code], **more)

def supervise(*programs, first=None, shortage=lambda: ""):
    supervisor = Supervisor(
        first,
        programs,
        lambda: True,
        environ=dict(os.environ),
        folder=Path.cwd(),
        say=print,
        shortage=shortage,
    )
    try:
        supervisor.run(lambda: os.write(1, b"ready\\n") and None)
    except SupervisionError as error:
        print("gave up:", error, flush=True)
"""


def script(code: str) -> list[str]:
    return [sys.executable, "-u", "-c", SCRIPT + textwrap.dedent(code)]


def test_a_program_that_never_holds_ends_the_service() -> None:
    code = """
    steady = python("steady", "import time; print('steady', flush=True); time.sleep(600)")
    supervise(steady, python("weak", "raise SystemExit(3)"))
    """
    done = subprocess.run(
        script(code), cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.count("weak ended (exit status 3); starting it again") == 5
    last = done.stdout.splitlines()[-1]
    assert last.startswith("gave up: weak ended 6 times in a row")
    assert done.stdout.count("steady") == 1


def test_a_program_that_lacks_room_is_started_until_it_holds(tmp_path: Path) -> None:
    weak = f"""
from pathlib import Path
tries = Path({str(tmp_path / "tries")!r})
tries.open("a").write("x")
if tries.stat().st_size < 8:
    raise SystemExit(3)
import os, signal
os.kill(os.getppid(), signal.SIGTERM)
"""
    code = f"""
    from service.processes import supervisor
    supervisor.SLOWEST_RESTART = 0.1
    supervise(python("weak", {weak!r}), shortage=lambda: "no room")
    """
    done = subprocess.run(
        script(code), cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    line = "weak ended (exit status 3; no room); starting it again"
    assert done.stdout.count(line) == 7
    assert "gave up" not in done.stdout


def test_a_program_that_ends_before_it_is_ready_ends_the_start() -> None:
    code = """
    supervise(python("weak", "raise SystemExit(3)", ready=lambda: False, why=lambda: "no disk"))
    """
    done = subprocess.run(
        script(code), cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "gave up: weak ended before it was ready: exit status 3: no disk\n"


ENDS_SLOWLY = """
import os, signal, time
def end(*_):
    time.sleep(0.3)
    os.write(1, b"NAME ended\\n")
    os._exit(0)
signal.signal(signal.SIGTERM, end)
os.write(1, b"NAME runs\\n")
while True:
    time.sleep(1)
"""


def test_the_server_is_stopped_last() -> None:
    server, other = (ENDS_SLOWLY.replace("NAME", name) for name in ("server", "other"))
    code = f"supervise(python('other', {other!r}), first=python('server', {server!r}))"
    supervisor = subprocess.Popen(script(code), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with supervisor:
        try:
            assert supervisor.stdout
            told = [supervisor.stdout.readline().strip() for _ in range(3)]
            assert sorted(told) == ["other runs", "ready", "server runs"]
            supervisor.terminate()
            assert supervisor.stdout.read().splitlines() == ["other ended", "server ended"]
            assert supervisor.wait(60) == 0
        finally:
            supervisor.kill()


FORKS = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setpgid(0, 0)
os.write(1, b"%d\\n" % os.getpid())
time.sleep(600)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_what_programs_fork_and_what_ignores_signals_is_ended(number: signal.Signals) -> None:
    code = f"supervise(python('stubborn', {FORKS!r}, grace=0.2))"
    supervisor = subprocess.Popen(script(code), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with supervisor:
        try:
            assert supervisor.stdout
            told = {supervisor.stdout.readline().strip() for _ in range(3)}
            stubborn = [psutil.Process(int(pid)) for pid in told - {"ready"}]
            assert len(stubborn) == 2
            supervisor.send_signal(number)
            assert eventually(lambda: not any(words(process) for process in stubborn))
        finally:
            supervisor.kill()
