"""Turns of remote bots: asked, played, and retried after a failure.

Like a bot job, this job is idempotent. It may run twice, late, or die. It only commits at the
revision it read, and the game stays in the list of due work while a remote bot is asked.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress

import msgspec

from hooks import requests
from hooks.outgoing import Sender
from hooks.places import Crowded, Places, Wanted
from hooks.pool import backoff_ms, lease_ms
from hooks.requests import BotAnswer
from hooks.routes import Route, Routes
from match.errors import Refused
from match.match import Match
from match.turns import MOST_STEPS
from service.presentation.problems import Occasion
from store import Store, signing
from store.commits import disable_hook, post_turn
from store.deliveries import Delivery
from store.games import NoSuchGame, now_ms
from store.hook_seats import Attempts, endpoint_of, seat_log
from workers.queues import enqueue_bots, enqueue_hooks

log = logging.getLogger("chasqui.hooks")

TURNS_A_JOB = 20
MOST_FAILURES = 10
"""Failures without a whole turn between them; with backoff, about a quarter of an hour."""
FIRST_PAUSE, LONGEST_PAUSE = 1_000, 600_000
"""The first backoff in ms; it doubles with each failure."""
LATER_PAUSE = 600_000
"""ms after which a bot that promised its turn is asked again."""
LONGEST_ABSENCE = 24 * 3600 * 1000
"""ms after which the bot is disabled."""
FIRST_WAIT, LONGEST_WAIT = 1_000, 8_000
"""The first wait for a place in ms; it doubles each time."""
MOST_CROWDED = 10_000
"""Games without a place that a process remembers."""


class Asker:
    """The worker that asks remote bots for turns; ``site`` is the service's address in problems."""

    def __init__(
        self,
        db: Store,
        sender: Sender,
        site: str,
        clock: Callable[[], int] = now_ms,
        places: Places | None = None,
    ) -> None:
        self.db, self.site, self.clock = db, site, clock
        self.routes, self.lease_ms = Routes(sender, places), lease_ms(sender.longest)
        self._crowded: dict[str, tuple[Wanted, int]] = {}

    def play(self, game_id: str) -> None:
        """Ask until no remote bot is due, unless another worker holds the lease."""
        lease = f"hooks:{game_id}"
        if not self.db.leases.take(lease, self.lease_ms):
            return
        try:
            for _ in range(TURNS_A_JOB):
                if not self._next(game_id, lease):
                    return
        except NoSuchGame:
            self.db.hooks_due.drop(game_id)
            return
        finally:
            self.db.leases.release(lease)
        enqueue_hooks(self.db, game_id)

    def _next(self, game_id: str, lease: str) -> bool:
        """Ask the seat that waits longest; return False if none is due."""
        match = self.db.games.load(game_id)
        again = self._times(match)
        if again:
            seat = min(again, key=lambda each: again[each])
            if again[seat] <= self.clock():
                self.db.leases.renew(lease, self.lease_ms)
                try:
                    self._ask(match, seat)
                except Crowded as crowd:
                    again[seat] = self.clock() + self._wait_ms(game_id, crowd)
                else:
                    self._crowded.pop(game_id, None)
                    return True
            self.db.hooks_due.postpone(game_id, again[seat])
        if match.bot_awaited:
            enqueue_bots(self.db, game_id)
        # A player who moved meanwhile may have enqueued this job.
        return self.db.games.load(game_id).rev != match.rev

    def is_crowded(self, game_id: str) -> bool:
        """Return whether the places that this game did not find are still taken."""
        wanted, _ = self._crowded.get(game_id, (None, 0))
        return wanted is not None and not self.routes.places.has_room(wanted)

    def _wait_ms(self, game_id: str, crowd: Crowded) -> int:
        """Return the ms to wait for a place, and remember which one is missing."""
        _, times = self._crowded.get(game_id, (None, 0))
        if len(self._crowded) >= MOST_CROWDED:
            self._crowded.clear()
        self._crowded[game_id] = crowd.wanted, times + 1
        return backoff_ms(times + 1, FIRST_WAIT, LONGEST_WAIT)

    def _times(self, match: Match) -> dict[int, int]:
        """Return when (ms) to ask each awaited remote bot."""
        if not match.hook_awaited:
            return {}
        called = [a for a in match.position.awaited if match.chairs[a.seat].is_called]
        known = self.db.hook_seats.attempts
        return {each.seat: known(match.id, each.seat).due(each.rev) for each in called}

    def _ask(self, match: Match, seat: int) -> None:
        """Ask a seat, if there is a place.

        :raises Crowded: there is none.
        """
        url = endpoint_of(match, seat).url
        with self.routes.open(url, match.head.account, match.id) as route:
            route.reach()
            self._ask_for_turn(match, seat, route)

    def _ask_for_turn(self, match: Match, seat: int, route: Route) -> None:
        """Ask a seat for one whole turn, maybe step by step, and play it.

        A message that was not received is sent again as it was. Any other question is a new
        message, also if it asks for the same turn.
        """
        steps: list[str] = []
        endpoint = endpoint_of(match, seat)
        before = self.db.hook_seats.attempts(match.id, seat)
        asked = match.position.question(seat)
        assert asked is not None
        problem = before.problem if before.rev == asked.rev else b""
        while True:
            body = requests.request(
                match, seat, steps, problem, endpoint.language, self.db.lifetimes
            )
            message = _message_id(body, before.anew)
            count = before.count + 1 if before.last == message else 1
            answer, sent = self._send(match, seat, route, body, message, count)
            anew = before.anew + bool(steps or answer.heard)
            now = msgspec.structs.replace(
                before, last=message, count=count, rev=asked.rev, later=False, anew=anew
            )
            if answer.later:
                self._later(match.id, seat, now, asked.at)
                return
            steps += answer.steps
            if not answer.error:
                answer, done = self._play(match, seat, steps, endpoint.language)
                if done:
                    if before != Attempts():
                        self.db.hook_seats.note(match.id, seat, Attempts())
                    return
                if answer.error:
                    self.db.deliveries.correct(seat_log(match.id, seat), sent, answer.error)
            if answer.error:
                where = Occasion(self.site, requests.log_path(match.id, seat), message)
                noted = requests.problem_document(answer.problem, where, endpoint.language)
                now = msgspec.structs.replace(now, problem=noted)
                self._failed(match.id, seat, now, answer)
                return
            problem = b""
            self.db.leases.renew(f"hooks:{match.id}", self.lease_ms)

    def _send(
        self, match: Match, seat: int, route: Route, body: bytes, message: str, count: int
    ) -> tuple[BotAnswer, Delivery]:
        at, endpoint = self.clock(), endpoint_of(match, seat)
        secrets = signing.valid(self.db.hook_seats.secrets(match.id, endpoint), at)
        reply = route.post(body, message, secrets)
        answer = requests.read(reply)
        sent = Delivery(message, requests.TYPE, at, reply.ms, count, reply.status, answer.error)
        self.db.deliveries.add(seat_log(match.id, seat), sent)
        return answer, sent

    def _play(
        self, match: Match, seat: int, steps: list[str], language: str
    ) -> tuple[BotAnswer, bool]:
        """Play these steps; return the problem, if any, and whether the seat is done."""
        try:
            post_turn(self.db.games, match, seat, steps, match.rev)
        except Refused as error:
            if error.code == "incomplete-turn" and len(steps) <= MOST_STEPS:
                return BotAnswer(), False
            if error.code == "incomplete-turn":
                return BotAnswer(error=requests.BAD_ANSWER), False
            if error.code == "illegal-step":
                return requests.refused(error, language), False
            # The match has moved on meanwhile, or the seat has another owner now.
        return BotAnswer(), True

    def _later(self, game_id: str, seat: int, attempts: Attempts, since: int) -> None:
        """Note that the bot will post its turn itself."""
        now = self.clock()
        if now - since > LONGEST_ABSENCE or attempts.failures >= MOST_FAILURES:
            self._disable(game_id, seat)
            return
        again = msgspec.structs.replace(attempts, again=now + LATER_PAUSE, later=True)
        self.db.hook_seats.note(game_id, seat, again)

    def _failed(self, game_id: str, seat: int, attempts: Attempts, answer: BotAnswer) -> None:
        failures = attempts.failures + 1
        again = self.clock() + backoff_ms(failures, FIRST_PAUSE, LONGEST_PAUSE)
        noted = msgspec.structs.replace(attempts, failures=failures, again=again)
        self.db.hook_seats.note(game_id, seat, noted)
        log.info("the hook of game %s seat %s: %s", game_id, seat, answer.error)
        if answer.gone or failures >= MOST_FAILURES:
            self._disable(game_id, seat)

    def _disable(self, game_id: str, seat: int) -> None:
        log.warning("the hook of game %s seat %s is disabled", game_id, seat)
        with suppress(Refused):  # another holder has taken the seat meanwhile
            disable_hook(self.db.games, game_id, seat)


def _message_id(body: bytes, anew: int) -> str:
    """Return the id of a message: a question that is asked anew has a new one."""
    return f"turn_{hashlib.sha256(b'%d %b' % (anew, body)).hexdigest()[:32]}"
