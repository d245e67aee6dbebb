"""Descriptions for clients, made from the docstrings of verbs and of classes.

A docstring may cite a ruling or a section of the rules, which clients do not have. It marks names
as Python does; the specification marks them as Markdown does. So

    Take workers into the hand, at most ``most`` (section 4, R58).

is "Take workers into the hand, at most `most`." for a client.
"""

from __future__ import annotations

import inspect
import re

_GROUP = re.compile(r"\s*\(([^()]*)\)")
_NUMBER = r"[A-Z]{0,2}\d+(\.\d+)*"
_CITED = re.compile(rf"(rules )?(sections? |step |ruling )?{_NUMBER}(( to | and ){_NUMBER})?")
"""A ruling or a section of the rules: `R12`, `section 4`, `D14 to D16`."""


def plain(doc: str | None) -> str:
    """Return a docstring as one paragraph without citations."""
    text = " ".join(inspect.cleandoc(doc or "").split())
    return _GROUP.sub(_uncited, text).replace("``", "`")


def of_class(kind: type) -> str:
    """Return the description of a class, or nothing if it has no docstring of its own."""
    doc = kind.__doc__ or ""
    return "" if doc.startswith(f"{kind.__name__}(") else plain(doc)


def _uncited(group: re.Match[str]) -> str:
    """Return the words in brackets that are no citation, in their brackets, or nothing."""
    parts = re.split(r"[;,]\s*", group[1])
    kept = [part for part in parts if not _CITED.fullmatch(part.strip())]
    if len(kept) == len(parts):
        return group[0]
    return f" ({', '.join(kept)})" if kept else ""
