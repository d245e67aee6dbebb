"""What is due in a game: the turns of its bots, and the consequences of passed deadlines.

The jobs are idempotent. They may run twice, late, or die. They only commit at the revision they
read. The game stays in the lists of due work while a bot is asked or a deadline has passed.
"""

from __future__ import annotations

from random import Random
from secrets import randbits
from time import monotonic
from typing import NamedTuple

from bots.levels import choose_turn
from match.match import Match
from match.tables import table_of
from store import Store
from store.backlog import DueIndex
from store.commits import expire as expire_match
from store.commits import play_turn
from store.games import Conflict, NoSuchGame, now_ms
from telemetry.metrics import TURNS
from workers.database import database
from workers.queues import enqueue_crowded, enqueue_due
from workers.undo import start_if_agreed


class Portion(NamedTuple):
    """The portion of a game that one job plays: turns, and seconds in which it begins turns.

    Then the game queues again, so that the wait behind one game is short.
    """

    turns: int
    seconds: float


FOR_PEOPLE = Portion(20, 2.0)
FOR_BOTS = Portion(5, 0.5)
"""The portion of a job that others do not wait for, as in a game of bots only."""


def play_bots(game_id: str) -> None:
    """Play bot turns until a player is asked, the game is over, or the job's portion is played.

    A game whose address has many games that await bots goes to the queue of those.
    """
    db = database()
    try:
        match = db.games.load(game_id)
        if enqueue_crowded(db, match):
            return
        left = play_turns(db, match, FOR_BOTS if match.bots_only else FOR_PEOPLE)
    except NoSuchGame:
        db.due.drop(game_id)
        return
    enqueue_due(db, left)


def play_crowded(game_id: str, rev: int) -> None:
    """Play some bot turns of a game whose address has many games that await bots."""
    _play_some(database().due, game_id, rev)


def play_bots_only(game_id: str, rev: int | None = None) -> None:
    """Play some turns of a game of bots only."""
    _play_some(database().bots_due, game_id, rev)


def _play_some(index: DueIndex, game_id: str, rev: int | None) -> None:
    """Play a small portion of a game in this index of due games.

    A game that is not at ``rev`` any more has another job in a queue, which goes on.
    """
    db = database()
    try:
        match = db.games.load(game_id)
        left = play_turns(db, match, FOR_BOTS) if rev in (None, match.rev) else None
    except NoSuchGame:
        index.drop(game_id)
        return
    if left is not None:
        enqueue_due(db, left)


def play_turns(db: Store, match: Match, portion: Portion) -> Match:
    """Play a portion of bot turns, and return the game after them.

    :raises NoSuchGame: the game is gone.
    """
    end = monotonic() + portion.seconds
    # A bot's luck comes from the operating system. It must not derive from the secret seed.
    rng = Random(randbits(256))
    for _ in range(portion.turns):
        seat = next((a.seat for a in match.position.awaited if match.chairs[a.seat].is_bot), None)
        if seat is None or match.paused or monotonic() > end:
            break
        steps = choose_turn(match.chairs[seat].level, table_of(match), seat, rng)
        try:
            match = play_turn(db.games, match, seat, steps).match
            TURNS.labels(match.head.ruleset, "bot").inc()
        except Conflict:
            match = db.games.load(match.id)
    return match


def expire(game_id: str) -> None:
    """Commit the timeouts that are due in this game, and let bots play for those seats."""
    db = database()
    try:
        after = expire_match(db.games, db.games.load(game_id), now_ms())
    except NoSuchGame:
        db.deadlines.drop(game_id)
        return
    start_if_agreed(db, after)
    enqueue_due(db, after)
