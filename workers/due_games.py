"""What is due in a game: the turns of its bots, and the consequences of passed deadlines.

The jobs are idempotent. They may run twice, late, or die. They only commit at the revision they
read. The game stays in the lists of due work while a bot is asked or a deadline has passed.
"""

from __future__ import annotations

from random import Random
from secrets import randbits

from bots.levels import choose_turn
from match.match import Match
from match.tables import table_of
from store import Store
from store.commits import expire as expire_match
from store.commits import play_turn
from store.games import Conflict, NoSuchGame, now_ms
from telemetry.metrics import TURNS
from workers.database import database
from workers.queues import enqueue_due
from workers.undo import start_if_agreed

TURNS_A_JOB = 20
"""Turns of one job. Then the game queues again, so that games of bots do not delay players."""


def play_bots(game_id: str) -> None:
    """Play bot turns until a player is asked, the game is over, or the job's limit is reached."""
    db = database()
    try:
        left = play_turns(db, db.games.load(game_id), TURNS_A_JOB)
    except NoSuchGame:
        db.due.drop(game_id)
        return
    enqueue_due(db, left)


def play_turns(db: Store, match: Match, most: int) -> Match:
    """Play up to ``most`` bot turns, and return the game after them.

    :raises NoSuchGame: the game is gone.
    """
    # A bot's luck comes from the operating system. It must not derive from the secret seed.
    rng = Random(randbits(256))
    for _ in range(most):
        seat = next((a.seat for a in match.position.awaited if match.chairs[a.seat].is_bot), None)
        if seat is None or match.paused:
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
