"""An audit of everything stored: games against their records, their lists and their accounts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import msgspec
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError

from engine.luck import TAG, commitment
from match import replay
from match.entries import Entry
from match.match import Match
from match.snapshot import Snapshot, capture
from match.tables import OtherRules, table_of
from store import keys, script
from store.accounts import Accounts
from store.games import Games, NoSuchGame
from store.seals import Seals

DUE = (keys.DUE, keys.BOTS_DUE, keys.HOOKS_DUE, keys.DEADLINES)
"""Lists whose times change while work waits."""
LISTS = ("games:*", "ended:*", "expiring:*", "p:*", "a:*:games", "a:*:ended")
"""The patterns of lists of games that stay in their place. Others, such as counts, expire."""

PAGE = 200
TRIES = 5
"""How often a game is looked at that moves meanwhile; its commits update its lists anyway."""

MEND = "python -m service check --mend"
RESTORE_ACCOUNT = "restore a backup, or replace its tokens: python -m service keys replace ID"
RESTORE = "restore a backup"
DELETE = "restore a backup, or delete the game: python -m service games delete"


class Flaw(NamedTuple):
    """A broken thing: its name, what is wrong with it, and what can be done.

    ``mend`` corrects it, if what is right is known.
    """

    thing: str
    wrong: str
    remedy: str
    mend: Callable[[], object] | None = None


class Audit:
    """An audit of one store. Games are played meanwhile: what moves is read again.

    ``rest`` is called with the seconds that a piece of work took, so that others get their turn.
    """

    def __init__(self, redis: Redis, rest: Callable[[float], None] = lambda _seconds: None) -> None:
        self._redis, self._rest = redis, rest
        self._games, self._accounts, self._seals = Games(redis), Accounts(redis), Seals(redis)

    def game_ids(self) -> list[str]:
        """Return the ids of all games."""
        return list(self._ids(keys.game("")))

    def account_ids(self) -> list[str]:
        """Return the ids of all accounts."""
        return list(self._ids(keys.account("")))

    def is_foreign(self) -> bool:
        """Return whether there is data, and none of this service."""
        ours = next(self._redis.scan_iter(f"{keys.PREFIX}*", count=PAGE), None)
        return ours is None and int(self._redis.dbsize()) > 0

    def _ids(self, start: str) -> Iterator[str]:
        found = set()  # a scan may repeat a key
        for name in self._redis.scan_iter(f"{start}*", count=PAGE, _type="hash"):
            each = name.decode().removeprefix(start)
            if keys.is_id(each) and each not in found:
                found.add(each)
                yield each

    def game(self, game_id: str) -> list[Flaw]:
        """Return what is wrong with a game, which may be gone by now."""
        began, thing = time.monotonic(), f"game {game_id}"
        try:
            match, entries = self._games.whole(game_id)
            found = [*self._unlike(match, entries), *self._unlisted(game_id)]
        except NoSuchGame:
            return []
        except OtherRules as error:
            wrong = f"it needs the rules {error}, which are not installed"
            return [Flaw(thing, wrong, "install a version of Chasqui that has them")]
        except RedisError:
            raise
        except Exception as error:  # whatever spoilt bytes lead to is a flaw of this game alone
            wrong = f"it cannot be read or replayed ({type(error).__name__}: {error})"
            return [Flaw(thing, wrong, RESTORE)]
        self._rest(time.monotonic() - began)
        return found

    def _unlike(self, match: Match, entries: list[Entry]) -> Iterator[Flaw]:
        """Yield how a game differs from its record and its accounts."""
        thing, head = f"game {match.id}", match.head
        if len(entries) != match.rev:
            wrong = f"its record has {len(entries)} entries, and it is at revision {match.rev}"
            yield Flaw(thing, wrong, f"{DELETE} {match.id}")
            return
        if head.commitment not in _promises(match):
            yield Flaw(thing, "its seed does not fit its commitment", f"{DELETE} {match.id}")
        if head.fork and head.fork.seal and not self._seals.holds(head.ruleset, head.fork):
            yield Flaw(thing, "its first state does not fit its seal", f"{DELETE} {match.id}")
        *_, last = replay.walk(match, entries)
        right = capture(last.table, match.rev, last.position)
        if wrong := _difference(match, right):
            yield Flaw(thing, wrong, MEND, lambda: self._write(match, right))
        if last.holders != match.holders:
            yield Flaw(thing, "its seats are not those of its record", f"{DELETE} {match.id}")
        for account in script.accounts(match):
            if self._accounts.get(account) is None:
                yield Flaw(thing, f"its account {account} does not exist", RESTORE)

    def _write(self, before: Match, right: Snapshot) -> None:
        """Store what the record leads to, unless the game has moved on."""

        def change(pipe: Pipeline) -> None:
            now: Any = pipe.hget(keys.game(before.id), "rev")
            pipe.multi()
            if int(now) == before.rev:
                written: dict[Any, Any] = dict(script.fields(right))
                if before.packed_log is not None:
                    written = {"position": written["position"]}
                pipe.hset(keys.game(before.id), mapping=written)

        self._redis.transaction(change, keys.game(before.id))

    def _unlisted(self, game_id: str) -> Iterator[Flaw]:
        """Yield the lists that lack a game, or have it at a wrong time."""
        names: list[str] = []
        for _ in range(TRIES):
            match, scores = self._games.placed(game_id, names)
            if match is None:
                return
            right = {n: score for n, score in script.standing(match).items() if _is_list(n)}
            if names and names == list(right):
                break
            names = list(right)
        else:
            return
        for name, score in zip(names, scores, strict=True):
            if score is None:
                yield self._misplaced(game_id, name, f"is missing in the list {name}")
            elif score != right[name] and not _is_approximate(name):
                yield self._misplaced(game_id, name, f"is at a wrong time in the list {name}")

    def list_names(self) -> list[str]:
        """Return the names of all lists of games."""
        found = {*DUE}
        for pattern in LISTS:
            for name in self._redis.scan_iter(f"{keys.PREFIX}{pattern}", count=PAGE, _type="zset"):
                found.add(name.decode())
        return sorted(found)

    def entries(self, name: str) -> Iterator[Flaw | None]:
        """Yield for each entry of a list what is wrong with it, or None."""
        page: list[str] = []
        for member, _ in self._redis.zscan_iter(name, count=PAGE):
            page.append(member.decode())
            if len(page) == PAGE:
                yield from self._page(name, page)
                page = []
        yield from self._page(name, page)

    def _page(self, name: str, page: Sequence[str]) -> Iterator[Flaw | None]:
        began = time.monotonic()
        try:
            matches = self._games.summaries(page)
        except RedisError:
            raise
        except Exception:  # a spoilt game, which `game` names
            for game_id in page if len(page) > 1 else ():
                yield from self._page(name, [game_id])
            return
        right = {match.id for match in matches if _belongs(match, name)}
        for game_id in page:
            yield None if game_id in right else self._stray(game_id, name)
        self._rest(time.monotonic() - began)

    def _stray(self, game_id: str, name: str) -> Flaw | None:
        """Return what is wrong with an entry of a list that had no reason, if it still has none."""
        match, [score] = self._games.placed(game_id, [name])
        if score is None or (match is not None and _belongs(match, name)):
            return None
        if match is None:
            return self._misplaced(game_id, name, f"does not exist, but is in the list {name}")
        return self._misplaced(game_id, name, f"does not belong into the list {name}")

    def _misplaced(self, game_id: str, name: str, wrong: str) -> Flaw:
        return Flaw(f"game {game_id}", f"it {wrong}", MEND, lambda: self._place(game_id, name))

    def _place(self, game_id: str, name: str) -> None:
        """Put a game into a list if it belongs there, else take it out."""

        def change(pipe: Pipeline) -> None:
            match, _ = self._games.placed(game_id, [])
            score = None if match is None else script.standing(match).get(name)
            pipe.multi()
            if score is None:
                pipe.zrem(name, game_id)
            else:
                pipe.zadd(name, {game_id: score})

        self._redis.transaction(change, keys.game(game_id))

    def account(self, account_id: str) -> list[Flaw]:
        """Return what is wrong with an account."""
        try:
            account = self._accounts.get(account_id)
        except (ValueError, TypeError, AttributeError) as error:
            return [Flaw(f"account {account_id}", f"it cannot be read ({error})", RESTORE_ACCOUNT)]
        if account is None and self._redis.exists(keys.account(account_id)):
            return [Flaw(f"account {account_id}", "it has no name or kind", RESTORE_ACCOUNT)]
        return []


def _is_approximate(name: str) -> bool:
    """Return whether the times of a list may differ: work waits, or a sweeper corrects them."""
    return name in DUE or name.startswith(keys.EXPIRING)


def _is_list(name: str) -> bool:
    """Return whether a game is always in this list if it belongs there."""
    return name in DUE or any(fnmatchcase(name, f"{keys.PREFIX}{each}") for each in LISTS)


def _belongs(match: Match, name: str) -> bool:
    return name in script.standing(match)


def _promises(match: Match) -> list[str]:
    """Return the commitments that a game may have: an imported one may have its record's."""
    return [commitment(TAG, name, match.head.seed) for name in (match.id, match.head.record)]


def _difference(match: Match, right: Snapshot) -> str:
    """Return what differs between a stored game and its replay; '' if nothing does.

    Views may have the form of an older version of Chasqui, so they should only be readable.
    """
    if match.over and match.packed_log is None:
        return "it is over, but its record is not packed"
    if match.position != right.position:
        return "its position is not the one of its record"
    if match.packed_log is not None:
        return ""
    if match.snapshot.state != right.state and table_of(match).save() != right.state:
        return "its state is not the one of its record"
    views = (match.snapshot.view, *match.snapshot.own.values())
    if match.snapshot.own.keys() != right.own.keys() or not all(map(_is_json, views)):
        return "its view cannot be read"
    return ""


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return False
    return True
