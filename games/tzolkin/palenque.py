"""Palenque (fishing, harvesting and burning the jungle) and Yaxchilan (extracting)."""

from __future__ import annotations

from functools import cache

from engine.core import Effect, Listing, Option, asks, does, then
from engine.listing import Reason, answer, why
from engine.vocabulary import Goods, gain
from games.tzolkin.data import GROUPS, TEMPLES
from games.tzolkin.goods import take_skulls
from games.tzolkin.state import Player, Tzolkin
from games.tzolkin.technology import bonus
from games.tzolkin.temples import at_bottom, can_anger, descend


@does
def fish(s: Tzolkin, me: int, corn: int) -> None:
    """Gain corn from fishing, more with Agriculture."""
    then(s, me, gain({"corn": corn + bonus(s.players[me], "fishing_corn")}))


@asks
def harvest(s: Tzolkin, me: int, group: int) -> Listing:
    """Take an uncovered corn tile or a wood tile, or burn the wood for the corn below (7.1; D17).

    With Agriculture, harvest corn without a tile when none is uncovered (D18, D53).
    """
    left, player = s.jungle[group], s.players[me]
    uncovered, wood = left["corn"] > left["wood"], left["wood"] > 0
    more, more_wood = bonus(player, "harvest_corn"), bonus(player, "extract_wood")
    freely = not uncovered and bonus(player, "harvest_without_tile") > 0
    no_corn, no_tile, no_wood = _obstacles(group)
    return [
        answer(_corn(group, more), unless=not uncovered and no_corn),
        answer(_no_tile(group, more), unless=not freely and no_tile),
        answer(_wood(group, more_wood), unless=not wood and no_wood),
        *_burns(group, more, tuple(can_anger(player)) if wood else None),
    ]


@cache
def _burns(group: int, more: int, angered: tuple[str, ...] | None) -> Listing:
    """List the temples to anger by burning, unless no wood is left (``angered`` is None)."""
    if angered is None:
        return [(f"burn {temple}", _obstacles(group)[-1]) for temple in TEMPLES]
    return [
        answer(
            _burn(group, more, temple),
            unless=temple not in angered and at_bottom(temple, "D18"),
        )
        for temple in TEMPLES
    ]


@harvest.possible
def anything_to_harvest(s: Tzolkin, me: int, group: int) -> bool:
    """Return whether a tile of the group is left, or Agriculture needs none."""
    return s.jungle[group]["corn"] > 0 or bonus(s.players[me], "harvest_without_tile") > 0


@cache
def _obstacles(group: int) -> tuple[Reason, Reason, Reason]:
    return (
        why("no-uncovered-corn", "7.1", group=group),
        why("tile-must-be-taken", "D17", group=group),
        why("no-wood-tile", "7.1", group=group),
    )


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


def _burn(group: int, more: int, temple: str) -> Option:
    tile = take_tile(group, "corn")
    return Option(f"burn {temple}", (burn_tile(group), tile, _reap(group, more), descend(temple)))


@does
def take_tile(s: Tzolkin, me: int, group: int, kind: str) -> None:
    """Move a harvest tile to the player; some monuments count it."""
    s.jungle[group][kind] -= 1
    s.players[me].harvested[kind] += 1


@does
def leave_tiles(s: Tzolkin, me: int, group: int) -> None:
    """Harvest without taking a tile (Agriculture 2)."""


@does
def burn_tile(s: Tzolkin, me: int, group: int) -> None:
    """Remove a wood tile from the game. It counts for no player."""
    s.jungle[group]["wood"] -= 1


EXTRACTION = {"wood": "extract_wood", "stone": "extract_stone", "gold": "extract_gold"}


def extracted(player: Player, goods: Goods) -> Goods:
    """Return the goods of a gear action with what Resource Extraction adds to each kind."""
    return {
        kind: n + bonus(player, EXTRACTION[kind]) if kind in EXTRACTION else n
        for kind, n in goods.items()
    }


@does
def extract(s: Tzolkin, me: int, goods: Goods) -> None:
    """Gain blocks and corn of a gear action, more with Resource Extraction."""
    then(s, me, gain(extracted(s.players[me], goods)))


@does
def unearth(s: Tzolkin, me: int, n: int) -> None:
    """Take crystal skulls of a gear action, one more with Theology."""
    then(s, me, take_skulls(n + bonus(s.players[me], "unearth_skulls")))
