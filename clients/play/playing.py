"""A whole game with any Python client: all seats, at random."""

from __future__ import annotations

import random
import sys
from typing import NamedTuple, Protocol


class Seen(NamedTuple):
    """What a player needs of a game. ``seat`` is to move; after the end it is -1."""

    id: str
    rev: int
    seat: int


class Step(NamedTuple):
    """A legal step, and whether it ends the turn."""

    step: str
    barrier: bool


class Client(Protocol):
    """A generated client."""

    def create(self, ruleset: str) -> tuple[str, dict[int, str]]:
        """Create a game for two; return its id and the tokens of the seats."""

    def game(self, game: str) -> tuple[Seen, list[int]]:
        """Return the game, and the ranks of its result."""

    def options(self, game: Seen, token: str, after: list[str]) -> list[Step]:
        """Return the legal steps after some steps; none if the turn is complete."""

    def completes(self, game: Seen, token: str, steps: list[str]) -> bool:
        """Preview a turn; return whether it is complete."""

    def turn(self, game: Seen, token: str, steps: list[str], short: bool) -> Seen:
        """Play a turn, and ask for the full answer or the minimal one."""

    def refusal(self, game: Seen, token: str) -> str:
        """Play a turn that is not legal; return the code of the problem."""


def play(client: Client, ruleset: str) -> tuple[int, list[int]]:
    """Create a game, and play it to its end. Return the last revision and the ranks."""
    rng = random.Random(7)
    game, tokens = client.create(ruleset)
    seen, _ = client.game(game)
    _attempt(client, seen, tokens[seen.seat], rng)
    while seen.seat >= 0:
        token = tokens[seen.seat]
        played = client.turn(seen, token, _chosen(client, seen, token, rng), seen.rev % 2 == 1)
        assert played.rev > seen.rev
        seen = played
    end, ranks = client.game(game)
    assert end == seen
    return end.rev, ranks


def _chosen(client: Client, seen: Seen, token: str, rng: random.Random) -> list[str]:
    """Choose a turn; no question is left after a step that ends it."""
    steps = list[str]()
    while options := client.options(seen, token, steps):
        step, barrier = rng.choice(options)
        steps.append(step)
        if barrier:
            break
    return steps


def _attempt(client: Client, seen: Seen, token: str, rng: random.Random) -> None:
    """Preview a turn without playing it, and be refused one."""
    steps = _chosen(client, seen, token, rng)
    assert client.completes(seen, token, steps)
    assert client.options(seen, token, steps) == []
    assert client.refusal(seen, token) == "illegal-step"


def main(client: Client) -> None:
    """Play a game of each title that the command names."""
    for ruleset in sys.argv[2:]:
        rev, ranks = play(client, ruleset)
        print(rev, *ranks)
