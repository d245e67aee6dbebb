"""What holds at every moment of a game of Tzolk'in, written without looking at the rules' code."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.core import Item
from engine.table import Table
from games.tzolkin.state import DUMMY, Tzolkin
from tests.games.tzolkin import facts

GEARS = {"palenque": 10, "yaxchilan": 10, "tikal": 10, "uxmal": 10, "chichen_itza": 13}
LAST = {gear: 10 if teeth == 13 else 7 for gear, teeth in GEARS.items()}
DUMMIES = {2: 12, 3: 6, 4: 0}
MONUMENTS = {2: 4, 3: 5, 4: 6}
RANGE = {"chaac": (-1, 5), "quetzalcoatl": (-1, 7), "kukulkan": (-1, 6)}


def check(s: Tzolkin) -> None:
    """Assert every law that speaks about one state."""
    check_workers(s)
    check_goods(s)
    check_jungle(s)
    check_tiles(s)
    check_boards(s)


def check_workers(s: Tzolkin) -> None:
    """Six workers a player, each in one place; dummies stay; hidden teeth belong to dummies."""
    for seat, player in enumerate(s.players):
        on_gears = sum(teeth.count(seat) for teeth in s.gears.values())
        at_start = int(s.start_space == seat)
        assert player.hand >= 0
        assert 0 <= player.reserve <= 3
        assert player.hand + on_gears + at_start + player.reserve == 6
    assert {gear: len(teeth) for gear, teeth in s.gears.items()} == GEARS
    dummies = sum(teeth.count(DUMMY) for teeth in s.gears.values())
    assert dummies == DUMMIES[len(s.players)]
    for gear, teeth in s.gears.items():
        assert set(teeth) <= {None, DUMMY, *range(len(s.players))}
        assert set(teeth[LAST[gear] + 1 :]) <= {None, DUMMY}
    assert s.start_space in (None, *range(len(s.players)))
    assert s.start_player in range(len(s.players))


def check_goods(s: Tzolkin) -> None:
    """Thirteen skulls are in bank, hands and caves; no player owes goods."""
    for player in s.players:
        assert set(player.goods) == {"corn", "wood", "stone", "gold", "skull"}
        assert min(player.goods.values()) >= 0
    owned = sum(player.goods["skull"] for player in s.players)
    assert s.skulls >= 0
    assert s.skulls + owned + len(s.skulls_laid) == 13
    assert set(s.skulls_laid) <= set(range(1, 10))
    assert s.calendar_corn >= 0


def check_jungle(s: Tzolkin) -> None:
    """Wood lies on corn; a tile is on the board, with a player, or burned."""
    cells = len(s.players)
    assert list(s.jungle) == [2, 3, 4, 5]
    assert s.jungle[2]["wood"] == 0
    for left in s.jungle.values():
        assert 0 <= left["wood"] <= left["corn"] <= cells
    corn = sum(left["corn"] for left in s.jungle.values())
    wood = sum(left["wood"] for left in s.jungle.values())
    assert corn + sum(p.harvested["corn"] for p in s.players) == 4 * cells
    burned = 3 * cells - wood - sum(p.harvested["wood"] for p in s.players)
    assert burned >= 0


def check_tiles(s: Tzolkin) -> None:
    """Every wealth tile, building and monument is in exactly one place."""
    wealth = [*s.wealth_box, *s.dummy_tiles]
    buildings = [*s.display, *s.stack, *s.later, *s.building_box, *s.removed]
    monuments = [*s.monuments, *s.monument_box]
    for player in s.players:
        wealth += [*player.wealth, *player.dealt, *player.kept]
        buildings += player.buildings
        monuments += player.monuments
    assert sorted(wealth) == sorted(facts.WEALTH)
    assert sorted(buildings) == sorted(facts.BUILDINGS)
    assert sorted(monuments) == sorted(facts.MONUMENTS)
    assert {facts.BUILDINGS[tile].age for tile in [*s.display, *s.stack]} <= {s.age}
    assert {facts.BUILDINGS[tile].age for tile in s.later} <= {2}
    assert not (s.later and s.age == 2)
    assert {facts.BUILDINGS[tile].age for tile in s.building_box} <= {1}
    for player in s.players:
        assert player.dealt == sorted(player.dealt)
    assert len(s.display) <= 6
    in_game = len(s.monuments) + sum(len(player.monuments) for player in s.players)
    assert in_game == MONUMENTS[len(s.players)]


def backs(s: Tzolkin) -> list[list[int]]:
    """Return the ages on the backs of the piles of buildings."""
    piles = s.stack, s.later, s.building_box
    return [sorted(facts.BUILDINGS[tile].age for tile in pile) for pile in piles]


def check_boards(s: Tzolkin) -> None:
    """Markers stay on their tracks, one on a top step; farms are those of the own tiles."""
    for player in s.players:
        assert set(player.technologies.values()) <= {0, 1, 2, 3}
        assert player.farms == farms_of(player.wealth, player.buildings)
    for temple, (bottom, top) in RANGE.items():
        steps = [player.temples[temple] for player in s.players]
        assert all(bottom <= step <= top for step in steps)
        assert steps.count(top) <= 1


def farms_of(wealth: list[str], buildings: list[str]) -> dict[str, int]:
    """What the farms among these tiles feed, by the printed tiles."""
    effects = [effect for tile in wealth for effect in facts.WEALTH[tile].effects]
    effects += [effect for tile in buildings for effect in facts.BUILDINGS[tile].effects]
    return {
        "workers": sum(int(e[2]) for e in effects if e[:2] == ("farm", "workers")),
        "discount": sum(int(e[2]) for e in effects if e[:2] == ("farm", "discount")),
    }


def check_questions(table: Table) -> None:
    """Offered and refused answers are unique and disjoint, and every refusal has its reason."""
    for decision in table.open:
        offered = [option.id for option in decision.options]
        refused = table.refusals(decision.seat)
        ids = [refusal.id for refusal in refused]
        assert 1 <= len(offered) <= 150
        assert len(set(offered)) == len(offered)
        assert len(set(ids)) == len(ids), ids
        assert not set(offered) & set(ids), (offered, ids)
        assert all(refusal.reason and refusal.rule for refusal in refused)


Ledger = tuple[list[dict[str, int]], list[float], int]
"""Goods and points of each seat, and the skulls of the bank."""


def ledger(s: Tzolkin) -> Ledger:
    """The state's amounts, copied."""
    goods = [dict(player.goods) for player in s.players]
    return goods, [player.points for player in s.players], s.skulls


