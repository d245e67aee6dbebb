"""What a game is made of besides its course: the fixed header and who sits where."""

from __future__ import annotations

from msgspec import Struct

OPEN, PERSON, BOT, HOOK = "open", "person", "bot", "hook"
CLOSED = "closed"
"""What the record says of a seat that was taken away before the start."""
PUBLIC, UNLISTED, PRIVATE = "public", "unlisted", "private"
NONE, CONSENT, FREE = "none", "consent", "free"
PER_TURN, BANK = "turn", "bank"
CLAIM = "claim"


class Seat(Struct, frozen=True, array_like=True):
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


class Clock(Struct, frozen=True, array_like=True):
    """How much time people have.

    ``kind`` ``turn``: ``seconds`` for every turn. ``bank``: ``seconds`` for the whole game, and
    ``increment`` seconds more after each turn. ``on_timeout`` is ``bot:<level>`` (a bot takes the
    seat) or ``claim`` (somebody may claim it).
    """

    kind: str
    seconds: int
    increment: int = 0
    on_timeout: str = CLAIM


class Fork(Struct, frozen=True, array_like=True):
    """Where a game branched off: another game, its revision, and the state it began with.

    ``seal`` proves that this service made that state (see ``store.seals``): a record may bring
    one along, and nobody could tell otherwise whether play can lead to it.
    """

    game: str
    rev: int
    state: bytes
    seal: str = ""


class Head(Struct, frozen=True, array_like=True):
    """What never changes after a game was created.

    ``ruleset`` is ``title@version``; ``created`` is in ms since 1970; ``host`` and ``invite`` are
    SHA-256 of the host's token and of the invite code (empty: no code is needed). ``waits`` tells
    that some seats were open at first, so that the game began only when all were taken.
    ``account`` created the game. ``record`` is the id that an imported record bears: under it the
    commitment was made. ``fork`` tells of a game that did not begin with the setup. ``seats`` are
    the holders at revision 0, from which the record leads to those of now (empty: as they are).
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
    account: str = ""
    clock: Clock | None = None
    record: str = ""
    fork: Fork | None = None
    seats: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The ruleset without its version."""
        return self.ruleset.partition("@")[0]
