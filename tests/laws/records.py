"""Wanderings: random games in which everything happens that a record can hold."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx

from engine.title import Title
from match import claims, pauses, seating, undo
from match.chairs import Chair
from match.entries import in_force
from match.match import Match
from match.snapshot import Snapshot
from match.tables import table_of as match_table
from match.words import PERSON, TURN
from store import Store
from store.commits import expire, play_turn, retract
from tests.contract.play import random_options, random_steps, seats_of
from tests.service.table import Table, seated
from tests.wishes import answer_undo, wish, withdraw_undo

BOT = "bot:random"
MOST_BACK = 6
"""Turns taken back at once."""


class Wandering:
    """A game played to its end at random, and every moment of it as it was.

    Now and then turns are taken back: some are played again, and lead to the same bytes; others
    are not, so that they stay in the record retracted.
    """

    def __init__(self, table: Table, db: Store, rng: Random) -> None:
        self.table, self.db, self.rng = table, db, rng
        self.redone = 0
        self.snapshots: dict[int, Snapshot] = {}
        self.start = table.rev

    @property
    def match(self) -> Match:
        """Return the game as it stands."""
        match = self.db.games.load(self.table.id)
        self.snapshots[match.rev] = match.snapshot
        return match

    def run(self) -> Table:
        """Play to the end."""
        while not (match := self.match).over:
            wanted = self.rng.random()
            if wanted < 0.05:
                self.talk(match)
            elif wanted < 0.12:
                self.back_and_forth(match)
            elif wanted < 0.2:
                self.rng.choice((self.bot, self.late, self.rest))(match)
            else:
                self.turn(match)
        return self.table

    def turn(self, match: Match) -> None:
        """A random turn of a seat that is asked."""
        seat = self.rng.choice([asked.seat for asked in match.position.awaited])
        steps = random_steps(match_table(match), seat, self.rng)
        play_turn(self.db.games, match, seat, steps)

    def talk(self, match: Match) -> None:
        """Request an undo that is declined, withdrawn or ignored. One player needs no consent."""
        alone = len(match.chairs) == 1
        if alone or match.position.request is not None or match.rev == self.start:
            return
        asked = wish(self.db, match, undo.ask, 0, self.start)
        if self.rng.random() < 0.4 and not asked.chairs[1].is_bot:
            answer_undo(self.db, asked, 1, agree=self.rng.random() < 0.5)
        elif self.rng.random() < 0.5:
            withdraw_undo(self.db, asked, 0)

    def bot(self, match: Match) -> None:
        """Let a bot play for a player who returns, or let a player resign."""
        place = self.rng.randrange(len(match.chairs))
        if match.chairs[place].is_away:
            wish(self.db, match, seating.give_back, place, PERSON)
        elif self.rng.random() < 0.2:
            wish(self.db, match, seating.resign, place, BOT)
        else:
            wish(self.db, match, seating.put_bot, place, BOT)

    def late(self, match: Match) -> None:
        """Let a clock expire; if the seat is claimable, maybe claim it."""
        due = [asked.due for asked in match.position.awaited if asked.due is not None]
        if not due:
            return
        after = expire(self.db.games, match, min(due))
        late = after.late_seats
        if late and self.rng.random() < 0.5:
            wish(self.db, self.match, claims.claim, None, Chair(PERSON, "Eva", b"Eva"), None)

    def rest(self, match: Match) -> None:
        """All people want a pause, or not all; then the game goes on."""
        for place in pauses.missing(match):
            wish(self.db, self.match, pauses.pause, place)
            if self.rng.random() < 0.2:
                break
        back = self.rng.randrange(-1, len(match.chairs))
        wish(self.db, self.match, pauses.resume, back)

    def back_and_forth(self, match: Match) -> None:
        """Take turns back, and play some of them again."""
        entries = self.db.games.entries(match)
        kept = [index for index in in_force(entries) if entries[index].kind == TURN]
        if not kept:
            return
        gone = kept[-self.rng.randint(1, MOST_BACK) :]
        retract(self.db.games, match.id, entries[gone[0]].seat, gone[0], match.rev)
        for index in gone[: self.rng.randint(0, len(gone))]:
            before, now = entries[index], self.match
            again = play_turn(self.db.games, now, before.seat, before.posted).match
            then = self.db.games.snapshot(match, index + 1)
            assert again.snapshot.state == then.state, "redone, but another state"
            assert (again.snapshot.view, again.snapshot.own) == (then.view, then.own)
            self.redone += 1


def table_of(client: httpx.Client, title: Title, number: int, rng: Random) -> Table:
    """Return a game of a series, with random options and clock; one seat is taken late."""
    seats = seats_of(title, number)
    options = random_options(title, seats, rng)
    places = ["user"] * seats
    places[rng.randrange(seats)] = "open"
    clock = {"kind": rng.choice(["turn", "bank"]), "seconds": rng.randint(5, 60)}
    clock["on_timeout"] = rng.choice(["claim", "bot:random"])
    wanted: dict[str, Any] = {
        "seats": seated(*places),
        "options": options,
        "clock": rng.choice([None, clock]),
    }
    table = Table(client, ruleset=title.name, name=f"{rng.random()}", **wanted)
    joined = table.post("/seats", None, {"name": "Ren"}).json()
    table.tokens[joined["you"]] = joined["token"]
    return table
