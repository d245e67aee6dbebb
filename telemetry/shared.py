"""The folder in which the processes of one installation share their counts.

It must exist before a process imports ``telemetry.metrics``, because the library reads its variable
once.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

import psutil

_PREFIX = "chasqui-metrics-"
"""How the name of a folder begins; the id of the process that made it follows."""

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which prometheus_client finds the folder."""


def share(environ: MutableMapping[str, str]) -> Path:
    """Create a folder for the processes of this environment.

    Folders of killed installations are removed. Their name has the process id.
    """
    for old in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = old.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not psutil.pid_exists(int(owner)):
            forget(old)
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    environ[FOLDER] = str(folder)
    return folder


def forget(folder: Path) -> None:
    """Remove the folder of ``share``."""
    shutil.rmtree(folder, ignore_errors=True)
