"""Which answers are legal, written a second time from the rules and the printed facts.

It knows the names of questions and answers, and nothing of how the title finds its options.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

from games.tzolkin.state import Player, Tzolkin
from tests.games.tzolkin import facts, laws

KINDS = ("wood", "stone", "gold")
TEMPLES = tuple(laws.RANGE)
TRACKS = ("agriculture", "resource_extraction", "architecture", "theology")
PRICES = (1, 2, 3, 1)
COUNT = {gear: 9 if gear == "chichen_itza" else 5 for gear in laws.GEARS}
ACTIONS = [(gear, n) for gear, count in COUNT.items() for n in range(1, count + 1)]
LENT = [(gear, n) for gear, n in ACTIONS if gear != "chichen_itza" and (gear, n) != ("uxmal", 5)]


def legal(s: Tzolkin, seat: int, question: str, *args: Any) -> set[str]:
    """Every legal answer to this question; empty when it need not be asked."""
    found = set(globals()[f"_{question}"](s, seat, *args))
    if not found:
        return found
    if question in ("place_more", "pick_more", "research_more", "trade", "offering"):
        found.add("done")
    if question in ("may_build", "build_second", "may_borrow"):
        found.add("done")
    if question == "act":
        found.add("nothing")
    return found


def blocks(player: Player) -> int:
    return sum(player.goods[kind] for kind in KINDS)


def mixtures(n: int) -> list[dict[str, int]]:
    """Yield every combination of a number of blocks."""
    mixed = combinations_with_replacement(KINDS, n)
    return [{kind: each.count(kind) for kind in KINDS if kind in each} for each in mixed]


def words(goods: dict[str, int]) -> str:
    return " ".join(f"{n} {kind}" for kind, n in goods.items())


def _choose_wealth(s: Tzolkin, seat: int) -> Iterator[str]:
    for pair in combinations(s.players[seat].dealt, 2):
        yield "keep " + " ".join(pair)


def _turn(s: Tzolkin, seat: int) -> set[str]:
    player = s.players[seat]
    begs = {
        f"beg {temple}"
        for temple, step in player.temples.items()
        if step > -1 and player.goods["corn"] < 3
    }
    return {*begs, *_place_more(s, seat, 0), *_pick_more(s, seat)} or mercy(s)


def lowest_free(s: Tzolkin) -> dict[str, int]:
    """The space a worker would enter on each gear that has one."""
    free = {
        gear: [n for n, who in enumerate(teeth[: laws.LAST[gear] + 1]) if who is None]
        for gear, teeth in s.gears.items()
    }
    return {gear: spaces[0] for gear, spaces in free.items() if spaces}


def mercy(s: Tzolkin) -> set[str]:
    spaces = lowest_free(s)
    return {f"place {gear}" for gear, n in spaces.items() if n == min(spaces.values())}


def _place_more(s: Tzolkin, seat: int, placed: int) -> Iterator[str]:
    player = s.players[seat]
    if not player.hand:
        return
    corn = player.goods["corn"] - placed
    yield from (f"place {gear}" for gear, n in lowest_free(s).items() if n <= corn)
    if s.start_space is None and corn >= 0:
        yield "place start"


def _pick_more(s: Tzolkin, seat: int) -> Iterator[str]:
    for gear, teeth in s.gears.items():
        yield from (f"pick {gear} {n}" for n, who in enumerate(teeth) if who == seat)


def _days(s: Tzolkin, seat: int) -> set[str]:
    edges = [s.gears[gear][last - 1] for gear, last in laws.LAST.items()]
    assert s.players[seat].light
    assert not set(edges) & set(range(len(s.players)))
    return {"advance 1", "advance 2"}


def _act(s: Tzolkin, seat: int, gear: str, space: int) -> Iterator[str]:
    ahead = gear == "chichen_itza" and s.players[seat].technologies["theology"] >= 1
    last = COUNT[gear]
    any_action = space > last or (ahead and space == last)
    corn = s.players[seat].goods["corn"]
    for n in range(1, last + 1):
        if any_action or (ahead and n == space + 1):
            fee = 0
        elif n <= space:
            fee = space - n
        else:
            continue
        if fee <= corn and can(s, seat, gear, n, corn - fee):
            yield f"{gear} {n}"


def can(s: Tzolkin, seat: int, gear: str, n: int, corn: int) -> bool:
    """Whether an action can be performed with so much corn left."""
    player = s.players[seat]
    match gear, n:
        case ("palenque", 1) | ("yaxchilan", _) | ("uxmal", 3):
            return True
        case "palenque", _:
            return s.jungle[n]["corn"] > 0 or player.technologies["agriculture"] >= 2
        case "tikal", (1 | 3):
            return any(_research(s, seat, 1))
        case "tikal", 2:
            return any(_build(s, seat))
        case "tikal", 4:
            return any(_build_up_to_two(s, seat))
        case "tikal", 5:
            return blocks(player) >= 1
        case "uxmal", 1:
            return corn >= 3
        case "uxmal", 2:
            return corn >= 2 or blocks(player) >= 1
        case "uxmal", 4:
            return any(in_corn(s, seat, corn))
        case "uxmal", 5:
            return corn >= 1 and any(can(s, seat, *lent, corn - 1) for lent in LENT)
    return player.goods["skull"] >= 1 and n not in s.skulls_laid


def _borrow(s: Tzolkin, seat: int, fee: int) -> Iterator[str]:
    corn = s.players[seat].goods["corn"] - fee
    if corn >= 0:
        yield from (f"borrow {gear} {n}" for gear, n in LENT if can(s, seat, gear, n, corn))


_may_borrow = _borrow


def _harvest(s: Tzolkin, seat: int, group: int) -> Iterator[str]:
    left, player = s.jungle[group], s.players[seat]
    if left["corn"] > left["wood"]:
        yield "harvest corn"
    elif player.technologies["agriculture"] >= 2:
        yield "harvest no-tile"
    if left["wood"]:
        yield "harvest wood"
        yield from (f"burn {temple}" for temple, step in player.temples.items() if step > -1)


def affords(player: Player, cost: dict[str, int]) -> bool:
    return all(player.goods[kind] >= n for kind, n in cost.items())


def for_blocks(s: Tzolkin, seat: int, applied: bool, note: str = "") -> Iterator[str]:
    player = s.players[seat]
    for tile in s.display:
        cost = facts.BUILDINGS[tile].cost
        if applied and player.technologies["architecture"] == 3:
            for kind in cost:
                if affords(player, {**cost, kind: cost[kind] - 1}):
                    yield f"build {tile} saving {kind}{note}"
        elif affords(player, cost):
            yield f"build {tile}{note}"


def in_corn(s: Tzolkin, seat: int, corn: int) -> Iterator[str]:
    saved = 2 if s.players[seat].technologies["architecture"] == 3 else 0
    for tile in s.display:
        if 2 * sum(facts.BUILDINGS[tile].cost.values()) - saved <= corn:
            yield f"build {tile}"


def _build(s: Tzolkin, seat: int) -> Iterator[str]:
    yield from for_blocks(s, seat, s.players[seat].technologies["architecture"] >= 1)


_may_build = _build


def _build_up_to_two(s: Tzolkin, seat: int) -> Iterator[str]:
    player = s.players[seat]
    if player.technologies["architecture"] >= 1:
        yield from for_blocks(s, seat, True)
        yield from for_blocks(s, seat, False, " plain")
    else:
        yield from for_blocks(s, seat, False)
    for tile in s.monuments:
        if affords(player, facts.MONUMENTS[tile].cost):
            yield f"build {tile}"


def _build_second(s: Tzolkin, seat: int, applied: bool) -> Iterator[str]:
    has_level = s.players[seat].technologies["architecture"] >= 1
    yield from for_blocks(s, seat, has_level and not applied)


def _build_with_corn(s: Tzolkin, seat: int, each: int) -> Iterator[str]:
    assert each == 2
    yield from in_corn(s, seat, s.players[seat].goods["corn"])


def _research(s: Tzolkin, seat: int, levels: int) -> Iterator[str]:
    player = s.players[seat]
    for track, level in player.technologies.items():
        if blocks(player) >= PRICES[level]:
            yield f"research {track}"


_research_more = _research


def _develop_any(s: Tzolkin, seat: int, levels: int) -> set[str]:
    return {f"develop {track}" for track in TRACKS}


def _step_any(s: Tzolkin, seat: int, steps: int) -> set[str]:
    return {f"climb {temple}" for temple in TEMPLES}


def _step_two(s: Tzolkin, seat: int) -> set[str]:
    return {f"climb {one} {two}" for one, two in combinations(TEMPLES, 2)}


def _pay_any(s: Tzolkin, seat: int, n: int) -> set[str]:
    return {f"pay {words(mix)}" for mix in mixtures(n) if affords(s.players[seat], mix)}


def _take_any(s: Tzolkin, seat: int, n: int) -> set[str]:
    return {f"take {words(mix)}" for mix in mixtures(n)}


def _offering(s: Tzolkin, seat: int) -> Iterator[str]:
    player = s.players[seat]
    if player.technologies["theology"] >= 2:
        owned = [kind for kind in KINDS if player.goods[kind]]
        yield from (f"offer {kind} {temple}" for kind in owned for temple in TEMPLES)


def _trade(
    s: Tzolkin, seat: int, sold: tuple[str, ...] = (), buying: bool = False
) -> Iterator[str]:
    goods = s.players[seat].goods
    for kind, price in facts.MARKET.items():
        if goods[kind] and not buying:
            yield f"sell {kind}"
        if goods["corn"] >= price and kind not in sold:
            yield f"buy {kind}"


def thinkable(s: Tzolkin, seat: int, question: str, *args: Any) -> set[str]:
    """Yield plausible answers, legal or not: each is offered or explained."""
    match question:
        case "turn" | "place_more" | "pick_more":
            places = {*(f"place {gear}" for gear in laws.GEARS), "place start"}
            picks = {f"pick {gear} {n}" for gear in laws.GEARS for n in range(laws.LAST[gear] + 1)}
            return places | picks | {f"beg {temple}" for temple in TEMPLES}
        case "act":
            return {f"{gear} {n}" for gear, n in ACTIONS}
        case "harvest":
            burns = {f"burn {temple}" for temple in TEMPLES}
            return burns | {"harvest corn", "harvest wood", "harvest no-tile"}
        case "build" | "may_build" | "build_up_to_two" | "build_second" | "build_with_corn":
            return set(ways_to_build(question))
        case "research" | "research_more":
            return {f"research {track}" for track in TRACKS}
        case "borrow" | "may_borrow":
            return {f"borrow {gear} {n}" for gear, n in ACTIONS}
        case "trade":
            return {f"{way} {kind}" for way in ("sell", "buy") for kind in KINDS}
        case "pay_any":
            return {f"pay {words(mix)}" for n in (1, 2, 3) for mix in mixtures(n)}
        case "take_any":
            return {f"take {words(mix)}" for n in (1, 2, 3) for mix in mixtures(n)}
        case "offering":
            return {f"offer {kind} {temple}" for kind in KINDS for temple in TEMPLES}
    return legal(s, seat, question, *args)


def ways_to_build(question: str) -> Iterator[str]:
    """Every building of the game in every way it might be paid, and every monument."""
    for tile, building in facts.BUILDINGS.items():
        yield f"build {tile}"
        if question != "build_with_corn":
            yield from (f"build {tile} saving {kind}" for kind in building.cost)
        if question == "build_up_to_two":
            yield f"build {tile} plain"
    yield from (f"build {tile}" for tile in facts.MONUMENTS)
