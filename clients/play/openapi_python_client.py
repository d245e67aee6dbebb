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
from playing import Seen, main


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

    def game(self, game: str) -> Seen:
        """Return the game."""
        seen = get_game.sync(game, client=self.nobody)
        assert isinstance(seen, Game), seen
        over = seen.status == GameStatus.OVER
        ranks = [each.rank for each in seen.result or ()] if over else []
        return Seen(seen.id, seen.rev, -1 if over else seen.awaited[0].seat, ranks)

    def options(self, game: str, token: str, after: list[str]) -> list[str]:
        """Return the legal steps after some steps; none if the turn is complete."""
        ahead = legal.sync(game, client=self._as(token), after=after)
        assert isinstance(ahead, Legal), ahead
        return [] if ahead.choices is None else [each.step for each in ahead.choices.options]

    def turn(self, game: Seen, token: str, steps: list[str]) -> int:
        """Preview and play a turn. Every second one asks for a minimal answer."""
        me = self._as(token)
        tried = preview.sync(game.id, client=me, body=PreviewBody(rev=game.rev, steps=steps))
        assert isinstance(tried, Preview), tried
        assert tried.complete
        short, known = game.rev % 2 == 1, f'"{game.rev}"'
        prefer = "return=minimal" if short else UNSET
        body = TurnBody(steps=steps)
        played = post_turn.sync(game.id, client=me, body=body, if_match=known, prefer=prefer)
        assert isinstance(played, AfterTurnMinimal if short else AfterTurn), played
        return int(played.rev)

    def refusal(self, game: Seen, token: str) -> str:
        """Play a turn that is not legal; return the code of the problem."""
        known, body = f'"{game.rev}"', TurnBody(steps=["x"])
        refused = post_turn.sync(game.id, client=self._as(token), body=body, if_match=known)
        assert isinstance(refused, ProblemDocument), refused
        assert refused.legal
        return str(refused.code)


if __name__ == "__main__":
    main(Player(sys.argv[1]))
