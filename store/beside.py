"""Data beside a game, such as table talk. It is written only while the game is there.

A request may have loaded a game that is deleted before the request writes. What it would write then
would stay for ever.
"""

from __future__ import annotations

from typing import Any

from redis import Redis
from redis.client import Pipeline

from store import keys
from store.games import NoSuchGame

_WRITE = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call(ARGV[1], KEYS[2], unpack(ARGV, 2))
return 1
"""


class Beside:
    """Writes of single values beside a game."""

    def __init__(self, redis: Redis) -> None:
        self._write = redis.register_script(_WRITE)

    def write(self, game_id: str, command: str, key: str, *values: str | bytes) -> None:
        """Run a command that writes to a key of a game.

        :raises NoSuchGame: the game is gone.
        """
        if not self._write([keys.game(game_id), key], [command, *values]):
            raise NoSuchGame(game_id)


def require_game(pipe: Pipeline, game_id: str) -> None:
    """Check within a transaction that watches ``keys.game`` that the game is there.

    :raises NoSuchGame: the game is gone.
    """
    there: Any = pipe.exists(keys.game(game_id))
    if not there:
        raise NoSuchGame(game_id)
