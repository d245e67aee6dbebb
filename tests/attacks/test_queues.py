"""Queues: games of bots only without end, and requests that wait for jobs, beside people."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import httpx

from bench.installation import Installation
from games import find
from match.head import Clock
from match.match import Match
from match.words import SHORTEST_CLOCK, TIMEOUT
from store.games import now_ms
from store.jobs import REPLAY
from tests.attacks.conftest import Figure
from tests.attacks.honest import Honest, asking
from tests.service.table import Json, Table, seated
from tests.workers.tables import create

CAP = 2
SETTINGS = {"TRUSTED_PROXIES": "1", "BOT_GAMES_PER_ADDRESS": str(CAP)}
"""So that each request of the attack has an address of its own, if it names one."""

WAITERS, FLOODERS, GAMES = 24, 2, 10
PATIENCE = 60.0
BOTS = seated(*["bot:greedy"] * 4)
ABSENT = seated(*["bot:greedy"] * 3, "user")
"""Bots play first, and then wait for a person who never comes."""


class Attack:
    """A flood of new games with these seats, from one address or from many.

    ``waiters`` clients start replays, and wait for them.
    """

    def __init__(
        self, site: Installation, seats: list[Json], address: str = "", waiters: int = 0
    ) -> None:
        self._url, self._db = f"http://127.0.0.1:{site.port}", site.db
        self._stop, self._seats, self._address = Event(), seats, address
        self._waiters = waiters
        self.created, self.answers = list[str](), Counter[int]()

    def send(self, client: httpx.Client, path: str, json: Json, **headers: str) -> httpx.Response:
        """POST from the address, or from a random one."""
        address = self._address or ".".join(str(random.randrange(1, 255)) for _ in range(4))
        return client.post(path, json=json, headers={**headers, "X-Forwarded-For": address})

    def create(self) -> None:
        """Create games until the end."""
        with httpx.Client(base_url=self._url, timeout=PATIENCE) as client:
            while not self._stop.is_set():
                made = self.send(client, "/v1/games", {"ruleset": "tzolkin", "seats": self._seats})
                if made.status_code == 201:
                    self.created.append(made.headers["Location"])

    def revisions(self) -> dict[str, int]:
        """Return the present revision of each game of the flood."""
        ids = [place.rpartition("/")[2] for place in self.created]
        return {match.id: match.rev for match in self._db.games.summaries(ids)}

    def wait(self) -> None:
        """Start replays and wait for them until the end."""
        with httpx.Client(base_url=self._url, timeout=PATIENCE) as client:
            while not self._stop.wait(0.1):
                if self.created:
                    path = f"{self.created[0]}/replays"
                    answer = self.send(client, path, {}, Prefer="wait=10")
                    self.answers[answer.status_code] += 1

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Attack while the body runs."""
        doings = [self.create] * FLOODERS + [self.wait] * self._waiters
        threads = [Thread(target=each, daemon=True) for each in doings]
        for each in threads:
            each.start()
        try:
            yield
        finally:
            self._stop.set()
            while any(each.is_alive() for each in threads):
                for job in self._db.jobs.overdue(REPLAY, 1 << 60):
                    self._db.jobs.cancel(job)


def until(true: Callable[[], object], what: str) -> float:
    """Return the ms until something holds."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() < begun + PATIENCE, f"waited in vain for {what}"
        time.sleep(0.02)
    return (time.monotonic() - begun) * 1e3


def turn(table: Table) -> None:
    """Play the first legal turn of seat 0."""
    steps = list[str]()
    while not (told := table.get("/legal", 0, params={"after": steps}).json())["complete"]:
        steps.append(told["choices"]["options"][0]["step"])
    table.play(0, *steps)


class Evening:
    """People beside the flood: what they waited for, in ms."""

    def __init__(self, table: Table, site: Installation) -> None:
        self.table, self.db = table, site.db
        find("tzolkin")  # loading it takes longer than the clock of a game
        self.bots, self.undos, self.clocks = list[float](), list[float](), list[float]()
        self.bot()
        turn(table)  # the opening, after which the person may be asked again

    def bot(self) -> int:
        """Wait until the bot has answered; return the revision."""
        self.bots.append(until(lambda: self.table.awaited == [0], "a bot"))
        return self.table.rev

    def undo(self) -> None:
        """Play a turn, wait for the bot's answer, and undo both."""
        before = self.bot()
        turn(self.table)
        rev = self.bot()
        self.table.post("/undo", 0, {"back_to": before}, If_Match=f'"{rev}"', Prefer="wait=5")
        self.undos.append(until(lambda: self.table.rev > rev, "an undo"))

    def timed(self) -> Match:
        """Return a new game in which the time of seat 0 will be up in half a second."""
        clock = Clock("turn", SHORTEST_CLOCK, on_timeout="bot:random")
        created = now_ms() + 500 - SHORTEST_CLOCK * 1000
        return create(self.db, ["person", "bot:random"], clock=clock, created=created)

    def clock(self, game: Match) -> None:
        """Wait until a bot has the seat, and note how late that was."""
        until(lambda: self.db.games.load(game.id).chairs[0].is_bot, "a clock")
        entries = self.db.games.entries(self.db.games.load(game.id))
        ended = next(each.at for each in entries if each.why == TIMEOUT)
        self.clocks.append(ended - (game.head.created + SHORTEST_CLOCK * 1000))


