"""The high priest of Axomamma: its conditions, its actions, and how it follows (19.2, 19.5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core import Effect, Item, queue, quietly, then
from engine.luck import one_of
from games.tawantinsuyu.axomamma_choices import BUILDING_NUMBER, best_face_down, turn_best_up
from games.tawantinsuyu.axomamma_data import AXOMAMMA
from games.tawantinsuyu.buildings import FACE_DOWN, activate, turn_face_up, wear
from games.tawantinsuyu.conquest import (
    Demand,
    demands,
    enough,
    force,
    givers,
    lose_nomad,
    lose_soldier,
    lose_villager,
    place_conquest,
    play_soldier,
    play_soldiers,
    rest_of,
    set_conquest,
    turn_soldier,
)
from games.tawantinsuyu.data import ARMY_CARDS, CONQUESTS, HILL, HILLTOP, REGIONS, STATUES
from games.tawantinsuyu.difficulty import free_steps, strength
from games.tawantinsuyu.hilltop import (
    CORN,
    action_at,
    follow_offer,
    follow_produce,
    follow_rejuvenate,
    follow_worship,
    following,
)
from games.tawantinsuyu.passives import soldiers_less
from games.tawantinsuyu.paying import payable, score, spend
from games.tawantinsuyu.scoring import score_end, score_source
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.statues import give_up, of_size
from games.tawantinsuyu.temple import TOP, climb
from games.tawantinsuyu.workers import ENDS

# --- the conditions ------------------------------------------------------------------------


def superiority(s: Tawantinsuyu, me: int) -> int:
    """Return how many soldiers more it has than there are Casualties of War (S2)."""
    cards = [*s.players[me].army, *s.players[me].soldiers]
    soldiers = sum([ARMY_CARDS[card].soldiers for card in cards])
    return soldiers - len(s.casualties) + strength(s).superiority


COUNTS: dict[str, Callable[[Tawantinsuyu, int], int]] = {
    CORN: lambda s, me: s.players[me].goods[CORN],
    "production": lambda s, me: len(s.players[me].production),
    "statues": lambda s, me: len(s.players[me].statues) - strength(s).statues,
    "superiority": superiority,
    "face_down": lambda s, me: len(s.players[me].worn) + len(s.players[me].spent),
}
"""What is counted for a condition."""


def next_section(s: Tawantinsuyu, me: int, n: int) -> int:
    """Return the section some spaces clockwise from its high priest."""
    return (s.players[me].priest - 1 + n) % HILL.sections + 1


def way_to_action(s: Tawantinsuyu, me: int) -> int:
    """Return the spaces to the nearer action whose condition it meets, or 0 (19.2)."""
    for n in range(1, AXOMAMMA.ahead + 1):
        needed = AXOMAMMA.condition[action_at(s, next_section(s, me, n))]
        if COUNTS[needed.counts](s, me) >= needed.least:
            return n
    return 0


def followers(s: Tawantinsuyu, me: int, follow: Effect) -> list[Item]:
    """Return the question to follow for each player (D24)."""
    return [(side, follow) for side in following(s, me)]


# --- worship and offering ------------------------------------------------------------------


@quietly
def lead_worship_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Give up a statue of each size for temple steps; the player may follow (19.5)."""
    own = [(me, each) for each in (*free_steps(s), worship_alone())]
    queue(s, [*own, *followers(s, me, follow_worship())])


@quietly
def worship_alone(s: Tawantinsuyu, me: int) -> None:
    """Give up a statue of each size for temple steps; no player follows (19.6)."""
    then(s, me, *[give_for_steps(size, n) for size, n in HILLTOP.worship.active.items()])


@quietly
def give_for_steps(s: Tawantinsuyu, me: int, size: str, n: int) -> None:
    """Give up its oldest statue of a size for temple steps, as long as there are any (R173)."""
    found = of_size(s, me, size)
    if found and s.players[me].temple < TOP:
        then(s, me, give_up(found[0]), climb(n))


