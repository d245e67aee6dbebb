"""The four technologies: advancing on them, and what their levels add."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Option, Refusal, asks, does, may_ask, then
from engine.tables import effects
from games.tzolkin.data import TECHNOLOGIES, TRACKS
from games.tzolkin.goods import DONE, blocks, pay_any
from games.tzolkin.state import Player, Tzolkin

LAST_LEVEL = len(TECHNOLOGIES.prices)


def _cumulative() -> dict[str, tuple[str, tuple[int, ...]]]:
    """Each bonus by name: the track that gives it, and its sum at every level."""
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
    """What a player's technologies add under this name (levels are cumulative)."""
    track, sums = BONUSES[name]
    return sums[player.technologies[track]]


@cache
def _advance(track: str, price: int, more: int) -> Option:
    rest = [research_more(more)] if more else []
    return Option(f"research {track}", (pay_any(price), develop(track), *rest))


def advances(s: Tzolkin, me: int, more: int) -> list[Option]:
    """Tracks whose next level, or bonus beyond the last, the player can pay."""
    purse = blocks(s, me)
    return [
        _advance(track, PRICES[level], more)
        for track, level in s.players[me].technologies.items()
        if PRICES[level] <= purse
    ]


@asks
def research(s: Tzolkin, me: int, levels: int) -> list[Option]:
    """Advance one technology level and pay for it, as often as the action allows (D19)."""
    return advances(s, me, levels - 1)


@research.possible
def affords_research(s: Tzolkin, me: int, levels: int) -> bool:
    """Enough blocks for the cheapest advance."""
    purse = blocks(s, me)
    return purse > 0 and any(
        [PRICES[level] <= purse for level in s.players[me].technologies.values()]
    )


@may_ask
def research_more(s: Tzolkin, me: int, more: int) -> list[Option]:
    """Advance another level, or be done."""
    options = advances(s, me, more - 1)
    return [*options, DONE] if options else []


@research.refuses
def refused_research(s: Tzolkin, me: int, levels: int) -> Iterator[Refusal]:
    """Levels that cost more blocks than the player has."""
    purse = blocks(s, me)
    for track, level in s.players[me].technologies.items():
        if PRICES[level] > purse:
            params = {"n": PRICES[level] - purse}
            yield Refusal(f"research {track}", "needs-more-blocks", params, "11")


@research_more.refuses
def refused_further_research(s: Tzolkin, me: int, more: int) -> Iterator[Refusal]:
    """As for the first level."""
    yield from refused_research(s, me, more)


@does
def develop(s: Tzolkin, me: int, track: str) -> None:
    """One level up; beyond the last, the marker stays and gives the bonus (D22)."""
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
    """Free levels in technologies of choice, one after the other."""
    return [_gift(track, levels - 1) for track in TRACKS]
