"""Hook seats: chairs of remote bots."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct
from redis import Redis
from redis.client import Pipeline

from match.chairs import Chair
from match.errors import Refused, refuses
from match.match import Match
from match.snapshot import pack
from store import keys, signing
from store.beside import require_game
from store.signing import Secret

KEPT_SECONDS = 30 * 24 * 3600
_secrets = msgspec.msgpack.Decoder(tuple[Secret, ...])


class HookEndpoint(Struct, frozen=True, array_like=True):
    """The address, language and first secret of a remote bot.

    ``HookSeats.secrets`` has the valid secrets. Changing one is no entry of the record, because it
    concerns only the bot.
    """

    url: str
    first: tuple[Secret, ...]
    language: str = "en"

    @property
    def field(self) -> str:
        """Return the field of the later secrets, derived from the first one.

        Seat numbers change when a seat is closed, so they cannot name it.
        """
        mark = hashlib.sha256(self.first[0].value.encode()).hexdigest()[:32]
        return f"signing:{mark}"


_endpoint_decoder = msgspec.msgpack.Decoder(HookEndpoint)


class Attempts(Struct, frozen=True, array_like=True):
    """The state of a remote bot.

    ``failures`` counts since its last turn. ``again`` is the time (ms) of the next attempt.
    ``problem`` is the problem of its last answer (JSON), for the question of revision ``rev``.
    ``last`` and ``count`` are the last message and its attempts. ``later``: the bot promised to
    post that turn itself. ``anew`` counts how often a turn was asked anew after an answer.
    """

    failures: int = 0
    again: int = 0
    rev: int = -1
    problem: bytes = b""
    last: str = ""
    count: int = 0
    later: bool = False
    anew: int = 0

    def due(self, asked: int) -> int:
        """Return when (ms) to ask the question of revision ``asked``; 0 is at once.

        Backoff holds for every question; a promise holds for one.
        """
        return 0 if self.later and asked != self.rev else self.again

    def enabled(self) -> Attempts:
        """Return the state after the bot was enabled: no failures, and a new question at once."""
        return Attempts(anew=self.anew + 1)

    def refused_late(self, problem: bytes) -> Attempts:
        """Return the state after the turn that the bot posted itself was refused."""
        return msgspec.structs.replace(
            self,
            failures=self.failures + 1,
            again=0,
            problem=problem,
            later=False,
            anew=self.anew + 1,
        )


_attempts_decoder = msgspec.msgpack.Decoder(Attempts)


@refuses("not-found")
def endpoint_of(match: Match, seat: int) -> HookEndpoint:
    """Return the address that the hook of a seat is asked at.

    The hook of an imported record has none.
    """
    chair = match.chairs[seat]
    if not chair.is_hook or not chair.hook:
        raise Refused("not-found", match, "hook", seat=seat)
    return _endpoint_decoder.decode(chair.hook)


def packed(url: str, secret: str, language: str) -> bytes:
    """Return an endpoint in the form of ``Chair.hook``."""
    return pack(HookEndpoint(url, (Secret(secret),), language))


def seat_log(game_id: str, seat: int) -> str:
    """Return the name of a seat's log of deliveries."""
    return f"g:{game_id}:{seat}"


class HookSeats:
    """The states of all remote bots."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def attempts(self, game_id: str, seat: int) -> Attempts:
        """Return the state of this remote bot."""
        data = self._redis.get(keys.hook_attempts(game_id, seat))
        if not isinstance(data, bytes):
            return Attempts()
        return _attempts_decoder.decode(data)

    def note(self, game_id: str, seat: int, attempts: Attempts) -> None:
        """Store the state; delete it when there are no failures."""
        key = keys.hook_attempts(game_id, seat)
        if attempts == Attempts():
            self._redis.delete(key)
        else:
            self._redis.set(key, pack(attempts), ex=KEPT_SECONDS)

    def secrets(self, game_id: str, endpoint: HookEndpoint) -> tuple[Secret, ...]:
        """Return the signing secrets of an endpoint, in the form of ``store.signing``."""
        data = self._redis.hget(keys.game(game_id), endpoint.field)
        return _secrets.decode(data) if isinstance(data, bytes) else endpoint.first

    def renewed(self, match: Match) -> list[Chair]:
        """Return the chairs for another match; each remote bot has its newest secret."""
        return [self._renewed(match.id, chair) if chair.hook else chair for chair in match.chairs]

    def _renewed(self, game_id: str, chair: Chair) -> Chair:
        endpoint = _endpoint_decoder.decode(chair.hook)
        newest = self.secrets(game_id, endpoint)[0]
        hook = packed(endpoint.url, newest.value, endpoint.language)
        return msgspec.structs.replace(chair, hook=hook)

    def rotate(self, game_id: str, endpoint: HookEndpoint, secret: str, now: int) -> None:
        """Add a new secret; the old one remains valid for a while.

        :raises NoSuchGame: the game is gone.
        """
        key = keys.game(game_id)

        def change(pipe: Pipeline) -> None:
            require_game(pipe, game_id)
            after = signing.rotated(self.secrets(game_id, endpoint), secret, now)
            pipe.multi()
            pipe.hset(key, endpoint.field, pack(after))

        self._redis.transaction(change, key)
