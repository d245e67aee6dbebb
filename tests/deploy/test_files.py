"""The files of ``deploy/``, by the tools that are here: systemd-analyze, a YAML parser, our names.

Nothing here builds an image or starts Prometheus.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.processes.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
TIMERS = ["chasqui-backup.timer"]
NAMES = [unit.name.replace("@.", "@1.") for unit in UNITS]
EXPOSURE = 2.0
"""The most that ``systemd-analyze security`` may find; 10 is an open service."""

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="needs systemd-analyze"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the units and their programs are installed."""
    root: Path = tmp_path_factory.mktemp("root")
    shutil.copytree(DEPLOY / "systemd", root / "etc" / "systemd" / "system")
    for name in ("python", "gunicorn"):
        program = root / "opt" / "chasqui" / ".venv" / "bin" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return root


def analyzed(*words: str) -> str:
    """Return what systemd-analyze says; it must be content."""
    command = ["systemd-analyze", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@needs_systemd
@pytest.mark.parametrize("name", [*NAMES, *TIMERS])
def test_units_are_valid(installed: Path, name: str) -> None:
    """Our own files get no warning; the machine's other units may."""
    said = analyzed("verify", f"--root={installed}", "--recursive-errors=no", name)
    assert "chasqui" not in said, said


@needs_systemd
@pytest.mark.parametrize("name", NAMES)
def test_units_are_closed(installed: Path, name: str) -> None:
    words = ("--offline=yes", f"--root={installed}", "--no-pager", name)
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", analyzed("security", *words))
    assert found
    assert float(found[1]) <= EXPOSURE


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_start_what_the_procfile_starts(unit: Path) -> None:
    """The command is one of the Procfile, on this machine only, the supervisor, or a backup."""
    [command] = re.findall(r"^ExecStart=/opt/chasqui/\.venv/bin/(.*)$", unit.read_text(), re.M)
    lines = (ROOT / "Procfile").read_text().replace("'", "").splitlines()
    known = {re.sub(r"0\.0\.0\.0:\$\{PORT:-(\d+)\}", r"127.0.0.1:\1", line) for line in lines}
    known = {line.split(": ", 1)[1] for line in known} | {"python -m service"}
    known.add("python -m service backup --keep 14 /var/lib/chasqui-backups")
    assert command in known


def test_the_settings_exist() -> None:
    """Those that are switched off with # too."""
    text = (DEPLOY / "chasqui.env").read_text()
    names = set(re.findall(r"^(?:# )?([A-Z_]+)=", text, re.M))
    assert names <= {item.name.upper() for item in fields(Settings)}
    values = dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.M))
    assert Settings.from_environ(values).trusted_proxies == 1, "nginx is the one proxy"


def test_the_front_server_knows_the_paths_of_streams() -> None:
    text = (DEPLOY / "nginx" / "chasqui.conf").read_text()
    [pattern] = re.findall(r"location ~ (\S+) {", text)
    paths = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)["paths"]
    streams = {path for path in paths if re.search(pattern, path)}
    assert streams == {"/v1/games/{game_id}/events", "/v1/me/events"}


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        ("192.0.2.7", None),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
        ("2001:db8:1:2::9", "2001:db8:1:2"),
        ("2001:db8::9", "2001:db8"),
        ("::1", None),
    ],
)
def test_the_front_server_counts_a_network_of_ipv6_as_one(address: str, peer: str | None) -> None:
    text = (DEPLOY / "nginx" / "chasqui.conf").read_text()
    patterns = [each.replace("?<", "?P<") for each in re.findall(r'"~(\^.*)" \$', text)]
    assert len(patterns) == 2
    found = [match for each in patterns if (match := re.search(each, address))]
    assert (found[0][1] if found else None) == peer


def test_the_containers_use_what_is_here() -> None:
    compose: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    chasqui, front = compose["services"]["chasqui"], compose["services"]["front"]
    assert (DEPLOY / chasqui["build"]["context"] / chasqui["build"]["dockerfile"]).is_file()
    assert (DEPLOY / chasqui["env_file"]).is_file()
    for volume in front["volumes"]:
        source = volume.split(":")[0]
        assert source.startswith("/") or (DEPLOY / source).is_file()
    image = (DEPLOY / "Containerfile").read_text()
    assert "USER chasqui" in image
    for source in re.findall(r"^COPY (\S+) \./$", image, re.M):
        assert (ROOT / source).is_file()


def test_alerts_name_metrics_that_exist() -> None:
    told = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text())
    rules = [rule for group in told["groups"] for rule in group["rules"]]
    assert all({"alert", "expr", "annotations"} <= rule.keys() for rule in rules)
    named = {name for rule in rules for name in re.findall(r"chasqui_\w+", rule["expr"])}
    sources = [*(ROOT / "telemetry").glob("*.py"), ROOT / "service" / "views" / "metrics.py"]
    known = set(re.findall(r'"(chasqui_\w+)"', "".join(path.read_text() for path in sources)))
    assert {name.removesuffix("_total") for name in named} <= known
