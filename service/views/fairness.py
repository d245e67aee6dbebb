"""Fairness: the commitment to the luck of a game."""

from __future__ import annotations

from flask import Blueprint, Response

from engine.luck import TAG
from schemas import history as shapes
from service.edge import responses
from service.edge.caller import enter
from service.edge.operation import ApiResponse, operation

bp = Blueprint("fairness", __name__)

RECIPE = (
    f"commitment = SHA-256(tag + 0x00 + game id + 0x00 + seed), tag = {TAG!r}; seed: 32 bytes.",
    "Draw number k (from 0) is HMAC-SHA256(key = seed, message = k as 8 bytes, big end first); "
    "its value x is the first 8 bytes, big end first.",
    "A number from 0 to n-1: if x >= 2^64 - 2^64 mod n, take the next draw instead; "
    "otherwise x mod n.",
    "A shuffle goes from the last place i down to 1 and swaps i with a number from 0 to i.",
    "The export of the finished game lists every draw: counter, n, value. A retraction returns "
    "to the counter of the restored revision.",
    "The game id here is `record`: an imported game uses the id of its record.",
)


@operation(
    bp,
    "GET",
    "/v1/games/<game_id>/fairness",
    {200: ApiResponse("The commitment; after the end, also the seed.", shapes.Fairness)},
)
def get_fairness(game_id: str) -> Response:
    """Return the proof of the game's luck.

    The commitment is published at creation, and the seed when the game is over. With the seed and
    the export, anyone can repeat all draws (`examples/check_draws.py`).
    """
    match, _ = enter(game_id)
    return responses.json(
        {
            "tag": TAG,
            "record": match.head.record or match.id,
            "commitment": match.head.commitment,
            "seed": match.head.seed.hex() if match.over else None,
            "recipe": RECIPE,
        }
    )
