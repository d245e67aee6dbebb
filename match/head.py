"""The header of a match: what never changes after its creation."""

from __future__ import annotations

from msgspec import Struct

from match.words import CLAIM, INVITED, SEATED


class Clock(Struct, frozen=True, array_like=True):
    """The clock of a match.

    ``kind`` ``turn``: ``seconds`` for each turn. ``bank``: ``seconds`` for the whole game, plus
    ``increment`` seconds after each turn. ``on_timeout`` is ``bot:<level>`` (a bot takes the seat)
    or ``claim`` (a player may claim it). ``claims`` is one of ``words.CLAIMANTS``.
    """

    kind: str
    seconds: int
    increment: int = 0
    on_timeout: str = CLAIM
    claims: str = INVITED


class Fork(Struct, frozen=True, array_like=True):
    """The origin of a fork: another game, its revision, and the first state.

    ``seal`` proves that this service made that state (see ``store.seals``), because a record may
    contain any state.
    """

    game: str
    rev: int
    state: bytes
    seal: str = ""


class Head(Struct, frozen=True, array_like=True):
    """The header of a match.

    ``ruleset`` is ``title@version``; ``created`` is in ms since 1970; ``host`` and ``invite`` are
    the SHA-256 of the host's token and of the invite code (empty: none). ``waits``: some seats were
    open at first, so the game began when all were taken. ``account`` created the game. ``record``
    is the id of an imported record, used in its commitment. ``fork`` is the origin of a fork.
    ``holders`` are the holders of the seats at revision 0 (empty: as now). ``rematch_of`` is the id
    of the match whose rematch it is. ``comment`` is the comment of an imported record. ``talk`` is
    the policy of table talk until the host changes it. ``imported`` is when (ms) it was imported.
    ``makers`` are the account that asked for it and a mark of that client's address, for caps of
    games of bots only (empty: no cap).
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
    rematch_of: str = ""
    comment: str = ""
    talk: str = SEATED
    imported: int | None = None
    makers: tuple[str, str] = ("", "")

    @property
    def title(self) -> str:
        """Return the ruleset without its version."""
        return self.ruleset.partition("@")[0]
