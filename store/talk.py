"""Table talk: the messages of a game, outside of its record."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from redis import Redis
from redis.client import Pipeline

from match.chairs import public_id
from match.match import Match
from match.words import CHANNELS, SPECTATORS
from store import idempotency, keys
from store.beside import Beside, require_game
from store.script import KeptAnswer, accounts

KEPT = 1000
"""The messages that a channel keeps; older ones are dropped."""
MOST_MUTING = 1000
"""Readers of a game who may mute others: it keeps what they mute for as long as it is there."""
KEPT_NEWS = 200
NEWS_SECONDS = 3600
"""The lifetime of news after the last one; only open streams read them."""
START = "0-0"

_POLICY = "policy"
_NUMBER = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)

_PAGE = """
local last = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
local first = last - redis.call('LLEN', KEYS[2]) + 1
local from, to, limit = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if from >= 0 then
  from = math.max(from, first)
  to = math.min(last, from + limit - 1)
else
  to = math.min(to, last)
  from = math.max(to - limit + 1, first)
end
if to < from then return {first, last} end
return {first, last, unpack(redis.call('LRANGE', KEYS[2], from - first, to - first))}
"""
"""Return the numbers of the first and last message, and at most ``limit`` messages: those from a
number, or the last ones up to a number."""


class TalkMessage(Struct, frozen=True, array_like=True):
    """A message. ``by`` identifies its author in this game, and is not shown.

    ``number`` counts the messages of a channel from 1; ``at`` is in ms. ``account`` and ``name``
    are the author's, ``deleted`` is who deleted it.
    """

    channel: str
    at: int
    by: str
    seat: int | None
    account: str
    name: str
    text: str
    number: int = 0
    deleted: str = ""

    @property
    def id(self) -> str:
        """Return the id of the message, unique in its game."""
        return f"{self.channel}-{self.number}"

    @property
    def player(self) -> str | None:
        """Return the public id of the author's account."""
        return public_id(self.account) if self.account else None


class Mutes(Struct, frozen=True, array_like=True):
    """What a reader has muted: seats, players by public id, and all spectators."""

    seats: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    spectators: bool = False

    def hides(self, said: TalkMessage) -> bool:
        """Return whether the reader does not want this message."""
        if said.channel == SPECTATORS and self.spectators:
            return True
        return said.seat in self.seats or said.player in self.players


class TooManyMuting(Exception):
    """Too many readers of a game mute others."""


class Spoken(NamedTuple):
    """A page of a channel: its messages, and the numbers of the channel's first and last one."""

    messages: list[TalkMessage]
    first: int
    last: int


class News(NamedTuple):
    """A message that was written or deleted: its cursor, its game and its id."""

    cursor: str
    game: str
    message: str


_said_decoder = msgspec.msgpack.Decoder(TalkMessage)
_mutes_decoder = msgspec.msgpack.Decoder(Mutes)
KeepAnswer = Callable[[TalkMessage], KeptAnswer | None]
"""A function that makes the stored answer of a message for the request's Idempotency-Key."""


