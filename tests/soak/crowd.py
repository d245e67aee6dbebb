"""A crowd that plays and watches games over HTTP and does not mind when the service is killed.

Players choose at random from what is offered and keep every turn that was acknowledged; watchers
follow the streams and keep every revision they were told. ``audit`` compares both with the record.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from typing import Any

import httpx

Json = dict[str, Any]

PATIENCE = 60.0  # seconds in which a service that was killed must be back
PAUSE = 0.05  # seconds between two tries
HURRIES = 0.2  # the part of turns whose player hangs up before the answer is there
WAIT, AT_ONCE = httpx.Timeout(10), httpx.Timeout(10, read=0.001)
LONGEST_LOOK = 3.0  # seconds after which a watcher hangs up and comes back
FIRST_ANSWER = 60.0  # seconds until a bot must have answered


@dataclass(frozen=True)
class Acknowledged:
    """A turn the service said it has: the revision of its entry, whose it is, and its steps."""

    rev: int
    seat: int
    steps: tuple[str, ...]


@dataclass
class Game:
    """A game as its players and its watcher know it."""

    id: str
    tokens: dict[int, str]
    acknowledged: list[Acknowledged] = field(default_factory=list)
    watched: list[int] = field(default_factory=list)
    over: bool = False
    repeats: int = 0
    cuts: int = 0


class Client:
    """HTTP that tries again while the service is away; every request made here may be repeated."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url)
        self.retries = 0

    def close(self) -> None:
        """Hang up."""
        self.http.close()

    def get(self, path: str, token: str | None = None, **query: Any) -> Json:
        """The JSON of a successful answer."""
        return self.send("GET", path, token, params=query).json()  # type: ignore[no-any-return]

    def send(
        self, method: str, path: str, token: str | None = None, hurry: bool = False, **options: Any
    ) -> httpx.Response:
        """The answer to a request, which must be a success in the end.

        In a ``hurry`` one hangs up before the first answer can be there, and asks again.
        """
        headers = options.pop("headers", {})
        options["timeout"] = AT_ONCE if hurry else WAIT
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                response = self.http.request(method, path, headers=headers, **options)
            except httpx.TransportError:
                response = None
            if response is not None and response.status_code != 503:
                assert response.is_success, f"{method} {path}: {response.text}"
                return response
            assert time.monotonic() < deadline, f"{method} {path}: the service does not come back"
            self.retries += 1
            options["timeout"] = WAIT
            time.sleep(PAUSE)


class Player(Thread):
    """Plays game after game, alone for all people in it, until told to stop; then to the end."""

    def __init__(
        self, url: str, ruleset: str, tables: Sequence[Sequence[str]], seed: str, stop: Event
    ) -> None:
        super().__init__(name=f"player {seed}", daemon=True)
        self.url, self.ruleset, self.tables, self.stop = url, ruleset, tables, stop
        self.client, self.rng = Client(url), Random(seed)
        self.games: list[Game] = []
        self.watchers: list[Watcher] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.play(self.create(self.rng.choice(self.tables)))
            for watcher in self.watchers:
                watcher.join(PATIENCE)
                if watcher.failure or watcher.is_alive():
                    raise watcher.failure or TimeoutError(f"{watcher.name} did not see the end")
        except BaseException as failure:
            self.failure = failure
        finally:
            self.client.close()

    def create(self, seats: Sequence[str]) -> Game:
        """A new game, and a watcher for it."""
        made = self.client.send(
            "POST",
            "/v1/games",
            json={"ruleset": self.ruleset, "seats": list(seats)},
            headers={"Idempotency-Key": uuid.uuid4().hex},
        ).json()
        tokens = {int(seat): token for seat, token in made["tokens"]["seats"].items()}
        game = Game(made["id"], tokens)
        self.games.append(game)
        self.watchers.append(Watcher(self.url, game, Random(game.id)))
        self.watchers[-1].start()
        return game

    def play(self, game: Game) -> None:
        """Play a game to its end."""
        while not game.over:
            seat = self.await_turn(game)
            if seat is not None:
                self.turn(game, seat)

    def await_turn(self, game: Game) -> int | None:
        """One of our seats that is asked; None when the game is over."""
        deadline = time.monotonic() + FIRST_ANSWER
        while True:
            table = self.client.get(f"/v1/games/{game.id}")
            game.over = table["status"] == "over"
            mine = [each["seat"] for each in table["awaited"] if each["seat"] in game.tokens]
            if mine or game.over:
                return self.rng.choice(mine) if mine else None
            assert time.monotonic() < deadline, f"nobody goes on in game {game.id}"
            time.sleep(PAUSE)

    def turn(self, game: Game, seat: int) -> None:
        """Think of a turn, post it until it is acknowledged, and keep it."""
        token = game.tokens[seat]
        rev, steps = self.think(game, token)
        answer = self.client.send(
            "POST",
            f"/v1/games/{game.id}/turns",
            token,
            self.rng.random() < HURRIES,
            json={"steps": steps},
            headers={"If-Match": f'"{rev}"'},
        )
        told = answer.json()
        game.over = told["status"] == "over"
        game.repeats += answer.status_code == 200
        # The end of a game is an entry of its own, after that of its last turn.
        game.acknowledged.append(Acknowledged(told["rev"] - game.over, seat, tuple(steps)))

    def think(self, game: Game, token: str) -> tuple[int, list[str]]:
        """A random turn from what is offered, and the revision it is for."""
        path = f"/v1/games/{game.id}"
        table = self.client.get(path, token)
        rev, choices, steps = table["rev"], table["choices"], list[str]()
        while choices is not None:
            option = self.rng.choice(choices["options"])
            steps.append(option["step"])
            if option["barrier"]:
                break
            choices = self.client.get(f"{path}/legal", token, after=steps)["choices"]
        return rev, steps


