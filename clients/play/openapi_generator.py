"""Play whole games with the Python client that openapi-generator generated.

``PYTHONPATH=clients/generated/python python clients/play/openapi_generator.py URL RULESET …``,
after ``make clients``.
"""

from __future__ import annotations

import sys
from functools import cache

from chasqui_openapi import (
    ApiClient,
    ApiException,
    Configuration,
    GamesApi,
    GameStatus,
    NewGame,
    PreviewBody,
    ProblemDocument,
    SeatWanted,
    TurnBody,
    TurnsApi,
)
from playing import Seen, main


class Player:
    """The client at an address."""

    def __init__(self, url: str) -> None:
        self._as = cache(lambda token: ApiClient(Configuration(host=url, access_token=token)))
        self.games = GamesApi(self._as(None))

    def create(self, ruleset: str) -> tuple[str, dict[int, str]]:
        """Create a game for two; return its id and the tokens of the seats."""
        seats = [SeatWanted(holder="user"), SeatWanted(holder="user")]
        made = self.games.create_game(NewGame(ruleset=ruleset, seats=seats))
        return made.id, {int(seat): token for seat, token in made.tokens.seats.items()}

    def game(self, game: str) -> Seen:
        """Return the game."""
        seen = self.games.get_game(game)
        over = seen.status == GameStatus.OVER
        ranks = [each.rank for each in seen.result or ()] if over else []
        return Seen(seen.id, seen.rev, -1 if over else seen.awaited[0].seat, ranks)

    def options(self, game: str, token: str, after: list[str]) -> list[str]:
        """Return the legal steps after some steps; none if the turn is complete."""
        ahead = TurnsApi(self._as(token)).legal(game, after=after)
        return [] if ahead.choices is None else [each.step for each in ahead.choices.options]

    def turn(self, game: Seen, token: str, steps: list[str]) -> int:
        """Preview and play a turn. Every second one asks for a minimal answer."""
        turns = TurnsApi(self._as(token))
        tried = turns.preview(game.id, PreviewBody(rev=game.rev, steps=steps))
        assert tried.complete
        prefer = "return=minimal" if game.rev % 2 == 1 else None
        known, body = f'"{game.rev}"', TurnBody(steps=steps)
        played = turns.post_turn(game.id, known, body, prefer=prefer)
        return int(played.actual_instance.rev)

    def refusal(self, game: Seen, token: str) -> str:
        """Play a turn that is not legal; return the code of the problem."""
        try:
            TurnsApi(self._as(token)).post_turn(game.id, f'"{game.rev}"', TurnBody(steps=["x"]))
        except ApiException as error:
            refused = ProblemDocument.from_json(error.body)
            assert refused.legal
            return str(refused.code.value)
        return "none"


if __name__ == "__main__":
    main(Player(sys.argv[1]))