class Talk:
    """The table talk of all games. It stays as long as its game."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._page = redis.register_script(_PAGE)
        self._beside = Beside(redis)

    def policy(self, match: Match) -> str:
        """Return the policy of a game: as created, or as the host changed it."""
        found = self._redis.hget(keys.talk(match.id), _POLICY)
        return found.decode() if isinstance(found, bytes) else match.head.talk

    def change_policy(self, match: Match, policy: str) -> None:
        """Change the policy of a game."""
        self._beside.write(match.id, "HSET", keys.talk(match.id), _POLICY, policy)

    def say(self, match: Match, said: TalkMessage, remember: KeepAnswer) -> TalkMessage:
        """Store a message, wake its listeners, and return it with its number.

        :raises AlreadyAnswered: the request is a duplicate.
        :raises NoSuchGame: the game is gone.
        """
        meta, name = keys.talk(match.id), keys.channel(match.id, said.channel)

        def write(pipe: Pipeline) -> Any:
            number = _number(pipe.hget(meta, said.channel)) + 1
            numbered = msgspec.structs.replace(said, number=number)
            answer = remember(numbered)
            idempotency.refuse_duplicate(pipe, answer)
            require_game(pipe, match.id)
            pipe.multi()
            pipe.hset(meta, said.channel, numbered.number)
            pipe.rpush(name, msgspec.msgpack.encode(numbered))
            pipe.ltrim(name, -KEPT, -1)
            idempotency.remember(pipe, answer)
            _announce(pipe, match, numbered)
            return numbered

        game = keys.game(match.id)
        written = self._redis.transaction(write, meta, game, value_from_callable=True)
        assert isinstance(written, TalkMessage)
        return written

    def page(
        self,
        game_id: str,
        channel: str,
        limit: int,
        after: int | None = None,
        before: int | None = None,
    ) -> Spoken:
        """Return messages after a number, or the last ones (before a number), oldest first."""
        start = -1 if after is None else after + 1
        end = 2**31 if before is None else before - 1
        names = [keys.talk(game_id), keys.channel(game_id, channel)]
        reply: Any = self._page(names, [channel, start, end, limit])
        first, last, *rows = reply
        return Spoken([_said_decoder.decode(row) for row in rows], int(first), int(last))

    def get(self, game_id: str, message_id: str) -> TalkMessage | None:
        """Return a message, also a deleted one; None if there is no such message any more."""
        channel, _, number = message_id.partition("-")
        if channel not in CHANNELS or not _NUMBER.fullmatch(number):
            return None
        found = self.page(game_id, channel, 1, after=int(number) - 1).messages
        return found[0] if found and found[0].id == message_id else None

    def delete(self, match: Match, message_id: str, by: str) -> TalkMessage | None:
        """Empty a message and return it; None if there is no such message any more."""
        channel = message_id.partition("-")[0]
        meta, name = keys.talk(match.id), keys.channel(match.id, channel)

        def empty(pipe: Pipeline) -> Any:
            said = self.get(match.id, message_id)
            if said is None or said.deleted:
                return said
            last, length = _number(pipe.hget(meta, channel)), _number(pipe.llen(name))
            emptied = msgspec.structs.replace(said, text="", deleted=by)
            pipe.multi()
            place: Any = said.number - last + length - 1, msgspec.msgpack.encode(emptied)
            pipe.lset(name, *place)
            _announce(pipe, match, emptied)
            return emptied

        after = self._redis.transaction(empty, meta, name, value_from_callable=True)
        assert after is None or isinstance(after, TalkMessage)
        return after

    def mutes(self, match: Match, by: str) -> Mutes:
        """Return what a reader has muted in a game."""
        found = self._redis.hget(keys.mutes(match.id), by)
        return _mutes_decoder.decode(found) if isinstance(found, bytes) else Mutes()

    def mute(self, match: Match, by: str, mutes: Mutes) -> None:
        """Store what a reader mutes in a game.

        :raises TooManyMuting: ``MOST_MUTING`` other readers mute others there.
        :raises NoSuchGame: the game is gone.
        """
        name, packed = keys.mutes(match.id), msgspec.msgpack.encode(mutes)
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.hexists(name, by)
            pipe.hlen(name)
            there, number = pipe.execute()
        if not there and number >= MOST_MUTING:
            raise TooManyMuting(match.id)
        self._beside.write(match.id, "HSET", name, by, packed)

    def news_end(self, topic: str) -> str:
        """Return the cursor after all news of a game or account so far."""
        rows: Any = self._redis.xrevrange(keys.news(topic), count=1)
        return rows[0][0].decode() if rows else START

    def news(self, topic: str, after: str) -> list[News]:
        """Return the news of a game or account after a cursor."""
        rows: Any = self._redis.xrange(keys.news(topic), f"({after}", "+")
        return [News(id_.decode(), *_pair(fields)) for id_, fields in rows]


def _pair(fields: dict[bytes, bytes]) -> tuple[str, str]:
    return fields[b"game"].decode(), fields[b"message"].decode()


def _number(reply: Any) -> int:
    return int(reply or 0)


def _announce(pipe: Pipeline, match: Match, said: TalkMessage) -> None:
    """Add a message to the news of its game and accounts, and wake their streams."""
    fields: dict[Any, Any] = {"game": match.id, "message": said.id}
    for topic in (match.id, *accounts(match)):
        pipe.xadd(keys.news(topic), fields, maxlen=KEPT_NEWS, approximate=True)
        pipe.expire(keys.news(topic), NEWS_SECONDS)
        pipe.publish(keys.WAKE_CHANNEL, f"{topic} {match.rev}")
