"""The specification under the recommended rules of two linters, none switched off or lowered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clients import making


@pytest.fixture(scope="module")
def programs() -> Path:
    try:
        return making.node_modules()
    except making.NoNode as error:
        pytest.skip(str(error))


def redocly(programs: Path, specification: Path = making.SPECIFICATION) -> list[str]:
    """Return the findings of redocly: errors and warnings."""
    found = _linted(
        programs / "redocly", "lint", specification, "--config=redocly.yaml", "--format=json"
    )
    report = json.loads(found[found.index("{") : found.rindex("}") + 1])
    assert report["totals"]["ignored"] == 0
    return [
        f"{each['ruleId']} at {each['location'][0].get('pointer')}: {each['message']}"
        for each in report["problems"]
    ]


def spectral(programs: Path, specification: Path = making.SPECIFICATION) -> list[str]:
    """Return the findings of spectral, hints included."""
    found = _linted(
        programs / "spectral",
        "lint",
        specification,
        "--ruleset=spectral.yaml",
        "--format=json",
        "--quiet",
    )
    return [
        f"{each['code']} at {'/'.join(map(str, each['path']))}: {each['message']}"
        for each in json.loads(found or "[]")
    ]


def _linted(*command: str | Path) -> str:
    try:
        return making.run(*command)
    except making.CannotMake as error:
        return str(error).partition("\n")[2]


def test_redocly_finds_nothing(programs: Path) -> None:
    assert redocly(programs) == []


def test_spectral_finds_nothing(programs: Path) -> None:
    assert spectral(programs) == []


def test_the_linters_would_find_something(programs: Path, tmp_path: Path) -> None:
    spoilt = tmp_path / "openapi.yaml"
    spoilt.write_text("openapi: 3.1.0\ninfo: {title: Bare, version: 1.0.0}\npaths: {}\n")
    assert any("info-license" in each for each in redocly(programs, spoilt))
    assert any("info-contact" in each for each in spectral(programs, spoilt))


def test_all_recommended_rules_count() -> None:
    told = {}
    for linter in ("redocly", "spectral"):
        lines = (making.HERE / f"{linter}.yaml").read_text(encoding="utf-8").splitlines()
        told[linter] = [line for line in lines if not line.startswith("#")]
    assert told == {
        "redocly": ["extends: [recommended]"],
        "spectral": ['extends: ["spectral:oas"]'],
    }
    ignored = making.HERE.glob("*ignore*")
    assert not [*ignored, *making.HERE.glob(".redocly*"), *making.HERE.glob(".spectral*")]


def test_the_lock_names_no_address() -> None:
    lock = json.loads((making.HERE / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert not name or "integrity" in package, name
