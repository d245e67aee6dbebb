"""Rulesets: the titles, their schemas and their components."""

from __future__ import annotations

import hashlib
from typing import Any

from flask import Blueprint, Response

import games
import texts
from bots import BOTS
from engine.title import Title
from schemas import rulesets as shapes
from schemas import views
from service.edge import requests, responses
from service.edge.operation import Answer, operation
from service.presentation.problems import Problem

bp = Blueprint("rulesets", __name__)

BOT_LEVELS = tuple(BOTS)


@operation(
    bp, "GET", "/v1/rulesets", {200: Answer("All titles.", shapes.RulesetList)}, stored=False
)
def list_rulesets() -> Response:
    """List the titles that can be played.

    Each with its version, its options, how many may play and which bots there are.
    """
    return responses.json({"rulesets": [_summary(game) for game in games.all_games().values()]})


@operation(
    bp,
    "GET",
    "/v1/rulesets/<name>",
    {
        200: Answer("The title.", shapes.Ruleset, headers=("ETag",)),
        304: Answer("The caller has this already."),
    },
    problems=("not-found",),
    headers=("If-None-Match",),
    stored=False,
)
def get_ruleset(name: str) -> Response:
    """Look at a title: options, seats, schemas of its view and choices, and its components.

    With the catalogue and the names a client can draw the title without tables of its own.
    """
    game = find(name)
    shown = responses.encode(_ruleset(game))
    tag = hashlib.sha256(shown).hexdigest()[:16]
    seen = requests.not_modified(tag)
    answer = responses.unchanged(f'"{tag}"') if seen else responses.blob(shown, ETag=f'"{tag}"')
    answer.headers["Cache-Control"] = "no-cache"  # it may be kept: each language has its own tag
    return answer


def find(name: str) -> Title:
    """The title of this name, or in this version.

    :raises Problem: 404.
    """
    try:
        return games.find(name)
    except KeyError:
        raise Problem("not-found", "ruleset", id=name, known=games.ids()) from None


def _summary(game: Title) -> dict[str, Any]:
    say = texts.phrases(game, requests.language())
    return {
        "name": game.name,
        "id": game.id,
        "title": say.title or game.name,
        "summary": say.summary,
        "version": game.version,
        "versions": games.versions(game.name),
        "seats": list(game.seats),
        "options": [{"id": id, "text": say.variant(id)} for id in game.options],
        "bots": BOT_LEVELS,
    }


def _ruleset(game: Title) -> dict[str, Any]:
    parts = views.of(game, lambda part: f"#/$defs/{part}")
    effects = {"$defs": {part: parts[part] for part in ("Effect", "Effects")}}
    schemas = {
        "view": parts["View"],
        "own": parts["Own"],
        "effect": parts["Effect"],
        "option": {**parts["Option"], **effects},
    }
    book = texts.phrases(game, requests.language()).book
    titles = {id: c.title for kind in book.components.values() for id, c in kind.items()}
    return {
        **_summary(game),
        "schemas": schemas,
        "names": {**titles, **book.words, **book.goods},
        "catalogue": game.catalogue(),
    }
