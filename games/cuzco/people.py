"""Study and farm tiles: taking them in phase I, using their abilities in phase II."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core import Effect, Listing, Option, does, may_ask, resolvable, then
from engine.listing import Reason, RefusedAnswer, answer, any_offered, why
from engine.moments import at, otherwise_at
from games.cuzco.data import ABILITIES, KINDS, SETUP, TILES, strengthened
from games.cuzco.gods import MOMENTS, veiled
from games.cuzco.state import CurrentTurn, Cuzco
from games.cuzco.turns import DONE

USING = MOMENTS["on_ability"] + MOMENTS["extra_ability"] + MOMENTS["after_ability"]
"""The windows of phase II, as the cards name them."""


@may_ask
def take_tile(s: Cuzco, me: int, kind: str, strength: int) -> Listing:
    """Take a tile from a position of at most the strength and lay it on an empty space.

    Its ability is not used now (4.2, E7, E8; D3).
    """
    if s.players[me].free_spaces < 1:
        return []
    return [
        answer(_take(tile), unless=n > strength and _too_high(n))
        for n, tile in enumerate(s.display[kind], 1)
        if tile is not None
    ]


@cache
def _take(tile: str) -> Option:
    return Option(f"take {tile}", (claim(tile),))


@cache
def _too_high(position: int) -> Reason:
    return why("position-too-high", "4.2", n=position)


@take_tile.possible
def any_tile(s: Cuzco, me: int, kind: str, strength: int) -> bool:
    """Return whether the mask has an empty space and a tile is in reach."""
    return s.players[me].free_spaces > 0 and any(s.display[kind][:strength])


@take_tile.otherwise
def no_tile(s: Cuzco, me: int, kind: str, strength: int) -> Iterator[RefusedAnswer]:
    """Yield the tiles of the other kind, and those that are not on display."""
    for tile, known in TILES.items():
        if known.kind != kind:
            yield f"take {tile}", why("other-kind-of-tile", "4.2", kind=kind)
        else:
            yield f"take {tile}", why("not-on-display", "4.2", tile=tile)


@does
def claim(s: Cuzco, me: int, tile: str) -> None:
    """Move a tile from the display to the mask; its position stays empty until the round ends."""
    row = s.display[TILES[tile].kind]
    row[row.index(tile)] = None
    s.players[me].tiles.append(tile)


def draw_tiles(s: Cuzco, kind: str) -> list[str]:
    """Draw the next tiles of a kind's pile for its positions."""
    drawn = [tile for tile in reversed(s.tile_pile) if TILES[tile].kind == kind][: SETUP.displayed]
    s.tile_pile = [tile for tile in s.tile_pile if tile not in drawn]
    return drawn


class Group(NamedTuple):
    """Equal tiles of one kind; all of them are used together (R64)."""

    kind: str
    ability: str
    size: int
    id: str


GROUPS = tuple(dict.fromkeys((tile.kind, tile.ability) for tile in TILES.values()))
"""Kind and ability of every group that tiles can form."""


@lru_cache(4096)
def groups(tiles: tuple[str, ...]) -> tuple[Group, ...]:
    """Return the groups that these tiles form; study and farm tiles are never joined."""
    counts: dict[tuple[str, str], int] = {}
    for tile in tiles:
        key = TILES[tile].kind, TILES[tile].ability
        counts[key] = counts.get(key, 0) + 1
    return tuple(Group(*names, n, " ".join(names)) for names, n in counts.items())


@cache
def amount(group: Group, doubled: bool) -> int:
    """Return the amount of a group; a tile beyond the table or the limit adds nothing.

    See section 6 and D17. Two stone roads are one road of value 4 (R76).
    """
    ability = ABILITIES[group.ability]
    n = ability.amounts[min(group.size, len(ability.amounts)) - 1] * (1 + doubled)
    return min(n, ability.most) if ability.most else n


@cache
def _effect(ability: str, n: int) -> Effect:
    return strengthened(ABILITIES[ability].do, n)


def allowed(now: CurrentTurn, group: Group) -> bool:
    """Return whether a use is left for the group: one of each kind, and what cards add."""
    if not now.used:
        return True
    spent = dict.fromkeys(KINDS, 0)
    for each in now.used:
        spent[each.partition(" ")[0]] += 1
    beyond = sum([max(0, n - KINDS[kind].uses) for kind, n in spent.items()])
    return spent[group.kind] < KINDS[group.kind].uses or beyond < now.extra


