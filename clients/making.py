"""Generators of clients. Their warnings are errors."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
SPECIFICATION = HERE.parent / "openapi.yaml"
PYTHON, TYPESCRIPT = HERE / "python", HERE / "typescript"
_MODULES = HERE / "node_modules"
_NODE = (20, 19)


class CannotMake(Exception):
    """A tool is missing, or a generator rejects the specification."""


class NoNode(CannotMake):
    """Node.js or npm is missing or too old, or no registry is available."""


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


def node_modules() -> Path:
    """Install the packages of ``package-lock.json``, and return the folder of their programs.

    Concurrent processes wait for the first one.

    :raises NoNode: Node.js or a registry is missing.
    :raises CannotMake: the lock does not fit ``package.json``.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NoNode(f"needs Node.js {'.'.join(map(str, _NODE))} or newer, with npm")
    found = run("node", "--version").strip()
    if tuple(int(part) for part in found.lstrip("v").split(".")[:2]) < _NODE:
        raise NoNode(f"needs Node.js {'.'.join(map(str, _NODE))} or newer, found {found}")
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
        raise NoNode(f"the packages could not be installed: {error}") from None


def python(target: Path = PYTHON) -> Path:
    """Generate the Python package ``chasqui_client``, and return its folder.

    :raises CannotMake: the generator failed or warned.
    """
    shutil.rmtree(target, ignore_errors=True)
    program = Path(sys.executable).with_name("openapi-python-client")
    with TemporaryDirectory() as folder:
        specification = Path(folder) / "openapi.json"
        specification.write_text(json.dumps(_for_python()), encoding="utf-8")
        paths = ["--path", str(specification), "--output-path", str(target)]
        said = run(program, "generate", *paths, "--config", "python.yaml", "--fail-on-warning")
    if "arning" in said:
        raise CannotMake(said)
    return target


def _for_python() -> Any:
    """Return the specification without features that the Python generator lacks.

    It treats plain text as bytes, and a tuple as a list of any of its types. So effects become
    lists of anything.
    """
    told: dict[str, Any] = yaml.safe_load(SPECIFICATION.read_text(encoding="utf-8"))
    for methods in told["paths"].values():
        for operation in methods.values():
            plain = operation.get("requestBody", {}).get("content", {}).get("text/plain")
            if plain is not None:
                plain["schema"] = {"type": "string", "format": "binary"}
    return _untupled(told)


def _untupled(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_untupled(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    tuples = [each for each in schema.get("anyOf", ()) if "prefixItems" in each]
    if "prefixItems" in schema or (tuples and len(tuples) == len(schema["anyOf"])):
        kept: dict[str, Any] = {
            "type": "array",
            "items": {},
            "description": schema.get("description"),
        }
        return {name: value for name, value in kept.items() if value is not None}
    return {name: _untupled(value) for name, value in schema.items()}


def typescript(target: Path = TYPESCRIPT) -> Path:
    """Generate ``schema.d.ts``, the types for openapi-fetch, and return its folder.

    :raises CannotMake: the generator failed or warned.
    """
    target.mkdir(exist_ok=True)
    program = node_modules() / "openapi-typescript"
    # A request may omit a member that has a default.
    options = ["--alphabetize", "--default-non-nullable=false"]
    said = run(program, SPECIFICATION, "--output", target / "schema.d.ts", *options)
    if "⚠" in said:
        raise CannotMake(said)
    return target


def compile_typescript() -> Path:
    """Type-check and compile ``play.ts``, and return the program.

    :raises CannotMake: a type does not fit.
    """
    run(node_modules() / "tsc", "--project", "tsconfig.json")
    return TYPESCRIPT / "play.js"
