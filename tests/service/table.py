"""A table for tests: a game made over HTTP, with a client for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx

Json = dict[str, Any]


def seated(*seats: str | Json) -> list[Json]:
    """Return the seats of a new game; a word is a holder."""
    return [{"holder": each} if isinstance(each, str) else each for each in seats]


class Table:
    """A game of people, and their tokens."""

    def __init__(self, client: httpx.Client, token: str = "", **wanted: Any) -> None:
        body = {"ruleset": "toy", "seats": ["user"] * 3, **wanted}
        body["seats"] = seated(*body["seats"])
        self.client = client
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        made = client.post("/v1/games", json=body, headers=headers)
        assert made.status_code == 201, made.text
        self.made: Json = made.json()
        self.id: str = self.made["id"]
        self.path = f"/v1/games/{self.id}"
        self.host: str = self.made["tokens"]["host"]
        self.tokens: dict[int, str] = {int(n): t for n, t in self.made["tokens"]["seats"].items()}

    @classmethod
    def of(
        cls, client: httpx.Client, game_id: str, tokens: dict[int, str], host: str = ""
    ) -> Table:
        """Return the table of a game that was created in another way."""
        table = cls.__new__(cls)
        table.client, table.id, table.path = client, game_id, f"/v1/games/{game_id}"
        table.tokens, table.host = tokens, host
        return table

    def auth(self, seat: int | None) -> dict[str, str]:
        """Return the header of a seat; none for a spectator."""
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, path: str = "", seat: int | None = None, **options: Any) -> httpx.Response:
        """GET below the game, as a seat."""
        headers = {**self.auth(seat), **options.pop("headers", {})}
        return self.client.get(self.path + path, headers=headers, **options)

    def see(self, seat: int | None = None) -> Json:
        """Return the game as a seat sees it."""
        found: Json = self.get(seat=seat).json()
        return found

    @property
    def rev(self) -> int:
        """Return the present revision."""
        anybody = next(iter(self.tokens), None)
        seen = self.client.head(self.path, headers=self.auth(anybody))
        return int(seen.headers["ETag"].strip('"'))

    @property
    def awaited(self) -> list[int]:
        """Return the seats that are asked."""
        return [each["seat"] for each in self.see()["awaited"]]

    def post(self, path: str, seat: int | None, json: Any = None, **headers: str) -> httpx.Response:
        """POST below the game, as a seat; header names are written with underscores."""
        if path == "/forks" and "seats" in json:
            json = {**json, "seats": seated(*json["seats"])}
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(self.path + path, json=json, headers={**self.auth(seat), **sent})

    def turn(
        self, seat: int, *steps: str, rev: int | None = None, **headers: str
    ) -> httpx.Response:
        """Post a turn, by default on the present revision."""
        known = f'"{self.rev if rev is None else rev}"'
        return self.post("/turns", seat, {"steps": steps}, If_Match=known, **headers)

    def play(self, seat: int, *steps: str, rev: int | None = None) -> Json:
        """Post a turn that is expected to be played."""
        answer = self.turn(seat, *steps, rev=rev)
        assert answer.status_code == 201, answer.text
        found: Json = answer.json()
        return found

    def hold(self, seat: int, holder: str, by: int | None = None) -> httpx.Response:
        """Say who plays at a seat, as the host or as a seat."""
        headers = {"Authorization": f"Bearer {self.host}"} if by is None else self.auth(by)
        path = f"{self.path}/seats/{seat}"
        return self.client.put(path, json={"holder": holder}, headers=headers)

    def cancel(self) -> httpx.Response:
        """Cancel the game as its host."""
        return self.client.delete(self.path, headers={"Authorization": f"Bearer {self.host}"})

    def pause(self, *seats: int, paused: bool = True) -> list[httpx.Response]:
        """Have these seats want a pause, or none."""
        return [self.post("/pause", seat, {"paused": paused}) for seat in seats]

    def keep_all(self) -> None:
        """All seats keep their first card: the toy's opening."""
        for seat in sorted(self.awaited):
            seen = self.see(seat)
            self.play(seat, seen["choices"]["options"][0]["step"], rev=seen["rev"])

    def finish(self) -> None:
        """Everybody rests until the game is over."""
        now = self.see()
        while now["status"] == "running":
            seat = now["awaited"][0]["seat"]
            seen = self.see(seat)
            rests = seen["choices"]["question"] == "turn"
            step = "rest" if rests else seen["choices"]["options"][0]["step"]
            now = self.play(seat, step, rev=seen["rev"])


def problem(answer: httpx.Response, code: str, status: int) -> Json:
    """Return the problem document, checked for what all of them have."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer.text
    told: Json = answer.json()
    assert (told["code"], told["status"], answer.status_code) == (code, status, status), told
    page = urlsplit(told["type"])
    assert (page.scheme, page.path) == ("http", f"/docs/problems/{code}")
    assert page.netloc
    assert told["title"]
    assert told["detail"]
    assert told["instance"] == answer.request.url.raw_path.decode().partition("?")[0]
    assert told["request"] == answer.headers["X-Request-Id"]
    return told


def steps_of(choices: Json) -> Sequence[str]:
    """Return the steps a question offers."""
    return [option["step"] for option in choices["options"]]


def events_of(told: Json) -> list[Json]:
    """Return the events of an entry, or of the answer to a turn, in order."""
    return [event for step in told["steps"] for event in step["events"]]


def briefly(entries: list[Json]) -> list[Json]:
    """Return entries of a log without the sentences of their steps, as other answers have them."""
    steps = [
        [{n: step[n] for n in step if n != "text"} for step in entry.get("steps", [])]
        for entry in entries
    ]
    shown = zip(entries, steps, strict=True)
    return [{**entry, "steps": brief} if brief else entry for entry, brief in shown]
