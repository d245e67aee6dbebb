"""The specification under every rule of two linters, and under the rules of OWASP.

`clients/excuses.toml` excuses rules, each with a reason. No other finding is allowed, and no excuse
that nothing needs.
"""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from clients import tools

EXCUSES: dict[str, dict[str, str]] = tomllib.loads(
    (tools.HERE / "excuses.toml").read_text(encoding="utf-8")
)
SCHEMAS = "#/components/schemas/"
Findings = dict[str, list[str]]
"""The findings by rule."""


@pytest.fixture(scope="module")
def programs() -> Path:
    try:
        return tools.node_modules()
    except tools.Missing as error:
        pytest.skip(str(error))


def redocly(programs: Path, specification: Path = tools.SPECIFICATION) -> Findings:
    """Return the findings of redocly: errors and warnings."""
    options = ["--config=lint.redocly.yaml", "--format=json", "--max-problems=100000"]
    said = _linted(programs / "redocly", "lint", specification, *options)
    report = json.loads(said[said.index("{") : said.rindex("}") + 1])
    assert report["totals"]["ignored"] == 0
    found: Findings = {}
    for each in report["problems"]:
        place = each["location"][0].get("pointer")
        found.setdefault(each["ruleId"], []).append(f"{place}: {each['message']}")
    return found


def spectral(programs: Path, specification: Path) -> Findings:
    """Return the findings of spectral, hints included."""
    options = ["--ruleset=lint.spectral.yaml", "--format=json", "--quiet"]
    found: Findings = {}
    for each in json.loads(_linted(programs / "spectral", "lint", specification, *options) or "[]"):
        place = "/".join(map(str, each["path"]))
        found.setdefault(each["code"], []).append(f"{place}: {each['message']}")
    return found


def _linted(*command: str | Path) -> str:
    """Return what a linter prints; its progress is on the other stream."""
    line = [str(part) for part in command]
    done = subprocess.run(line, cwd=tools.HERE, capture_output=True, text=True, check=False)
    return done.stdout


def once(part: Any, seen: set[str]) -> Any:
    """Return the specification with one reference to each schema, and without examples.

    spectral looks at a schema at each place that refers to it, which takes hours. Redocly and
    `test_examples.py` check the examples.
    """
    if isinstance(part, list):
        return [once(each, seen) for each in part]
    if not isinstance(part, dict):
        return part
    reference = str(part.get("$ref", ""))
    if reference.startswith(SCHEMAS):
        if reference in seen:
            return {}
        seen.add(reference)
    return {name: once(each, seen) for name, each in part.items() if not name.startswith("example")}


def unexcused(linter: str, found: Findings) -> Findings:
    """Return the findings without an excuse, and the excuses without a finding."""
    excuses = EXCUSES[linter]
    unneeded = {rule: ["needs no excuse"] for rule in excuses if rule not in found}
    return {rule: each[:5] for rule, each in found.items() if rule not in excuses} | unneeded


def test_redocly_finds_nothing(programs: Path) -> None:
    assert unexcused("redocly", redocly(programs)) == {}


def test_spectral_finds_nothing(programs: Path, tmp_path: Path) -> None:
    document = tools.read_yaml(tools.SPECIFICATION.read_text(encoding="utf-8"))
    short = tmp_path / "openapi.json"
    short.write_text(json.dumps(once(document, set())), encoding="utf-8")
    assert unexcused("spectral", spectral(programs, short)) == {}


def test_the_linters_would_find_something(programs: Path, tmp_path: Path) -> None:
    spoilt = tmp_path / "openapi.yaml"
    spoilt.write_text("openapi: 3.1.0\ninfo: {title: Bare, version: 1.0.0}\npaths: {}\n")
    assert "info-license" in unexcused("redocly", redocly(programs, spoilt))
    told = unexcused("spectral", spectral(programs, spoilt))
    assert "info-contact" in told
    assert told["owasp:api2:2023-no-credentials-in-url"] == ["needs no excuse"]


def test_all_rules_count() -> None:
    for linter, rules in (
        ("redocly", ["recommended-strict", "all"]),
        ("spectral", [["spectral:oas", "all"], ["@stoplight/spectral-owasp-ruleset", "all"]]),
    ):
        text = (tools.HERE / f"lint.{linter}.yaml").read_text(encoding="utf-8")
        assert yaml.safe_load(text) == {"extends": rules}
    ignored = tools.HERE.glob("*ignore*")
    assert not [*ignored, *tools.HERE.glob(".redocly*"), *tools.HERE.glob(".spectral*")]
    assert all(each.endswith(".") for excuses in EXCUSES.values() for each in excuses.values())


def test_the_lock_names_no_address() -> None:
    lock = json.loads((tools.HERE / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert not name or "integrity" in package, name