@quietly
def follow_worship_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Give up a statue for a temple step, a small one rather than a large one (19.5, R173)."""
    sizes = sorted(HILLTOP.worship.others, key=lambda size: STATUES[size].points)
    found = [size for size in sizes if of_size(s, me, size)]
    then(s, me, *[give_for_steps(size, HILLTOP.worship.others[size]) for size in found[:1]])


@quietly
def lead_offer_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Pay corn for as many temple steps as it can; the player may follow (19.5)."""
    own = [(me, each) for each in (*free_steps(s), offer_most(True))]
    queue(s, [*own, *followers(s, me, follow_offer())])


@quietly
def follow_offer_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Pay corn for a temple step if it can (19.5)."""
    then(s, me, offer_most(False))


@quietly
def offer_most(s: Tawantinsuyu, me: int, active: bool) -> None:
    """Pay for the most temple steps that it can pay and that are left; gold counts (R173)."""
    offers = HILLTOP.offering.active if active else HILLTOP.offering.others
    left = TOP - s.players[me].temple
    able = [(steps, n) for n, steps in offers if steps <= left and payable(s, me, {CORN: n})]
    if able:
        steps, n = max(able)
        then(s, me, spend({CORN: n}), climb(steps))


# --- rejuvenate and produce ----------------------------------------------------------------


@quietly
def lead_rejuvenate_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Turn everything up without payment; the player may follow (19.5)."""
    queue(s, [(me, rejuvenate_alone()), *followers(s, me, follow_rejuvenate())])


@quietly
def rejuvenate_alone(s: Tawantinsuyu, me: int) -> None:
    """Turn everything up; no player follows (19.6)."""
    player = s.players[me]
    then(s, me, turn_best_up(len(player.worn) + len(player.spent), tuple(FACE_DOWN)))


@quietly
def follow_rejuvenate_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Turn up half of its buildings and half of its army cards, rounded up (19.5)."""
    halves = [best_face_down(s, me, kind) for kind in FACE_DOWN]
    found = [each for things in halves for each in things[: -(-len(things) // 2)]]
    then(s, me, *map(turn_face_up, found))


@quietly
def lead_produce_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Use all production buildings; the highest one stays face up; the player may follow (S1)."""
    found = sorted(s.players[me].production, key=BUILDING_NUMBER.__getitem__)
    own = [(me, each) for each in (*map(activate, found), *map(wear, found[:-1]))]
    queue(s, [*own, *followers(s, me, follow_produce())])


@quietly
def follow_produce_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Use all production buildings, and turn all of them down (S1)."""
    found = sorted(s.players[me].production, key=BUILDING_NUMBER.__getitem__)
    then(s, me, *map(activate, found), *map(wear, found))


# --- conquer -------------------------------------------------------------------------------


@quietly
def lead_conquer_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Lose a worker to the war, play all army cards, and place two markers (19.5)."""
    again = [(me, conquer_cheapest())] if strength(s).conquests > 1 else []
    items: list[Item] = [
        (me, suffer_by_rules()),
        (me, deploy(0)),
        *followers(s, me, play_soldiers(0)),
        (me, conquer_dearest()),
        *followers(s, me, place_conquest()),
        *again,
    ]
    queue(s, items)


@quietly
def suffer_by_rules(s: Tawantinsuyu, me: int) -> None:
    """Move the worker at the first end of the village to the casualties, or a nomad (R172)."""
    if s.village:
        then(s, me, lose_villager(next(iter(ENDS))))
    elif s.nomads:
        then(s, me, lose_nomad(one_of(s, s.nomads)))


@quietly
def deploy(s: Tawantinsuyu, me: int, unpaid: int) -> None:
    """Play all army cards of the hand; for Axomamma they are free (19.5)."""
    then(s, me, *map(play_soldier, s.players[me].soldiers))


@quietly
def conquer_dearest(s: Tawantinsuyu, me: int) -> None:
    """Conquer the possible space with the highest discard number; see the ties in 19.5."""
    able = within_reach(s, me)
    ranks = {region: region_rank(s, me, region) for region in REGIONS}
    keys = {space: (CONQUESTS[space].discard, ranks[REGION[space]]) for space in able}
    invade_one(s, me, [space for space in able if keys[space] == max(keys.values())])


