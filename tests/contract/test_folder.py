"""A title's folder: things are data, verbs are code, and every rule says what it is."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import pytest

from engine.core import Verb
from games import all_titles
from tests.seen import component_ids

every_title = pytest.mark.parametrize("name", sorted(all_titles()))
LONGEST_RULE = 40
"""Lines of a function with its docstring; about 25 are meant, tables of options may be longer."""


def modules(name: str) -> list[tuple[Path, ast.Module]]:
    """Return the title's Python files, parsed."""
    files = sorted(all_titles()[name].folder.rglob("*.py"))
    return [(file, ast.parse(file.read_text(encoding="utf-8"))) for file in files]


@every_title
def test_no_component_is_named_in_code(name: str) -> None:
    """Tables alone hold the ids of components. Docstrings may name them."""
    ids = component_ids(all_titles()[name])
    assert ids
    found = []
    for file, tree in modules(name):
        docstrings = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = () if id(node) in docstrings else node.value.split()
                found += [(file.name, node.lineno, word) for word in words if word in ids]
    assert found == []


@every_title
def test_rules_are_short_and_say_what_they_are(name: str) -> None:
    """A function has a docstring, unless it is a private helper of one, and is no essay."""
    silent, long = [], []
    for file, tree in modules(name):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                where = f"{file.name}:{node.lineno} {node.name}"
                if not node.name.startswith("_") and ast.get_docstring(node) is None:
                    silent.append(where)
                if (node.end_lineno or node.lineno) - node.lineno >= LONGEST_RULE:
                    long.append(where)
    assert (silent, long) == ([], [])


@every_title
def test_every_verb_has_its_rule_in_a_sentence(name: str) -> None:
    """A verb's docstring is served to clients with the ruleset."""
    verbs: dict[str, Verb[...]] = all_titles()[name].rules.verbs
    assert [name for name, verb in verbs.items() if not verb.doc] == []


@every_title
def test_derived_facts_have_names_of_their_own(name: str) -> None:
    """The fields that a title adds to its view hide none of the state."""
    title = all_titles()[name]
    if title.derived is None:
        return
    added = {field.name for field in fields(get_type_hints(title.derived)["return"])}
    assert added
    assert not added & {field.name for field in fields(title.state)}
