"""The TypeScript clients: openapi-fetch with openapi-typescript, Hey API, and orval."""

from __future__ import annotations

from pathlib import Path

from clients.tools import GENERATED, SPECIFICATION, CannotMake, emptied, node_modules, run

NAMES = ("openapi-fetch", "hey-api", "orval")
"""The clients; ``play/<name>.ts`` plays a game with each."""


def generate() -> None:
    """Generate all clients.

    :raises Missing: Node.js or a registry is missing.
    :raises CannotMake: a generator failed or warned.
    """
    programs = node_modules()
    for said in (_openapi_fetch(programs), _hey_api(programs), _orval(programs)):
        if any(sign in said for sign in ("⚠", "warn", "Warn")):
            raise CannotMake(said)


def _openapi_fetch(programs: Path) -> str:
    types = emptied(GENERATED / "openapi-fetch") / "schema.d.ts"
    # A request may omit a member that has a default.
    options = ["--alphabetize", "--default-non-nullable=false"]
    return run(programs / "openapi-typescript", SPECIFICATION, "--output", types, *options)


def _hey_api(programs: Path) -> str:
    emptied(GENERATED / "hey-api")  # openapi-ts.config.mjs names it
    return run(programs / "openapi-ts", "--silent")


def _orval(programs: Path) -> str:
    target = emptied(GENERATED / "orval") / "client.ts"
    return run(programs / "orval", "-i", SPECIFICATION, "-o", target, "--client", "fetch")


def compile_all() -> Path:
    """Type-check and compile the programs that play; return their folder.

    :raises CannotMake: a type does not fit.
    """
    run(node_modules() / "tsc", "--project", "tsconfig.json")
    return GENERATED / "compiled" / "play"
