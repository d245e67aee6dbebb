"""The priests: their tables, and those that the sides have."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine import tables
from engine.listing import Reason, why
from engine.module import part
from engine.tables import Written
from engine.visibility import by_side, internal, owner_only, secret
from engine.vocabulary import Goods
from games.teotihuacan.data import Component
from games.teotihuacan.state import Teotihuacan

RULE = "15.7"

Forbidden = Literal[
    "finds at temples",
    "obsidian as a resource",
    "other finds",
    "paid unlocking",
    "worship",
]
"""What priests forbid; other finds are discovery tiles that are no masks."""


@dataclass(frozen=True)
class Priest(Component):
    """A priest of a player: advantages and drawbacks.

    In main actions on the ``boards``, ``workers`` more count, or a worker of another side
    (``borrows``), and the ``action`` costs goods. ``fee`` is the cocoa of each main action.
    ``building`` and ``tile`` are what a building and a pyramid tile cost besides. ``gold`` is
    added to the price of technologies; with ``any_row`` a single worker may choose any.

    ``after_mask`` is what a claimed mask brings. ``worships_free``: displacing and both options
    cost nothing. ``unlocking`` is the cocoa for each locked worker, ``unlocking_most`` for all.
    ``reach`` and ``collected`` are added to the boards of a movement and to the cocoa collected;
    for ``far`` cocoa a worker moves to any board. ``rewards`` are those of an ascension. A temple
    step costs the ``toll`` or ``toll_points``. ``points`` are added to all that are gained,
    ``wage`` to the salary of each worker. ``later`` starting tiles are kept for later.
    ``technologies`` are drawn, and one of them is kept. The salary of the shaman is that of a
    standing or a lying one; with a salary it stands up on occasions.
    """

    id: str
    number: str
    forbids: list[Forbidden] = field(default_factory=list)
    boards: list[int] = field(default_factory=list)
    workers: int = 0
    borrows: bool = False
    action: Goods = field(default_factory=dict)
    fee: int | None = None
    building: Goods = field(default_factory=dict)
    tile: Goods = field(default_factory=dict)
    gold: int = 0
    any_row: bool = False
    after_mask: list[Written] = field(default_factory=list)
    worships_free: bool = False
    unlocking: int = 0
    unlocking_most: int = 0
    reach: int = 0
    far: int = 0
    collected: int = 0
    rewards: int = 1
    toll: Goods = field(default_factory=dict)
    toll_points: int = 0
    points: int = 0
    wage: int = 0
    later: int = 0
    technologies: int = 0
    shaman_standing: int = 0
    shaman_lying: int = 0


@dataclass(frozen=True)
class Extra:
    """An action of the Teotibot that follows another one: its board, and its price."""

    board: int
    price: Goods


@dataclass(frozen=True)
class SoloPriest(Component):
    """A priest of the Teotibot.

    It gains cocoa when the player has ``met`` one of its workers. It may pay the
    ``partner_price`` to use the action tile of another position (``partners``) too. With
    ``ascends_by_steps`` an ascension brings temple steps. If its action ``tile`` fails, the
    ``fallback`` or ``failing`` is its cocoa. With ``denies`` the player scores nothing for
    technologies. More actions follow a mask or an action. ``slots`` are those of the royal
    tiles that the faces of a die activate; each brings a move of the shaman. After an action for
    one of the ``rolls`` it may pay to place ``warriors``.
    """

    id: str
    number: str
    met: int = 0
    partners: dict[str, int] = field(default_factory=dict)
    partner_price: Goods = field(default_factory=dict)
    ascends_by_steps: bool = False
    tile: str = ""
    fallback: int = 0
    failing: int = 0
    denies: bool = False
    after_mask: list[Extra] = field(default_factory=list)
    after_action: dict[str, Extra] = field(default_factory=dict)
    slots: list[str] = field(default_factory=list)
    rolls: list[int] = field(default_factory=list)
    warriors: int = 0
    warriors_price: Goods = field(default_factory=dict)


@dataclass(frozen=True)
class PriestTable:
    """data.toml"""

    priest: list[Priest]
    solo: list[SoloPriest]


TABLE = tables.load(Path(__file__).parent / "data.toml", PriestTable)
PRIESTS = {priest.id: priest for priest in TABLE.priest}
SOLO = {priest.id: priest for priest in TABLE.solo}
LAYMAN, ALONE = Priest("", ""), SoloPriest("", "")
"""The priests of sides without one, which change nothing."""


@dataclass(slots=True)
class Office:
    """The priests dealt to a side, the one it keeps, and then shows.

    ``later`` are starting tiles for later. ``drawn`` are technologies to choose from.
    ``borrowed`` is the power of another side's worker that counts in the action, 0 for none.
    """

    dealt: list[str] = owner_only("priests", default_factory=list, ordered=True)
    kept: list[str] = owner_only("priests", default_factory=list)
    priest: str = ""
    later: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    borrowed: int = 0


@dataclass(slots=True)
class Offices:
    """The priests in the box, and the offices of the sides.

    ``rolled`` is the last sum of the Teotibot's dice, until it is used up; ``using`` is the
    action tile that it uses.
    """

    box: list[str] = secret("priests", default_factory=list)
    sides: list[Office] = by_side()
    rolled: int = internal(default=0)
    using: str = internal(default="")


def office(s: Teotihuacan, me: int) -> Office:
    """Return the office of a side."""
    return part(s, Offices).sides[me]


def priest_of(s: Teotihuacan, me: int) -> Priest:
    """Return the priest of a player."""
    return PRIESTS.get(part(s, Offices).sides[me].priest, LAYMAN)


def solo_priest(s: Teotihuacan) -> SoloPriest:
    """Return the priest of the Teotibot; in other games, one that changes nothing."""
    return SOLO.get(part(s, Offices).sides[-1].priest, ALONE)


def forbidden(s: Teotihuacan, me: int, what: Forbidden) -> Reason | None:
    """Return why the own priest forbids something, or None."""
    priest = priest_of(s, me)
    return why("priest-forbids", RULE, priest=priest.id) if what in priest.forbids else None