def able(s: Cuzco, me: int, group: Group, doubled: bool) -> bool:
    """Return whether the group is unused and could do something, with a use left or without."""
    if group.id in s.now.used:
        return False
    return resolvable(s, me, _effect(group.ability, amount(group, doubled)))


def own_groups(s: Cuzco, me: int) -> tuple[Group, ...]:
    """Return the groups of the player; a tile taken earlier in the same turn counts (R78)."""
    return groups(tuple(s.players[me].tiles))


@may_ask
def use_tiles(s: Cuzco, me: int) -> Listing:
    """Use one group of study tiles and one of farm tiles, in any order (phase II; E10)."""
    doubled = s.now.doubled
    listed = [
        answer(_use(group, amount(group, doubled)), unless=group_obstacle(s, me, group))
        for group in own_groups(s, me)
    ]
    listed += at(s, me, USING)
    declines = any_offered(listed) or veiled(s, me, USING + WITHIN)
    return [*listed, DONE] if declines else []


WITHIN = MOMENTS["on_move"] + MOMENTS["on_quipu_delivery"]
"""Windows that open while a group is used: a secret card may be what makes a use possible."""


def group_obstacle(s: Cuzco, me: int, group: Group) -> Reason | None:
    """Return why a group cannot be used: used already, no use left, or without effect (R75)."""
    if group.id in s.now.used:
        return _already_used(group)
    if not allowed(s.now, group):
        return _no_use_left(group)
    return None if able(s, me, group, s.now.doubled) else _nothing_to_do(group)


@cache
def _already_used(group: Group) -> Reason:
    return why("already-used", "6", kind=group.kind, ability=group.ability)


@cache
def _no_use_left(group: Group) -> Reason:
    return why("no-use-left", "6", kind=group.kind, ability=group.ability)


@cache
def _nothing_to_do(group: Group) -> Reason:
    return why("nothing-to-do", "6", kind=group.kind, ability=group.ability)


@cache
def _use(group: Group, n: int) -> Option:
    return Option(f"use {group.id}", (use_group(*group[:3], n),), again=True)


@use_tiles.otherwise
def no_group(s: Cuzco, me: int) -> Iterator[RefusedAnswer]:
    """Yield the groups that the player lacks, and the cards that cannot be used."""
    for kind, ability in GROUPS:
        yield f"use {kind} {ability}", why("no-such-tiles", "6", kind=kind, ability=ability)
    yield from otherwise_at(s, me, USING)


@does
def use_group(s: Cuzco, me: int, kind: str, ability: str, copies: int, n: int) -> None:
    """Use equal tiles together as one stronger use; they do not change."""
    now = s.now
    now.used.append(f"{kind} {ability}")
    now.doubled, now.strength = False, n
    then(s, me, _effect(ability, n))


@does
def double_amount(s: Cuzco, me: int) -> None:
    """Double the group used next; moves and positions stop at 6."""
    s.now.doubled = True


@double_amount.possible
def anything_to_double(s: Cuzco, me: int) -> bool:
    """Return whether a group with a use left amounts to more when doubled."""
    now = s.now
    return not now.doubled and any(
        amount(g, True) > amount(g, False) and allowed(now, g) and able(s, me, g, True)
        for g in own_groups(s, me)
    )


@does
def extra_group(s: Cuzco, me: int) -> None:
    """Allow one more group of another kind or ability."""
    s.now.extra += 1


@extra_group.possible
def anything_extra(s: Cuzco, me: int) -> bool:
    """Return whether a group without a use left could do something (R65)."""
    now = s.now
    return any(
        not allowed(now, group) and able(s, me, group, now.doubled) for group in own_groups(s, me)
    )


@does
def repeat_group(s: Cuzco, me: int) -> None:
    """Resolve the group just used once more, on its own."""
    then(s, me, _effect(s.now.used[-1].partition(" ")[2], s.now.strength))


@repeat_group.possible
def anything_to_repeat(s: Cuzco, me: int) -> bool:
    """Return whether a group was just used and could do something once more."""
    if not s.now.used or s.now.doubled:
        return False
    ability = s.now.used[-1].partition(" ")[2]
    return resolvable(s, me, _effect(ability, s.now.strength))
