"""The Eclipse: its scoring, the salary, neutral dice, and the end of the game (10.3, 10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.adjustment import adjustable
from engine.core import NOBODY, Item, Listing, Option, asks, does, queue, quietly, then
from engine.listing import RefusedAnswer, answer, why
from engine.luck import shuffled
from games.teotihuacan.bot_data import TEOTIBOT
from games.teotihuacan.box import ALL, box
from games.teotihuacan.data import BONUS_TILES, SETUP, TRACKS
from games.teotihuacan.difficulty import strength
from games.teotihuacan.discovery import PAYING, effects, no_uses, turn_down
from games.teotihuacan.goods import lose_points, score
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.scoring import bonus, mask_points, reached
from games.teotihuacan.state import Teotihuacan, wage

NUMBERS = SETUP.eclipse


@does
def score_eclipse(s: Teotihuacan, me: int) -> None:
    """Score an Eclipse: Avenue, pyramid track, masks, then salaries in the order of players."""
    items: list[Item] = [
        *[(seat, score_avenue()) for seat in s.order],
        *[(seat, score_lead()) for seat in s.order],
        *[(seat, score_track()) for seat in s.order],
        (NOBODY, clear_track()),
        *[(seat, score_masks()) for seat in s.order],
        *[(seat, pay_salary()) for seat in s.order if not s.played_by_rules(seat)],
        (NOBODY, after_eclipse()),
    ]
    queue(s, items)


@quietly
def score_avenue(s: Teotihuacan, me: int) -> None:
    """Score the value of the buildings row for each step on the Avenue."""
    if points := s.building_value * avenue_steps(s, me):
        then(s, me, score(points))


@adjustable
def avenue_steps(s: Teotihuacan, me: int) -> int:
    """Return the steps on the Avenue that an Eclipse counts."""
    return s.players[me].avenue


@quietly
def score_lead(s: Teotihuacan, me: int) -> None:
    """Score the lead on the pyramid track, also when it is shared; no player leads on 0."""
    most = max([player.track for player in s.players])
    if most and s.players[me].track == most:
        then(s, me, score(NUMBERS.leader))


@quietly
def score_track(s: Teotihuacan, me: int) -> None:
    """Score each step of the pyramid track; an early last Eclipse counts as the third (R17)."""
    number = NUMBERS.count if s.final else s.eclipse
    if points := NUMBERS.track[number - 1] * s.players[me].track:
        then(s, me, score(points))


@does
def clear_track(s: Teotihuacan, me: int) -> None:
    """Put all markers of the pyramid track back to 0."""
    for player in s.players:
        player.track = 0


@quietly
def score_masks(s: Teotihuacan, me: int) -> None:
    """Score the sets of different masks (9.6)."""
    if points := points_of_masks(s, me):
        then(s, me, score(points))


@adjustable
def points_of_masks(s: Teotihuacan, me: int) -> int:
    """Return the points of all sets of masks at an Eclipse."""
    return mask_points(s.players[me].masks)


@adjustable
def owed(s: Teotihuacan, me: int) -> int:
    """Return the salary of the workers in play, locked ones included; the Teotibot pays none."""
    return 0 if s.played_by_rules(me) else sum([wage(worker) for worker in s.players[me].workers])


@asks
def pay_salary(s: Teotihuacan, me: int) -> Listing:
    """Pay cocoa for the workers; each cocoa that is not paid costs points (R16)."""
    due = owed(s, me)
    return [
        *[
            answer(_salary(n, due), unless=short_of(s, me, "10.3", {"cocoa": n}))
            for n in range(due + 1)
        ],
        *_tiles(s, me),
    ]


@cache
def _salary(n: int, due: int) -> Option:
    price = (spend({"cocoa": n}),) if n else ()
    lost = (lose_points(NUMBERS.unpaid * (due - n)),) if n < due else ()
    return Option(f"salary {n}", (*price, *lost))


def _tiles(s: Teotihuacan, me: int) -> Iterator[Option | RefusedAnswer]:
    """Yield the discovery tiles that help to pay: cocoa, or the whole salary (9.5)."""
    for kind in dict.fromkeys(s.players[me].discoveries):
        if ALL.discoveries[kind].salary:
            yield Option(f"use {kind}", (turn_down(kind), *effects(kind)), again=True)
        elif ALL.discoveries[kind].moment == PAYING and owed(s, me):
            yield Option(f"use {kind}", (turn_down(kind),))


@pay_salary.otherwise
def no_salary(s: Teotihuacan, me: int) -> Iterator[RefusedAnswer]:
    """Yield the amounts beyond the salary, and other tiles."""
    for n in range(MOST_OWED + 1):
        yield f"salary {n}", why("salary-is-lower", "10.3", n=owed(s, me))
    yield from no_uses(s)


MOST_OWED = (max(NUMBERS.wages) + 1) * (SETUP.workers + 1)
"""The highest salary that modules can bring, for the list of known answers.

