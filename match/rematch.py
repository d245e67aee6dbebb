"""Rematches: a new match of the same people, and players who come to the seats kept for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from match.chairs import Chair, drawn_order, reserved_for
from match.errors import Refused, refuses
from match.match import Change, Match
from match.seating import hand_over
from match.words import DRAWN, HOOK, JOINED, OPEN, PERSON, RENAMED, RETURNED, TURNED


def chairs_again(
    chairs: Sequence[Chair], order: str, seed: bytes, accounts: Collection[str]
) -> tuple[Chair, ...]:
    """Return the chairs of a rematch in an order of ``match.words.ORDERS``.

    ``seed`` is that of the new match. ``accounts`` are those that can still play.
    """
    return tuple(_again(chairs[seat], accounts) for seat in _order(order, seed, len(chairs)))


def _order(order: str, seed: bytes, seats: int) -> tuple[int, ...]:
    """Return for each seat of the rematch the seat that its player had."""
    if order == DRAWN:
        return drawn_order(seed, seats)
    shift = 1 if order == TURNED else 0
    return tuple((seat + shift) % seats for seat in range(seats))


def _again(chair: Chair, accounts: Collection[str]) -> Chair:
    """Return the chair of the same player: who resigned or is away is invited again.

    Bots keep their level, remote bots their address and their token, and accounts sit at once. The
    seats of other people are reserved. If no token can prove who comes, the seat is open to all.
    """
    if chair.holder == OPEN:
        return Chair(OPEN)
    if chair.hook:
        return Chair(HOOK, chair.name, chair.token, hook=chair.hook)
    if chair.is_bot and not chair.token and not chair.account:
        return Chair(chair.holder, chair.name)
    mark = reserved_for(chair.token)
    if chair.account in accounts:
        return Chair(PERSON, chair.name, mark, chair.account)
    return Chair(OPEN, chair.name, mark) if mark else Chair(OPEN)


def seated(chairs: tuple[Chair, ...], kept: bytes, token: bytes) -> tuple[Chair, ...]:
    """Return the chairs of a new rematch with a player at the seat that was kept.

    ``kept`` is the mark of the reservation, ``token`` the SHA-256 of the player's new token.
    """
    return tuple(
        replace(chair, holder=PERSON, token=token) if chair.token == kept else chair
        for chair in chairs
    )


@refuses("resigned")
def come(match: Match, now: int, kept: bytes, token: bytes) -> Change | None:
    """Seat a player at the seat that was kept; return None if no seat is or the match is over.

    A bot that the host put there gives the seat back. An account's player gets a token too.
    """
    seat = next((n for n, chair in enumerate(match.chairs) if chair.token == kept), None)
    if seat is None or match.over:
        return None
    chair = match.chairs[seat]
    if chair.resigned:
        raise Refused("resigned", match, seat=seat)
    why = RETURNED if chair.is_bot else JOINED if chair.holder == OPEN else RENAMED
    here = replace(chair, holder=PERSON, token=token)
    return hand_over(match, now, seat, here, why, starts=match.open_seats == [seat])
