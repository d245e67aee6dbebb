"""Seen: a game as its players, its watcher and its remote bots know it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.soak.plans import Plan
from tests.soak.strangers import RemoteBot


@dataclass(frozen=True)
class Move:
    """A turn of a record: the revision of its entry, whose it is, and its steps."""

    rev: int
    seat: int
    steps: tuple[str, ...]


@dataclass
class Game:
    """What is known of a game besides what the service says of it afterwards.

    ``people`` are the seats at which our people play, with their tokens; ``absent`` those at
    which ours do not. ``tried`` are the turns that were sent, ``acknowledged`` those that the
    service said it has, and ``undone`` how often it said that turns are taken back.
    """

    id: str
    plan: Plan
    commitment: str
    holders: list[str]
    people: dict[int, str]
    absent: set[int]
    bots: dict[int, RemoteBot]
    host: str
    tried: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    acknowledged: list[Move] = field(default_factory=list)
    watched: list[int] = field(default_factory=list)
    over: bool = False
    undone: int = 0
    repeats: int = 0
    cuts: int = 0
