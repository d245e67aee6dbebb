"""Fields that take JSON at its word, where marshmallow's own would convert."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from marshmallow import ValidationError, fields, validate

COUNT = 2**31 - 1
"""The largest number that generated clients hold in 32 bits."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,15})", re.ASCII)


BIDI = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Characters that change the direction of the text after them."""

_REFUSED = r"\x00-\x1f\x7f-\x9f\u2028\u2029" + BIDI
_BLANK = (
    r" \u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f"
    r"\u205f-\u2065\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
)
"""Blanks. None of them is refused, so a text fits the patterns below in one way only; otherwise the
time to find that it does not would grow with the square of its length."""
NAME = rf"^([{_BLANK}]*[^{_REFUSED}{_BLANK}][^{_REFUSED}]*)?$"
"""A name: nothing, or a visible character and no control or direction characters."""

_REFUSED_IN_TEXT = r"\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029" + BIDI
COMMENT = rf"^[^{_REFUSED_IN_TEXT}]*$"
"""Text of several lines, without other control characters and without direction characters."""

VISIBLE_TEXT = rf"[\n{_BLANK}]*[^\n{_REFUSED_IN_TEXT}{_BLANK}][^{_REFUSED_IN_TEXT}]*"
"""A text of several lines: a visible character, and no control or direction characters except line
breaks."""


class Lines(fields.String):
    """Lines of text, without spaces at their ends and without empty lines around them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


MOST_FAULTS = 20
"""Reported errors of a body or query; a list is read no further."""


class List(fields.List[Any]):
    """A list that is read up to its first faults, and not at all if it is too long.

    marshmallow's own reads all of it first: a short body that is wrong throughout would keep a
    process busy, and be answered with many times its size.
    """

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        self._validate_length(value)
        found, faults, count = [], dict[str | int, Any](), 0
        for index, each in enumerate(value):
            try:
                found.append(self.inner.deserialize(each, **kwargs))
            except ValidationError as error:
                faults[index] = error.messages
                count += _count(error.messages)
                if count >= MOST_FAULTS:
                    break
        if faults:
            raise ValidationError(faults)
        return found

    def _validate_length(self, value: list[Any]) -> None:
        for each in self.validators:
            if isinstance(each, validate.Length):
                each(value)


def _count(messages: Any) -> int:
    """Return the number of faults in marshmallow's messages."""
    below = messages.values() if isinstance(messages, dict) else ()
    return sum(map(_count, below)) if below else len(messages)


class Pattern(validate.Regexp):
    """A pattern that all of a text must fit: `$` alone overlooks a line break at the end."""

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


class Visible(Pattern):
    """A pattern of a name, which has a visible character unless it is empty.

    The pattern names the blanks that people use. This finds the others, such as tags and marks
    without a letter.
    """

    def __call__(self, value: Any) -> Any:
        if not is_name(value):
            raise ValidationError(self._format_error(value))
        return value


def is_name(text: str) -> bool:
    """Return whether a text may be a name: it is empty, or has a visible character."""
    seen = not text or any(unicodedata.category(each)[0] not in "CMZ" for each in text)
    return seen and re.fullmatch(NAME, text) is not None


def word_or_bot(*words: str) -> Pattern:
    """Return the pattern of one of these words, or of a bot."""
    known = "|".join(words)
    return Pattern(rf"^({known}|bot:[a-z]+)$", error=f"should be {', '.join(words)} or bot:<level>")


class JsonInt(fields.Integer):
    """A whole number as JSON Schema means it: 5 and 5.0, but not "5", 5.5 or true."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValidationError("should be a whole number")
        if value != int(value):
            raise ValidationError("should be a whole number")
        return int(value)


class QueryInt(fields.Integer):
    """A whole number written in a query."""

    def _validated(self, value: Any) -> int:
        if not isinstance(value, str) or not _WHOLE.fullmatch(value):
            raise ValidationError("should be a whole number")
        return int(value)


class Flag(fields.Boolean):
    """A switch in a query: true or false, also written as 1 or 0."""

    WRITTEN: ClassVar[dict[str, bool]] = {"true": True, "1": True, "false": False, "0": False}

    def __init__(self, text: str, **kwargs: Any) -> None:
        super().__init__(metadata={"description": f"true or 1: {text}"}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if value not in self.WRITTEN:
            raise ValidationError("should be true or false (or 1 or 0)")
        return self.WRITTEN[value]


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT = re.compile(
    _DATE.pattern + r"[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)


class QueryTime(fields.Field[int]):
    """A time in RFC 3339 in a query, read as ms since 1970; a date is its midnight in UTC."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        fault = ValidationError(
            "should be a date such as 2026-11-21, or a time with its time zone, such as "
            "2026-11-21T12:00:00Z or 2026-11-21T21:00:00%2B09:00 (+ is sent as %2B)"
        )
        if not isinstance(value, str):
            raise fault
        if _DATE.fullmatch(value):
            value += "T00:00:00Z"
        if not _MOMENT.fullmatch(value):
            raise fault
        try:
            return (datetime.fromisoformat(value.upper()) - _EPOCH) // timedelta(milliseconds=1)
        except (ValueError, OverflowError):
            raise fault from None


class JsonBool(fields.Boolean):
    """true or false, and nothing that merely resembles them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("should be true or false")
        return value


LANGUAGES = ("en", "ja")
"""Those in which there are texts, the usual one first (``texts.LANGUAGES``)."""


class Listed(fields.String):
    """A word of a list that only the service knows; ``of`` is the list's name in the specification.

    The service checks it. ``RulesetId`` is the id of a title's version. ``RulesetName`` is
    such an id or the name of a title.
    """

    def __init__(self, of: str, description: str, example: str, **kwargs: Any) -> None:
        super().__init__(metadata={"description": description, "examples": [example]}, **kwargs)
        self.of = of


class PerTitle(fields.Raw):
    """A value whose shape depends on the title; ``part`` names the schema each title has for it.

    In the published specification it is one of the titles' schemas, ``TzolkinView``.
    """

    def __init__(self, part: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.part = part


class EffectField(fields.Raw):
    """An effect as an object: its verb, and its arguments by name (``engine.effects``)."""


def name(**kwargs: Any) -> fields.String:
    """Return a name for people: up to 40 characters on one line."""
    fault = "should be on one line, with a visible character and no control or direction characters"
    visible = Visible(NAME, error=fault)
    return fields.String(validate=[validate.Length(0, 40), visible], **kwargs)


def comment(description: str, **kwargs: Any) -> fields.String:
    """Return a comment of several lines."""
    plain = Pattern(COMMENT, error="should have no tabs, control or direction characters")
    limits = [validate.Length(1, 2_000), plain]
    return Lines(validate=limits, metadata={"description": description}, **kwargs)


def language(description: str, **kwargs: Any) -> fields.String:
    """Return one of the languages in which there are texts."""
    listed = validate.OneOf(LANGUAGES)
    return fields.String(validate=listed, metadata={"description": description}, **kwargs)


def revision(description: str, **kwargs: Any) -> JsonInt:
    """Return a revision: a number of entries."""
    limits = validate.Range(0, COUNT)
    return JsonInt(validate=limits, metadata={"description": description}, **kwargs)


def time(description: str, **kwargs: Any) -> fields.String:
    """Return a time in RFC 3339, UTC."""
    return fields.String(metadata={"format": "date-time", "description": description}, **kwargs)
