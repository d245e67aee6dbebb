"""Play a whole game with the generated Python client: all seats, at random.

``PYTHONPATH=clients/python python clients/play.py URL RULESET``, after ``make clients``.
"""

from __future__ import annotations

import random
import sys

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
    SeatWanted,
    TurnBody,
)
from chasqui_client.types import UNSET


def think(game: Game, me: AuthenticatedClient, rng: random.Random) -> list[str]:
    """Return a whole turn, found step by step."""
    steps: list[str] = []
    while True:
        ahead = legal.sync(game.id, client=me, after=steps)
        assert isinstance(ahead, Legal), ahead
        if ahead.choices is None:
            return steps
        option = rng.choice(ahead.choices.options)
        assert isinstance(option.effects, list)
        steps.append(option.step)


def play(game: Game, me: AuthenticatedClient, rng: random.Random) -> None:
    """Choose, preview and play one turn. Every second one asks for a minimal answer."""
    steps = think(game, me, rng)
    tried = preview.sync(game.id, client=me, body=PreviewBody(rev=game.rev, steps=steps))
    assert isinstance(tried, Preview), tried
    assert tried.complete
    turn = TurnBody(steps=steps)
    short, known = game.rev % 2 == 1, f'"{game.rev}"'
    prefer = "return=minimal" if short else UNSET
    played = post_turn.sync(game.id, client=me, body=turn, if_match=known, prefer=prefer)
    assert isinstance(played, AfterTurnMinimal if short else AfterTurn), played
    assert played.rev > game.rev
    stale = post_turn.sync(game.id, client=me, body=TurnBody(["x"]), if_match=f'"{game.rev}"')
    assert isinstance(stale, ProblemDocument), stale
    assert stale.code in ("stale-revision", "not-your-turn", "game-over", "illegal-step"), stale


def main(url: str, ruleset: str) -> None:
    """Create a game for two and play it to its end."""
    rng = random.Random(7)
    wanted = NewGame(ruleset=ruleset, seats=[SeatWanted(holder="user"), SeatWanted(holder="user")])
    made = create_game.sync(client=Client(base_url=url), body=wanted)
    assert isinstance(made, NewGameAnswer), made
    tokens = made.tokens.seats.additional_properties
    players = {
        int(seat): AuthenticatedClient(base_url=url, token=token) for seat, token in tokens.items()
    }
    while True:
        seen = get_game.sync(made.id, client=players[0])
        assert isinstance(seen, Game), seen
        if seen.status == GameStatus.OVER:
            break
        play(seen, players[seen.awaited[0].seat], rng)
    assert seen.result is not None
    print(seen.rev, [each.rank for each in seen.result])


if __name__ == "__main__":
    main(*sys.argv[1:])
