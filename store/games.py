"""Games: created, loaded and committed by one script, all or nothing."""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
from redis import Redis

from engine.title import Title
from match import replay
from match.chairs import Chair
from match.entries import Entry, decode, decode_all, encode_all
from match.head import Head
from match.match import Change, Life, Match, Traces
from match.position import decode_position
from match.snapshot import Snapshot, decode_own
from match.visibility import Say, retracted_indices, steps_of_entry, visible_entry
from match.words import FINISHED, TURN
from store import keys, script
from store.script import NO_CAPS, Bucket, Cap, Caps, KeptAnswer, Origin, Quota, Served
from store.snapshots import cached_snapshot

_FIELDS = ("rev", "head", "seats", "position", "rematch", "life", "state", "view", "own", "log")
_BARE = _FIELDS[:6]
"""The fields of a game in a list."""
_NO_BLOBS = (b"", b"", b"\x80", None)


class NoSuchGame(Exception):
    """There is no game of this id."""


class Conflict(Exception):
    """Another commit came first; load the game again."""


class AlreadyAnswered(Exception):
    """A request with the same Idempotency-Key has run; ``answer`` was stored."""

    def __init__(self, answer: bytes) -> None:
        super().__init__()
        self.answer = answer


class Rematched(Exception):
    """The game has a rematch by now."""


class Limited(Exception):
    """Too many commits: bucket or quota number ``index`` is empty for ``wait`` ms more."""

    def __init__(self, index: int, wait: int) -> None:
        super().__init__(f"bucket {index} is empty for {wait} ms")
        self.index, self.wait = index, wait


class Full(Exception):
    """The creator has the maximal number of running games of bots only, as ``cap`` says."""

    def __init__(self, cap: Cap) -> None:
        super().__init__(f"{cap.most} games of bots only run already")
        self.cap = cap


_seats_decoder = msgspec.msgpack.Decoder(tuple[Chair, ...])
_head_decoder = msgspec.msgpack.Decoder(Head)
_life_decoder = msgspec.msgpack.Decoder(Life)
_traces_decoder = msgspec.json.Decoder(list[list[tuple[int, tuple[object, ...]]]])


_OLD = Life(played=True, kept=True)
"""The life of a game that was stored before games expired: it stays."""


def pack_log(entries: Sequence[Entry]) -> bytes:
    """Return the stored form of a finished game's log."""
    return zlib.compress(encode_all(entries), 9)


def now_ms() -> int:
    """Return the time in ms since 1970."""
    return time.time_ns() // 1_000_000


