"""Reports: messages of table talk that readers have reported to the operator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from redis import Redis

from store import keys
from store.games import now_ms
from store.talk import TalkMessage

SECONDS = 90 * 24 * 3600
"""The lifetime of a report after the message was last reported."""

_SAID = "said"


class Complaint(Struct, frozen=True, array_like=True):
    """One reader's report: when (ms), and the reason if one was given."""

    at: int
    reason: str


class Reported(NamedTuple):
    """A reported message, as it was then, and the reports of it."""

    game: str
    said: TalkMessage
    complaints: Sequence[Complaint]


_said_decoder = msgspec.msgpack.Decoder(TalkMessage)
_complaint_decoder = msgspec.msgpack.Decoder(Complaint)


class Reports:
    """All reports. They keep the text also if its author deletes the message."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, game_id: str, said: TalkMessage, by: str, reason: str) -> bool:
        """Report a message; return False if this reader has already reported it."""
        name, now = keys.report(game_id, said.id), now_ms()
        with self._redis.pipeline() as pipe:
            pipe.hsetnx(name, f"by {by}", msgspec.msgpack.encode(Complaint(now, reason)))
            pipe.hsetnx(name, _SAID, msgspec.msgpack.encode(said))
            pipe.expire(name, SECONDS)
            pipe.zadd(keys.REPORTS, {f"{game_id} {said.id}": now})
            pipe.zremrangebyscore(keys.REPORTS, "-inf", now - SECONDS * 1000)
            pipe.expire(keys.REPORTS, SECONDS)
            return bool(pipe.execute()[0])

    def all(self) -> list[Reported]:
        """Return all reported messages, the last reported first."""
        places: Any = self._redis.zrevrange(keys.REPORTS, 0, -1)
        pipe = self._redis.pipeline(transaction=False)
        for place in places:
            pipe.hgetall(keys.report(*place.decode().split(" ")))
        rows = zip(places, pipe.execute(), strict=True)
        return [_reported(place.decode(), row) for place, row in rows if row]

    def dismiss(self, game_id: str, message_id: str) -> bool:
        """Forget the reports of a message; return False if there are none."""
        with self._redis.pipeline() as pipe:
            pipe.delete(keys.report(game_id, message_id))
            pipe.zrem(keys.REPORTS, f"{game_id} {message_id}")
            return bool(pipe.execute()[0])


def _reported(place: str, row: dict[bytes, bytes]) -> Reported:
    given = [_complaint_decoder.decode(v) for k, v in row.items() if k != _SAID.encode()]
    given.sort(key=lambda each: each.at)
    return Reported(place.split(" ")[0], _said_decoder.decode(row[_SAID.encode()]), given)
