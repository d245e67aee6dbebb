"""The texts of one title in one language, as its TOML files hold them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from pathlib import Path

from engine import tables

COMMON = Path(__file__).parent / "common"

IN_PLAY = "in_play"
"""The folder in a module's texts with those that replace others in games with the module."""


ANY = "*"
"""Any word of an answer."""


@dataclass(frozen=True)
class Component:
    """What a component or an option is called, and what it does in one or two sentences."""

    title: str
    text: str


@dataclass(frozen=True)
class Answer:
    """A text of answers to a question, or to any one: the words they begin with."""

    verb: str
    words: tuple[str, ...]
    text: str

    @classmethod
    def of(cls, key: str, text: str) -> Answer:
        """Return the text of a key: its words, with ``verb.`` in front for one question."""
        verb, _, words = key.rpartition(".")
        return cls(verb, tuple(words.split(" ")), text)

    @property
    def rank(self) -> tuple[int, int, bool]:
        """Return what decides between texts that fit: most words of its own, then longest."""
        own = [word for word in self.words if word != ANY]
        return len(own), len(self.words), self.verb != ""

    def fits(self, verb: str, words: list[str]) -> bool:
        """Return whether these words answer the question."""
        return (
            len(self.words) <= len(words)
            and self.verb in ("", verb)
            and all(own in (ANY, word) for own, word in zip(self.words, words, strict=False))
        )


@dataclass(frozen=True)
class Book:
    """Texts by section and key; see texts/README.md for what each section holds."""

    title: dict[str, str] = field(default_factory=dict)
    variants: dict[str, Component] = field(default_factory=dict)
    goods: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    components: dict[str, dict[str, Component]] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)
    amounts: dict[str, dict[str, str]] = field(default_factory=dict)
    questions: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    frames: dict[str, str] = field(default_factory=dict)
    events: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    entries: dict[str, str] = field(default_factory=dict)

    @cached_property
    def answers(self) -> dict[str, list[Answer]]:
        """Return the texts of options by their first word; the first one that fits wins."""
        found = [Answer.of(key, text) for key, text in self.options.items()]
        found.sort(key=lambda each: each.rank, reverse=True)
        return {
            first: [each for each in found if each.words[0] in (ANY, first)]
            for first in {ANY, *(each.words[0] for each in found)}
        }

    def over(self, under: Book) -> Book:
        """Return both books as one; this book's text wins where both have one."""
        merged = {f.name: getattr(under, f.name) | getattr(self, f.name) for f in fields(Book)}
        merged["components"] = {
            kind: under.components.get(kind, {}) | self.components.get(kind, {})
            for kind in merged["components"]
        }
        return Book(**merged)


@cache
def read(folder: Path, language: str) -> Book:
    """Return the book in this folder, or an empty one if it has none in this language.

    :raises ValueError: the file is not a book; file and place are named.
    """
    path = folder / f"{language}.toml"
    return tables.load(path, Book) if path.exists() else Book()


def of_title(folder: Path, language: str, replacing: Iterable[str] = ()) -> Book:
    """Return a title's texts: those of its modules over its own over the common ones.

    ``replacing`` are the modules in play that replace texts, the later ones over the earlier.
    """
    book = read(folder / "text", language).over(read(COMMON, language))
    for module in module_folders(folder):
        book = read(module, language).over(book)
    for name in replacing:
        book = read(folder / "modules" / name / "text" / IN_PLAY, language).over(book)
    return book


def module_folders(folder: Path) -> list[Path]:
    """Return the text folders of a title's modules."""
    return sorted((folder / "modules").glob("*/text"))


@cache
def replacing_modules(folder: Path) -> frozenset[str]:
    """Return the names of a title's modules that replace texts in their games."""
    return frozenset(
        text.parent.name for text in module_folders(folder) if (text / IN_PLAY).is_dir()
    )
