"""Farewells: a closed account's name leaves the seats of its games that are not over."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from match import seating
from match.errors import Refused
from match.match import Match
from store.accounts import Accounts
from store.commits import carry_out
from store.games import Games, NoSuchGame
from store.listing import GameLists, ListPlace, Order

PAGE = 100
"""The games that are looked at together."""


def close(accounts: Accounts, games: Games, lists: GameLists, account_id: str) -> None:
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
    while page := lists.of_account(account_id, Order(), after, PAGE):
        after = page[-1]
        for match in games.summaries([game_id for _, game_id in page]):
            if not match.over:
                _forget(games, match, account_id)


def _forget(games: Games, bare: Match, account_id: str) -> None:
    """Remove the name from the seats of one game, unless it is gone or over by now."""
    for seat in bare.seats_of(account_id):
        wish = partial(seating.rename, seat=seat, name="")
        with suppress(NoSuchGame, Refused):
            match = games.load(bare.id)
            if match.seats_of(account_id).count(seat):
                carry_out(games, match, wish, place=seat)
