"""Plain English, as far as a program can check it: in pages, docstrings and comments."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README_LINES = 120
COLUMNS = 100
WORDS = 30
"""The longest sentence: 25 words is the aim, and names of files or codes may add a few."""

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *ROOT.glob("*/README.md"),
        *ROOT.glob("games/*/README.md"),
    ]
)
BANNED = re.compile(
    r"\b(told|tells? of|so many|at the most|of old|is none of|has a say|its eyes|the one that"
    r"|in full(?! size)|by itself|stands? in|whoever|nobody|somebody|anybody)\b",
    re.IGNORECASE,
)
PACKAGES = [
    *("bench", "bots", "clients", "engine", "examples", "games", "hooks", "match", "records"),
    *("schemas", "service", "store", "telemetry", "tests", "texts", "workers"),
]

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))


def prose(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a page outside of code blocks."""
    code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            code = not code
        elif not code and not line.startswith("<!--"):
            yield number, line


def paragraphs(page: Path) -> Iterator[str]:
    """Yield paragraphs, items of lists and headings as single lines; leave out tables."""
    current: list[str] = []
    for _, line in prose(page):
        text = line.strip()
        item = re.match(r"([*-]|\d+\.) +(.*)", text)
        if not text or item or text.startswith(("|", "#")):
            yield " ".join(current)
            current = [item[2]] if item else []
        else:
            current.append(text)
    yield " ".join(current)


def sentences(page: Path) -> Iterator[list[str]]:
    """Yield the words of each sentence; a piece of code counts as one word."""
    for paragraph in paragraphs(page):
        plain = re.sub(r"`[^`]*`", "code", paragraph)
        for sentence in re.split(r"(?<=[.?!])\**[\"')]*\s+", plain):
            yield re.findall(r"[\w'’./%-]*\w", sentence)


def remarks(module: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a module with their lines, one line a paragraph."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for paragraph in re.split(r"\n\s*(?:\n|:raises|:param)", str(node.value.value)):
                yield node.lineno, " ".join(paragraph.split())
    with tokenize.open(module) as lines:
        for token in tokenize.generate_tokens(lines.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


@pytest.mark.parametrize("package", PACKAGES)
def test_code_speaks_plainly(package: str) -> None:
    found = []
    for module in sorted((ROOT / package).rglob("*.py")):
        if {"generated", "node_modules"} & set(module.relative_to(ROOT).parts):
            continue  # generated
        for number, text in remarks(module):
            plain = re.sub(r"`+[^`]*`+", "code", text)
            words = max(
                (len(part.split()) for part in re.split(r"(?<=[.?!:;])\s", plain)), default=0
            )
            if BANNED.search(plain) or words > WORDS:
                found.append(f"{module.relative_to(ROOT)}:{number}: {text}")
    assert not found


NO_VERB = re.compile(
    r"(an?|after|all|and|any|as|at|before|both|by|each|every|for|from|how|if|in|it|kind|no|of|on"
    r"|one|or|other|phase|several|some|that|the|then|there|these|this|to|what|when|where|whether"
    r"|which|while|who|why|with|without)\b"
    r"|\w*(?<!p)ly\b|\w*(?<!s)s\b"
)
"""How a docstring does not begin; an adverb or a form such as "Takes" ends in ``ly`` or ``s``."""


def begins_with_verb(docstring: str) -> bool:
    """Return whether a docstring may begin with an imperative: "Take", not "The" or "Takes"."""
    return bool(re.match(r"[a-z]", docstring.lower())) and not NO_VERB.match(docstring.lower())


@pytest.mark.parametrize("package", sorted({*PACKAGES} - {"tests"}))
def test_docstrings_of_functions_begin_with_a_verb(package: str) -> None:
    found = [
        f"{module.relative_to(ROOT)}:{node.lineno}: {text}"
        for module in sorted((ROOT / package).rglob("*.py"))
        if not {"generated", "node_modules"} & set(module.relative_to(ROOT).parts)
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node))
        if not begins_with_verb(text)
    ]
    assert not found


def test_a_verb_is_told_from_other_words() -> None:
    rules = ["Take it.", "Pass.", "Apply it.", "Feed, then pay."]
    assert all(map(begins_with_verb, rules))
    assert not any(map(begins_with_verb, ["The goods.", "Returns it.", "Secretly keep.", "`x`"]))


@each_page
def test_sentences_are_short(page: Path) -> None:
    too_long = [" ".join(words) for words in sentences(page) if len(words) > WORDS]
    assert not too_long


@each_page
def test_banned_words_are_absent(page: Path) -> None:
    found = [
        f"{number}: {match[0]}"
        for number, line in prose(page)
        for match in BANNED.finditer(re.sub(r"`[^`]*`", "", line))
    ]
    assert not found


@each_page
def test_lines_wrap_at_one_width(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    too_long = [
        number
        for number, line in enumerate(lines, 1)
        if len(line) > COLUMNS and not line.startswith("|")
    ]
    assert not too_long


@each_page
def test_files_that_a_page_names_exist(page: Path) -> None:
    made = ("clients/generated",)
    named = re.findall(r"`((?:\w+/)+[\w.-]*)`", page.read_text(encoding="utf-8"))
    missing = [
        name
        for name in named
        if name.split("/")[0] in {*PACKAGES, "docs"} and name not in made
        if not (ROOT / name).exists()
    ]
    assert not missing


def test_a_decision_has_a_number_of_its_own() -> None:
    titles = {
        path.name: path.read_text().splitlines()[0]
        for path in sorted((ROOT / "docs" / "decisions").glob("*.md"))
    }
    numbers = [name[:4] for name in titles]
    assert len(set(numbers)) == len(numbers)
    assert [title[2:6] for title in titles.values()] == numbers


def test_the_readme_is_short() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= README_LINES


def test_the_question_that_contributors_read_is_the_toys() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert shown is not None
    assert shown[1] in (ROOT / "tests" / "toy" / "play.py").read_text(encoding="utf-8")


def test_a_page_says_what_this_module_counts(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Head\n\nOne `two three` four. Five\nsix.\n\n* Seven\n  eight.\n\n| a |\n")
    assert [len(words) for words in sentences(page) if words] == [3, 2, 2]
