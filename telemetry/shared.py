"""The folder in which the processes of one installation count together.

It is made before any of them imports ``telemetry.metrics``: the library looks at its variable once.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def share(environ: MutableMapping[str, str]) -> Path:
    """Make a folder for the processes that will run in this environment."""
    folder = Path(tempfile.mkdtemp(prefix="chasqui-metrics-"))
    environ[FOLDER] = str(folder)
    return folder


def forget(folder: Path) -> None:
    """Remove the folder of ``share``."""
    shutil.rmtree(folder, ignore_errors=True)
