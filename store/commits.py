"""Commits: load a match, let a rule decide, commit its change, and try again on a conflict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from match import claims, seating, turns, undo
from match.errors import Refused, refuses
from match.match import Change, Match
from match.requirements import is_fresh
from match.turns import Played, TurnChange
from store.accounts import Accounts
from store.games import Conflict, Games, NoSuchGame, now_ms
from store.listing import GameLists, ListPlace, Order
from store.script import NO_CAPS, Bucket, Caps, KeptAnswer

Wish = Callable[[Match, int], Change | None]
"""A rule with its arguments: called with a match and the time (ms); None: nothing to change."""

Remember = Callable[[Match, Change], KeptAnswer | None]
"""A function that makes the stored answer from a match after a change."""


_PAGE = 100
"""The games that are looked at together."""


class Done(NamedTuple):
    """The result of a wish: the match after it, and the change, if any."""

    match: Match
    change: Change | None


@refuses("stale-revision", "unauthorized")
def carry_out(
    games: Games,
    match: Match,
    wish: Wish,
    *,
    place: int | None = None,
    actor: int | None = None,
    remember: Remember | None = None,
    buckets: Sequence[Bucket] = (),
    most: Caps = NO_CAPS,
) -> Done:
    """Commit the change that a rule makes of a wish; after a conflict the rule decides again.

    ``place`` is the seat of the wish, ``actor`` the seat that makes it. Both must have the same
    owner as in ``match``. ``remember`` makes the stored answer for the request's Idempotency-Key.
    Each of ``buckets`` gives a token for the commit. ``most`` caps the games of bots only of the
    makers of the match.

    :raises Refused: as the rule.
    :raises store.games.NoSuchGame: the match is gone.
    :raises store.games.AlreadyAnswered: the request is a duplicate.
    :raises store.games.Limited: a bucket is empty.
    :raises store.games.Full: it would be of bots only, and a maker has no room for it.
    """
    known = match
    while (change := wish(match, now_ms())) is not None:
        answer = remember(match.moved_on(change), change) if remember else None
        try:
            return Done(games.commit(match, change, answer, buckets, most), change)
        except Conflict:
            match = games.load(match.id)
        if place is not None and _owner(match, place) != _owner(known, place):
            raise Refused("stale-revision", match, known=known.rev, viewer=None)
        if actor is not None and _owner(match, actor) != _owner(known, actor):
            raise Refused("unauthorized", match, "unknown-token")
    return Done(match, None)


def _owner(match: Match, seat: int) -> tuple[object, ...]:
    return len(match.chairs), *(chair.owner for chair in match.chairs[seat : seat + 1])


def play_turn(games: Games, match: Match, seat: int, steps: Sequence[str]) -> Played:
    """Play and commit a whole turn on the match as loaded.

    :raises Refused: as ``turns.play``.
    :raises Conflict: the match has moved on since it was loaded; nothing was stored.
    """
    change = turns.play(match, now_ms(), seat, steps)
    return turns.played(games.commit(match, change), change)


@refuses(turns.post, carry_out)
def post_turn(
    games: Games,
    match: Match,
    seat: int,
    steps: Sequence[str],
    known: int,
    buckets: Sequence[Bucket] = (),
) -> Played:
    """Play and commit a turn that the owner of a seat chose at revision ``known``.

    The same steps posted again give the entry that they became.

    :raises store.games.Limited: a bucket is empty.
    """

    def wish(now: Match, at: int) -> TurnChange | None:
        if not is_fresh(now, seat, known) and _repeated(games, now, seat, steps, known):
            return None
        return turns.post(now, at, seat, steps, known)

    done = carry_out(games, match, wish, actor=seat, buckets=buckets)
    if isinstance(done.change, TurnChange):
        return turns.played(done.match, done.change)
    played = _repeated(games, done.match, seat, steps, known)
    assert played is not None
    return played


def _repeated(
    games: Games, match: Match, seat: int, steps: Sequence[str], known: int
) -> Played | None:
    """Return the turn that these steps of the seat became after ``known``, if they did."""
    entries = games.entries(match, known)
    index = turns.find_repeated(entries, known, seat, steps)
    if index is None:
        return None
    snapshot = games.snapshot(match, turns.after_repeated(entries, known, index))
    traces = games.traces(match, index, index + 1)[0]
    return turns.played_before(match, snapshot, index, entries[index - known], traces)


def expire(games: Games, match: Match, due_at: int) -> Match:
    """Carry out everything due at this time (ms), one commit each.

    :raises store.games.NoSuchGame: the match is gone.
    """
    wish = partial(claims.next_timeout, due_at=due_at)
    while (done := carry_out(games, match, wish)).change is not None:
        match = done.match
    return done.match


def disable_hook(games: Games, game_id: str, seat: int) -> Match:
    """Stop asking the hook of a seat, and record it.

    :raises store.games.NoSuchGame: the match is gone.
    """
    wish = partial(seating.switch_hook, seat=seat, disabled=True)
    return carry_out(games, games.load(game_id), wish).match


def leave_for_good(accounts: Accounts, games: Games, lists: GameLists, account_id: str) -> None:
    """Disable an account, and forget its name there and at its seats.

    :raises NoSuchAccount: no account has this id.
    """
    accounts.disable(account_id, forget=True)
    _forget_names(games, lists, account_id)


def _forget_names(games: Games, lists: GameLists, account_id: str) -> None:
    """Take the name of an account from its seats, as if the player had removed it.

    A finished game keeps its record as it is.
    """
    after: ListPlace | None = None
    while page := lists.of_account(account_id, Order(), after, _PAGE):
        after = page[-1]
        for match in games.summaries([game_id for _, game_id in page]):
            if not match.over:
                _forget_name(games, match, account_id)


def _forget_name(games: Games, bare: Match, account_id: str) -> None:
    """Remove an account's name from its seats of one game, unless it is gone or over by now."""
    for seat in bare.seats_of(account_id):
        wish = partial(seating.rename, seat=seat, name="")
        with suppress(NoSuchGame, Refused):
            match = games.load(bare.id)
            if match.seats_of(account_id).count(seat):
                carry_out(games, match, wish, place=seat)


@refuses(undo.find_retraction)
def retract(
    games: Games, game_id: str, seat: int, back_to: int, asked_at: int, request: int | None = None
) -> Match:
    """Go back to revision ``back_to`` and record it; idempotent.

    ``asked_at`` is the revision at which it was allowed, ``request`` the undo request that allows
    it, if others had to agree.

    :raises store.games.NoSuchGame: the match is gone.
    """

    def done_at(match: Match) -> int | None:
        entries = games.entries(match, asked_at)
        return undo.find_retraction(match, entries, seat, back_to, asked_at, request)

    def wish(match: Match, now: int) -> Change | None:
        if done_at(match) is not None:
            return None
        return undo.retract(match, now, seat, back_to, games.snapshot(match, back_to))

    done = carry_out(games, games.load(game_id), wish)
    if done.change is not None:
        return done.match
    rev = done_at(done.match)
    assert rev is not None
    return replace(done.match, snapshot=games.snapshot(done.match, rev))
