"""Spectators: each follows the stream of one game, and stores every revision."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from random import Random
from threading import Thread

import httpx

from tests.soak.client import PAUSE
from tests.soak.seen import Game

LONGEST_LOOK = 3.0  # seconds after which a watcher hangs up and comes back


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
