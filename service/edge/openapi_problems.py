"""Problem responses of the specification, shared by the operations that answer alike.

A problem code may have several sentences: there is no such game, no such job. Each sentence that
an exchange recorded is one example; operations refer to it by the code and the sentence's name.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from service.edge import openapi_examples
from service.edge.operation import OPERATIONS, Operation
from service.presentation.problems import (
    MEDIA_TYPE,
    NOWHERE,
    STATUS,
    Problem,
    document,
    sentences,
)

OF_STATUS: dict[str, tuple[str, ...]] = {
    "401": ("WWW-Authenticate",),
    "405": ("Allow",),
    "429": ("RateLimit", "RateLimit-Policy", "Retry-After"),
    "503": ("Retry-After",),
}
"""Headers of problem responses, by status."""

OTHER = "Problem"
"""The response of every operation for a status that it does not list."""


def responses(operation: Operation) -> dict[str, dict[str, Any]]:
    """Return the problem responses of an operation by status: shared ones as references."""
    shared = _names()
    found = {}
    for status, kinds in sorted(_by_status(operation).items()):
        name = _name(kinds)
        reference = {"$ref": f"#/components/responses/{name}"}
        found[status] = reference if shared[name] > 1 else _response(status, kinds)
    return found


def components() -> dict[str, dict[str, Any]]:
    """Return the responses that several operations have, by name."""
    found, count = {}, _names()
    for operation in OPERATIONS:
        for status, kinds in _by_status(operation).items():
            if count[_name(kinds)] > 1:
                found[_name(kinds)] = _response(status, kinds)
    example = next(name for name in examples() if name.startswith("unavailable"))
    shown = {"unavailable": {"$ref": f"#/components/examples/{example}"}}
    content = {MEDIA_TYPE: {"schema": "ProblemDocument", "examples": shown}}
    found[OTHER] = {"description": "Another problem; `code` names it.", "content": content}
    return dict(sorted(found.items()))


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Return one recorded problem document of each kind."""
    found: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        for code in operation.problems:
            example = openapi_examples.problem(operation.name, code)
            if example is not None:
                found.setdefault(kind(operation.name, code), example)
    return dict(sorted(found.items()))


@cache
def kind(operation: str, code: str) -> str:
    """Return the code, and the name of its sentence if the examples show several."""
    alike = {_sentence(each.name, code) for each in OPERATIONS if code in each.problems}
    named = _sentence(operation, code)
    return code if named in ("", "detail") or len(alike) == 1 else f"{code}.{named}"


@cache
def _sentence(operation: str, code: str) -> str:
    """Return the name of the sentence that the example of a problem has, or nothing."""
    example = openapi_examples.problem(operation, code)
    for form, template in sentences("en")[code].items() if example else ():
        for why in sentences("en")["why"] if "{why}" in template else (None,):
            problem = Problem(code, why, form=form)
            if example and _detail(problem, example) == example["detail"]:
                return why or form
    return ""


def _detail(problem: Problem, example: dict[str, Any]) -> Any:
    """Return the detail that a sentence gives with an example's parameters, if it takes them."""
    problem.params = example["params"]
    try:
        return document(problem, NOWHERE)["detail"]
    except KeyError:
        return None


@cache
def _names() -> Counter[str]:
    """Count the operations that have a response of a name."""
    each = (_by_status(operation) for operation in OPERATIONS)
    return Counter(_name(kinds) for found in each for kinds in found.values())


def _by_status(operation: Operation) -> dict[str, dict[str, str]]:
    """Return the codes of an operation by status, each with the kind of its example."""
    found: dict[str, dict[str, str]] = {}
    for code in operation.problems:
        found.setdefault(str(STATUS[code]), {})[code] = kind(operation.name, code)
    return found


def _name(kinds: dict[str, str]) -> str:
    return "_".join(kinds.values())


def _response(status: str, kinds: dict[str, str]) -> dict[str, Any]:
    titles = (f"`{code}`: {sentences('en')[code]['title']}." for code in kinds)
    known = examples()
    shown = {
        code: {"$ref": f"#/components/examples/{name}"}
        for code, name in kinds.items()
        if name in known
    }
    told: dict[str, Any] = {
        "description": " ".join(titles),
        "content": {MEDIA_TYPE: {"schema": "ProblemDocument", "examples": shown}},
    }
    if headers := OF_STATUS.get(status):
        told["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    return told