class Games:
    """All games in Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._commit = redis.register_script(script.text_of("commit"))
        self._create = redis.register_script(script.text_of("create"))

    def load_scripts(self) -> None:
        """Load missing scripts into the server, as after its restart."""
        scripts = {each.sha: each.script for each in (self._commit, self._create)}
        known = self._redis.script_exists(*scripts)
        for text in (
            text for text, there in zip(scripts.values(), known, strict=True) if not there
        ):
            self._redis.script_load(text)

    def load(self, game_id: str) -> Match:
        """Return the current game.

        :raises NoSuchGame: no game has this id.
        """
        if not keys.is_id(game_id):
            raise NoSuchGame(game_id)
        values = self._redis.hmget(keys.game(game_id), *_FIELDS)
        match = _stored(game_id, values)
        if match is None:
            raise NoSuchGame(game_id)
        return match

    def whole(self, game_id: str) -> tuple[Match, list[Entry]]:
        """Return a game with all its entries, as both were at one moment.

        Nothing is replayed. A finished game has no blobs.

        :raises NoSuchGame: no game has this id.
        """
        pipe = self._redis.pipeline()
        pipe.hmget(keys.game(game_id), *_FIELDS)
        pipe.lrange(keys.log(game_id), 0, -1)
        (*bare, state, view, own, packed), rows = pipe.execute()
        match = _stored(game_id, [*bare, state or b"", view or b"", own or b"\x80", None])
        if match is None:
            raise NoSuchGame(game_id)
        if isinstance(packed, bytes):
            return replace(match, packed_log=packed), decode_all(zlib.decompress(packed))
        return match, [decode(row) for row in rows]

    def placed(
        self, game_id: str, indexes: Sequence[str]
    ) -> tuple[Match | None, list[float | None]]:
        """Return a game without its blobs, and its scores in these indexes, as at one moment."""
        pipe = self._redis.pipeline()
        pipe.hmget(keys.game(game_id), *_BARE)
        for name in indexes:
            pipe.zscore(name, game_id)
        row, *scores = pipe.execute()
        return _stored(game_id, [*row, *_NO_BLOBS]), scores

    def record(self, game_id: str) -> Match:
        """Return the game with its record and without its blobs; reading it needs no rules.

        :raises NoSuchGame: no game has this id.
        """
        found = self.summaries([game_id])
        if not found:
            raise NoSuchGame(game_id)
        packed = self._redis.hget(keys.game(game_id), "log")
        return replace(found[0], packed_log=packed if isinstance(packed, bytes) else None)

    def summaries(self, game_ids: Sequence[str]) -> list[Match]:
        """Return the games of these ids without their blobs, for lists; unknown ids are omitted."""
        pipe = self._redis.pipeline(transaction=False)
        for game_id in game_ids:
            pipe.hmget(keys.game(game_id), *_BARE)
        rows = zip(game_ids, pipe.execute(), strict=True)
        found = [_stored(game_id, [*row, *_NO_BLOBS]) for game_id, row in rows]
        return [match for match in found if match is not None]

    def create(
        self,
        match: Match,
        answer: KeptAnswer | None = None,
        entries: Sequence[Entry] = (),
        quotas: Sequence[Quota] = (),
        origin: Origin | None = None,
        served: Sequence[Served] = (),
        most: Caps = NO_CAPS,
    ) -> bool:
        """Store a new game, maybe with entries; return False if the id is taken.

        It becomes the rematch of ``origin``, and the seeks ``served`` have found it. ``most`` caps
        the games of bots only of its makers.

        :raises AlreadyAnswered: the request is a duplicate.
        :raises Limited: one of the quotas is used up.
        :raises Full: it is of bots only, and a maker has no room for it.
        :raises Rematched: ``origin`` has another rematch.
        :raises Conflict: one of the seeks does not wait any more.
        """
        caps = script.caps_for(match, most)
        call = script.creation(match, entries, answer, quotas, origin, served, caps)
        reply = self._create(*call)
        if reply[0] == b"answered":
            raise AlreadyAnswered(reply[1])
        if reply[0] == b"limited":
            raise Limited(int(reply[1]) - 1, int(reply[2]))
        if reply[0] == b"rematched":
            raise Rematched(match.head.rematch_of)
        if reply[0] == b"full":
            raise Full(caps[int(reply[1]) - 1])
        if reply[0] == b"moved":
            raise Conflict(match.id)
        return bool(reply[0] == b"done")

    def commit(
        self,
        before: Match,
        change: Change,
        answer: KeptAnswer | None = None,
        buckets: Sequence[Bucket] = (),
        most: Caps = NO_CAPS,
    ) -> Match:
        """Commit entries, if no other commit came since ``before``.

        The commit wakes up listeners and updates the indexes: awaited bots, deadlines and lists. If
        the change ends the game, its log is packed and everything that can be rebuilt is deleted.
        Each of ``buckets`` gives a token, or nothing happens. ``most`` caps the games of bots only
        of the makers of the game, if it becomes one.

        :raises Conflict: another commit came first.
        :raises NoSuchGame: the game is gone.
        :raises AlreadyAnswered: the request is a duplicate.
        :raises Limited: a bucket is empty.
        :raises Full: it would become a game of bots only, and a maker has no room for it.
        """
        packed = None
        if change.snapshot.position.status in FINISHED:
            packed = pack_log([*self.entries(before), *change.entries])
        after = before.moved_on(change, packed)
        caps = script.caps_for(after, most, before)
        reply = self._commit(*script.commit(before, after, change, answer, buckets, caps))
        if reply[0] == b"done":
            return replace(after, tokens_left=int(reply[1])) if buckets else after
        if reply[0] == b"answered":
            raise AlreadyAnswered(reply[1])
        if reply[0] == b"limited":
            raise Limited(int(reply[1]) - 1, int(reply[2]))
        if reply[0] == b"full":
            raise Full(caps[int(reply[1]) - 1])
        raise NoSuchGame(before.id) if reply[0] == b"gone" else Conflict(before.id)

    def entries(self, match: Match, after: int = 0, upto: int | None = None) -> list[Entry]:
        """Return the entries from revision ``after`` to ``upto`` (default: the game's)."""
        upto = match.rev if upto is None else min(upto, match.rev)
        if upto <= after:
            return []
        if match.packed_log is None:
            rows = self._redis.lrange(keys.log(match.id), after, upto - 1)
            if len(rows) == upto - after:
                return [decode(row) for row in rows if isinstance(row, bytes)]
            match = self.load(match.id)
            if match.packed_log is None:
                raise Conflict(match.id)
        return decode_all(zlib.decompress(match.packed_log))[after:upto]

    def traces(self, match: Match, after: int, upto: int) -> Sequence[Traces]:
        """Return the events of each line of each entry from revision ``after`` to ``upto``.

        The newest are stored; older ones are found by replaying the record.
        """
        if upto <= after:
            return []
        if match.packed_log is None:
            pipe = self._redis.pipeline()
            pipe.hget(keys.game(match.id), "rev")
            pipe.lrange(keys.traces(match.id), 0, -1)
            rev, kept = pipe.execute()
            first = int(rev or 0) - len(kept)
            if kept and first <= after:
                rows = kept[after - first : upto - first]
                return [_traces_decoder.decode(row) for row in rows]
        return replay.traces(match, self.entries(match))[after:upto]

    def snapshot(self, match: Match, rev: int) -> Snapshot:
        """Return the game at ``rev``, replayed from its record unless it is the current revision.

        :raises replay.OtherRules: the game needs rules that are not installed.
        """
        if rev == match.rev:
            return match.snapshot
        return cached_snapshot(match, self.entries(match), rev)

    def page(
        self,
        match: Match,
        title: Title | None,
        viewer: int | None,
        after: int = 0,
        limit: int | None = None,
        say: Say | None = None,
    ) -> list[dict[str, Any]]:
        """Return at most ``limit`` entries after revision ``after``, oldest first.

        With ``title``, steps include their ``events``; with ``say``, also their sentences.
        """
        entries = self.entries(match, after)
        gone = retracted_indices(entries, after)
        cut = entries if limit is None else entries[:limit]
        traces = self.traces(match, after, after + len(cut)) if title is not None else []
        shown = []
        for index, each in enumerate(cut, after):
            line = visible_entry(match, index, each, viewer, index in gone)
            if title is not None and each.kind == TURN:
                told = traces[index - after]
                line["steps"] = steps_of_entry(match, title, index, each, told, viewer, say)
            shown.append(line)
        return shown


def _stored(game_id: str, values: Sequence[bytes | str | None]) -> Match | None:
    rev, head, seats, position, rematch, lived, state, view, own, packed = values
    if rev is None:
        return None
    assert isinstance(head, bytes)
    assert isinstance(seats, bytes)
    assert isinstance(position, bytes)
    header, chairs = _head_decoder.decode(head), _seats_decoder.decode(seats)
    after = rematch.decode() if isinstance(rematch, bytes) else ""
    life = _life_decoder.decode(lived) if isinstance(lived, bytes) else _OLD
    if isinstance(packed, bytes):
        entries = decode_all(zlib.decompress(packed))
        bare = Match(game_id, header, chairs, _bare(int(rev), position), packed)
        snapshot = cached_snapshot(bare, entries, int(rev))
        return replace(bare, snapshot=snapshot, rematch=after, life=life)
    assert isinstance(state, bytes)
    assert isinstance(view, bytes)
    assert isinstance(own, bytes)
    snapshot = Snapshot(int(rev), decode_position(position), state, view, decode_own(own))
    return Match(game_id, header, chairs, snapshot, rematch=after, life=life)


def _bare(rev: int, position: bytes) -> Snapshot:
    return Snapshot(rev, decode_position(position), b"", b"", {})
