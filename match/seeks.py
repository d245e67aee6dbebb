"""Seeks: accounts that look for other players, and the match that a company of them begins."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from match.chairs import Chair, drawn_order
from match.head import Clock, Head
from match.snapshot import pack
from match.words import CONSENT, PERSON


class Terms(Struct, frozen=True, array_like=True):
    """What all seeks that fit together agree on; ``options`` are sorted."""

    ruleset: str
    options: tuple[str, ...]
    visibility: str
    clock: Clock | None = None

    @property
    def pool(self) -> str:
        """Return the name of the pool of seeks with these terms."""
        return hashlib.sha256(pack(self)).hexdigest()[:32]


class Seek(Struct, frozen=True, array_like=True):
    """A wish of an account to play with others.

    ``players`` are the numbers of players that it accepts, ``created`` the time in ms.
    ``match`` is the id of the match that was found, empty while the seek waits.
    """

    id: str
    account: str
    terms: Terms
    players: tuple[int, ...]
    created: int
    match: str = ""


_decoder = msgspec.msgpack.Decoder(Seek)


def decode_seek(data: bytes) -> Seek:
    """Return the seek that ``pack`` wrote."""
    return _decoder.decode(data)


def company(new: Seek, waiting: Iterable[Seek]) -> list[Seek] | None:
    """Return the seeks that begin a match with a new one, or None if too few others wait.

    The largest possible number of players is chosen, and who has waited longest. Each account has
    one seat, so two seeks of one account never meet.
    """
    others = list(waiting)
    for number in sorted(new.players, reverse=True):
        found = {new.account: new}
        for each in others:
            if number in each.players and len(found) < number:
                found.setdefault(each.account, each)
        if len(found) == number:
            return list(found.values())
    return None


def head_of(terms: Terms, seed: bytes, created: int) -> Head:
    """Return the header of a match that seeks begin; it has no host."""
    return Head(
        terms.ruleset,
        terms.options,
        seed,
        "",
        created,
        CONSENT,
        terms.visibility,
        host=b"",
        clock=terms.clock,
    )


def chairs_of(seeks: list[Seek], seed: bytes, names: Mapping[str, str]) -> tuple[Chair, ...]:
    """Return the chairs of a company in an order drawn by lot; ``names`` are those of accounts."""
    drawn = [seeks[number].account for number in drawn_order(seed, len(seeks))]
    return tuple(Chair(PERSON, names[account], account=account) for account in drawn)
