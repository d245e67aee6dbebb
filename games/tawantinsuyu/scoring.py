"""The final scoring, and the ranks at the end (section 17)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core import does, quietly, then
from engine.title import Standing
from games.tawantinsuyu.axomamma_data import AXOMAMMA
from games.tawantinsuyu.data import SETUP, TAPESTRIES, TEMPLE
from games.tawantinsuyu.passives import god_card_points
from games.tawantinsuyu.state import Player, Tawantinsuyu

WON, LOST = "won", "lost"
"""The results of a solo game."""

NUMBERS: dict[str, Callable[[Player], int]] = {
    "buildings": lambda player: len(player.production) + len(player.passive),
    "gods": lambda player: len(player.gods) + len(player.open_gods),
    "army": lambda player: len(player.army),
    "workers": lambda player: len(player.workers),
    SETUP.wild: lambda player: player.goods[SETUP.wild],
}
"""How many things of a sort score at the end; passive buildings are always face up (D31)."""


def final_points(s: Tawantinsuyu, me: int) -> dict[str, int]:
    """Return the points at the end by their source, as the game stands."""
    player = s.players[me]
    sizes = TAPESTRIES.sizes
    worth = {**SETUP.final, "gods": SETUP.final["gods"] + god_card_points(s, me)}
    return {
        "tapestries": sum([sizes[len(row)] for row in player.tapestries]),
        "temple": TEMPLE[player.temple].final,
        **{sort: n * NUMBERS[sort](player) for sort, n in worth.items()},
    }


@quietly
def score_end(s: Tawantinsuyu, me: int) -> None:
    """Score what counts at the end only, one source after another (section 17)."""
    found = final_points(s, me)
    then(s, me, *[score_source(source, n) for source, n in found.items() if n])


@does
def score_source(s: Tawantinsuyu, me: int, source: str, points: int) -> None:
    """Score the points of one source at the end of the game."""
    s.players[me].points += points


@does
def end_game(s: Tawantinsuyu, me: int) -> None:
    """End the game; in a solo game, tell whether the player has won (19.6)."""
    s.over = True
    for rival, player in enumerate(s.players[s.seats :], s.seats):
        own = s.players[rival - s.seats]
        won = own.points >= AXOMAMMA.win and own.points > player.points
        then(s, rival - s.seats, tell_result(WON if won else LOST))


@does
def tell_result(s: Tawantinsuyu, me: int, result: str) -> None:
    """Tell whether the player has won against Axomamma."""


def standings(s: Tawantinsuyu) -> list[Standing]:
    """Rank the players by points, then by all their goods; otherwise they share the rank.

    Axomamma comes first in a tie, because the player needs more points (19.6, R183).
    """
    if s.seats == 1:
        return solo_standings(s)
    keys = [(player.points, sum(player.goods.values())) for player in s.players]
    ranked = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    return [_standing(side, keys) for side in ranked]


def _standing(side: int, keys: list[tuple[int, int]]) -> Standing:
    points, goods = keys[side]
    rank = 1 + sum([key > keys[side] for key in keys])
    return Standing(side, rank, points, {"goods": goods})


def solo_standings(s: Tawantinsuyu) -> list[Standing]:
    """Rank the player and Axomamma by points; in a tie Axomamma comes first (R183)."""
    points = [player.points for player in s.players]
    ranked = sorted(range(len(points)), key=lambda side: (points[side], side), reverse=True)
    return [Standing(side, rank, points[side], {}) for rank, side in enumerate(ranked, 1)]
