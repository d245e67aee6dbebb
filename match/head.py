"""The header of a match: what never changes after its creation."""

from __future__ import annotations

from msgspec import Struct

from match.words import CLAIM


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
    commitment was made. ``fork`` tells of a game that did not begin with the setup. ``holders``
    are the holders of the seats at revision 0 (empty: as they are now).
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
    holders: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The ruleset without its version."""
        return self.ruleset.partition("@")[0]
