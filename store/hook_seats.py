"""Hook seats: chairs whose turns are asked of an address on the internet."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct
from redis import Redis
from redis.client import Pipeline

from match.match import Match
from match.refusals import Refused, refuses
from match.snapshot import pack
from store import keys, signing
from store.signing import Secret

KEPT_SECONDS = 30 * 24 * 3600
_secrets = msgspec.msgpack.Decoder(tuple[Secret, ...])


class Endpoint(Struct, frozen=True, array_like=True):
    """Where a seat's turns are asked, in which language, and the secret it was made with.

    The secrets in force are ``HookSeats.secrets``: to change one is nobody's business but the
    bot's, hence no entry of the record, without which the seats of a game do not change.
    """

    url: str
    first: tuple[Secret, ...]
    language: str = "en"

    @property
    def field(self) -> str:
        """Where the game keeps what took the place of the first secret.

        Made of that secret, which it does not tell: seats have other numbers when one is closed.
        """
        mark = hashlib.sha256(self.first[0].value.encode()).hexdigest()[:32]
        return f"signing:{mark}"


class Attempts(Struct, frozen=True, array_like=True):
    """How asking a seat goes.

    ``failures`` counts since the last turn it played. ``again`` is when (ms) to ask next.
    ``problem`` is what to tell about the last answer (JSON), given to the question of revision
    ``rev``. ``last`` and ``count``: the message sent last, and how often. ``later``: the bot said
    that it will answer that question itself.
    """

    failures: int = 0
    again: int = 0
    rev: int = -1
    problem: bytes = b""
    last: str = ""
    count: int = 0
    later: bool = False

    def due(self, asked: int) -> int:
        """When (ms) to ask the question of revision ``asked``; 0 is at once.

        A failing endpoint is left alone whatever it is asked; a promise to answer later was about
        one question.
        """
        return 0 if self.later and asked != self.rev else self.again


@refuses("not-found")
def endpoint_of(match: Match, seat: int) -> Endpoint:
    """Return the address that the hook of a seat is asked at.

    The hook of an imported record has none.
    """
    chair = match.chairs[seat]
    if not chair.is_hook or not chair.hook:
        raise Refused("not-found", match, "hook", seat=seat)
    return msgspec.msgpack.decode(chair.hook, type=Endpoint)


def packed(url: str, secret: str, language: str) -> bytes:
    """An endpoint as ``Seat.hook`` keeps it."""
    return pack(Endpoint(url, (Secret(secret),), language))


def log_of(game_id: str, seat: int) -> str:
    """The name of a seat's log of deliveries."""
    return f"g:{game_id}:{seat}"


class HookSeats:
    """How asking the hooks of all games goes."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def attempts(self, game_id: str, seat: int) -> Attempts:
        """How asking this seat goes."""
        data = self._redis.get(keys.hook_attempts(game_id, seat))
        if not isinstance(data, bytes):
            return Attempts()
        return msgspec.msgpack.decode(data, type=Attempts)

    def note(self, game_id: str, seat: int, attempts: Attempts) -> None:
        """Remember how it goes; nothing to remember once all is well."""
        key = keys.hook_attempts(game_id, seat)
        if attempts == Attempts():
            self._redis.delete(key)
        else:
            self._redis.set(key, pack(attempts), ex=KEPT_SECONDS)

    def secrets(self, game_id: str, endpoint: Endpoint) -> tuple[Secret, ...]:
        """What requests to an endpoint are signed with, as ``store.signing`` keeps it."""
        data = self._redis.hget(keys.game(game_id), endpoint.field)
        return _secrets.decode(data) if isinstance(data, bytes) else endpoint.first

    def rotate(self, game_id: str, endpoint: Endpoint, secret: str, now: int) -> None:
        """Have requests signed with a new secret, and for a while with the old one besides."""
        key = keys.game(game_id)

        def change(pipe: Pipeline) -> None:
            after = signing.rotated(self.secrets(game_id, endpoint), secret, now)
            pipe.multi()
            pipe.hset(key, endpoint.field, pack(after))

        self._redis.transaction(change, key)
