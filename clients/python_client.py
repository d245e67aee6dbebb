"""The Python client made by openapi-python-client. Its warnings are errors."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from clients.tools import GENERATED, SPECIFICATION, CannotMake, emptied, read_yaml, run


def generate() -> Path:
    """Generate the package ``chasqui_client``, and return its folder.

    :raises CannotMake: the generator failed or warned.
    """
    target = emptied(GENERATED / "openapi-python-client")
    program = Path(sys.executable).with_name("openapi-python-client")
    with TemporaryDirectory() as folder:
        specification = Path(folder) / "openapi.json"
        specification.write_text(json.dumps(_plain_as_bytes()), encoding="utf-8")
        paths = ["--path", str(specification), "--output-path", str(target), "--overwrite"]
        said = run(program, "generate", *paths, "--config", "python.yaml", "--fail-on-warning")
    if "arning" in said:
        raise CannotMake(said)
    return target


def _plain_as_bytes() -> Any:
    """Return the specification with plain text as bytes, because the generator knows no other.

    The client sends the same bytes.
    """
    told: dict[str, Any] = read_yaml(SPECIFICATION.read_text(encoding="utf-8"))
    for methods in told["paths"].values():
        for operation in methods.values():
            plain = operation.get("requestBody", {}).get("content", {}).get("text/plain")
            if plain is not None:
                plain["schema"] = {"type": "string", "format": "binary"}
    return told
