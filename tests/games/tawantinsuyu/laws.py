"""What holds at every moment of a game of Tawantinsuyu for 1 to 4 players.

The laws are computed without the rules' own code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.core import Item
from games.tawantinsuyu.axomamma_data import AXOMAMMA
from games.tawantinsuyu.data import (
    ARMY_CARDS,
    CONQUESTS,
    GOD_CARDS,
    HILL,
    PASSIVE,
    PRODUCTION,
    SETUP,
    STATUES,
    SYMBOLS,
    TEMPLE,
    WEAVINGS,
    WORKERS,
)
from games.tawantinsuyu.state import Tawantinsuyu

OF_A_COLOUR = 9
LIMIT = 2
STEPS, CONQUEST_MARKERS = 5, 10
GOODS = {"potato", "corn", "stone", "gold"}
VILLAGE = 6, 6, 7, 9
NOMADS = 3, 3, 3, 4
OFFER = 3, 3, 4, 5
"""The most workers of the village, nomads, and cards of the central offer, for 1 to 4 seats."""

MARKET = 2
"""The buildings of each kind in the market, at most."""

SPACES = {each.id for each in HILL.space}
SPOTS = {each.id: (each.section, each.level) for each in HILL.spot}

SCORING = ("score", "score_source")
"""Events whose last argument is points gained."""


def check(s: Tawantinsuyu) -> None:
    """Assert every law that speaks about one state."""
    check_goods(s)
    check_workers(s)
    check_hill(s)
    check_gods(s)
    check_army(s)
    check_buildings(s)
    check_statues(s)
    check_weavings(s)
    check_markers(s)
    check_festivals(s)
    check_axomamma(s)


def check_goods(s: Tawantinsuyu) -> None:
    """Nothing is negative; no marker is beyond the end of the temple, no priest off the hilltop."""
    assert len(s.players) == max(2, s.seats)
    for player in s.players:
        assert set(player.goods) == GOODS
        assert min(*player.goods.values(), player.points) >= 0
        assert 0 <= player.temple < len(TEMPLE)
        assert 0 <= player.priest <= HILL.sections


def check_workers(s: Tawantinsuyu) -> None:
    """Each worker is in one place; the village and the nomads have room for a number each."""
    counts = Counter([*s.hill.values(), *s.village, *s.nomads, *s.casualties])
    for held in (s.bag, s.boxed):
        assert min(held.values(), default=0) >= 0
        counts.update(held)
    for side, player in enumerate(s.players):
        counts.update(player.workers)
        assert len(player.workers) <= LIMIT or side < s.seats
    assert counts == dict.fromkeys(WORKERS, OF_A_COLOUR)
    assert len(s.village) <= VILLAGE[s.seats - 1]
    assert len(s.nomads) == NOMADS[s.seats - 1] or not any(s.bag.values())


def check_hill(s: Tawantinsuyu) -> None:
    """Workers and step markers are on spaces and spots; a lower spot needs the upper one."""
    assert s.hill.keys() <= SPACES
    assert s.steps.keys() <= SPOTS.keys()
    placed = {SPOTS[spot] for spot in s.steps}
    assert all((section, "upper") in placed for section, _ in placed)


def check_gods(s: Tawantinsuyu) -> None:
    """Each god card is in one place; the central offer is emptied before it has too many."""
    found = [*s.god_deck, *s.offer, *filter(None, [s.now.card, *s.axomamma.tucked])]
    for player in s.players:
        found += [*player.gods, *player.open_gods, *player.dealt, *player.laid]
        assert player.dealt == sorted(player.dealt)
    assert each_once(found, GOD_CARDS)
    assert len(s.offer) <= OFFER[s.seats - 1]


def check_army(s: Tawantinsuyu) -> None:
    """Each army card is in one place."""
    found = [*s.army_deck, *s.army_discards]
    for player in s.players:
        found += [*player.soldiers, *player.recruits, *player.army, *player.spent]
    assert each_once(found, ARMY_CARDS)


def check_buildings(s: Tawantinsuyu) -> None:
    """Each building is in one place of its kind; the market is full before a turn."""
    piles = s.production_pile, s.passive_pile
    built = [each for player in s.players for each in (*player.production, *player.worn)]
    passive = [each for player in s.players for each in player.passive]
    kinds = list(PRODUCTION), list(PASSIVE)
    for pile, owned, kind in zip(piles, (built, passive), kinds, strict=True):
        market = [each for each in s.market if each in kind]
        assert each_once([*pile, *market, *owned], kind)
        assert len(market) <= MARKET
        assert len(market) == MARKET or not pile or not before_a_turn(s)


def backs(s: Tawantinsuyu) -> list[list[bool]]:
    """Return of which kind the buildings of each pile are: their backs differ."""
    return [[each in PRODUCTION for each in pile] for pile in (s.production_pile, s.passive_pile)]


def before_a_turn(s: Tawantinsuyu) -> bool:
    """Return whether a player is asked what to do first in the own turn."""
    now = s.now
    begun = now.space or now.action or now.card
    return not begun and any(effect[0] == "turn" for _, effect in s.agenda[-1:])


def check_statues(s: Tawantinsuyu) -> None:
    """Each statue is in supply, with a player, or out of the game."""
    given = [*s.lost, *(each for player in s.players for each in player.statues)]
    left = Counter(s.statues)
    left.update(given)
    assert min(s.statues.values()) >= 0
    assert left == {
        f"{size.id} {symbol}": size.copies for size in STATUES.values() for symbol in SYMBOLS
    }


def check_weavings(s: Tawantinsuyu) -> None:
    """Each weaving is in one place; the patterns of a tapestry are different."""
    found = [*s.weaving_pile, *s.drawn, *s.removed, *filter(None, [s.weaving])]
    for player in s.players:
        for row in player.tapestries:
            found += row
            patterns = [WEAVINGS[each].pattern for each in row]
            assert len(set(patterns)) == len(row) > 0
    assert each_once(found, WEAVINGS)


def check_markers(s: Tawantinsuyu) -> None:
    """Each side has five step markers and ten conquest markers, in hand or on a place."""
    sides = range(len(s.players))
    assert {*s.steps.values(), *s.conquests.values()} <= {*sides}
    assert s.conquests.keys() <= CONQUESTS.keys()
    for side, player in enumerate(s.players):
        assert min(player.steps, player.conquests) >= 0
        assert player.steps + list(s.steps.values()).count(side) == STEPS
        assert player.conquests + list(s.conquests.values()).count(side) == CONQUEST_MARKERS


def check_festivals(s: Tawantinsuyu) -> None:
    """The game ends with the third festival; the token comes before many turns without workers."""
    assert 0 <= s.festivals <= 3
    assert not s.over or s.festivals == 3
    assert s.token is None or 0 <= s.token < len(s.players)
    assert 0 <= s.idle <= SETUP.forced_festival + len(s.players)


def check_axomamma(s: Tawantinsuyu) -> None:
    """In a game for one, Axomamma has tucked cards and its tokens on the spots of their rows."""
    board = s.axomamma
    if s.seats > 1 or not board.tucked:
        assert (board.personality, board.tucked, board.tokens) == ("", [], [])
        return
    known = {row.id: row for row in AXOMAMMA.row}
    assert len(board.tucked) == 4
    assert all(1 <= token.spot <= len(known[token.row].spots) for token in board.tokens)
    found = Counter((token.row, token.value) for token in board.tokens)
    assert found == Counter((row, value) for row in known for value, _ in known[row].tokens)


def each_once(found: list[str], every: Iterable[str]) -> bool:
    """Return whether these things are all of a kind, each of them once."""
    return sorted(found) == sorted(every)


Noted = tuple[int | None, list[int]]
"""The side whose turn it is, and the points of each side."""


def noted(s: Tawantinsuyu) -> Noted:
    """What changes in certain ways only."""
    return s.active, [player.points for player in s.players]


def check_change(before: Noted, s: Tawantinsuyu, trace: list[Item]) -> None:
    """Points come from events that say so; a turn leaves a player with two workers at most."""
    active, points = before[0], before[1][:]
    for side, effect in trace:
        if effect[0] in SCORING or effect[0] == "win_region":
            points[side] += effect[-1]
        if effect[0] == "lose_points":
            points[side] = max(0, points[side] - effect[1])
    assert [player.points for player in s.players] == points
    festival = any(effect[0] in ("hold_festival", "end_game") for _, effect in trace)
    if active is not None and active != s.active and not festival:
        assert len(s.players[active].workers) <= LIMIT
