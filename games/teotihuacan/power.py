"""Power-ups and ascension (section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import tables
from engine.adjustment import adjustable
from engine.core import Effect, Listing, Option, asks, does, may_ask, quietly, then
from engine.listing import Reason, RefusedAnswer, answer, or_else, why
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.box import ALL
from games.teotihuacan.data import REWARDS, RING, SETUP
from games.teotihuacan.discovery import PASS
from games.teotihuacan.goods import score
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.state import ASIDE, Teotihuacan, Worker
from games.teotihuacan.temples import walk_avenue

HIGHEST = 5
"""The highest power of a worker; one that is powered up beyond it ascends."""

HOME = RING.fixed[0]
"""The board where a reborn worker stands."""


def at_work(s: Teotihuacan, me: int, board: int) -> list[Worker]:
    """Return the unlocked workers of a player on a board."""
    return [each for each in s.players[me].workers if each.board == board and not each.space]


@may_ask
def power_up(s: Teotihuacan, me: int, board: int, n: int) -> list[Option]:
    """Raise the power of unlocked workers on a board, one after another; the same one may repeat.

    Power-ups for which no own worker remains on the board are lost (section 6).
    """
    powers = sorted({worker.power for worker in at_work(s, me, board)})
    return [_power(board, power, n) for power in powers]


@cache
def _power(board: int, power: int, n: int) -> Option:
    more = (power_up(board, n - 1),) if n > 1 else ()
    return Option(f"power {board} {power}", (raise_power(board, power), *more))


@power_up.otherwise
def no_worker_here(s: Teotihuacan, me: int, board: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the workers that are not there."""
    return no_worker()


def no_worker() -> Iterator[RefusedAnswer]:
    """Yield the workers that the player does not have on each board."""
    for board in range(1, RING.positions + 1):
        for power in range(1, HIGHEST + 1):
            yield f"power {board} {power}", why("no-such-worker", "7", n=board, power=power)


def at_rest(s: Teotihuacan, me: int) -> list[Worker]:
    """Return the unlocked workers that may be powered up outside the action of the turn (R13)."""
    busy = s.now.arrived if s.now.acting else ()
    workers = s.players[me].workers
    return [each for n, each in enumerate(workers) if each.unlocked and n not in busy]


@may_ask
def power_up_any(s: Teotihuacan, me: int, n: int) -> list[Option]:
    """Raise the power of unlocked workers on any boards, one after another (section 7)."""
    found = sorted({(each.board, each.power) for each in at_rest(s, me)})
    return [_power_any(*each, n) for each in found]


@cache
def _power_any(board: int, power: int, n: int) -> Option:
    more = (power_up_any(n - 1),) if n > 1 else ()
    return Option(f"power {board} {power}", (raise_power(board, power), *more))


@power_up_any.otherwise
def no_worker_anywhere(s: Teotihuacan, me: int, n: int) -> Iterator[RefusedAnswer]:
    """Yield the workers that are not there."""
    return no_worker()


@does
def raise_power(s: Teotihuacan, me: int, board: int, power: int) -> None:
    """Raise the power of a worker by 1; beyond 5 it ascends at once."""
    equal = [each for each in at_work(s, me, board) if each.power == power]
    resting = [each for each in at_rest(s, me) if any(each is other for other in equal)]
    worker = (resting or equal)[0]
    s.now.raised += 1
    if power < HIGHEST:
        worker.power += 1
    else:
        place = place_of(s, me, worker)
        then(s, me, walk_avenue(), reborn(place), *ascension_rewards(s, me), advance_light())


@adjustable
def ascension_rewards(s: Teotihuacan, me: int) -> tuple[Effect, ...]:
    """Return what an ascension brings: a reward of choice, or points for the Teotibot."""
    return (score(TEOTIBOT.ascension) if s.played_by_rules(me) else choose_reward(),)


def place_of(s: Teotihuacan, me: int, worker: Worker) -> int:
    """Return the place of a worker in the player's list; equal workers differ."""
    return next(n for n, each in enumerate(s.players[me].workers) if each is worker)


@does
def reborn(s: Teotihuacan, me: int, worker: int) -> None:
    """Set an ascended worker to its new power on board 1; it gains nothing for arriving there."""
    ascended = s.players[me].workers[worker]
    ascended.power, ascended.board = power_reborn(s, me), HOME


@adjustable
def power_reborn(s: Teotihuacan, me: int) -> int:
    """Return the power of an ascended worker."""
    return 1


@asks
def choose_reward(s: Teotihuacan, me: int) -> Listing:
    """Choose a reward for the ascension (section 7)."""
    return [answer(_reward(id_), unless=_no_reward(s, me, id_)) for id_ in REWARDS]


@cache
def _reward(id_: str) -> Option:
    reward = REWARDS[id_]
    price = (spend(reward.cost),) if reward.cost else ()
    return Option(f"reward {id_}", (*price, *tables.effects(reward.do)))


def _no_reward(s: Teotihuacan, me: int, id_: str) -> Reason | None:
    reward, player = REWARDS[id_], s.players[me]
    if reward.fourth and all(worker.board != ASIDE for worker in player.workers):
        return why("all-workers-in-play", "7")
    return short_of(s, me, "7", reward.cost)


@does
def enter_fourth_worker(s: Teotihuacan, me: int) -> None:
    """Bring the fourth worker into play on board 1."""
    worker = next(each for each in s.players[me].workers if each.board == ASIDE)
    worker.board, worker.power = HOME, SETUP.fourth


@quietly
def advance_light(s: Teotihuacan, me: int) -> None:
    """Move the light disc one space on, never beyond the dark disc (10.1)."""
    if s.light < s.dark:
        then(s, me, light_to(s.light + 1))


@does
def light_to(s: Teotihuacan, me: int, n: int) -> None:
    """Set the light disc on a space of the calendar."""
    s.light = n


@may_ask
def one_more(s: Teotihuacan, me: int, board: int) -> Listing:
    """Pay cocoa for one more power-up on the board, once a main action (technology; section 7)."""
    price = extra_price(s, me)
    if not price or not s.now.raised or not at_work(s, me, board):
        return []
    short = short_of(s, me, "7", {"cocoa": price})
    more = answer("one more", spend({"cocoa": price}), power_up(board, 1), unless=short)
    return or_else([more], PASS)


def extra_price(s: Teotihuacan, me: int) -> int:
    """Return the cocoa for one more power-up; 0 without the technology."""
    return max([ALL.technologies[id_].one_more for id_ in s.players[me].technologies], default=0)
