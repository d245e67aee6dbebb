"""Play whole games with the client that openapi-python-client generated.

``PYTHONPATH=clients/generated/openapi-python-client python clients/play/openapi_python_client.py
URL RULESET …``, after ``make clients``.
"""

from __future__ import annotations

import sys
from functools import cache

from chasqui_client import AuthenticatedClient, Client
from chasqui_client.api.games import create_game, get_game
from chasqui_client.api.turns import legal, post_turn, preview
from chasqui_client.models import (
    AfterTurn,
    AfterTurnMinimal,
    Game,
    GameStatus,
    Legal,
    NewGame,
    NewGameAnswer,
    Preview,
    PreviewBody,
    ProblemDocument,
    RulesetName,
    SeatWanted,
    TurnBody,
)
from chasqui_client.types import UNSET
from playing import Seen, Step, main


def seen(game: str, found: Game | AfterTurn | AfterTurnMinimal) -> Seen:
    """Return what the player needs of an answer."""
    return Seen(game, found.rev, found.awaited[0].seat if found.awaited else -1)


class Player:
    """The client at an address."""

    def __init__(self, url: str) -> None:
        self.nobody = Client(base_url=url)
        self._as = cache(lambda token: AuthenticatedClient(base_url=url, token=token))

    def create(self, ruleset: str) -> tuple[str, dict[int, str]]:
        """Create a game for two; return its id and the tokens of the seats."""
        seats = [SeatWanted(holder="user"), SeatWanted(holder="user")]
        wanted = NewGame(ruleset=RulesetName(ruleset), seats=seats)
        made = create_game.sync(client=self.nobody, body=wanted)
        assert isinstance(made, NewGameAnswer), made
        tokens = made.tokens.seats.additional_properties
        return made.id, {int(seat): token for seat, token in tokens.items()}

    def game(self, game: str) -> tuple[Seen, list[int]]:
        """Return the game, and the ranks of its result."""
        found = get_game.sync(game, client=self.nobody)
        assert isinstance(found, Game), found
        assert (found.status == GameStatus.OVER) == bool(found.result)
        return seen(game, found), [each.rank for each in found.result or ()]

    def options(self, game: Seen, token: str, after: list[str]) -> list[Step]:
        """Return the legal steps after some steps; none if the turn is complete."""
        ahead = legal.sync(game.id, client=self._as(token), after=after)
        assert isinstance(ahead, Legal), ahead
        assert ahead.complete == (ahead.choices is None)
        options = ahead.choices.options if ahead.choices else ()
        return [Step(each.step, each.barrier) for each in options]

    def completes(self, game: Seen, token: str, steps: list[str]) -> bool:
        """Preview a turn; return whether it is complete."""
        body = PreviewBody(rev=game.rev, steps=steps)
        tried = preview.sync(game.id, client=self._as(token), body=body)
        assert isinstance(tried, Preview), tried
        return bool(tried.complete)

    def turn(self, game: Seen, token: str, steps: list[str], short: bool) -> Seen:
        """Play a turn, and ask for the full answer or the minimal one."""
        me, known, body = self._as(token), f'"{game.rev}"', TurnBody(steps=steps)
        prefer = "return=minimal" if short else UNSET
        played = post_turn.sync(game.id, client=me, body=body, if_match=known, prefer=prefer)
        assert isinstance(played, AfterTurnMinimal if short else AfterTurn), played
        return seen(game.id, played)

    def refusal(self, game: Seen, token: str) -> str:
        """Play a turn that is not legal; return the code of the problem."""
        known, body = f'"{game.rev}"', TurnBody(steps=["x"])
        refused = post_turn.sync(game.id, client=self._as(token), body=body, if_match=known)
        assert isinstance(refused, ProblemDocument), refused
        assert refused.legal
        return str(refused.code)


if __name__ == "__main__":
    main(Player(sys.argv[1]))
