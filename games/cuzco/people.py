"""Study and farm tiles: taking them in phase I, using their abilities in phase II."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core import Effect, Option, Refusal, does, may_ask, then, would
from games.cuzco.data import ABILITIES, KINDS, SETUP, TILES, strengthened
from games.cuzco.gods import plays, refused_cards, veiled
from games.cuzco.points import DONE
from games.cuzco.state import Cuzco

USING = ("on_ability", "extra_ability", "after_ability")
"""The windows of phase II, as the cards name them."""


@may_ask
def take_tile(s: Cuzco, me: int, kind: str, strength: int) -> list[Option]:
    """Take a tile from a position numbered at most the strength and lay it on an empty space;
    its ability is not used now (4.2, E7, E8; D3)."""
    if s.players[me].free_spaces < 1:
        return []
    return [_take(tile) for tile in s.display[kind][:strength] if tile is not None]


@cache
def _take(tile: str) -> Option:
    return Option(f"take {tile}", (claim(tile),))


@take_tile.possible
def any_tile(s: Cuzco, me: int, kind: str, strength: int) -> bool:
    """An empty space of the mask, and a tile in reach."""
    return s.players[me].free_spaces > 0 and any(s.display[kind][:strength])


@take_tile.refuses
def refused_tiles(s: Cuzco, me: int, kind: str, strength: int) -> Iterator[Refusal]:
    """Tiles of the other kind, tiles that are not on display, and those on higher positions."""
    row = s.display[kind]
    for tile, known in TILES.items():
        step, params = f"take {tile}", {"tile": tile}
        if known.kind != kind:
            yield Refusal(step, "other-kind-of-tile", {"kind": kind}, "4.2")
        elif tile not in row:
            yield Refusal(step, "not-on-display", params, "4.2")
        elif row.index(tile) >= strength:
            yield Refusal(step, "position-too-high", {"n": row.index(tile) + 1}, "4.2")


@does
def claim(s: Cuzco, me: int, tile: str) -> None:
    """A tile goes from the display to the mask; its position stays empty until the round ends."""
    row = s.display[TILES[tile].kind]
    row[row.index(tile)] = None
    s.players[me].tiles.append(tile)


def draw_tiles(s: Cuzco, kind: str) -> list[str]:
    """The next tiles of a kind's pile for its positions."""
    drawn = [tile for tile in reversed(s.tile_pile) if TILES[tile].kind == kind][: SETUP.displayed]
    s.tile_pile = [tile for tile in s.tile_pile if tile not in drawn]
    return drawn


class Group(NamedTuple):
    """Equal tiles of one kind; all of them are used together (R64)."""

    kind: str
    ability: str
    size: int

    @property
    def id(self) -> str:
        """Kind and ability."""
        return f"{self.kind} {self.ability}"


GROUPS = tuple(dict.fromkeys((tile.kind, tile.ability) for tile in TILES.values()))
"""Kind and ability of every group that tiles can form."""


@lru_cache(4096)
def groups(tiles: tuple[str, ...]) -> tuple[Group, ...]:
    """The groups that these tiles form; study and farm tiles are never joined."""
    counts: dict[tuple[str, str], int] = {}
    for tile in tiles:
        key = TILES[tile].kind, TILES[tile].ability
        counts[key] = counts.get(key, 0) + 1
    return tuple(Group(kind, ability, n) for (kind, ability), n in counts.items())


@cache
def amount(group: Group, doubled: bool) -> int:
    """What the group amounts to; more tiles than the table knows, or than helps, add nothing
    (section 6; D17)."""
    ability = ABILITIES[group.ability]
    n = ability.amounts[min(group.size, len(ability.amounts)) - 1] * (1 + doubled)
    return min(n, ability.most) if ability.most else n


@cache
def _effect(ability: str, n: int) -> Effect:
    return strengthened(ABILITIES[ability].do, n)


