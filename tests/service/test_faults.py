"""Faults of requests in the language of the caller: every sentence has a text in each language."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from marshmallow import ValidationError, fields, validate

import texts
from schemas.loading import _sentence
from service.presentation.faults import in_language, known
from tests.conftest import ROOT
from tests.service.table import Table, problem

OTHERS = [language for language in texts.LANGUAGES if language != texts.DEFAULT]
CODE = ("schemas", "service/views", "service/edge", "engine/title.py")
RAISED = {"ValidationError", "FieldFault", "StartFault", "BadEndpoint", "invalid"}


def sentences(part: ast.AST) -> Iterator[str]:
    """Yield the sentences in an expression; a value in one is the digit 7."""
    if isinstance(part, ast.JoinedStr):
        values = part.values
        yield "".join(str(each.value) if isinstance(each, ast.Constant) else "7" for each in values)
    elif isinstance(part, ast.Constant) and isinstance(part.value, str):
        yield part.value
    else:
        for each in ast.iter_child_nodes(part):
            yield from sentences(each)


def raised() -> Iterator[str]:
    """Yield every sentence about a fault that the code has."""
    for place in CODE:
        path = ROOT / place
        for file in [path] if path.is_file() else path.rglob("*.py"):
            for each in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(each, ast.Call) and getattr(each.func, "id", "") in RAISED:
                    yield from sentences(each)
                if isinstance(each, ast.keyword) and each.arg == "error":
                    yield from sentences(each.value)


def of_marshmallow() -> Iterator[str]:
    """Yield the sentences of the library for schemas that the service uses."""
    for kind in (fields.String, fields.Integer, fields.Boolean, fields.List, fields.Dict):
        for said in (fields.Field.default_error_messages | kind.default_error_messages).values():
            yield _sentence(said)
    for most in (None, 9):
        for least in (None, 2):
            if (least, most) != (None, None):
                yield _refusal(validate.Length(least, most), "x" * (12 if most else 1))
                yield _refusal(validate.Range(least, most), 12 if most else 1)
    yield _sentence(validate.OneOf("ab")._format_error("c"))
    yield _sentence(validate.Regexp("a")._format_error("c"))


def _refusal(check: Callable[[Any], Any], value: Any) -> str:
    with pytest.raises(ValidationError) as refused:
        check(value)
    return _sentence(refused.value.messages[0])


def is_sentence(text: str) -> bool:
    """Return whether a text is a sentence, and no name of a member or part of one."""
    return " " in text and not text.startswith((" ", "/", ";", ",")) and text != ", "


@pytest.mark.parametrize("language", OTHERS)
def test_every_fault_has_a_text(language: str) -> None:
    found = {said.replace("{max}", "7") for said in raised() if is_sentence(said)}
    found -= {"Unknown field."}
    assert len(found) > 40
    untold = [said for said in found | set(of_marshmallow()) if in_language(said, language) == said]
    assert not sorted(untold)


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_values_of_its_sentence(language: str) -> None:
    for said, told in known(language).items():
        values = [sorted(re.findall(r"\{([a-z]+)\}", text)) for text in (said, told)]
        assert set(values[1]) <= set(values[0]), said


def test_a_fault_is_told_in_the_language_of_the_caller(client: httpx.Client) -> None:
    table = Table(client)
    japanese = {"Accept_Language": "ja", "If_Match": "0"}
    told = problem(table.post("/turns", 0, {"steps": ["x"]}, **japanese), "invalid-request", 422)
    text = '手元のリビジョンを引用符で囲んで、"0" のようにしてください。引用符がありません'
    assert told["errors"] == [{"parameter": "If-Match", "message": text}]
    assert told["detail"] == f"If-Match: {text}"
    body = {"ruleset": "nope", "seats": [{"holder": "user"}, {"holder": "x"}]}
    answer = client.post("/v1/games?lang=ja", json=body)
    for each in problem(answer, "invalid-request", 422)["errors"]:
        assert re.search("[ぁ-ん]", each["message"]), each
