"""Chairs: who sits at each seat."""

from __future__ import annotations

import base64
import hashlib

from msgspec import Struct

from match.words import HOOK, PERSON


def public_id(account: str) -> str:
    """Return the id of an account that everybody may see; it does not tell the account's own id."""
    digest = hashlib.sha256(b"player " + account.encode()).digest()
    return "player_" + base64.urlsafe_b64encode(digest[:12]).decode()


class Chair(Struct, frozen=True, array_like=True):
    """A chair: ``holder`` is ``open``, ``person``, ``bot:<level>`` or ``hook``.

    ``token`` is the SHA-256 of the token that acts for it; empty while nobody's does. ``account``
    is whose it is besides. A bot's seat that has either stands in for a person, who may come
    back. ``hook`` is the packed endpoint of a hook. ``resigned``: whoever sat here gave up.
    ``disabled``: the hook failed so often that it is asked no more.
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
        """The public id of the account that has the seat."""
        return public_id(self.account) if self.account else None

    @property
    def is_bot(self) -> bool:
        """Whether a bot of ours sits here."""
        return self.holder.startswith("bot:")

    @property
    def is_hook(self) -> bool:
        """Whether a remote bot sits here."""
        return self.holder == HOOK

    @property
    def is_called(self) -> bool:
        """Whether a remote bot sits here that is asked for its turns."""
        return self.is_hook and bool(self.hook) and not self.disabled

    @property
    def is_person(self) -> bool:
        """Whether a person sits here, whose time counts and whose consent is asked."""
        return self.holder == PERSON

    @property
    def owner(self) -> tuple[bytes, str]:
        """Who may act for the seat: the hash of a token, and an account."""
        return self.token, self.account

    @property
    def is_away(self) -> bool:
        """Whether a bot plays here for somebody who may come back."""
        return self.is_bot and not self.resigned and bool(self.token or self.account or self.hook)

    @property
    def level(self) -> str:
        """The bot's level, ``greedy``; empty for others."""
        return self.holder.partition(":")[2]