No module adds more than 1 for each worker.
"""


@quietly
def after_eclipse(s: Teotihuacan, me: int) -> None:
    """End the game after the last Eclipse; otherwise prepare the next period."""
    if s.final or s.eclipse == NUMBERS.count:
        ends = [(seat, score_end()) for seat in s.order]
        queue(s, [*ends, (NOBODY, end_game())])
    else:
        then(s, NOBODY, next_period(s.eclipse + 1), place_neutral_dice())


@does
def next_period(s: Teotihuacan, me: int, n: int) -> None:
    """Move the dark disc back and the light disc to its start."""
    s.eclipse, s.light, s.last_round = n, 0, False
    s.dark -= 1


@quietly
def place_neutral_dice(s: Teotihuacan, me: int) -> None:
    """Draw two starting tiles for each unused colour, to put its neutral dice (3.3, R45)."""
    kept = kept_tiles(s)
    starting = box(s).starting
    stack = shuffled(s, [tile for tile in starting if tile not in kept])
    most = max(map(int, SETUP.dark))
    items: list[Item] = []
    for colour in range(most - len(s.players)):
        tiles = stack.pop(), stack.pop()
        boards = boards_of_dice([starting[tile].boards for tile in tiles])
        items.append((NOBODY, put_neutral_dice(colour, tiles, boards)))
    queue(s, items)


@adjustable
def kept_tiles(s: Teotihuacan) -> list[str]:
    """Return the starting tiles before players, from which no neutral dice are placed (R45)."""
    return [tile for player in s.players for tile in player.starting]


def boards_of_dice(tiles: list[list[int]]) -> tuple[int, ...]:
    """Return the boards of a colour's dice: the first different numbers of its tiles (3.3).

    A number that a tile shows twice counts twice only where others are too few (R45).
    """
    different = dict.fromkeys([board for tile in tiles for board in tile])
    repeated = [board for tile in tiles for n, board in enumerate(tile) if board in tile[:n]]
    return tuple([*different, *repeated][: SETUP.neutral_dice])


@does
def put_neutral_dice(
    s: Teotihuacan, me: int, number: int, tiles: tuple[str, ...], boards: tuple[int, ...]
) -> None:
    """Put the dice of a neutral colour on the boards of two starting tiles."""
    s.neutral[number : number + 1] = [list(boards)]


@quietly
def score_end(s: Teotihuacan, me: int) -> None:
    """Score what counts at the end only (10.4, 11.5)."""
    then(s, me, score_teotibot() if s.played_by_rules(me) else score_bonus_tiles())


@does
def score_teotibot(s: Teotihuacan, me: int) -> None:
    """Score the bonus tiles, technologies and goods of the Teotibot, each for its points (11.5)."""
    player, worth = s.players[me], strength(s)
    points = worth.bonus * reached(s, me) + worth.technology * len(player.technologies)
    then(s, me, score(points + TEOTIBOT.left * sum(player.goods.values())))


@quietly
def score_bonus_tiles(s: Teotihuacan, me: int) -> None:
    """Score the bonus tiles of the temples whose highest steps the marker has reached (9.4)."""
    high = [t for t in box(s).temples if s.players[me].temples[t] >= TRACKS.bonus]
    then(s, me, *[score_bonus_tile(temple, s.bonus_tiles[temple]) for temple in high])


@does
def score_bonus_tile(s: Teotihuacan, me: int, temple: str, tile: str) -> None:
    """Score a temple bonus tile."""
    if points := bonus(s, me, BONUS_TILES[tile]):
        then(s, me, score(points))


@does
def end_game(s: Teotihuacan, me: int) -> None:
    """End the game."""
    s.over = True