def allowed(s: Cuzco, group: Group) -> bool:
    """Whether a use is left for the group: one of each kind, and what cards add."""
    used = s.now.used
    if group.id in used:
        return False
    spent = dict.fromkeys(KINDS, 0)
    for each in used:
        spent[each.partition(" ")[0]] += 1
    beyond = sum([max(0, n - KINDS[kind].uses) for kind, n in spent.items()])
    return spent[group.kind] < KINDS[group.kind].uses or beyond < s.now.extra


def usable(s: Cuzco, me: int, doubled: bool) -> list[Group]:
    """Return the groups that could do something now, whether a use is left for them or not.

    A tile taken earlier in the same turn counts (R78).
    """
    found = []
    for group in groups(tuple(s.players[me].tiles)):
        n = amount(group, doubled)
        if group.id not in s.now.used and would(s, me, _effect(group.ability, n)):
            found.append(group)
    return found


@may_ask
def use_tiles(s: Cuzco, me: int) -> list[Option]:
    """Phase II: use one group of study tiles and one of farm tiles, in any order (E10)."""
    doubled = s.now.doubled
    options = [
        _use(group, amount(group, doubled)) for group in usable(s, me, doubled) if allowed(s, group)
    ]
    options += plays(s, me, *USING)
    return [*options, DONE] if options or veiled(s, me, *USING, *WITHIN) else []


WITHIN = ("on_move", "on_quipu_delivery")
"""Windows that open while a group is used: a secret card may be what makes a use possible."""


@cache
def _use(group: Group, n: int) -> Option:
    return Option(f"use {group.id}", (use_group(group.kind, group.ability, n),), again=True)


@use_tiles.refuses
def refused_uses(s: Cuzco, me: int) -> Iterator[Refusal]:
    """Groups that the player lacks, that were used, that have no use left or could do nothing."""
    able = usable(s, me, s.now.doubled)
    owned = {group.id: group for group in groups(tuple(s.players[me].tiles))}
    for kind, ability in GROUPS:
        step, params = f"use {kind} {ability}", {"kind": kind, "ability": ability}
        group = owned.get(f"{kind} {ability}")
        if group is None:
            yield Refusal(step, "no-such-tiles", params, "6")
        elif group.id in s.now.used:
            yield Refusal(step, "already-used", params, "6")
        elif not allowed(s, group):
            yield Refusal(step, "no-use-left", params, "6")
        elif group not in able:
            yield Refusal(step, "nothing-to-do", params, "6")
    yield from refused_cards(s, me, plays(s, me, *USING), *USING)


@does
def use_group(s: Cuzco, me: int, kind: str, ability: str, n: int) -> None:
    """Equal tiles are used together as one stronger use; they do not change."""
    now = s.now
    now.used.append(f"{kind} {ability}")
    now.doubled, now.strength = False, n
    then(s, me, _effect(ability, n))


@does
def double_amount(s: Cuzco, me: int) -> None:
    """The group used next counts double (moves and positions stop at 6)."""
    s.now.doubled = True


@double_amount.possible
def anything_to_double(s: Cuzco, me: int) -> bool:
    """A group with a use left that amounts to more when doubled."""
    if s.now.doubled:
        return False
    return any([amount(g, True) > amount(g, False) and allowed(s, g) for g in usable(s, me, True)])


@does
def extra_group(s: Cuzco, me: int) -> None:
    """One more group of another kind or ability may be used."""
    s.now.extra += 1


@extra_group.possible
def anything_extra(s: Cuzco, me: int) -> bool:
    """A group that could do something and for which no use is left (R65)."""
    return any([not allowed(s, group) for group in usable(s, me, s.now.doubled)])


@does
def repeat_group(s: Cuzco, me: int) -> None:
    """The group just used is resolved once more, on its own."""
    then(s, me, _effect(s.now.used[-1].partition(" ")[2], s.now.strength))


@repeat_group.possible
def anything_to_repeat(s: Cuzco, me: int) -> bool:
    """A group was just used, and it could do something once more."""
    if not s.now.used or s.now.doubled:
        return False
    ability = s.now.used[-1].partition(" ")[2]
    return would(s, me, _effect(ability, s.now.strength))
