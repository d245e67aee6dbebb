"""Secrecy: worlds that differ only in what a viewer may not see give it identical bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import httpx
import pytest

from engine.guess import guess
from engine.table import Table as Board
from engine.title import Title
from match.chairs import Chair
from match.head import Head
from match.match import Match
from match.position import started
from match.snapshot import capture
from match.tables import table_of
from match.words import CONSENT, PERSON, UNLISTED
from service.edge import responses
from store import Store, tokens
from tests.service.table import Table
from tests.toy import TITLE
from workers.replays import make_frames

GAME_ID = "TwoWorlds123"
TOKENS = {seat: f"{GAME_ID}.seat-{seat}-{'x' * 30}" for seat in range(3)}


class World(Table):
    """A game of the toy with a seed of our choice; everything else is alike in all worlds."""

    def __init__(self, client: httpx.Client, db: Store, title: Title, seed: bytes) -> None:
        db.redis.flushall()
        self.client, self.db, self.id, self.tokens = client, db, GAME_ID, dict(TOKENS)
        self.path, self.host = f"/v1/games/{GAME_ID}", f"{GAME_ID}.host"
        board = Board.new(title, 3, (), seed)
        seats = tuple(Chair(PERSON, "", tokens.fingerprint(t)) for t in TOKENS.values())
        host = tokens.fingerprint(self.host)
        # The commitment is the only trace of the seed, and as good as random.
        head = Head(title.id, (), seed, "0" * 64, 1, CONSENT, UNLISTED, host)
        begin = capture(board, 0, started(board, 0, 1))
        assert db.games.create(Match(GAME_ID, head, seats, begin))

    def look(self, viewer: int | None) -> dict[str, bytes]:
        """Return everything that this viewer can read, except times."""
        headers = {**self.auth(viewer), "X-Request-Id": "same"}
        rev = self.rev
        paths = ["", "/log", "/log?events=1", "/export", "/fairness", "/legal?explain=1"]
        paths += [f"/states/{n}" for n in range(rev + 1)]
        paths += ["/states/0?as=1", "/states/0?as=2", "/states/0?as=everything", "/undo/1"]
        paths += ["/legal?after=nothing", "/log?limit=1", "/log?after=1&events=1"]
        seen = {path: self.client.get(self.path + path, headers=headers) for path in paths}
        seen["text"] = self.get("/export", viewer, headers={"Accept": "text/plain", **headers})
        seen["ja"] = self.get("/log?events=1", viewer, headers={"Accept-Language": "ja"})
        for step in ("rest", "roll", "draw", "keep c1", "take 1"):
            body = {"rev": rev, "steps": [step]}
            path = f"{self.path}/preview"
            seen[f"preview {step}"] = self.client.post(path, json=body, headers=headers)
            tried = self.client.put(f"{self.path}/draft", json=body, headers=headers)
            tried.headers.pop("ETag", None)  # it tells, among other things, when it was kept
            seen[f"draft {step}"] = tried
        stale = {**headers, "If-Match": '"0"'}
        body = {"steps": ["nothing"]}
        seen["turn"] = self.client.post(f"{self.path}/turns", json=body, headers=stale)
        found = {what: self._plain(answer) for what, answer in seen.items()}
        args = {"from": 0, "to": rev, "every": 1}
        job = self.db.jobs.create("replay", GAME_ID, args, viewer)
        found["frames"] = _timeless(responses.encode(make_frames(self.db, job)))
        return found

    def _plain(self, answer: httpx.Response) -> bytes:
        differing = ["date", "x-request-id"]
        # The times in a compressed answer change its length.
        differing += ["content-length"] if "content-encoding" in answer.headers else []
        headers = {k: v for k, v in answer.headers.items() if k.lower() not in differing}
        return f"{answer.status_code} {headers}".encode() + _timeless(answer.content)


def _timeless(data: bytes) -> bytes:
    return re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", b"T", data)


def _dealt(title: Title, seed: bytes) -> list[list[str]]:
    board = Board.new(title, 3, (), seed)
    return [board.own(seat)["dealt"] for seat in range(3)]


@pytest.fixture(scope="module")
def seeds() -> tuple[bytes, bytes]:
    """Seeds of two deals: alike for seat 0; the others share one card each and differ in one."""
    rng = Random(7)
    one = rng.randbytes(32)
    mine = _dealt(TITLE, one)
    while True:
        two = rng.randbytes(32)
        other = _dealt(TITLE, two)
        shared = [set(mine[n]) & set(other[n]) for n in (1, 2)]
        if other[0] == mine[0] and all(len(cards) == 1 for cards in shared):
            break
    return one, two


def _worlds(
    client: httpx.Client, db: Store, toy: Title, seeds: tuple[bytes, bytes]
) -> Iterator[tuple[World, list[list[str]]]]:
    for seed in seeds:
        yield World(client, db, toy, seed), _dealt(toy, seed)


@pytest.mark.parametrize("viewer", [0, None])
def test_answers_that_are_not_all_in_differ_for_nobody_else(
    client: httpx.Client, db: Store, toy: Title, seeds: tuple[bytes, bytes], viewer: int | None
) -> None:
    """Seat 1 keeps its one card in one world and another card in the other."""
    seen, truth = [], []
    for world, dealt in _worlds(client, db, toy, seeds):
        world.play(1, f"keep {dealt[1][0]}")
        seen.append(world.look(viewer))
        truth.append(world.look(1))
    assert seen[0] == seen[1]
    assert truth[0] != truth[1]


@pytest.mark.parametrize("viewer", [0, None])
def test_what_was_never_shown_is_seen_nowhere(
    client: httpx.Client, db: Store, toy: Title, seeds: tuple[bytes, bytes], viewer: int | None
) -> None:
    """The cards kept are the same, those thrown away and the deck are not."""
    deals = [_dealt(toy, seed) for seed in seeds]
    keep = [deals[0][0][0], *(next(iter(set(deals[0][n]) & set(deals[1][n]))) for n in (1, 2))]
    seen, truth = [], []
    for world, _ in _worlds(client, db, toy, seeds):
        for seat in (2, 0, 1):
            world.play(seat, f"keep {keep[seat]}")
        world.play(0, "take 1")
        world.play(1, "rest")
        world.play(2, "take 2", "give back")
        seen.append(world.look(viewer))
        truth.append(world.db.games.load(GAME_ID).snapshot.state)
    assert seen[0] == seen[1]
    assert truth[0] != truth[1]


def test_once_the_game_is_over_the_worlds_can_be_told_apart(
    client: httpx.Client, db: Store, toy: Title, seeds: tuple[bytes, bytes]
) -> None:
    seen = []
    for world, _ in _worlds(client, db, toy, seeds):
        world.keep_all()
        world.finish()
        seen.append(world.look(None))
    assert seen[0]["/fairness"] != seen[1]["/fairness"]
    assert seen[0]["/states/0?as=everything"] != seen[1]["/states/0?as=everything"]


@pytest.mark.parametrize("turns_played", [0, 2, 9])
def test_a_title_tells_a_seat_nothing_of_what_it_may_not_see(
    client: httpx.Client, db: Store, turns_played: int
) -> None:
    """The true state is replaced by one that the seat cannot tell from it."""
    table, rng = Table(client, ruleset="tzolkin", seats=["user"] * 4), Random(turns_played)
    for _ in range(turns_played):
        seat = table.awaited[-1]
        play_any(table, db, seat, rng)
    viewer = table.awaited[0]

    def look() -> list[bytes]:
        rev, paths = table.rev, ["", "/legal?explain=1", "/legal?after=x", "/fairness", "/log"]
        answers = [table.get(path, viewer, headers={"X-Request-Id": "same"}) for path in paths]
        for option in table.see(viewer)["choices"]["options"]:
            body = {"rev": rev, "steps": [option["step"]]}
            answers.append(table.post("/preview", viewer, body, X_Request_Id="same"))
        return [answer.content for answer in answers]

    before = look()
    match = db.games.load(table.id)
    true = table_of(match)
    other = Board(true.title, guess(true.state, viewer, rng))
    assert other.save() != true.save()
    db.redis.hset(f"chasqui:g:{table.id}", "state", other.save())
    assert look() == before


def play_any(table: Table, db: Store, seat: int, rng: Random) -> None:
    """Play a turn of randomly chosen steps."""
    board = table_of(db.games.load(table.id))
    steps: list[str] = []
    while not board.clone().play(seat, steps).complete:
        ahead = board.clone()
        ahead.play(seat, steps)
        steps.append(rng.choice(ahead.decision(seat).options).id)
    table.play(seat, *steps)
