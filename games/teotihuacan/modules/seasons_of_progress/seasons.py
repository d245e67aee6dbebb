"""Season tiles: the rule of a period, and the points of the Eclipse that ends it (15.9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.adjustment import adjusts
from engine.core import NOBODY, Effect, does, queue, quietly, then
from engine.module import before, part
from engine.tables import Written
from engine.visibility import secret
from games.teotihuacan.acting import after_action
from games.teotihuacan.box import ALL
from games.teotihuacan.data import Component
from games.teotihuacan.eclipse import next_period, owed, score_eclipse
from games.teotihuacan.goods import score
from games.teotihuacan.modules.altars_and_shamans.journeys import strides
from games.teotihuacan.power import ascension_rewards
from games.teotihuacan.scoring import LOW
from games.teotihuacan.state import ASIDE, Teotihuacan
from games.teotihuacan.workers import collected
from games.teotihuacan.worship import both_cocoa


@dataclass(frozen=True, kw_only=True)
class Season(Component):
    """A season tile.

    In its period, main actions on the ``boards`` bring what comes ``after``; ``collected`` is
    cocoa more for Collect Cocoa; with ``both_free`` both options of a worship cost no more cocoa;
    ``ascension`` is added to each ascension; a shaman may skip ``altars``. At its Eclipse a player
    scores a point for ``each`` number of what it ``counts``, and pays ``salary`` less.
    """

    id: str
    boards: list[int] = field(default_factory=list)
    after: list[Written] = field(default_factory=list)
    collected: int = 0
    both_free: bool = False
    ascension: list[Written] = field(default_factory=list)
    altars: int = 0
    counts: str = ""
    each: int = 1
    salary: int = 0


@dataclass(frozen=True)
class SeasonTable:
    """data.toml"""

    season: list[Season]


SEASONS = {
    tile.id: tile for tile in tables.load(Path(__file__).parent / "data.toml", SeasonTable).season
}


@dataclass(slots=True)
class Seasons:
    """The tile of this period, those of earlier periods, and the hidden stack."""

    tile: str = ""
    past: list[str] = field(default_factory=list)
    stack: list[str] = secret("seasons", default_factory=list)


def season(s: Teotihuacan, me: int) -> Season | None:
    """Return the tile of this period; the Teotibot ignores its rule (R34)."""
    tile = part(s, Seasons).tile
    return SEASONS[tile] if tile and not s.played_by_rules(me) else None


@before(next_period)
@quietly
def begin_season(s: Teotihuacan, me: int, n: int) -> None:
    """Turn up the next tile after an Eclipse, before the new period brings anything (R124)."""
    then(s, me, turn_up_season())


@quietly
def turn_up_season(s: Teotihuacan, me: int) -> None:
    """Turn up the next tile of the stack; the tiles below stay hidden (R121)."""
    then(s, NOBODY, show_season(part(s, Seasons).stack.pop()))


@does
def show_season(s: Teotihuacan, me: int, tile: str) -> None:
    """Turn up the season tile of the period that begins."""
    own = part(s, Seasons)
    own.past += filter(None, [own.tile])
    own.tile = tile


@adjusts(after_action)
def after_action_in_season(
    was: tuple[Effect, ...], s: Teotihuacan, me: int, board: int
) -> tuple[Effect, ...]:
    """Add what the season brings after a main action, behind the technologies (R122)."""
    now = season(s, me)
    return (*was, *tables.effects(now.after)) if now and board in now.boards else was


@adjusts(collected)
def collected_in_season(was: int, s: Teotihuacan, me: int) -> int:
    """Collect more cocoa in a season."""
    now = season(s, me)
    return was + now.collected if now else was


@adjusts(both_cocoa)
def both_cocoa_in_season(was: int, s: Teotihuacan, me: int) -> int:
    """Take no cocoa for both options of a worship in a season."""
    now = season(s, me)
    return 0 if now and now.both_free else was


@adjusts(ascension_rewards)
def ascension_in_season(was: tuple[Effect, ...], s: Teotihuacan, me: int) -> tuple[Effect, ...]:
    """Add what the season brings to an ascension."""
    now = season(s, me)
    return (*was, *tables.effects(now.ascension)) if now else was


@adjusts(strides)
def strides_in_season(was: tuple[int, ...], s: Teotihuacan, me: int) -> tuple[int, ...]:
    """Let the own shaman skip altars in a season; one that is pushed does not (R129)."""
    now = season(s, me)
    return (*was, *(n + now.altars for n in was)) if now and now.altars else was


@before(score_eclipse)
@quietly
def end_season(s: Teotihuacan, me: int) -> None:
    """Score the season before the first step of the Eclipse (15.9, R34)."""
    own = part(s, Seasons)
    if own.tile and SEASONS[own.tile].counts:
        then(s, NOBODY, score_season(own.tile))


@does
def score_season(s: Teotihuacan, me: int, tile: str) -> None:
    """Score a season tile for all sides in order, the Teotibot too."""
    points = [(side, season_points(s, side)) for side in s.order]
    queue(s, [(side, score(n)) for side, n in points if n])


def season_points(s: Teotihuacan, side: int) -> int:
    """Return what the season scores for a side at the Eclipse."""
    tile = part(s, Seasons).tile
    if not tile or not SEASONS[tile].counts:
        return 0
    return COUNTS[SEASONS[tile].counts](s, side) // SEASONS[tile].each


@adjusts(owed)
def owed_in_season(was: int, s: Teotihuacan, me: int) -> int:
    """Lower the salary at the Eclipse of a season."""
    now = season(s, me)
    return max(0, was - now.salary) if now else was


def strong_workers(s: Teotihuacan, side: int) -> int:
    """Return how many workers of power 4 or 5 a side has in play, locked ones included."""
    workers = s.players[side].workers
    return sum([worker.power > LOW and worker.board != ASIDE for worker in workers])


def unused_discoveries(s: Teotihuacan, side: int) -> int:
    """Return how many unused discovery tiles of the base a side has that are no masks (R123)."""
    return sum([not ALL.discoveries[kind].stack for kind in s.players[side].discoveries])


COUNTS: dict[str, Callable[[Teotihuacan, int], int]] = {
    "unused_discoveries": unused_discoveries,
    "pyramid_track": lambda s, side: s.players[side].track,
    "technologies": lambda s, side: len(s.players[side].technologies),
    "locked_workers": lambda s, side: sum([bool(w.space) for w in s.players[side].workers]),
    "strong_workers": strong_workers,
    "mask_kinds": lambda s, side: len(set(s.players[side].masks)),
    "highest_temple": lambda s, side: max(s.players[side].temples.values()),
}
"""What seasons count at their Eclipse."""
