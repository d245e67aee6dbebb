"""The end of the game: goods, skulls, monuments, and the standings."""

from __future__ import annotations

from collections.abc import Callable

from engine.core import NOBODY, Effect, does, quietly, then
from engine.tables import effects
from engine.title import Standing
from engine.vocabulary import each_side
from games.tzolkin.data import BUILDINGS, MARKET, MONUMENTS, SETUP
from games.tzolkin.goods import score, shared
from games.tzolkin.state import Tzolkin
from games.tzolkin.technology import LAST_LEVEL
from games.tzolkin.temples import step_points

Counter = Callable[[Tzolkin, int], int]


@does
def final_scoring(s: Tzolkin, me: int) -> None:
    """Convert blocks to corn, score corn and skulls, then the monuments (section 13)."""
    then(s, NOBODY, each_side(s.start_player, sell_off()), each_side(s.start_player, judge()))


@does
def sell_off(s: Tzolkin, me: int) -> None:
    """Convert all blocks to corn at the market's rates; score corn and skulls."""
    goods = s.players[me].goods
    for kind, price in MARKET.items():
        goods["corn"] += price * goods[kind]
        goods[kind] = 0
    for_corn = shared(goods["corn"], SETUP.scoring["corn_per_point"])
    then(s, me, score(for_corn), score(SETUP.scoring["skull"] * goods["skull"]))


@quietly
def judge(s: Tzolkin, me: int) -> None:
    """Score the own monuments."""
    for tile in reversed(s.players[me].monuments):
        then(s, me, honour(tile), *effects(MONUMENTS[tile].score))


@does
def honour(s: Tzolkin, me: int, tile: str) -> None:
    """Announce a monument that is scored now."""


def wood_harvest_tiles(s: Tzolkin, me: int) -> int:
    """Count the wood tiles taken; burned ones do not count."""
    return s.players[me].harvested["wood"]


def corn_harvest_tiles(s: Tzolkin, me: int) -> int:
    """Count the corn tiles taken."""
    return s.players[me].harvested["corn"]


def constructions(s: Tzolkin, me: int) -> int:
    """Count own buildings and monuments, farms included (D49)."""
    return len(s.players[me].buildings) + len(s.players[me].monuments)


def monuments_of_all(s: Tzolkin, me: int) -> int:
    """Count the monuments of all players (D48)."""
    return sum(len(player.monuments) for player in s.players)


def finished_technologies(s: Tzolkin, me: int) -> int:
    """Count own technologies at the last level."""
    return sum(level == LAST_LEVEL for level in s.players[me].technologies.values())


def technology_levels(s: Tzolkin, me: int) -> int:
    """Add up own technology levels."""
    return sum(s.players[me].technologies.values())


def workers_in_play(s: Tzolkin, me: int) -> int:
    """Count own workers outside the bank."""
    return s.workers_in_play(me)


def skulls_laid(s: Tzolkin, me: int) -> int:
    """Count the skulls that all players have laid on actions."""
    return len(s.skulls_laid)


def best_temple_height(s: Tzolkin, me: int) -> int:
    """Count steps above the start on the own best temple, never below 0 (D47)."""
    return max(0, *s.players[me].temples.values())


def temple_points_again(s: Tzolkin, me: int) -> int:
    """Add up the points printed at the own steps, negative ones too (D46)."""
    return step_points(s.players[me])


COUNTERS: dict[str, Counter] = {
    counter.__name__: counter
    for counter in (
        wood_harvest_tiles,
        corn_harvest_tiles,
        constructions,
        monuments_of_all,
        finished_technologies,
        technology_levels,
        workers_in_play,
        skulls_laid,
        best_temple_height,
        temple_points_again,
    )
}


@does
def per(s: Tzolkin, me: int, counter: str, points: int) -> None:
    """Score points for each thing that the counter counts."""
    then(s, me, score(points * COUNTERS[counter](s, me)))


@does
def per_group(s: Tzolkin, me: int, kind: str, points: int) -> None:
    """Score points for each own building and monument of a group."""
    player = s.players[me]
    own = [BUILDINGS[tile].group for tile in player.buildings]
    own += [MONUMENTS[tile].group for tile in player.monuments]
    then(s, me, score(points * own.count(kind)))


@does
def per_by_players(s: Tzolkin, me: int, counter: str, scale: tuple[int, ...]) -> None:
    """Score points for each thing counted, by the number of players: two, three, four."""
    then(s, me, score(scale[len(s.players) - 2] * COUNTERS[counter](s, me)))


@does
def by_count(s: Tzolkin, me: int, counter: str, scale: tuple[int, ...]) -> None:
    """Score the points that a table gives for the number counted."""
    then(s, me, score(scale[COUNTERS[counter](s, me)]))


def standings(s: Tzolkin) -> list[Standing]:
    """Return the standings by points, then workers on the gears; equals share a rank (D51)."""
    keys = [(p.points, s.workers_on_gears(seat)) for seat, p in enumerate(s.players)]
    best = sorted(keys, reverse=True)
    order = sorted(range(len(keys)), key=lambda seat: (best.index(keys[seat]), seat))
    return [
        Standing(
            seat,
            best.index(keys[seat]) + 1,
            keys[seat][0],
            {"workers_on_gears": keys[seat][1]},
        )
        for seat in order
    ]


def check_counters(written: list[tuple[str, tuple[Effect, ...]]]) -> None:
    """Raise ValueError if a table names an unknown counter."""
    for tile, score_effects in written:
        for verb, *args in score_effects:
            if verb in ("per", "per_by_players", "by_count") and args[0] not in COUNTERS:
                raise ValueError(f"{tile}: unknown counter {args[0]!r}")
