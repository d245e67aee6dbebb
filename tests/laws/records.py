"""Wanderings: random games in which everything happens that a record can hold."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import httpx

from store import Store, pauses, seats, timeouts, undo
from store import turns as playing
from store.entries import TURN, in_force
from store.games import Stored
from store.head import PERSON, Seat
from store.moment import Moment
from tests.contract.play import random_steps
from tests.service.table import Table

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
        self.moments: dict[int, Moment] = {}
        self.start = table.rev

    @property
    def stored(self) -> Stored:
        """The game as it stands."""
        stored = self.db.games.load(self.table.id)
        self.moments[stored.rev] = stored.moment
        return stored

    def run(self) -> Table:
        """Play to the end."""
        while not (stored := self.stored).over:
            wanted = self.rng.random()
            if wanted < 0.05:
                self.talk(stored)
            elif wanted < 0.12:
                self.back_and_forth(stored)
            elif wanted < 0.2:
                self.rng.choice((self.bot, self.late, self.rest))(stored)
            else:
                self.turn(stored)
        return self.table

    def turn(self, stored: Stored) -> None:
        """A random turn of a seat that is asked."""
        seat = self.rng.choice([asked.seat for asked in stored.position.awaited])
        steps = random_steps(playing.table_of(stored), seat, self.rng)
        playing.play(self.db, stored, seat, steps)

    def talk(self, stored: Stored) -> None:
        """An undo is asked for, and declined or withdrawn; or nobody answers."""
        if stored.position.request is not None or stored.rev == self.start:
            return
        asked = undo.request(self.db, stored, 0, self.start)
        if self.rng.random() < 0.4:
            undo.answer(self.db, asked, 1, agree=self.rng.random() < 0.5)
        elif self.rng.random() < 0.5:
            undo.withdraw(self.db, asked, 0)

    def bot(self, stored: Stored) -> None:
        """A bot plays for somebody, who comes back; or somebody gives up."""
        place = self.rng.randrange(len(stored.seats))
        if stored.seats[place].is_away:
            seats.carry_out(self.db, stored, lambda game: seats.give_back(game, place, PERSON))
        elif self.rng.random() < 0.2:
            seats.carry_out(self.db, stored, lambda game: seats.resign(game, place, BOT))
        else:
            seats.carry_out(self.db, stored, lambda game: seats.put_bot(game, place, BOT))

    def late(self, stored: Stored) -> None:
        """Time runs out; where a seat can be claimed then, somebody may do so."""
        due = [asked.due for asked in stored.position.awaited if asked.due is not None]
        if not due:
            return
        after = timeouts.expire(self.db, stored, min(due))
        late = seats.late_seats(after)
        if late and self.rng.random() < 0.5:
            _, place = seats.claim(self.db, self.stored, None, Seat(PERSON, "Eva", b"Eva"))
            assert place in late

    def rest(self, stored: Stored) -> None:
        """All people want a pause, or not all; then the game goes on."""
        for place in pauses.missing(stored):
            seats.carry_out(self.db, self.stored, partial(pauses.pause, seat=place))
            if self.rng.random() < 0.2:
                break
        back = self.rng.randrange(-1, len(stored.seats))
        seats.carry_out(self.db, self.stored, lambda game: pauses.resume(game, back))

    def back_and_forth(self, stored: Stored) -> None:
        """Take turns back, and play some of them again."""
        entries = self.db.games.entries(stored)
        kept = [index for index in in_force(entries) if entries[index].kind == TURN]
        if not kept:
            return
        gone = kept[-self.rng.randint(1, MOST_BACK) :]
        undo.retract(self.db, stored.id, entries[gone[0]].seat, gone[0], stored.rev)
        for index in gone[: self.rng.randint(0, len(gone))]:
            before, now = entries[index], self.stored
            again = playing.play(self.db, now, before.seat, before.posted).stored
            then = self.db.games.moment(stored, index + 1)
            assert again.moment.state == then.state, "redone, but another state"
            assert (again.moment.view, again.moment.own) == (then.view, then.own)
            self.redone += 1


def table_of(client: httpx.Client, title: Any, rng: Random) -> Table:
    """A game of random seats, options and clock; one seat is taken late."""
    seats = rng.choice(list(title.seats))
    options = sorted(rng.sample(sorted(title.options), rng.randint(0, len(title.options))))
    places = ["user"] * seats
    places[rng.randrange(seats)] = "open"
    clock = {"kind": rng.choice(["turn", "bank"]), "seconds": rng.randint(5, 60)}
    clock["on_timeout"] = rng.choice(["claim", "bot:random"])
    wanted: dict[str, Any] = {
        "seats": places,
        "options": options,
        "clock": rng.choice([None, clock]),
    }
    table = Table(client, ruleset=title.name, name=f"{rng.random()}", **wanted)
    joined = table.post("/seats", None, {"name": "Ren"}).json()
    table.tokens[joined["seat"]] = joined["token"]
    return table
