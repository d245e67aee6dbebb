"""Choices: a question with its options, as clients see it."""

from __future__ import annotations

from typing import Any

from engine.core import Refusal
from engine.effects import all_written, written
from engine.table import GameOver, NotYourTurn, Table
from match.match import Match
from match.tables import title_of
from texts import Phrases, phrases


def phrases_of(match: Match, language: str) -> Phrases:
    """Return the sentences about a match, in which its players have their names.

    :raises OtherRules: the rules of the match are not here.
    """
    names = [chair.name for chair in match.chairs]
    return phrases(title_of(match), language, match.head.options).naming(names)


def choices(table: Table, seat: int | None, say: Phrases) -> dict[str, Any] | None:
    """Return the question this seat is asked, with its options; None if it is not asked."""
    if seat is None:
        return None
    try:
        decision = table.decision(seat)
    except (GameOver, NotYourTurn):
        return None
    verbs = table.title.rules.verbs
    return {
        "seat": seat,
        "question": decision.effect[0],
        "effect": written(verbs, decision.effect),
        "text": say.question(decision),
        "options": [
            {
                "step": option.id,
                "text": say.option(decision, option),
                "effects": all_written(verbs, option.then),
                "barrier": barrier,
            }
            for option, barrier in zip(decision.options, table.barriers(seat), strict=True)
        ],
    }


def refusal(refused: Refusal, say: Phrases) -> dict[str, Any]:
    """Return why an answer is not legal."""
    return {
        "step": refused.id,
        "reason": refused.reason,
        "params": refused.params,
        "rule": refused.rule,
        "text": say.reason(refused),
    }
