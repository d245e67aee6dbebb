"""What a game is made of besides its course: the fixed header and who sits where."""

from __future__ import annotations

from msgspec import Struct

OPEN, PERSON, BOT = "open", "person", "bot"
PUBLIC, UNLISTED, PRIVATE = "public", "unlisted", "private"
NONE, CONSENT, FREE = "none", "consent", "free"


class Seat(Struct, frozen=True, array_like=True):
    """A chair: ``holder`` is ``open``, ``person`` or ``bot:<level>``.

    ``token`` is the SHA-256 of the token that acts for it; empty while nobody does.
    """

    holder: str
    name: str = ""
    token: bytes = b""

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.holder.startswith("bot:")

    @property
    def level(self) -> str:
        """The bot's level, ``greedy``; empty for people."""
        return self.holder.partition(":")[2]


class Head(Struct, frozen=True, array_like=True):
    """What never changes after a game was created.

    ``ruleset`` is ``title@version``; ``created`` is in ms since 1970; ``host`` and ``invite`` are
    SHA-256 of the host's token and of the invite code (empty: no code is needed). ``waits`` tells
    that some seats were open at first, so that the game began only when all were taken.
    """

    ruleset: str
    options: tuple[str, ...]
    seed: bytes
    commitment: str
    created: int
    undo: str
    visibility: str
    host: bytes
    invite: bytes = b""
    waits: bool = False
    name: str = ""

    @property
    def title(self) -> str:
        """The ruleset without its version."""
        return self.ruleset.partition("@")[0]
