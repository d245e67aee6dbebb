"""Rulesets: the titles, their schemas and their components."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, Response

import games
import texts
from bots.levels import BOTS
from engine.title import Title
from schemas import rulesets as shapes
from service.edge import requests, responses
from service.edge.operation import ApiResponse, operation
from service.presentation.catalogue import catalogue, options
from service.presentation.problems import Problem

bp = Blueprint("rulesets", __name__)


class _Document(NamedTuple):
    """The document of a title, and from what it was made."""

    title: Title
    versions: tuple[int, ...]
    body: bytes
    tag: str


_documents: dict[tuple[str, str], _Document] = {}
"""The documents that were asked for, by ruleset and language."""


@operation(
    bp,
    "GET",
    "/v1/rulesets",
    {
        200: ApiResponse("All titles.", shapes.RulesetList, headers=("ETag",)),
        304: ApiResponse("The caller has the current version."),
    },
    headers=("If-None-Match",),
    stored=False,
)
def list_rulesets() -> Response:
    """List the titles.

    Each has its version, options, numbers of seats and bots.
    """
    shown = responses.encode({"rulesets": [_summary(each) for each in games.all_titles().values()]})
    return responses.stored(shown, responses.tag_of(shown))  # each language has its own tag


@operation(
    bp,
    "GET",
    "/v1/rulesets/<name>",
    {
        200: ApiResponse("The title.", shapes.Ruleset, headers=("ETag",)),
        304: ApiResponse("The caller has the current version."),
    },
    problems=("not-found",),
    headers=("If-None-Match",),
    stored=False,
)
def get_ruleset(name: str) -> Response:
    """Return a title: its options, seats, schemas and components.

    With the catalogue and the names, a client can draw the title without tables of its own.
    """
    kept = _document(find(name), requests.language())
    return responses.stored(kept.body, kept.tag)


def _document(title: Title, language: str) -> _Document:
    """Return the document of a title, each language with a tag of its own.

    It is made once, because that takes long, and strangers may ask for it again and again.
    """
    versions = tuple(games.versions(title.name))
    kept = _documents.get((title.id, language))
    if kept is None or kept.title is not title or kept.versions != versions:
        told = {**_summary(title), **catalogue(title, texts.phrases(title, language))}
        body = responses.encode(told)
        kept = _Document(title, versions, body, responses.tag_of(body))
        _documents[title.id, language] = kept
    return kept


def find(name: str) -> Title:
    """Return the title of this name or version.

    :raises Problem: 404.
    """
    try:
        return games.find(name)
    except KeyError:
        raise Problem("not-found", "ruleset", id=name, known=games.ids()) from None


def _summary(title: Title) -> dict[str, Any]:
    say = texts.phrases(title, requests.language())
    return {
        "name": title.name,
        "id": title.id,
        "title": say.title or title.name,
        "summary": say.summary,
        "version": title.version,
        "versions": games.versions(title.name),
        "seats": list(title.seats),
        "options": options(title, say),
        "bots": tuple(BOTS),
    }
