"""The texts of one title in one language, as its TOML files hold them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path

from engine import tables

COMMON = Path(__file__).parent / "common"


@dataclass(frozen=True)
class Book:
    """Texts by section and key; see texts/README.md for what each section holds."""

    title: dict[str, str] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    amounts: dict[str, dict[str, str]] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)
    questions: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    frames: dict[str, str] = field(default_factory=dict)
    events: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def over(self, under: Book) -> Book:
        """Both books in one; where both have a text, this one's stands."""
        merged = {f.name: getattr(under, f.name) | getattr(self, f.name) for f in fields(Book)}
        return Book(**merged)


@cache
def read(folder: Path, language: str) -> Book:
    """The book in this folder; an empty one when the folder has none in this language.

    :raises ValueError: the file is not a book; file and place are named.
    """
    path = folder / f"{language}.toml"
    return tables.load(path, Book) if path.exists() else Book()


def of_title(folder: Path, language: str) -> Book:
    """A title's own texts over those that all titles share."""
    return read(folder / "text", language).over(read(COMMON, language))
