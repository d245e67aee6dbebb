"""Random games of Tawantinsuyu with every law, the totals of the components, and spoilt states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from engine.table import Table
from games.tawantinsuyu import TITLE
from games.tawantinsuyu.data import (
    ARMY_CARDS,
    CONQUESTS,
    GOD_CARDS,
    HILL,
    PASSIVE,
    PRODUCTION,
    STATUES,
    SYMBOLS,
    WEAVINGS,
)
from games.tawantinsuyu.state import Tawantinsuyu, Token
from tests.contract.play import random_options
from tests.games.tawantinsuyu import laws
from tests.games.tawantinsuyu.builder import Play, tawantinsuyu
from tests.games.tawantinsuyu.random_games import play, random_table

TOTALS = [
    (GOD_CARDS, 42),
    (ARMY_CARDS, 30),
    (PRODUCTION, 19),
    (PASSIVE, 20),
    (WEAVINGS, 35),
    (CONQUESTS, 28),
]


@pytest.mark.parametrize(("components", "number"), TOTALS)
def test_totals(components: dict[str, object], number: int) -> None:
    assert len(components) == number


def test_totals_of_the_hill_and_of_statues() -> None:
    """Five sections with two step spots each; statues of two sizes and six symbols."""
    assert Counter(spot.section for spot in HILL.spot) == dict.fromkeys(range(1, 6), 2)
    assert (len(STATUES), len(SYMBOLS)) == (2, 6)


@pytest.mark.parametrize("seats", TITLE.seats)
@pytest.mark.parametrize("number", range(4))
def test_laws_of_every_step(seats: int, number: int) -> None:
    s = play(*random_table(seats, (), number))
    assert (s.over, s.festivals) == (True, 3)


@pytest.mark.parametrize("number", range(12))
def test_laws_of_options(number: int) -> None:
    """Any options that go together, with 1 to 4 seats."""
    seats = 1 + number % 4
    options = tuple(random_options(TITLE, seats, Random(f"laws {number}")))
    assert play(*random_table(seats, options, number)).over


def pass_workers_on(s: Tawantinsuyu) -> None:
    """Paint a worker of the village in another colour."""
    s.village[0] = next(colour for colour in s.bag if colour != s.village[0])


def free_steps(s: Tawantinsuyu) -> None:
    """Put a marker on a lower step spot below a free one."""
    s.steps["ST1L"] = 0
    s.players[0].steps -= 1


def steal_a_conquest(s: Tawantinsuyu) -> None:
    """Put a marker on a conquest space, from no hand."""
    s.conquests["antisuyu_1"] = 0


def double_a_pattern(s: Tawantinsuyu) -> None:
    """Join a weaving with another one of its pattern."""
    alike = [w for w in WEAVINGS if WEAVINGS[w].pattern == WEAVINGS[s.weaving_pile[0]].pattern]
    here = [weaving for weaving in s.weaving_pile if weaving in alike][:2]
    assert len(here) == 2
    s.weaving_pile = [weaving for weaving in s.weaving_pile if weaving not in here]
    s.players[0].tapestries.append(here)


def fill_the_market(s: Tawantinsuyu) -> None:
    """Open a third production building."""
    s.market.append(s.production_pile.pop())


def fill_the_offer(s: Tawantinsuyu) -> None:
    """Open god cards beyond the limit of the offer."""
    s.offer, s.god_deck = s.god_deck[:6], s.god_deck[6:]


def double_a_card(s: Tawantinsuyu) -> None:
    """Give a player the army card on the top of the deck, and leave it there."""
    s.players[0].soldiers.append(s.army_deck[-1])


def lose_a_statue(s: Tawantinsuyu) -> None:
    """Take a statue of the supply away."""
    s.statues[f"small {SYMBOLS[0]}"] -= 1


def climb_too_high(s: Tawantinsuyu) -> None:
    """Put a marker above the temple."""
    s.players[0].temple = 13


def owe_points(s: Tawantinsuyu) -> None:
    """Give a player fewer points than none."""
    s.players[0].points = -1


def owe_goods(s: Tawantinsuyu) -> None:
    """Give a player less gold than none."""
    s.players[0].goods["gold"] = -1


def end_too_soon(s: Tawantinsuyu) -> None:
    """End the game before its last festival."""
    s.over = True


def wake_axomamma(s: Tawantinsuyu) -> None:
    """Give a game of two players a token of Axomamma."""
    s.axomamma.tokens.append(Token(1, "top", 1))


FAULTS = [
    pass_workers_on,
    free_steps,
    steal_a_conquest,
    double_a_pattern,
    fill_the_market,
    fill_the_offer,
    double_a_card,
    lose_a_statue,
    climb_too_high,
    owe_points,
    owe_goods,
    end_too_soon,
    wake_axomamma,
]


def lively() -> Play:
    """A table of two in the middle of a game."""
    return tawantinsuyu(purple={"workers": ["white"], "stone": 3}, hill={"S1T1": "blue"})


@pytest.mark.parametrize("spoil", FAULTS)
def test_the_laws_see_a_fault(spoil: Callable[[Tawantinsuyu], None]) -> None:
    s = lively().state
    laws.check(s)
    spoil(s)
    with pytest.raises(AssertionError):
        laws.check(s)


def crowded(table: Table) -> Tawantinsuyu:
    """The state of a table with a third worker for the first player."""
    s = cast(Tawantinsuyu, table.state)
    s.players[0].workers += ["blue"] * 3
    return s


def test_the_laws_see_a_wrong_change() -> None:
    """Points without an event, and a turn that leaves three workers."""
    table = lively().table
    s = cast(Tawantinsuyu, table.state)
    before = laws.noted(s)
    laws.check_change(before, s, [])
    laws.check_change(before, crowded(table), [])
    s.active = 1
    with pytest.raises(AssertionError):
        laws.check_change(before, s, [])
    s.active, s.players[1].points = 0, 11
    laws.check_change(before, s, [(1, ("score", 1))])
    with pytest.raises(AssertionError):
        laws.check_change(before, s, [])
