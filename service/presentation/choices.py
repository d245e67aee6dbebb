"""Choices: a question with its options, as clients see it."""

from __future__ import annotations

from typing import Any

import texts
from engine.core import Refusal
from engine.table import GameOver, NotYourTurn, Table
from engine.title import Title
from service.edge import requests


def phrases(game: Title) -> texts.Phrases:
    """The title's sentences in the caller's language."""
    return texts.phrases(game, requests.language())


def choices(table: Table, seat: int | None) -> dict[str, Any] | None:
    """The question this seat is asked, or None when it is asked nothing."""
    if seat is None:
        return None
    try:
        decision = table.decision(seat)
    except (GameOver, NotYourTurn):
        return None
    say = phrases(table.game)
    return {
        "seat": seat,
        "question": decision.effect[0],
        "text": say.question(decision),
        "options": [
            {
                "step": option.id,
                "text": say.option(decision, option),
                "effects": option.then,
                "barrier": barrier,
            }
            for option, barrier in zip(decision.options, table.barriers(seat), strict=True)
        ],
    }


def refusal(game: Title, refused: Refusal) -> dict[str, Any]:
    """Why an answer is not legal."""
    return {
        "step": refused.id,
        "reason": refused.reason,
        "params": refused.params,
        "rule": refused.rule,
        "text": phrases(game).reason(refused),
    }
