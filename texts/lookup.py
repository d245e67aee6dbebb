"""Which text of a book belongs to what the engine says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core import Effect
from texts.book import Book


def question_text(book: Book, effect: Effect) -> str | None:
    """The template for this question."""
    return _most_telling(book.questions, effect)


def event_text(book: Book, effect: Effect) -> str | None:
    """The template for this event; a secret told without its arguments has one of its own."""
    if len(effect) == 1 and effect[0] in book.secrets:
        return book.secrets[effect[0]]
    return _most_telling(book.events, effect)


def option_text(book: Book, verb: str, step: str) -> tuple[str | None, list[int | str]]:
    """The template for this answer to this question, and the words left to fill it with.

    The most telling key wins: ``verb.two words``, ``two words``, ``verb.word``, ``word``.
    """
    words = step.split(" ")
    for count in range(len(words), 0, -1):
        head = " ".join(words[:count])
        text = book.options.get(f"{verb}.{head}", book.options.get(head))
        if text is not None:
            return text, [_read(word) for word in words[count:]]
    return None, []


def _most_telling(texts: Mapping[str, str], effect: Effect) -> str | None:
    return next((texts[key] for key in _keys(effect) if key in texts), None)


def _keys(effect: Effect) -> Iterator[str]:
    """``farm.workers`` before ``farm``; ``score.minus`` and ``score.zero`` where numbers turn."""
    verb, *arguments = effect
    first: Any = arguments[0] if arguments else None
    if isinstance(first, str):
        yield f"{verb}.{first}"
    elif isinstance(first, int):
        yield f"{verb}.minus" if first < 0 else f"{verb}.{first}"
    yield verb


def _read(word: str) -> int | str:
    return int(word) if word.isdecimal() else word
