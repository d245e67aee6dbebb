"""Chairs: the holders of the seats."""

from __future__ import annotations

import base64
import hashlib
import hmac
from functools import lru_cache

from msgspec import Struct

from match.words import HOOK, OPEN, PERSON


@lru_cache(4096)  # each commit and each view asks for the players of all seats
def public_id(account: str) -> str:
    """Return the public id of an account; it does not reveal the account's own id."""
    digest = hashlib.sha256(b"player " + account.encode()).digest()
    return "player_" + base64.urlsafe_b64encode(digest[:12]).decode()


def reserved_for(mark: bytes) -> bytes:
    """Return the mark of a seat of a rematch that waits for a player.

    ``mark`` is the SHA-256 of the player's token in the game before. No token has this mark.
    """
    return hashlib.sha256(b"reserved " + mark).digest() if mark else b""


def drawn_order(seed: bytes, seats: int) -> tuple[int, ...]:
    """Return the numbers of the seats in an order that follows from a match's seed.

    Each number has its HMAC-SHA256, and the smallest one is first. So the seed proves the order.
    """
    lots = [hmac.digest(seed, b"seat %d" % seat, "sha256") for seat in range(seats)]
    return tuple(sorted(range(seats), key=lots.__getitem__))


class Chair(Struct, frozen=True, array_like=True):
    """A chair: ``holder`` is ``open``, ``person``, ``bot:<level>`` or ``hook``.

    ``token`` is the SHA-256 of its token, if any, and ``account`` its account. A bot's seat that
    has either replaces a person, who may return. An open seat that has a ``token`` is reserved (see
    ``reserved_for``). ``hook`` is the packed endpoint of a remote bot.
    ``resigned``: the player resigned. ``disabled``: the remote bot failed too often.
    """

    holder: str
    name: str = ""
    token: bytes = b""
    account: str = ""
    hook: bytes = b""
    resigned: bool = False
    disabled: bool = False

    @property
    def player(self) -> str | None:
        """Return the public id of the account that holds the seat."""
        return public_id(self.account) if self.account else None

    @property
    def is_bot(self) -> bool:
        """Return whether a bot of the service sits here."""
        return self.holder.startswith("bot:")

    @property
    def is_hook(self) -> bool:
        """Return whether a remote bot sits here."""
        return self.holder == HOOK

    @property
    def is_called(self) -> bool:
        """Return whether an enabled remote bot sits here."""
        return self.is_hook and bool(self.hook) and not self.disabled

    @property
    def is_person(self) -> bool:
        """Return whether a person sits here, with a clock."""
        return self.holder == PERSON

    @property
    def is_reserved(self) -> bool:
        """Return whether the open seat waits for a player of the game before."""
        return self.holder == OPEN and bool(self.token)

    @property
    def owner(self) -> tuple[bytes, str]:
        """Return the owner of the seat: the hash of a token, and an account."""
        return self.token, self.account

    @property
    def is_away(self) -> bool:
        """Return whether a bot plays here for a person who may return."""
        return self.is_bot and not self.resigned and bool(self.token or self.account or self.hook)

    @property
    def consents(self) -> bool:
        """Return whether an undo needs this seat's consent: a person plays, or may return."""
        return self.is_person or (self.is_away and not self.hook)

    @property
    def level(self) -> str:
        """Return the bot's level, ``greedy``; empty for others."""
        return self.holder.partition(":")[2]
