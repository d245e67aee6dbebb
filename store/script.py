"""The arguments of the scripts of commits and creations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct, field

from match import clocks, expiry
from match.entries import Entry, encode
from match.match import Change, Match, Traces
from match.snapshot import Snapshot, pack
from match.words import PUBLIC
from store import keys
from store.words import ACCOUNT, ADDRESS

KEPT_TRACES = 8
KEPT_FEED = 10_000
"""The maximal length of an account's feed; a client that missed more must reload its games."""
ANSWER_SECONDS = 24 * 3600
BOT_GAME_LASTS = 24 * 3600 * 1000
"""The ms after which a game of bots only that has not moved counts no more against caps."""
_LASTING = (keys.BOT_GAMES, keys.CROWD)

_HERE = Path(__file__).parent

Arguments = tuple[list[str], list[bytes | str]]
"""The KEYS and the ARGV of a script: the keys that a call names; the packed call, and
names and values of fields."""


def text_of(name: str) -> str:
    """Return the text of a script, after what all scripts share."""
    texts = [(_HERE / f"{each}.lua").read_text(encoding="utf-8") for each in ("shared", name)]
    return "\n".join(texts)


class KeptAnswer(NamedTuple):
    """The stored answer of a request with an Idempotency-Key: the key's digest and the answer."""

    digest: str
    body: bytes


class Quota(Struct, frozen=True):
    """A quota of creations: its key, its maximum, and when (in ms) it restarts."""

    key: str
    most: int
    lasts: int


class Bucket(Struct, frozen=True):
    """A token bucket of a commit: its key, its size, and tokens a second."""

    key: str
    capacity: int
    rate: float


class Cap(Struct, frozen=True):
    """A cap of running games of bots only: the index that counts them, and its maximum.

    ``scope`` is whose they are: ``account`` or ``address``. A game that has not moved for ``lasts``
    ms counts no more.
    """

    key: str
    most: int
    scope: str
    lasts: int = BOT_GAME_LASTS


class Caps(NamedTuple):
    """The maximal numbers of running games of bots only: of an account, and of an address.

    0 means that there is no maximum.
    """

    account: int = 0
    address: int = 0


NO_CAPS = Caps()


def standing(match: Match) -> dict[str, int]:
    """Return the indexes of a game, with its score in each (a time in ms)."""
    position, found = match.position, dict[str, int]()
    bots = keys.BOTS_DUE if match.bots_only else keys.DUE
    for asked in position.awaited:
        seat = match.chairs[asked.seat]
        if (seat.is_bot or seat.is_called) and not match.paused:
            index = bots if seat.is_bot else keys.HOOKS_DUE
            found[index] = min(asked.at, found.get(index, asked.at))
    if keys.BOTS_DUE in found:
        makers = [maker for maker in match.head.makers if maker]
        found |= dict.fromkeys(map(keys.bot_games, makers), found[keys.BOTS_DUE])
    elif keys.DUE in found and (address := match.head.makers[1]):
        found[keys.crowd(address)] = found[keys.DUE]
    if (deadline := clocks.next_deadline(match)) is not None:
        found[keys.DEADLINES] = deadline
    return found | _lists(match) | {expiring(match): match.settled or match.head.created}


def expiring(match: Match) -> str:
    """Return the index by which a game expires.

    No turn changes its score there but the first and the last one. ``store.lives`` corrects it.
    """
    return keys.expiring(expiry.stage(match), match.life.kept)


def _lists(match: Match) -> dict[str, int]:
    """Return the lists that a game is in, by the times of its creation and of its end."""
    head, position, named = match.head, match.position, accounts(match)
    created = [keys.account_games(account) for account in named]
    ended = [keys.account_ended(account) for account in named]
    if head.visibility == PUBLIC:
        players = sorted({chair.player for chair in match.chairs if chair.player})
        created += [keys.listed(position.status, head.title), *map(keys.player_games, players)]
        ended += [keys.ended(position.status, head.title), *map(keys.player_ended, players)]
    found = dict.fromkeys(created, head.created)
    if match.settled is not None:
        found |= dict.fromkeys(ended, match.settled)
    return found