@quietly
def conquer_cheapest(s: Tawantinsuyu, me: int) -> None:
    """Conquer the possible space with the fewest discards, in a tie by luck (19.5, S5)."""
    able = within_reach(s, me)
    least = min([CONQUESTS[space].discard for space in able], default=0)
    invade_one(s, me, [space for space in able if CONQUESTS[space].discard == least])


REGION = {space.id: region.id for region in REGIONS.values() for space in region.space}
"""The region of each conquest space."""


def region_rank(s: Tawantinsuyu, me: int, region: str) -> tuple[int, bool, int, int]:
    """Return how much Axomamma likes a region, compared item by item (19.5)."""
    owners = [s.conquests[each.id] for each in REGIONS[region].space if each.id in s.conquests]
    own = owners.count(me)
    place = AXOMAMMA.regions.index(region)
    return -len(owners), own < AXOMAMMA.crowd, own - len(owners), -place


def within_reach(s: Tawantinsuyu, me: int) -> list[str]:
    """Return the free conquest spaces that its army cards can take, if it has a marker."""
    if not s.players[me].conquests:
        return []
    return [each for each in CONQUESTS if each not in s.conquests and able_demands(s, me, each)]


def able_demands(s: Tawantinsuyu, me: int, space: str) -> list[Demand]:
    """Return the demands of a conquest that its army cards meet, the fewest discards first."""
    less, soldiers = strength(s).spared, force(s, me)
    found = [spared(each, less) for each in demands(space, soldiers_less(s, me))]
    return sorted([each for each in found if enough(soldiers, *each)], key=lambda each: each[::-1])


def spared(demand: Demand, less: int) -> Demand:
    """Return a demand with fewer soldiers of both parts, but one in all (R174)."""
    flip, discard = max(0, demand[0] - less), max(0, demand[1] - less)
    if flip or discard:
        return flip, discard
    return (1, 0) if demand[0] else (0, 1)


def invade_one(s: Tawantinsuyu, me: int, spaces: list[str]) -> None:
    """Conquer one of several spaces, chosen by luck."""
    if spaces:
        space = one_of(s, spaces) if len(spaces) > 1 else spaces[0]
        demand = able_demands(s, me, space)[0]
        then(s, me, give_by_rules(*demand), set_conquest(space))


@quietly
def give_by_rules(s: Tawantinsuyu, me: int, flip: int, discard: int) -> None:
    """Discard army cards of few soldiers first, and turn down those of many first (19.5)."""
    if not flip and not discard:
        return
    found = sorted(givers(s, me, flip, discard), key=lambda card: ARMY_CARDS[card].soldiers)
    card = found[0] if discard else found[-1]
    given = lose_soldier(card) if discard else turn_soldier(card)
    rest = rest_of(ARMY_CARDS[card].soldiers, flip, discard)
    then(s, me, given, give_by_rules(*rest))


# --- festivals and the end -----------------------------------------------------------------


@quietly
def score_weavings(s: Tawantinsuyu, me: int) -> None:
    """Score points for each weaving, instead of the merchants at a festival (19.6)."""
    count = sum([len(row) for row in s.players[me].tapestries])
    then(s, me, score(count * strength(s).weaving))


@quietly
def catch_up(s: Tawantinsuyu, me: int, n: int) -> None:
    """Score points if the player has more, instead of drawing god cards (19.6)."""
    if s.players[me].points < max([player.points for player in s.players]):
        then(s, me, score(AXOMAMMA.behind))


@quietly
def finish(s: Tawantinsuyu, me: int) -> None:
    """Rejuvenate and worship once more, and then score the end of the game (19.6)."""
    then(s, me, rejuvenate_alone(), worship_alone(), score_goods(), score_end())


@quietly
def score_goods(s: Tawantinsuyu, me: int) -> None:
    """Score points for goods left, by an option of the difficulty; the gold counts twice so."""
    if points := strength(s).left * sum(s.players[me].goods.values()):
        then(s, me, score_source("goods", points))