def booked(before: Ledger, trace: list[Item]) -> Ledger:
    """The amounts after these events, by what the events say: nothing else may change them."""
    goods, points, bank = before
    for seat, (verb, *args) in trace:
        assert told(verb, args), (verb, args)
        _book_goods(goods, seat, verb, args)
        if verb in ("receive_skulls", "return_skulls"):
            n = args[0] if verb == "receive_skulls" else -args[0]
            goods[seat]["skull"] += n
            bank -= n
        elif verb in ("score", "lead"):
            points[seat] += args[-1]
    return goods, points, bank


def told(verb: str, args: list[Any]) -> bool:
    """Return whether the event is of something: of goods, hunger and leads, never zero."""
    if verb in ("gain", "pay"):
        return min(args[0].values(), default=0) > 0
    return verb not in ("return_skulls", "starve", "lead") or args[-1] > 0


def _book_goods(goods: list[dict[str, int]], seat: int, verb: str, args: list[Any]) -> None:
    if verb in ("gain", "pay"):
        sign = 1 if verb == "gain" else -1
        total: Counter[str] = Counter(goods[seat])
        total.update({kind: sign * n for kind, n in args[0].items()})
        goods[seat] = dict(total)
    elif verb == "lay_skull":
        goods[seat]["skull"] -= 1
    elif verb == "sell_off":
        rates = {"wood": 2, "stone": 3, "gold": 4}
        goods[seat]["corn"] += sum(rate * goods[seat][kind] for kind, rate in rates.items())
        goods[seat] |= dict.fromkeys(rates, 0)
