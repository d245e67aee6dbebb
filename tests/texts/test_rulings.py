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

each_title = pytest.mark.parametrize("game", all_titles().values(), ids=lambda game: game.id)


def rulings(game: Title) -> dict[str, list[str]]:
    """Return the rows of a title's section by id: question, ruling, source and test."""
    heading = f"(`games/{game.name}`)"
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
def test_every_ruling_has_question_ruling_and_source(game: Title) -> None:
    found = rulings(game)
    assert found
    for number, cells in found.items():
        assert len(cells) == 4, number
        assert all(cells), number


@each_title
def test_every_ruling_cited_in_the_code_is_in_the_document(game: Title) -> None:
    known = rulings(game).keys()
    for path, ids in cited(game.folder).items():
        assert ids <= known, path


@each_title
def test_our_own_rulings_are_followed_somewhere(game: Title) -> None:
    followed = set().union(*cited(game.folder).values())
    assert {number for number in rulings(game) if number.startswith("R")} <= followed


@each_title
def test_every_ruling_names_tests_that_cite_it(game: Title) -> None:
    for number, (*_, named) in rulings(game).items():
        paths = re.findall(r"`(tests/[^`]+)`", named)
        assert paths, number
        for path in paths:
            assert number in ID.findall((ROOT / path).read_text(encoding="utf-8")), (number, path)


@each_title
def test_every_ruling_cited_in_a_test_is_in_the_document(game: Title) -> None:
    known = rulings(game).keys()
    for path, ids in cited(ROOT / "tests" / "games" / game.name).items():
        assert ids <= known, path


@pytest.mark.parametrize(("title", "questions"), [("cuzco", 22), ("tzolkin", 56)])
def test_a_title_rules_on_every_question_of_its_rules_reference(title: str, questions: int) -> None:
    found = rulings(all_titles()[title])
    assert [number for number in found if number.startswith("D")] == [
        f"D{number}" for number in range(1, questions + 1)
    ]
