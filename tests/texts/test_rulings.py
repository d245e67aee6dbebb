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

each_title = pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.id)


def rulings(title: Title) -> dict[str, list[str]]:
    """Return the rows of a title's section by id: question, ruling, source and test."""
    heading = f"(`games/{title.name}`)"
    section = next(part for part in DOCUMENT.split("\n## ") if heading in part.split("\n")[0])
    rows = [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in section.splitlines()
        if line.startswith("| ") and ID.match(line[2:])
    ]
    assert len({row[0] for row in rows}) == len(rows), "an id stands twice"
    return {row[0]: row[1:] for row in rows}


def cited(folder: Path) -> dict[str, set[str]]:
    """Return the rulings that the Python files of a folder cite, by file."""
    return {
        str(path.relative_to(ROOT)): set(ID.findall(path.read_text(encoding="utf-8")))
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
    for path, ids in cited(title.folder).items():
        assert ids <= known, path


@each_title
def test_our_own_rulings_are_followed_somewhere(title: Title) -> None:
    followed = set().union(*cited(title.folder).values())
    assert {number for number in rulings(title) if number.startswith("R")} <= followed


@each_title
def test_every_ruling_names_tests_that_cite_it(title: Title) -> None:
    for number, (*_, named) in rulings(title).items():
        paths = re.findall(r"`(tests/[^`]+)`", named)
        assert paths, number
        for path in paths:
            assert number in ID.findall((ROOT / path).read_text(encoding="utf-8")), (number, path)


@each_title
def test_every_ruling_cited_in_a_test_is_in_the_document(title: Title) -> None:
    known = rulings(title).keys()
    for path, ids in cited(ROOT / "tests" / "games" / title.name).items():
        assert ids <= known, path


@pytest.mark.parametrize(("title", "questions"), [("cuzco", 22), ("tzolkin", 56)])
def test_a_title_rules_on_every_question_of_its_rules_reference(title: str, questions: int) -> None:
    found = rulings(all_titles()[title])
    assert [number for number in found if number.startswith("D")] == [
        f"D{number}" for number in range(1, questions + 1)
    ]
