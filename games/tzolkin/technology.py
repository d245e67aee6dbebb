"""The four technologies: their levels and what these add."""

from __future__ import annotations

from functools import cache

from engine.core import Listing, Option, asks, does, may_ask, then
from engine.listing import Reason, answer, or_else, why
from engine.tables import effects
from games.tzolkin.data import TECHNOLOGIES, TRACKS
from games.tzolkin.goods import DONE, blocks, pay_any
from games.tzolkin.state import Player, Tzolkin

LAST_LEVEL = len(TECHNOLOGIES.prices)


def _cumulative() -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return each bonus by name: the track that gives it, and its sum at every level."""
    table = {}
    for track in TRACKS.values():
        for name in {name for level in track.levels for name in level}:
            sums = [sum(level.get(name, 0) for level in track.levels[:n]) for n in range(4)]
            table[name] = (track.id, tuple(sums))
    return table


BONUSES = _cumulative()
BEYOND = {track.id: effects(track.bonus) for track in TRACKS.values()}
PRICES = (*TECHNOLOGIES.prices, TECHNOLOGIES.bonus_price)


def bonus(player: Player, name: str) -> int:
    """Return what a player's technologies add under this name (levels are cumulative)."""
    track, sums = BONUSES[name]
    return sums[player.technologies[track]]


@cache
def _advance(track: str, price: int, more: int) -> Option:
    rest = [research_more(more)] if more else []
    return Option(f"research {track}", (pay_any(price), develop(track), *rest))


def advances(s: Tzolkin, me: int, more: int) -> Listing:
    """List the tracks, each unless its next level or its bonus costs too much."""
    purse = blocks(s, me)
    return [
        answer(
            _advance(track, PRICES[level], more),
            unless=_short(PRICES[level] - purse) if PRICES[level] > purse else None,
        )
        for track, level in s.players[me].technologies.items()
    ]


@cache
def _short(n: int) -> Reason:
    return why("needs-more-blocks", "11", n=n)


@asks
def research(s: Tzolkin, me: int, levels: int) -> Listing:
    """Advance one technology level and pay for it, as often as the action allows (D19)."""
    return advances(s, me, levels - 1)


@research.possible
def affords_research(s: Tzolkin, me: int, levels: int) -> bool:
    """Return whether the player has enough blocks for the cheapest advance."""
    purse = blocks(s, me)
    return purse > 0 and any(
        [PRICES[level] <= purse for level in s.players[me].technologies.values()]
    )


@may_ask
def research_more(s: Tzolkin, me: int, more: int) -> Listing:
    """Advance another level, or be done."""
    return or_else(advances(s, me, more - 1), DONE)


@does
def develop(s: Tzolkin, me: int, track: str) -> None:
    """Advance one level; beyond the last, the marker stays and gives the bonus (D22)."""
    mine = s.players[me].technologies
    if mine[track] < LAST_LEVEL:
        mine[track] += 1
    else:
        then(s, me, *BEYOND[track])


@cache
def _gift(track: str, more: int) -> Option:
    rest = [develop_any(more)] if more else []
    return Option(f"develop {track}", (develop(track), *rest))


@asks
def develop_any(s: Tzolkin, me: int, levels: int) -> list[Option]:
    """Advance technologies of choice for free, one level after the other."""
    return [_gift(track, levels - 1) for track in TRACKS]
