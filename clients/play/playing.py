"""A whole game with any Python client: all seats, at random."""

from __future__ import annotations

import random
import sys
from typing import NamedTuple, Protocol


class Seen(NamedTuple):
    """What a player needs of a game: ``seat`` is to move, ``ranks`` are of the result."""

    id: str
    rev: int
    seat: int
    ranks: list[int]


class Client(Protocol):
    """A generated client."""

    def create(self, ruleset: str) -> tuple[str, dict[int, str]]:
        """Create a game for two; return its id and the tokens of the seats."""

    def game(self, game: str) -> Seen:
        """Return the game."""

    def options(self, game: str, token: str, after: list[str]) -> list[str]:
        """Return the legal steps after some steps; none if the turn is complete."""

    def turn(self, game: Seen, token: str, steps: list[str]) -> int:
        """Play a turn; return the revision after it."""

    def refusal(self, game: Seen, token: str) -> str:
        """Play a turn that is not legal; return the code of the problem."""


def play(client: Client, ruleset: str) -> Seen:
    """Create a game, play it to its end, and return the end."""
    rng = random.Random(7)
    game, tokens = client.create(ruleset)
    while not (seen := client.game(game)).ranks:
        token, steps = tokens[seen.seat], list[str]()
        while options := client.options(game, token, steps):
            steps.append(rng.choice(options))
        if seen.rev == 0:
            assert client.refusal(seen, token) == "illegal-step"
        assert client.turn(seen, token, steps) > seen.rev
    return seen


def main(client: Client) -> None:
    """Play a game of each title that the command names."""
    for ruleset in sys.argv[2:]:
        end = play(client, ruleset)
        print(end.rev, *end.ranks)
