"""Priests and gains: ascensions, temple steps, points and salaries."""

from __future__ import annotations

from engine.adjustment import adjusts
from engine.core import Effect, Listing, Option, does, may_ask, quietly, then
from engine.listing import answer, or_else, why
from engine.module import after
from games.teotihuacan.eclipse import owed
from games.teotihuacan.goods import lose_points, score
from games.teotihuacan.modules.priests_and_priestesses.priests import RULE, priest_of
from games.teotihuacan.paying import short_of, spend
from games.teotihuacan.power import ascension_rewards, choose_reward
from games.teotihuacan.state import ASIDE, Teotihuacan
from games.teotihuacan.temples import ascent

NO_TOLL = Option("toll nothing")


@adjusts(ascension_rewards)
def more_rewards(was: tuple[Effect, ...], s: Teotihuacan, me: int) -> tuple[Effect, ...]:
    """Choose more rewards for an ascension, also the same one again (priest 06, R111)."""
    return (*[choose_reward()] * (priest_of(s, me).rewards - 1), *was)


@adjusts(ascent)
def ascent_for_toll(
    was: tuple[Effect, ...], s: Teotihuacan, me: int, temple: str, n: int
) -> tuple[Effect, ...]:
    """Ask for the toll before a temple step (priest 06)."""
    return (pay_toll(temple, was),) if priest_of(s, me).toll else was


@may_ask
def pay_toll(s: Teotihuacan, me: int, temple: str, effects: tuple[Effect, ...]) -> Listing:
    """Pay cocoa or points for a temple step, or lose the step (priest 06, R110)."""
    priest = priest_of(s, me)
    lacking = priest.toll_points - s.players[me].points
    few = lacking > 0 and why("too-few-points", RULE, n=lacking)
    in_points = answer("toll points", lose_points(priest.toll_points), *effects, unless=few)
    short = short_of(s, me, RULE, priest.toll)
    return or_else(
        [answer("toll goods", spend(priest.toll), *effects, unless=short), in_points], NO_TOLL
    )


@after(score)
@quietly
def reward_points(s: Teotihuacan, me: int, points: int) -> None:
    """Add to points that are gained (priest 09, R116)."""
    more = priest_of(s, me).points
    if points and more:
        then(s, me, score_more(more))


@does
def score_more(s: Teotihuacan, me: int, points: int) -> None:
    """Score points because points were gained; these bring no more (priest 09)."""
    s.players[me].points += points


@adjusts(owed)
def higher_salary(was: int, s: Teotihuacan, me: int) -> int:
    """Add to the salary of each worker in play (priest 09)."""
    in_play = sum([worker.board != ASIDE for worker in s.players[me].workers])
    return was + priest_of(s, me).wage * in_play
