"""Palenque: fishing, and harvesting or burning the jungle. Yaxchilan: what the mountains give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core import Effect, Option, Refusal, asks, does, then
from engine.vocabulary import Goods, gain
from games.tzolkin.data import GROUPS
from games.tzolkin.goods import take_skulls
from games.tzolkin.state import Player, Tzolkin
from games.tzolkin.technology import bonus
from games.tzolkin.temples import can_anger, descend


@does
def fish(s: Tzolkin, me: int, corn: int) -> None:
    """Corn from fishing, more with Agriculture."""
    then(s, me, gain({"corn": corn + bonus(s.players[me], "fishing_corn")}))


@asks
def harvest(s: Tzolkin, me: int, group: int) -> list[Option]:
    """Take an uncovered corn tile or a wood tile, burn the wood for the corn below, or, with
    Agriculture, harvest corn without a tile when none is uncovered (7.1; D17, D18, D53)."""
    left, player = s.jungle[group], s.players[me]
    corn, wood = left["corn"], left["wood"]
    more_corn = bonus(player, "harvest_corn")
    options = []
    if corn > wood:
        options.append(_corn(group, more_corn))
    elif bonus(player, "harvest_without_tile"):
        options.append(_no_tile(group, more_corn))
    if wood:
        options.append(_wood(group, bonus(player, "extract_wood")))
        options += [_burn(group, more_corn, temple) for temple in can_anger(player)]
    return options


@harvest.possible
def anything_to_harvest(s: Tzolkin, me: int, group: int) -> bool:
    """A tile of the group is left, or Agriculture does without."""
    return s.jungle[group]["corn"] > 0 or bonus(s.players[me], "harvest_without_tile") > 0


@harvest.refuses
def refused_harvests(s: Tzolkin, me: int, group: int) -> Iterator[Refusal]:
    """Covered or missing tiles, and gods that cannot be angered."""
    left, player = s.jungle[group], s.players[me]
    params = {"group": group}
    if left["corn"] <= left["wood"]:
        yield Refusal("harvest corn", "no-uncovered-corn", params, "7.1")
    if left["corn"] > left["wood"] or not bonus(player, "harvest_without_tile"):
        yield Refusal("harvest no-tile", "tile-must-be-taken", params, "D17")
    if not left["wood"]:
        yield Refusal("harvest wood", "no-wood-tile", params, "7.1")
    for temple in player.temples:
        if not left["wood"]:
            yield Refusal(f"burn {temple}", "no-wood-tile", params, "7.1")
        elif temple not in can_anger(player):
            yield Refusal(f"burn {temple}", "temple-at-bottom", {"temple": temple}, "D18")


def _reap(group: int, more: int) -> Effect:
    return gain({"corn": GROUPS[group].corn + more})


@cache
def _corn(group: int, more: int) -> Option:
    return Option("harvest corn", (take_tile(group, "corn"), _reap(group, more)))


@cache
def _no_tile(group: int, more: int) -> Option:
    return Option("harvest no-tile", (leave_tiles(group), _reap(group, more)))


@cache
def _wood(group: int, more: int) -> Option:
    wood = gain({"wood": GROUPS[group].wood + more})
    return Option("harvest wood", (take_tile(group, "wood"), wood))


@cache
def _burn(group: int, more: int, temple: str) -> Option:
    tile = take_tile(group, "corn")
    return Option(f"burn {temple}", (burn_tile(group), tile, _reap(group, more), descend(temple)))


@does
def take_tile(s: Tzolkin, me: int, group: int, kind: str) -> None:
    """A harvest tile goes to the player; some monuments count it."""
    s.jungle[group][kind] -= 1
    s.players[me].harvested[kind] += 1


@does
def leave_tiles(s: Tzolkin, me: int, group: int) -> None:
    """A harvest takes no tile (Agriculture 2)."""


@does
def burn_tile(s: Tzolkin, me: int, group: int) -> None:
    """A wood tile leaves the game and counts for nobody."""
    s.jungle[group]["wood"] -= 1


EXTRACTION = {"wood": "extract_wood", "stone": "extract_stone", "gold": "extract_gold"}


def extracted(player: Player, goods: Goods) -> Goods:
    """Goods of a gear action with what Resource Extraction adds to each kind of block."""
    return {
        kind: n + bonus(player, EXTRACTION[kind]) if kind in EXTRACTION else n
        for kind, n in goods.items()
    }


@does
def extract(s: Tzolkin, me: int, goods: Goods) -> None:
    """Blocks and corn of a gear action, more with Resource Extraction."""
    then(s, me, gain(extracted(s.players[me], goods)))


@does
def unearth(s: Tzolkin, me: int, n: int) -> None:
    """Crystal skulls of a gear action, more with Theology, as far as the bank has any."""
    then(s, me, take_skulls(n + bonus(s.players[me], "unearth_skulls")))
