"""`.ci/setup`: what it installs for users and for developers, with two small locks."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder like a clone, in which the service is one package and the tools another."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "setup").write_bytes((ROOT / ".ci" / "setup").read_bytes())
    (tmp_path / ".ci" / "setup").chmod(0o755)
    lock(tmp_path, "1")
    return tmp_path


def wheel(folder: Path, name: str, version: str) -> str:
    """Make a package without a module; return its line of a lock."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    about = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as packed:
        text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        packed.writestr(f"{about}/METADATA", text)
        text = "Wheel-Version: 1.0\nGenerator: toy\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        packed.writestr(f"{about}/WHEEL", text)
        packed.writestr(f"{about}/RECORD", "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{name}=={version} --hash=sha256:{digest}\n"


def lock(clone: Path, version: str) -> None:
    """Write both locks with packages of this version."""
    service, tools = (wheel(clone, name, version) for name in ("toy_service", "toy_tools"))
    (clone / "requirements.lock").write_text(service)
    (clone / "requirements-dev.lock").write_text(service + tools)


def setup(clone: Path, *what: str) -> str:
    """Run the script offline and return what it prints."""
    environ = {**os.environ, "PYTHON": sys.executable, "PIP_NO_INDEX": "1"}
    environ |= {"PIP_FIND_LINKS": str(clone), "PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(
        [clone / ".ci" / "setup", *what], env=environ, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def installed(clone: Path) -> set[str]:
    """Return the toy packages of .venv."""
    found = clone.glob(".venv/lib/python*/site-packages/toy_*.dist-info")
    return {path.name.removesuffix(".dist-info") for path in found}


def test_users_get_no_tools_and_developers_keep_theirs(clone: Path) -> None:
    assert "making .venv" in setup(clone, "run")
    assert installed(clone) == {"toy_service-1"}
    assert setup(clone, "run") == ""
    assert "adding the tools" in setup(clone, "dev")
    assert installed(clone) == {"toy_service-1", "toy_tools-1"}
    assert setup(clone, "run") == setup(clone, "dev") == setup(clone) == ""
    lock(clone, "2")
    assert "making .venv" in setup(clone, "run")
    assert installed(clone) == {"toy_service-2", "toy_tools-2"}


def test_an_interrupted_setup_starts_again(clone: Path) -> None:
    (clone / "requirements.lock").write_text("toy_service==9 --hash=sha256:" + "0" * 64 + "\n")
    assert "could not be installed" in setup(clone, "run")
    lock(clone, "1")
    assert "making .venv" in setup(clone, "run")
    assert installed(clone) == {"toy_service-1"}


def test_an_unknown_wish_is_refused(clone: Path) -> None:
    assert setup(clone, "all") == "setup: say run or dev, not all\n"
    assert not (clone / ".venv").exists()
