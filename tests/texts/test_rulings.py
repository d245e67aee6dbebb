"""docs/rulings.md and the code have the same rulings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.title import Title
from games import all_titles

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")

ID = re.compile(r"\b[DR][1-9]\d*\b")
SOLO = re.compile(r"\b[DRS][1-9]\d*\b")
"""The ids of a title with rulings S1, S2, ... on its solo game; other titles name modules so."""

ALL_FOLLOWED = ("tawantinsuyu",)
"""Titles whose code cites the rulings of the rules reference too, not only our own."""

each_title = pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.id)


def ids_of(title: Title) -> re.Pattern[str]:
    """Return the form of the ids of a title's rulings."""
    return SOLO if "\n| S1 |" in section(title) else ID


def section(title: Title) -> str:
    """Return the section of a title in the document."""
    heading = f"(`games/{title.name}`)"
    return next(part for part in DOCUMENT.split("\n## ") if heading in part.split("\n")[0])


def rulings(title: Title) -> dict[str, list[str]]:
    """Return the rows of a title's section by id: question, ruling, source and test."""
    rows = [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in section(title).splitlines()
        if line.startswith("| ") and SOLO.match(line[2:])
    ]
    assert len({row[0] for row in rows}) == len(rows), "an id stands twice"
    return {row[0]: row[1:] for row in rows}


def cited(title: Title, folder: Path) -> dict[str, set[str]]:
    """Return the rulings of a title that the Python files of a folder cite, by file."""
    ids = ids_of(title)
    return {
        str(path.relative_to(ROOT)): set(ids.findall(path.read_text(encoding="utf-8")))
        for path in sorted(folder.rglob("*.py"))
    }


@each_title
def test_every_ruling_has_question_ruling_and_source(title: Title) -> None:
    found = rulings(title)
    assert found
    for number, cells in found.items():
        assert len(cells) == 4, number
        assert all(cells), number


@each_title
def test_every_ruling_cited_in_the_code_is_in_the_document(title: Title) -> None:
    known = rulings(title).keys()
    for path, ids in cited(title, title.folder).items():
        assert ids <= known, path


@each_title
def test_our_own_rulings_are_followed_somewhere(title: Title) -> None:
    followed = set().union(*cited(title, title.folder).values())
    every = title.name in ALL_FOLLOWED
    assert {number for number in rulings(title) if every or number.startswith("R")} <= followed


@each_title
def test_every_ruling_names_tests_that_cite_it(title: Title) -> None:
    for number, (*_, named) in rulings(title).items():
        paths = re.findall(r"`(tests/[^`]+)`", named)
        assert paths, number
        for path in paths:
            assert number in SOLO.findall((ROOT / path).read_text(encoding="utf-8")), (number, path)


@each_title
def test_every_ruling_cited_in_a_test_is_in_the_document(title: Title) -> None:
    known = rulings(title).keys()
    for path, ids in cited(title, ROOT / "tests" / "games" / title.name).items():
        assert ids <= known, path


@pytest.mark.parametrize(
    ("title", "questions"), [("cuzco", 22), ("tzolkin", 56), ("tawantinsuyu", 46)]
)
def test_a_title_rules_on_every_question_of_its_rules_reference(title: str, questions: int) -> None:
    found = rulings(all_titles()[title])
    assert [number for number in found if number.startswith("D")] == [
        f"D{number}" for number in range(1, questions + 1)
    ]
