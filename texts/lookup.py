"""Which text of a book belongs to what the engine says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core import Effect, Refusal
from texts.book import ANY, Book


def question_text(book: Book, effect: Effect) -> str | None:
    """Return the template for this question."""
    return _most_telling(book.questions, effect)


def event_text(book: Book, effect: Effect) -> str | None:
    """Return the template for this event; a secret without arguments has its own."""
    if len(effect) == 1 and effect[0] in book.secrets:
        return book.secrets[effect[0]]
    return _most_telling(book.events, effect)


def _most_telling(texts: Mapping[str, str], effect: Effect) -> str | None:
    return next((texts[key] for key in _keys(effect) if key in texts), None)


def _keys(effect: Effect) -> Iterator[str]:
    """Yield ``farm.workers`` before ``farm``; ``score.0`` and ``score.minus`` before ``score``."""
    verb, *arguments = effect
    first: Any = arguments[0] if arguments else None
    if isinstance(first, str):
        yield f"{verb}.{first}"
    elif isinstance(first, int | float):
        yield f"{verb}.minus" if first < 0 else f"{verb}.{first:g}"
    yield verb


def reason_text(book: Book, refusal: Refusal) -> str | None:
    """Return the template for this refusal; ``reason.gold`` wins if a parameter is ``gold``."""
    keys = [f"{refusal.reason}.{value}" for value in refusal.params.values()]
    return next((book.reasons[key] for key in [*keys, refusal.reason] if key in book.reasons), None)


def entry_text(book: Book, entry: Mapping[str, Any]) -> str | None:
    """Return the template for an entry of a record: ``seat.host.open`` wins over ``seat.host``."""
    whole = ".".join(entry[part] for part in ("kind", "why") if entry.get(part))
    special = [entry.get("holder", "").partition(":")[0]]
    if "agree" in entry:
        special.append("yes" if entry["agree"] else "no")
    if entry.get("seat", 0) < 0:
        special.append("host")
    keys = [*(f"{whole}.{each}" for each in special), whole]
    return next((book.entries[key] for key in keys if key in book.entries), None)


def option_text(book: Book, verb: str, step: str) -> tuple[str | None, list[int | str]]:
    """Return the template for this answer to this question, and the words left to fill it with."""
    words = step.split(" ")
    known = book.answers.get(words[0], book.answers[ANY])
    answer = next((each for each in known if each.fits(verb, words)), None)
    if answer is None:
        return None, []
    left = [word for word, own in zip(words, answer.words, strict=False) if own == ANY]
    return answer.text, [_read(word) for word in [*left, *words[len(answer.words) :]]]


def _read(word: str) -> int | str:
    return int(word) if word.isdecimal() else word
