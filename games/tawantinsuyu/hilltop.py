"""The high priest: his way round the hilltop, and the actions there but conquer (section 14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.core import (
    Effect,
    Item,
    Listing,
    Option,
    asks,
    does,
    may_ask,
    queue,
    quietly,
    resolvable,
    then,
)
from engine.listing import RefusedAnswer, answer, any_offered, or_else, why
from engine.vocabulary import Parts, gain
from games.tawantinsuyu.axomamma_data import decided
from games.tawantinsuyu.benefits import benefits, free, no_free
from games.tawantinsuyu.buildings import activate, turn_face_up, wear
from games.tawantinsuyu.catalogue import STATUE_KINDS
from games.tawantinsuyu.data import (
    ARMY_CARDS,
    HILL,
    HILLTOP,
    PASSIVE,
    PRODUCTION,
    SETUP,
)
from games.tawantinsuyu.passives import on_action
from games.tawantinsuyu.paying import PASS, short_of, spend
from games.tawantinsuyu.state import Tawantinsuyu
from games.tawantinsuyu.statues import give_up
from games.tawantinsuyu.temple import climb

ACTIONS: dict[str, tuple[Effect, ...]] = {
    each.id: tables.effects(each.do) for each in HILLTOP.action
}
"""What each action does."""

TAKE_GOLD = Option(SETUP.wild, (gain({SETUP.wild: HILLTOP.gold}),))
"""What the active player may take instead of the action (D22)."""

NO_GOLD = (TAKE_GOLD.id, why("action-begun", "14"))

CORN = SETUP.food[-1]
"""The kind of goods that is offered."""

Items = tuple[Item, ...]


def action_at(s: Tawantinsuyu, section: int) -> str:
    """Return the action of the hilltop space that faces a section (4.2)."""
    return HILLTOP.action[(section - 1 + s.rotation) % HILL.sections].id


def following(s: Tawantinsuyu, me: int) -> list[int]:
    """Return the sides that may follow an action, clockwise (D24)."""
    return s.clockwise(me)[1:]


def led_and_followed(s: Tawantinsuyu, me: int, lead: Effect, follow: Effect) -> None:
    """Ask the active player first, then the others clockwise."""
    queue(s, [(me, lead), *((side, decided(s, side, follow)) for side in following(s, me))])


def or_gold(s: Tawantinsuyu, me: int, listed: Listing) -> Listing:
    """Add to an action of the active player 1 gold instead of it, and neither (D22, D23)."""
    return [*listed, TAKE_GOLD, PASS, *free(s, me)]


def or_stop(s: Tawantinsuyu, me: int, listed: Listing) -> Listing:
    """Add the way to stop, and what is always free, if something is offered."""
    return [*listed, PASS, *free(s, me)] if any_offered(listed) else listed


def or_free(s: Tawantinsuyu, me: int, listed: Listing) -> Listing:
    """Add the way to stop, and what is always free: it may bring the goods that are short."""
    return or_else([*listed, *free(s, me)], PASS)


# --- the way of the priest -----------------------------------------------------------------


@does
def move_priest(s: Tawantinsuyu, me: int, n: int) -> None:
    """Move the high priest clockwise round the hilltop, and resolve the action there."""
    player = s.players[me]
    player.priest = (player.priest - 1 + n) % HILL.sections + 1
    then(s, me, arrive(action_at(s, player.priest)))


@does
def arrive(s: Tawantinsuyu, me: int, action: str) -> None:
    """Use the passive buildings that an action triggers; then resolve the action (D42)."""
    items: Items = tuple([(me, decided(s, me, effect)) for effect in ACTIONS[action]])
    found = [
        (side, building)
        for side in s.clockwise(me)
        for building in s.players[side].passive
        if on_action(building, action)
    ]
    for side, building in reversed(found):
        if PASSIVE[building].after:
            items = ((side, use_around(building, action, items)),)
    first = [
        (side, use_passive(building, action))
        for side, building in found
        if not PASSIVE[building].after
    ]
    queue(s, [*first, *items])


@does
def use_passive(s: Tawantinsuyu, me: int, building: str, action: str) -> None:
    """Take what a passive building gives when any high priest arrives (D42, R170)."""
    then(s, me, benefits(on_action(building, action)))


@quietly
def use_around(s: Tawantinsuyu, me: int, building: str, action: str, items: Items) -> None:
    """Use a passive building before or after the items of an action (D42).

    If it could do nothing before, it is used after (R161).
    """
    now = any([resolvable(s, me, effect) for effect in on_action(building, action)])
    if now and not s.played_by_rules(me):
        then(s, me, choose_moment(building, action, items))
    else:
        queue(s, [*items, (me, use_passive(building, action))])


@asks
def choose_moment(s: Tawantinsuyu, me: int, building: str, action: str, items: Items) -> Listing:
    """Choose whether a passive building is used before the action or after it (D42)."""
    use = use_passive(building, action)
    return [
        Option(f"before {building}", (use, resume(items))),
        Option(f"after {building}", (resume((*items, (me, use))),)),
        *free(s, me),
    ]


@choose_moment.otherwise
def no_moment(
    s: Tawantinsuyu, me: int, building: str, action: str, items: Items
) -> Iterator[RefusedAnswer]:
    """Yield the other buildings that are used before or after an action."""
    for each in PASSIVE.values():
        no = why("no-such-building", "14", passive=each.id)
        yield from [(f"{word} {each.id}", no) for word in ("before", "after") if each.after]
    yield from no_free(s, me)


@quietly
def resume(s: Tawantinsuyu, me: int, items: Items) -> None:
    """Go on with the items of an action, each for its own side."""
    queue(s, list(items))


# --- worship -------------------------------------------------------------------------------


@quietly
def worship(s: Tawantinsuyu, me: int) -> None:
    """Give up statues for temple steps; the others may follow (14.1)."""
    led_and_followed(s, me, lead_worship(""), follow_worship())


@may_ask
def lead_worship(s: Tawantinsuyu, me: int, given: str) -> Listing:
    """Give up a statue of each size at most for temple steps, or take 1 gold instead (14.1).

    ``given`` is the size that was given up before.
    """
    listed = [
        answer(
            _lead_worship(statue, given),
            unless=STATUE_KINDS[statue].size == given and why("size-given-up", "14.1"),
        )
        for statue in dict.fromkeys(s.players[me].statues)
    ]
    return or_stop(s, me, [*listed, NO_GOLD]) if given else or_gold(s, me, listed)


@cache
def _lead_worship(statue: str, given: str) -> Option:
    size = STATUE_KINDS[statue].size
    more = () if given else (lead_worship(size),)
    return Option(f"give {statue}", (give_up(statue), climb(HILLTOP.worship.active[size]), *more))


@lead_worship.otherwise
def no_statue_to_give(s: Tawantinsuyu, me: int, given: str) -> Iterator[RefusedAnswer]:
    """Yield the statues that the player does not have."""
    yield from no_own_statue(s, me)
    yield from no_free(s, me)


@may_ask
def follow_worship(s: Tawantinsuyu, me: int) -> Listing:
    """Give up a statue of either size for a temple step (14.1)."""
    return or_else(list(map(_follow_worship, dict.fromkeys(s.players[me].statues))), PASS)


@cache
def _follow_worship(statue: str) -> Option:
    steps = HILLTOP.worship.others[STATUE_KINDS[statue].size]
    return Option(f"give {statue}", (give_up(statue), climb(steps)))


@follow_worship.otherwise
def no_own_statue(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the statues that the player does not have."""
    no = why("no-such-statue", "14.1")
    return ((f"give {statue}", no) for statue in STATUE_KINDS)


