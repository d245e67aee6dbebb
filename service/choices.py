"""Choices: a question with its options, as clients see it."""

from __future__ import annotations

from typing import Any

import texts
from engine.core import Refusal
from engine.game import Game
from engine.table import GameOver, NotYourTurn, Table, Turn
from service import reading


def phrases(game: Game) -> texts.Phrases:
    """The title's sentences in the caller's language."""
    return texts.phrases(game, reading.language())


def choices(table: Table, seat: int | None) -> dict[str, Any] | None:
    """The question this seat is asked, or None when it is asked nothing."""
    if seat is None:
        return None
    try:
        decision = table.decision(seat)
    except (GameOver, NotYourTurn):
        return None
    say = phrases(table.game)
    state = table.save()
    return {
        "seat": seat,
        "question": decision.effect[0],
        "text": say.question(decision),
        "options": [
            {
                "step": option.id,
                "text": say.option(decision, option),
                "effects": option.then,
                "barrier": _is_barrier(table.game, state, seat, option.id),
            }
            for option in decision.options
        ],
    }


def _is_barrier(game: Game, state: bytes, seat: int, step: str) -> bool:
    """As ``Table.barrier``, with the state encoded once for all options."""
    turn = Turn()
    Table.load(game, state).step(seat, step, turn)
    return turn.complete


def refusal(game: Game, refused: Refusal) -> dict[str, Any]:
    """Why an answer is not legal."""
    return {
        "step": refused.id,
        "reason": refused.reason,
        "params": refused.params,
        "rule": refused.rule,
        "text": phrases(game).reason(refused),
    }
