"""The arguments of the scripts of commits and creations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engine.core import Item
from match import clocks
from match.entries import Entry, encode
from match.snapshot import Snapshot, pack
from match.words import PUBLIC
from store import keys

if TYPE_CHECKING:
    from match.match import Change, Match

KEPT_TRACES = 8
KEPT_FEED = 10_000
"""The maximal length of an account's feed; a client that missed more must reload its games."""
ANSWER_SECONDS = 24 * 3600

Call = tuple[list[str], list[bytes | int | float | str]]
"""The KEYS and the ARGV of a script."""


class Answer(NamedTuple):
    """The stored answer of a request with an Idempotency-Key: the key's digest and the answer."""

    digest: str
    body: bytes


class Quota(NamedTuple):
    """A quota of creations: its key, its maximum, and when (in ms) it restarts."""

    key: str
    most: int
    lasts: int


class Bucket(NamedTuple):
    """A token bucket of a commit: its key, its size, and tokens a second."""

    key: str
    capacity: int
    rate: float


def standing(match: Match) -> dict[str, int]:
    """Return the indexes of a game, with its score in each (a time in ms)."""
    head, position = match.head, match.position
    found: dict[str, int] = {}
    for asked in position.awaited:
        seat = match.chairs[asked.seat]
        if (seat.is_bot or seat.is_called) and not match.paused:
            index = keys.DUE if seat.is_bot else keys.HOOKS_DUE
            found[index] = min(asked.at, found.get(index, asked.at))
    if (deadline := clocks.next_deadline(match)) is not None:
        found[keys.DEADLINES] = deadline
    if head.visibility == PUBLIC:
        found[keys.listed(position.status, head.title)] = head.created
    for account in accounts(match):
        found[keys.account_games(account)] = head.created
    return found


def accounts(match: Match) -> list[str]:
    """Return the accounts in a game: its creator's and those of its seats."""
    named = {match.head.account, *(seat.account for seat in match.chairs)}
    return sorted(named - {""})


def fields(snapshot: Snapshot) -> dict[str, bytes | int]:
    """Return a snapshot as fields of a game's hash, without the revision."""
    return {
        "position": pack(snapshot.position),
        "state": snapshot.state,
        "view": snapshot.view,
        "own": pack(snapshot.own),
    }


def creation(
    match: Match, entries: Sequence[Entry], answer: Answer | None, quota: Quota | None
) -> Call:
    """Return the call that stores a new game; ``entries`` are its entries so far."""
    written: dict[str, bytes | int] = {"head": pack(match.head), "seats": pack(match.chairs)}
    if match.packed_log is None:
        written |= fields(match.snapshot)
    else:
        written |= {"position": pack(match.position), "log": match.packed_log}
        entries = ()
    marks, owners = standing(match), accounts(match)
    names = [keys.game(match.id), keys.log(match.id)]
    names += [keys.answer(answer.digest) if answer else keys.PREFIX, keys.WEBHOOKS_DUE]
    names += [quota.key if quota else keys.PREFIX, *marks, *_feeds(owners)]
    args: list[bytes | int | float | str] = [match.id, match.rev, keys.WAKE_CHANNEL]
    args += [answer.body if answer else "", ANSWER_SECONDS, KEPT_FEED]
    args += [quota.most if quota else "", quota.lasts if quota else 0]
    args += [len(entries), len(marks), len(owners)]
    args += [*(encode(entry) for entry in entries), *marks.values(), *owners, *_pairs(written)]
    return names, args


def commit(
    before: Match,
    after: Match,
    change: Change,
    answer: Answer | None,
    buckets: Sequence[Bucket],
) -> Call:
    """Return the call that commits a game from ``before`` to ``after``."""
    written = fields(after.snapshot)
    if after.packed_log is not None:
        written = {"position": written["position"], "log": after.packed_log}
    if change.chairs is not None:
        written["seats"] = pack(change.chairs)
    if after.head is not before.head:
        written["head"] = pack(after.head)
    was, now = standing(before), standing(after)
    marks = {name: now.get(name, "") for name in {**was, **now} if was.get(name) != now.get(name)}
    owners = sorted({*accounts(before), *accounts(after)})
    names = [keys.game(before.id), keys.log(before.id), keys.traces(before.id)]
    names += [keys.answer(answer.digest) if answer else keys.PREFIX, keys.WEBHOOKS_DUE]
    names += [*(bucket.key for bucket in buckets), *marks, *_feeds(owners)]
    finished = "0" if after.packed_log is None else "1"
    args: list[bytes | int | float | str] = [before.rev, before.id, keys.WAKE_CHANNEL]
    args += [KEPT_TRACES, finished, answer.body if answer else "", ANSWER_SECONDS, KEPT_FEED]
    args += [len(change.entries), len(buckets), len(marks), len(owners)]
    args += [*map(encode, change.entries), *_traces(change)]
    args += [part for bucket in buckets for part in (bucket.capacity, bucket.rate)]
    args += [*marks.values(), *owners, *_pairs(written)]
    return names, args


def _traces(change: Change) -> list[bytes]:
    lacking: list[Sequence[Item]] = [()] * (len(change.entries) - len(change.traces))
    return [msgspec.json.encode(trace) for trace in [*change.traces, *lacking]]


def _feeds(owners: Sequence[str]) -> list[str]:
    return [name for a in owners for name in (keys.account_feed(a), keys.webhooks(a))]


def _pairs(written: Mapping[str, bytes | int]) -> list[bytes | int | str]:
    return list(chain.from_iterable(written.items()))
