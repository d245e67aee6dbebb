"""Play whole games with the Python client that openapi-generator generated.

``PYTHONPATH=clients/generated/python python clients/play/openapi_generator.py URL RULESET …``,
after ``make clients``.
"""

from __future__ import annotations

import sys
from functools import cache

from chasqui_openapi import (
    AfterTurn,
    AfterTurnMinimal,
    ApiClient,
    ApiException,
    Configuration,
    Game,
    GamesApi,
    GameStatus,
    NewGame,
    PreviewBody,
    ProblemDocument,
    SeatWanted,
    TurnBody,
    TurnsApi,
)
from playing import Seen, Step, main


def seen(game: str, found: Game | AfterTurn | AfterTurnMinimal) -> Seen:
    """Return what the player needs of an answer."""
    return Seen(game, found.rev, found.awaited[0].seat if found.awaited else -1)


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

    def game(self, game: str) -> tuple[Seen, list[int]]:
        """Return the game, and the ranks of its result."""
        found = self.games.get_game(game)
        assert (found.status == GameStatus.OVER) == bool(found.result)
        return seen(game, found), [each.rank for each in found.result or ()]

    def options(self, game: Seen, token: str, after: list[str]) -> list[Step]:
        """Return the legal steps after some steps; none if the turn is complete."""
        ahead = TurnsApi(self._as(token)).legal(game.id, after=after)
        assert ahead.complete == (ahead.choices is None)
        options = ahead.choices.options if ahead.choices else ()
        return [Step(each.step, each.barrier) for each in options]

    def completes(self, game: Seen, token: str, steps: list[str]) -> bool:
        """Preview a turn; return whether it is complete."""
        body = PreviewBody(rev=game.rev, steps=steps)
        return bool(TurnsApi(self._as(token)).preview(game.id, body).complete)

    def turn(self, game: Seen, token: str, steps: list[str], short: bool) -> Seen:
        """Play a turn, and ask for the full answer or the minimal one."""
        prefer = "return=minimal" if short else None
        known, body = f'"{game.rev}"', TurnBody(steps=steps)
        played = TurnsApi(self._as(token)).post_turn(game.id, known, body, prefer=prefer)
        assert isinstance(played.actual_instance, AfterTurnMinimal if short else AfterTurn)
        return seen(game.id, played.actual_instance)

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