# --- offering ------------------------------------------------------------------------------


@quietly
def offer(s: Tawantinsuyu, me: int) -> None:
    """Pay corn for temple steps; the others may follow (14.2, D2)."""
    led_and_followed(s, me, lead_offer(), follow_offer())


@asks
def lead_offer(s: Tawantinsuyu, me: int) -> Listing:
    """Pay corn for up to three temple steps, or take 1 gold instead (14.2)."""
    return or_gold(s, me, _offers(s, me, HILLTOP.offering.active))


@lead_offer.otherwise
def no_other_offer(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield what is not free now."""
    return no_free(s, me)


@may_ask
def follow_offer(s: Tawantinsuyu, me: int) -> Listing:
    """Pay corn for a temple step (14.2)."""
    return or_else(_offers(s, me, HILLTOP.offering.others), PASS)


def _offers(s: Tawantinsuyu, me: int, offers: list[tuple[int, int]]) -> Listing:
    return [
        answer(_offer(n, steps), unless=short_of(s, me, "14.2", {CORN: n})) for n, steps in offers
    ]


@cache
def _offer(n: int, steps: int) -> Option:
    return Option(f"offer {n}", (spend({CORN: n}), climb(steps)))


# --- rejuvenate ----------------------------------------------------------------------------

_ACTIVE: Parts = tuple(HILLTOP.rejuvenate.active.items())
_OTHERS: Parts = tuple(HILLTOP.rejuvenate.others.items())


@quietly
def rejuvenate(s: Tawantinsuyu, me: int) -> None:
    """Turn production buildings and army cards face up; the others may follow (14.3)."""
    led_and_followed(s, me, lead_rejuvenate(0), follow_rejuvenate())


@may_ask
def lead_rejuvenate(s: Tawantinsuyu, me: int, done: int) -> Listing:
    """Turn things up, the first one free, the others for food, or take 1 gold instead (14.3)."""
    listed = _turnings(s, me, () if done < HILLTOP.rejuvenate.free else _ACTIVE, done + 1)
    if not done:
        return or_gold(s, me, listed)
    return or_free(s, me, [*listed, NO_GOLD]) if listed else []


def _turnings(s: Tawantinsuyu, me: int, price: Parts, turned: int) -> Listing:
    player = s.players[me]
    if not player.worn and not player.spent:
        return []
    short = short_of(s, me, "14.3", dict(price))
    things = (*player.worn, *player.spent)
    return [answer(_turn_up(thing, price, turned), unless=short) for thing in things]


@cache
def _turn_up(thing: str, price: Parts, turned: int) -> Option:
    paying = (spend(dict(price)),) if price else ()
    more = (lead_rejuvenate(turned),) if turned else ()
    return Option(f"turn {thing}", (*paying, turn_face_up(thing), *more), again=not turned)


@lead_rejuvenate.otherwise
def nothing_to_turn(s: Tawantinsuyu, me: int, done: int) -> Iterator[RefusedAnswer]:
    """Yield what the player does not have face down."""
    yield from not_face_down(s, me)
    yield from no_free(s, me)


@may_ask
def follow_rejuvenate(s: Tawantinsuyu, me: int) -> Listing:
    """Turn production buildings and army cards up, each for corn (14.3)."""
    return or_else(_turnings(s, me, _OTHERS, 0), PASS)


@follow_rejuvenate.otherwise
def not_face_down(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield what the player does not have face down."""
    for thing in (*PRODUCTION, *ARMY_CARDS):
        yield f"turn {thing}", why("not-face-down", "14.3", what=thing)


# --- produce -------------------------------------------------------------------------------


@quietly
def produce(s: Tawantinsuyu, me: int) -> None:
    """Let production buildings give their yield and turn down; the others may follow (14.5)."""
    led_and_followed(s, me, lead_produce(False, False), follow_produce())


@may_ask
def lead_produce(s: Tawantinsuyu, me: int, begun: bool, turned: bool) -> Listing:
    """Use buildings, and turn one up before or after them, or take 1 gold instead (14.5).

    ``begun``: something was done. ``turned``: a building was turned up before the others.
    """
    player = s.players[me]
    listed: Listing = [
        *[_lead_produce(building, turned) for building in player.production],
        *[
            answer(_turn_one(building, begun), unless=turned and why("turned-up-already", "14.5"))
            for building in player.worn
        ],
    ]
    return or_stop(s, me, [*listed, NO_GOLD]) if begun else or_gold(s, me, listed)


@cache
def _lead_produce(building: str, turned: bool) -> Option:
    effects = activate(building), wear(building), lead_produce(True, turned)
    return Option(f"activate {building}", effects)


@cache
def _turn_one(building: str, begun: bool) -> Option:
    """Return the option to turn a building up: after others were used, it ends the action."""
    more = () if begun else (lead_produce(True, True),)
    return Option(f"turn {building}", (turn_face_up(building), *more))


@lead_produce.otherwise
def nothing_to_produce(
    s: Tawantinsuyu, me: int, begun: bool, turned: bool
) -> Iterator[RefusedAnswer]:
    """Yield the production buildings that the player does not have in this way."""
    yield from not_face_up(s, me)
    for building in PRODUCTION:
        yield f"turn {building}", why("not-face-down", "14.5", what=building)
    yield from no_free(s, me)


@may_ask
def follow_produce(s: Tawantinsuyu, me: int) -> Listing:
    """Let production buildings give their yield, and turn them down (14.5)."""
    return or_else(list(map(_follow_produce, s.players[me].production)), PASS)


@cache
def _follow_produce(building: str) -> Option:
    return Option(f"activate {building}", (activate(building), wear(building)), again=True)


@follow_produce.otherwise
def not_face_up(s: Tawantinsuyu, me: int) -> Iterator[RefusedAnswer]:
    """Yield the production buildings that the player does not have face up."""
    for building in PRODUCTION:
        yield f"activate {building}", why("not-face-up", "14.5", building=building)