def accounts(match: Match) -> list[str]:
    """Return the accounts in a game: its creator's and those of its seats."""
    named = {match.head.account, *(seat.account for seat in match.chairs)}
    return sorted(named - {""})


def fields(snapshot: Snapshot) -> dict[str, bytes]:
    """Return a snapshot as fields of a game's hash, without the revision."""
    return {
        "position": pack(snapshot.position),
        "state": snapshot.state,
        "view": snapshot.view,
        "own": pack(snapshot.own),
    }


class RememberedAnswer(Struct):
    """An answer to remember under a key, for some seconds."""

    key: str
    body: Raw
    seconds: int = ANSWER_SECONDS


class Index(Struct, omit_defaults=True):
    """An index, and the match's score in it; without a score the match leaves the index.

    An index that ``lasts`` is deleted that many ms after its last match has entered.
    """

    key: str
    score: int | None = None
    lasts: int | None = None


class AccountKeys(Struct):
    """An account of a match, its feed and its webhooks."""

    id: str
    feed: str
    webhooks: str


class Origin(Struct, omit_defaults=True):
    """The match whose rematch is created: its key, and its cancelled rematch, if any."""

    key: str
    instead: str = ""


class Served(Struct):
    """A seek that the new match serves: its id, its keys, and its record with the match.

    One that ``waits`` must still wait when the match is stored.
    """

    id: str
    key: str
    pool: str
    own: str
    waits: bool
    body: Raw
    seconds: int


class Call(Struct, omit_defaults=True):
    """What the script of a creation reads by name, packed as MessagePack.

    ``rev`` is the revision of the new match.
    """

    id: str
    rev: int
    game: str
    log: str
    entries: list[Raw]
    indexes: list[Index]
    accounts: list[AccountKeys]
    answer: RememberedAnswer | None = None
    quotas: list[Quota] = []
    origin: Origin | None = None
    served: list[Served] = []
    caps: list[Cap] = []
    channel: str = field(default_factory=lambda: keys.WAKE_CHANNEL)
    webhooks_due: str = field(default_factory=lambda: keys.WEBHOOKS_DUE)
    feed_length: int = field(default_factory=lambda: KEPT_FEED)

    def arguments(self, written: Mapping[str, bytes]) -> Arguments:
        """Return the KEYS and the ARGV; ``written`` are fields of the match's hash."""
        pairs = [part for name, value in written.items() for part in (name, value)]
        return self.keys(), [pack(self), *pairs]

    def keys(self) -> list[str]:
        """Return every key that the script may touch."""
        found = [self.game, self.log, self.webhooks_due, *(each.key for each in self.indexes)]
        found += [key for each in self.accounts for key in (each.feed, each.webhooks)]
        found += [key for each in self.served for key in (each.key, each.pool, each.own)]
        single = (self.answer, *self.quotas, *self.caps, self.origin)
        return found + [each.key for each in single if each is not None]


class CommitCall(Call, omit_defaults=True, kw_only=True):
    """What the script of a commit reads by name; ``rev`` is the revision it expects."""

    traces_key: str
    traces: list[Raw]
    buckets: list[Bucket]
    finished: bool
    traces_length: int = field(default_factory=lambda: KEPT_TRACES)

    def keys(self) -> list[str]:
        return [*super().keys(), self.traces_key, *(each.key for each in self.buckets)]


class DeletionCall(Call, omit_defaults=True, kw_only=True):
    """What the script of a deletion reads by name; ``rev`` is the revision it expects.

    ``gone`` are more keys to delete, and ``origin`` is the match whose rematch it was.
    """

    gone: list[str]

    def keys(self) -> list[str]:
        return [*super().keys(), *self.gone]


