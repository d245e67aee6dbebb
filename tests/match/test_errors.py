"""Refusals: every rule declares exactly what it refuses, in codes that the service knows."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from match.errors import Refused, codes_of, refuses
from service.presentation.problems import STATUS

ROOT = Path(__file__).resolve().parents[2]
MODULES = [
    importlib.import_module(f"{folder}.{path.stem}")
    for folder in ("match", "store")
    for path in sorted((ROOT / folder).glob("*.py"))
    if path.stem != "__init__"
]


def functions() -> Iterator[tuple[ModuleType, ast.FunctionDef]]:
    for module in MODULES:
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                yield module, node


def called(module: ModuleType, node: ast.FunctionDef) -> Iterator[Any]:
    """The functions that a function calls by name, as far as they are global."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            target: Any = module
            for name in ast.unparse(each.func).split("."):
                target = getattr(target, name, None)
            yield target


def raised(node: ast.FunctionDef) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and ast.unparse(each.func) == "Refused":
            code = each.args[0]
            assert isinstance(code, ast.Constant)
            yield str(code.value)


RULES = [
    pytest.param(module, node, id=f"{module.__name__}.{node.name}") for module, node in functions()
]


@pytest.mark.parametrize(("module", "node"), RULES)
def test_a_rule_declares_what_it_refuses(module: ModuleType, node: ast.FunctionDef) -> None:
    rule = getattr(module, node.name)
    found = {*raised(node), *codes_of(*(each for each in called(module, node) if callable(each)))}
    declared = set(codes_of(rule))
    if module.__name__ == "store.commits":
        # What a wish refuses is declared by its rule; the loop declares only its own refusals.
        assert set(raised(node)) <= declared <= set(STATUS)
        return
    assert declared == found
    assert declared <= set(STATUS)


def test_rules_are_found() -> None:
    declaring = [node.name for module, node in functions() if codes_of(getattr(module, node.name))]
    assert len(declaring) > 25


def test_a_rule_declares_the_refusals_of_the_rules_it_calls() -> None:
    @refuses("paused")
    def inner() -> None:
        raise Refused("paused")

    @refuses("game-over", inner)
    def outer() -> None:
        inner()

    assert codes_of(outer, "forbidden") == ("forbidden", "game-over", "paused")
    with pytest.raises(Refused, match="paused"):
        outer()