def test_one_address_has_few_games_that_play_by_themselves(
    site: Installation, seconds: float, figure: Figure
) -> None:
    body = {"ruleset": "tzolkin", "seats": seated("bot:random", "bot:random")}
    made, answers, most = list[str](), Counter[int](), 0

    def running() -> int:
        return sum(not each.over for each in site.db.games.summaries(made))

    with httpx.Client(base_url=f"http://127.0.0.1:{site.port}", timeout=PATIENCE) as client:
        end = time.monotonic() + seconds
        while time.monotonic() < end or not answers[429]:
            answer = client.post("/v1/games", json=body)
            answers[answer.status_code] += 1
            made += [answer.json()["id"]] if answer.status_code == 201 else []
            most = max(most, running())
            assert most <= CAP
        until(lambda: not running(), "the end of all games")
        assert [client.post("/v1/games", json=body).status_code for _ in range(CAP)] == [201] * CAP
    assert set(answers) == {201, 429}
    figure("running games of bots only of an address", most, CAP, "games")


def test_bots_of_an_address_with_many_games_wait(
    site: Installation, seconds: float, figure: Figure
) -> None:
    attack = Attack(site, ABSENT, address="192.0.2.66")
    with httpx.Client(base_url=f"http://127.0.0.1:{site.port}", timeout=PATIENCE) as client:
        seats = ["user", "bot:random"]
        evening = Evening(Table(client, ruleset="tzolkin", seats=seats, undo="free"), site)
        with attack.going_on():
            until(lambda: len(still(attack)) >= GAMES, "the flood")
            end = time.monotonic() + seconds
            while not evening.undos or time.monotonic() < end:
                before = still(attack)
                evening.undo()
                moved = before - still(attack)
                assert len(moved) < len(before) / 2, "the flood was served first"
    figure("a bot answers a person beside crowds, longest", max(evening.bots), 1_000, "ms")
    figure("an undo beside crowds, longest", max(evening.undos), 2_000, "ms")


def still(attack: Attack) -> set[str]:
    """Return the games of a flood in which no bot has played."""
    return {name for name, rev in attack.revisions().items() if not rev}


def test_bots_of_strangers_wait_and_people_do_not(
    site: Installation, seconds: float, figure: Figure
) -> None:
    url = f"http://127.0.0.1:{site.port}"
    attack = Attack(site, BOTS, waiters=WAITERS)
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        seats = ["user", "bot:random"]
        evening = Evening(Table(client, ruleset="tzolkin", seats=seats, undo="free"), site)
        with attack.going_on(), asking(Honest(url)) as honest:
            until(lambda: len(attack.created) >= GAMES, "the flood")
            end = time.monotonic() + seconds
            while not evening.clocks or time.monotonic() < end:
                timed, before = evening.timed(), attack.revisions()
                evening.undo()
                after = attack.revisions()
                moved = [each for each in before if after[each] > before[each]]
                assert len(moved) < len(before) / 2, "the flood was served first"
                evening.clock(timed)
    assert not honest.failures
    figure("a bot answers a person, longest", max(evening.bots), 1_000, "ms")
    figure("an undo, longest", max(evening.undos), 2_000, "ms")
    figure("a clock, latest", max(evening.clocks), 2_000, "ms")
    figure("health, p99", honest.percentile(0.99), 250, "ms")
