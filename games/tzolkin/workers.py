"""Placing workers on the gears and picking them up again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from engine.core import Option, Refusal, asks, does, may_ask
from engine.vocabulary import pay
from games.tzolkin.actions import act
from games.tzolkin.data import GEARS, SETUP, TEMPLES
from games.tzolkin.goods import DONE
from games.tzolkin.state import Tzolkin
from games.tzolkin.temples import begging, can_anger

LAST = {gear.id: gear.last for gear in GEARS.values()}
SPACES = [(gear, space) for gear, last in LAST.items() for space in range(last + 1)]


@asks
def turn(s: Tzolkin, me: int) -> list[Option]:
    """Place workers or pick workers up, after begging if one likes and may (rules section 4).

    Who can do neither must beg; who cannot beg either is shown mercy (D10, D55).
    """
    options = [*begging(s, me), *placements(s, me, 0), *pickups(s, me)]
    return options or mercy(s, me)


@turn.refuses
def refused_turns(s: Tzolkin, me: int) -> Iterator[Refusal]:
    """Temples that cannot be angered, the refused placements, and spaces without an own worker."""
    player = s.players[me]
    for temple in player.temples:
        if player.goods["corn"] >= SETUP.begging["below"]:
            yield Refusal(f"beg {temple}", "too-much-corn", {"n": SETUP.begging["below"]}, "4.1")
        elif temple not in can_anger(player):
            yield Refusal(f"beg {temple}", "temple-at-bottom", {"temple": temple}, "4.1")
    yield from refused_placements(s, me, 0, turn.run(s, me))
    yield from refused_pickups(s, me)


def placements(s: Tzolkin, me: int, placed: int) -> list[Option]:
    """Where the next worker may go: each gear's lowest free space, or the first player space.

    It costs the number of the space and a surcharge for the workers placed before it (D11, D12).
    """
    player = s.players[me]
    if not player.hand:
        return []
    surcharge = SETUP.surcharge[placed]
    budget = player.goods["corn"] - surcharge
    if budget < 0:
        return []
    options = []
    for gear, teeth in s.gears.items():
        if None in teeth:
            space = teeth.index(None)
            if space <= budget and space <= LAST[gear]:
                options.append(_placement(gear, space, surcharge + space, placed))
    if s.start_space is None:
        options.append(_reservation(surcharge, placed))
    return options


@cache
def _placement(gear: str, space: int, corn: int, placed: int) -> Option:
    fee = [pay({"corn": corn})] if corn else []
    return Option(f"place {gear}", (*fee, place(gear, space), place_more(placed + 1)))


@cache
def _reservation(corn: int, placed: int) -> Option:
    fee = [pay({"corn": corn})] if corn else []
    return Option("place start", (*fee, go_first(), place_more(placed + 1)))


def refused_placements(
    s: Tzolkin, me: int, placed: int, options: list[Option]
) -> Iterator[Refusal]:
    """Full gears, spaces that cost too much, an occupied first player space, an empty hand."""
    player, offered = s.players[me], {option.id for option in options}
    surcharge = SETUP.surcharge[placed]
    for gear, teeth in s.gears.items():
        step, corn = f"place {gear}", player.goods["corn"]
        if step in offered:
            continue
        if not player.hand:
            yield Refusal(step, "no-worker-in-hand", {}, "5")
        elif None not in teeth or teeth.index(None) > LAST[gear]:
            yield Refusal(step, "gear-full", {"gear": gear}, "5")
        else:
            n = surcharge + teeth.index(None) - corn
            yield Refusal(step, "needs-more", {"n": n, "good": "corn"}, "5")
    if "place start" not in offered:
        if s.start_space is not None:
            yield Refusal("place start", "space-occupied", {"seat": s.start_space}, "5")
        else:  # who can pay the surcharge can go there: its number is 0
            yield Refusal("place start", "no-worker-in-hand", {}, "5")


def mercy(s: Tzolkin, me: int) -> list[Option]:
    """Who can neither pay nor beg puts one worker on a cheapest space for all the corn (D10)."""
    lowest = {gear: teeth.index(None) for gear, teeth in s.gears.items() if None in teeth}
    cheapest = min(lowest.values())
    corn = s.players[me].goods["corn"]
    fee = [pay({"corn": corn})] if corn else []
    return [
        Option(f"place {gear}", (*fee, place(gear, space)))
        for gear, space in lowest.items()
        if space == cheapest
    ]


def _too_late(steps: Iterable[str]) -> Iterator[Refusal]:
    """What another kind of turn would have been, and begging, which comes before either."""
    for step in [*(f"beg {temple}" for temple in TEMPLES), *steps]:
        yield Refusal(step, "turn-has-begun", {}, "4")


@does
def place(s: Tzolkin, me: int, gear: str, space: int) -> None:
    """A worker goes from hand to a space."""
    s.gears[gear][space] = me
    s.players[me].hand -= 1


@does
def go_first(s: Tzolkin, me: int) -> None:
    """A worker goes to the first player space."""
    s.start_space = me
    s.players[me].hand -= 1


@may_ask
def place_more(s: Tzolkin, me: int, placed: int) -> list[Option]:
    """Place another worker, or be done (R60)."""
    options = placements(s, me, placed)
    return [*options, DONE] if options else []


@place_more.refuses
def refused_further_placements(s: Tzolkin, me: int, placed: int) -> Iterator[Refusal]:
    """As for the first worker, with the surcharge reached; and picking up besides."""
    yield from refused_placements(s, me, placed, placements(s, me, placed))
    yield from _too_late(f"pick {gear} {space}" for gear, space in SPACES)


def pickups(s: Tzolkin, me: int) -> list[Option]:
    """Any own worker on a gear."""
    return [
        _pickup(gear, space)
        for gear, teeth in s.gears.items()
        if me in teeth
        for space, who in enumerate(teeth)
        if who == me
    ]


@cache
def _pickup(gear: str, space: int) -> Option:
    return Option(f"pick {gear} {space}", (lift(gear, space), act(gear, space), pick_more()))


@does
def lift(s: Tzolkin, me: int, gear: str, space: int) -> None:
    """A worker returns from a gear to the hand."""
    s.gears[gear][space] = None
    s.players[me].hand += 1


@may_ask
def pick_more(s: Tzolkin, me: int) -> list[Option]:
    """Pick up another worker, in any order, or be done (rules section 6)."""
    options = pickups(s, me)
    return [*options, DONE] if options else []


@pick_more.refuses
def refused_further_pickups(s: Tzolkin, me: int) -> Iterator[Refusal]:
    """Spaces without an own worker, and placing workers besides."""
    yield from refused_pickups(s, me)
    yield from _too_late([*(f"place {gear}" for gear in GEARS), "place start"])


def refused_pickups(s: Tzolkin, me: int) -> Iterator[Refusal]:
    """Spaces where no worker of the player's stands."""
    for gear, space in SPACES:
        if s.gears[gear][space] != me:
            params = {"gear": gear, "space": space}
            yield Refusal(f"pick {gear} {space}", "no-worker-there", params, "6")