class Watcher(Thread):
    """Follows one game to its end, hanging up at random and going on where it was."""

    def __init__(self, url: str, game: Game, rng: Random) -> None:
        super().__init__(name=f"watcher of {game.id}", daemon=True)
        self.url, self.game, self.rng = url, game, rng
        self.ended = False
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self.url, timeout=LONGEST_LOOK) as http:
                while not self.ended:
                    self.look(http)
        except BaseException as failure:
            self.failure = failure

    def look(self, http: httpx.Client) -> None:
        """Read a stream until it ends, is cut, or one has seen enough of it."""
        last = self.game.watched[-1] if self.game.watched else 0
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(last)}
        enough = time.monotonic() + self.rng.uniform(0, LONGEST_LOOK)
        path = f"/v1/games/{self.game.id}/events"
        self.game.cuts += 1
        try:
            with http.stream("GET", path, headers=headers, follow_redirects=True) as answer:
                if answer.status_code == 503:
                    time.sleep(PAUSE)
                    return
                assert answer.is_success, f"{answer.status_code} {answer.read().decode()}"
                for rev, kind in messages(answer.iter_lines()):
                    self.game.watched.append(rev)
                    self.ended = kind == "end"
                    if self.ended or time.monotonic() > enough:
                        return
        except httpx.TransportError:
            time.sleep(PAUSE)


def messages(lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    """Revision and kind of each message of server-sent events."""
    for line in lines:
        if line.startswith("data: "):
            body = json.loads(line.removeprefix("data: "))
            yield body["rev"], body["kind"]


def audit(client: Client, game: Game) -> None:
    """Every acknowledged turn is in the record once and in order, and nothing else of ours is."""
    for seat, token in game.tokens.items():
        ours = [each for each in game.acknowledged if each.seat == seat]
        assert recorded(client, game.id, seat, token) == ours, f"game {game.id}, seat {seat}"
    final = client.get(f"/v1/games/{game.id}")["rev"]
    assert game.watched == list(range(1, final + 1)), f"game {game.id}: stream {game.watched}"


def recorded(client: Client, game_id: str, seat: int, token: str) -> list[Acknowledged]:
    """The turns of a seat as the record has them."""
    found: list[Acknowledged] = []
    after: int | None = 0
    while after is not None:
        page = client.get(f"/v1/games/{game_id}/log", token, after=after)
        for entry in page["entries"]:
            if entry["kind"] == "turn" and entry["seat"] == seat:
                lines = [line for line in entry["steps"] if line["seat"] == seat]
                steps = tuple(line["step"] for line in lines if not line["auto"])
                found.append(Acknowledged(entry["rev"], seat, steps))
        after = page["next"]
    return found


def crowd(
    url: str, ruleset: str, tables: Sequence[Sequence[str]], players: int, seed: str, stop: Event
) -> list[Player]:
    """So many players, at work."""
    found = [Player(url, ruleset, tables, f"{seed} {n}", stop) for n in range(players)]
    for player in found:
        player.start()
    return found


def finish(players: Sequence[Player], report: Callable[[Game], None]) -> None:
    """Wait until every player has played its last game to the end, and audit all games."""
    for player in players:
        player.join()
    for player in players:
        if player.failure:
            raise player.failure
        with closing(Client(player.url)) as client:
            for game in player.games:
                audit(client, game)
                report(game)
