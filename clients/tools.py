"""Tools of other languages: running them, and installing the packages of Node.js.

``python -m clients.tools`` installs the packages.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
SPECIFICATION = HERE.parent / "openapi.yaml"
GENERATED = HERE / "generated"
"""The folder of generated clients."""
_MODULES = HERE / "node_modules"
_NODE = (20, 19)


class CannotMake(Exception):
    """A tool is missing, or a generator rejects the specification."""


class Missing(CannotMake):
    """A program of another language is missing, or no registry is available."""


def run(*command: str | Path, folder: Path = HERE) -> str:
    """Run a tool of this environment in a folder, and return its output.

    :raises CannotMake: the tool failed.
    """
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, "PATH": tools},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CannotMake(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout


def read_yaml(text: str) -> Any:
    """Return a document; the reader in C takes an eighth of the time, where it is installed."""
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def emptied(folder: Path) -> Path:
    """Return a folder without what was in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def node_modules() -> Path:
    """Install the packages of ``package-lock.json``, and return the folder of their programs.

    Concurrent processes wait for the first one.

    :raises Missing: Node.js or a registry is missing.
    :raises CannotMake: the lock does not fit ``package.json``.
    """
    wanted = f"needs Node.js {'.'.join(map(str, _NODE))} or newer, with npm"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise Missing(wanted)
    found = run("node", "--version").strip()
    if tuple(int(part) for part in found.lstrip("v").split(".")[:2]) < _NODE:
        raise Missing(f"{wanted}, found {found}")
    lock = (HERE / "package-lock.json").read_bytes()
    with (HERE / ".installing").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        stamp = _MODULES / ".installed"
        if not stamp.exists() or stamp.read_bytes() != lock:
            _install()
            stamp.write_bytes(lock)
    return _MODULES / ".bin"


def _install() -> None:
    try:
        run("npm", "ci", "--no-progress", "--loglevel=error")
    except CannotMake as error:
        # A wrong lock is a defect; an unavailable registry is not.
        if "EUSAGE" in str(error) or "EINTEGRITY" in str(error):
            raise
        raise Missing(f"the packages could not be installed: {error}") from None


if __name__ == "__main__":
    try:
        node_modules()
    except CannotMake as error:
        sys.exit(f"clients: {error}")
