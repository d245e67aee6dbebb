"""The generated clients: each plays a whole game of every title against the service."""

from __future__ import annotations

import fcntl
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clients import openapi_generator, python_client, typescript
from clients.tools import GENERATED, HERE, SPECIFICATION, CannotMake, Missing, read_yaml, run
from games import all_titles
from store import Store
from tests.conftest import ROOT

COMMENT = re.compile(r"\s*(/?\*|//)")
SPOILT = re.compile(r"&(#|lt|gt|amp|quot)|__")


def made(make: Callable[[], Path]) -> Path:
    """Make a client, or skip the test in one line if a program is missing."""
    try:
        return make()
    except Missing as error:
        pytest.skip(str(error))


def play(*command: str | Path) -> None:
    """Play a game of every title. A line has the number of entries and the ranks."""
    lines = run(*command, *all_titles()).splitlines()
    assert len(lines) == len(all_titles()), lines
    for line in lines:
        rev, *ranks = line.split()
        assert int(rev) > 10
        assert "1" in ranks, line


@pytest.fixture(scope="module")
def compiled(testrun_uid: str) -> Path:
    """Generate and compile the TypeScript clients, once for all processes of a run."""

    def make() -> Path:
        note = GENERATED / f"typescript-{testrun_uid}"
        GENERATED.mkdir(exist_ok=True)
        with (GENERATED / "typescript.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not note.exists():
                typescript.generate()
                note.write_text(str(typescript.compile_all()), encoding="utf-8")
        return Path(note.read_text(encoding="utf-8"))

    return made(make)


@pytest.mark.parametrize("name", typescript.NAMES)
def test_a_typescript_client_plays_whole_games(
    web: str, db: Store, compiled: Path, name: str
) -> None:
    play("node", compiled / f"{name}.js", web)


@pytest.mark.parametrize(
    ("program", "make"),
    [
        ("openapi_python_client.py", python_client.generate),
        ("openapi_generator.py", lambda: openapi_generator.generate("python")),
    ],
)
def test_a_python_client_plays_whole_games(
    web: str, db: Store, monkeypatch: pytest.MonkeyPatch, program: str, make: Callable[[], Path]
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(made(make)))
    play(sys.executable, HERE / "play" / program, web)


def test_the_java_client_plays_whole_games(web: str, db: Store) -> None:
    classes = made(lambda: openapi_generator.compile_java(openapi_generator.generate("java")))
    play("java", *openapi_generator.QUICK, "-cp", classes, "Play", web)


@pytest.fixture(scope="module")
def in_json(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the specification as JSON: generators read both forms, and this one faster."""
    path = tmp_path_factory.mktemp("specification") / "openapi.json"
    path.write_text(json.dumps(read_yaml(SPECIFICATION.read_text(encoding="utf-8"))))
    return path


@pytest.mark.parametrize("language", sorted({*openapi_generator.OPTIONS} - {"java", "python"}))
def test_a_mobile_client_is_generated(language: str, in_json: Path) -> None:
    folder = made(lambda: openapi_generator.generate(language, in_json))
    assert os.listdir(folder)
    if language == "kotlin":
        assert not list(spoilt_names(folder))


def spoilt_names(folder: Path) -> Iterator[str]:
    """Yield lines of code with escaped or made-up names, which a compiler refuses."""
    for path in folder.rglob("*.kt"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not COMMENT.match(line) and SPOILT.search(line):
                yield f"{path.name}:{number}: {line.strip()}"


def test_the_guide_lists_the_options_of_each_generator() -> None:
    guide = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
    listed = guide.partition("```\n-g ")[2].partition("\n```")[0]
    found = {}
    for command in listed.replace("\n  ", " ").removeprefix("-g ").split("\n-g "):
        language, *options = command.split()
        found[language] = tuple(options)
    assert found == openapi_generator.OPTIONS


def test_an_unknown_warning_is_an_error() -> None:
    line = "[main] WARN  o.o.codegen.DefaultCodegen - Model X was overwritten"
    known = next(iter(openapi_generator.KNOWN))
    assert openapi_generator.unknown(f"{line}\n[main] WARN  o.o - {known}.") == [line]
    with pytest.raises(CannotMake):
        run("java", "-jar", openapi_generator.jar(), "generate")