def creation(
    match: Match,
    entries: Sequence[Entry],
    answer: KeptAnswer | None,
    quotas: Sequence[Quota],
    origin: Origin | None = None,
    served: Sequence[Served] = (),
    caps: Sequence[Cap] = (),
) -> Arguments:
    """Return the call that stores a new match; ``entries`` are its entries so far."""
    written = {"head": pack(match.head), "seats": pack(match.chairs), "life": pack(match.life)}
    if match.packed_log is None:
        written |= fields(match.snapshot)
    else:
        written |= {"position": pack(match.position), "log": match.packed_log}
        entries = ()
    return Call(
        match.id,
        match.rev,
        keys.game(match.id),
        keys.log(match.id),
        [as_text(encode(entry)) for entry in entries],
        [_index(key, score) for key, score in standing(match).items()],
        _account_keys(accounts(match)),
        remembered(answer),
        list(quotas),
        origin,
        list(served),
        list(caps),
    ).arguments(written)


def commit(
    before: Match,
    after: Match,
    change: Change,
    answer: KeptAnswer | None,
    buckets: Sequence[Bucket],
    caps: Sequence[Cap] = (),
) -> Arguments:
    """Return the call that commits a match from ``before`` to ``after``."""
    written = fields(after.snapshot)
    if after.packed_log is not None:
        written = {"position": written["position"], "log": after.packed_log}
    written["life"] = pack(after.life)
    if change.chairs is not None:
        written["seats"] = pack(change.chairs)
    was, now = standing(before), standing(after)
    return CommitCall(
        before.id,
        before.rev,
        keys.game(before.id),
        keys.log(before.id),
        [as_text(encode(entry)) for entry in change.entries],
        [_index(key, now.get(key)) for key in {**was, **now} if was.get(key) != now.get(key)],
        _account_keys(sorted({*accounts(before), *accounts(after)})),
        remembered(answer),
        caps=list(caps),
        traces_key=keys.traces(before.id),
        traces=[as_text(trace) for trace in _traces(change)],
        buckets=list(buckets),
        finished=after.packed_log is not None,
    ).arguments(written)


def caps_for(match: Match, most: Caps, before: Match | None = None) -> list[Cap]:
    """Return the caps that a match must respect because it begins to count against them now.

    ``before`` is the match before the change, None for a new one.
    """
    if not any(most):
        return []
    now, was = standing(match), standing(before) if before is not None else {}
    scopes = zip((ACCOUNT, ADDRESS), match.head.makers, most, strict=True)
    found = [Cap(keys.bot_games(maker), limit, scope) for scope, maker, limit in scopes if limit]
    return [cap for cap in found if cap.key in now and cap.key not in was]


def _index(key: str, score: int | None) -> Index:
    return Index(key, score, BOT_GAME_LASTS if key.startswith(_LASTING) else None)


def _traces(change: Change) -> list[bytes]:
    lacking: list[Traces] = [()] * (len(change.entries) - len(change.traces))
    return [msgspec.json.encode(traces) for traces in [*change.traces, *lacking]]


def _account_keys(names: Sequence[str]) -> list[AccountKeys]:
    return [AccountKeys(name, keys.account_feed(name), keys.webhooks(name)) for name in names]


def deletion(match: Match, gone: Sequence[str]) -> Arguments:
    """Return the call that deletes a match with these keys beside it, if it has not moved on."""
    origin = match.head.rematch_of
    return DeletionCall(
        match.id,
        match.rev,
        keys.game(match.id),
        keys.log(match.id),
        [],
        [Index(key) for key in standing(match)],
        _account_keys(accounts(match)),
        origin=Origin(keys.game(origin)) if origin else None,
        gone=list(gone),
    ).arguments({})


def remembered(answer: KeptAnswer | None) -> RememberedAnswer | None:
    """Return an answer in the form that the scripts read."""
    return answer and RememberedAnswer(keys.answer(answer.digest), as_text(answer.body))


def as_text(value: bytes) -> Raw:
    """Return bytes as a string of MessagePack, because Lua's decoder knows no binary type."""
    return Raw(b"\xdb" + len(value).to_bytes(4) + value)
