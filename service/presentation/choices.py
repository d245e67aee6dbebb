"""Choices: a question with its options, as clients see it."""

from __future__ import annotations

from typing import Any

import texts
from engine.core import Refusal
from engine.table import GameOver, NotYourTurn, Table
from engine.title import Title


def choices(table: Table, seat: int | None, language: str) -> dict[str, Any] | None:
    """Return the question this seat is asked, with its options; None if it is not asked."""
    if seat is None:
        return None
    try:
        decision = table.decision(seat)
    except (GameOver, NotYourTurn):
        return None
    say = texts.phrases(table.game, language)
    return {
        "seat": seat,
        "question": decision.effect[0],
        "effect": decision.effect,
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


def refusal(game: Title, refused: Refusal, language: str) -> dict[str, Any]:
    """Return why an answer is not legal."""
    return {
        "step": refused.id,
        "reason": refused.reason,
        "params": refused.params,
        "rule": refused.rule,
        "text": texts.phrases(game, language).reason(refused),
    }
