"""Two worlds: games that differ only in what one viewer may not see, played side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from engine.core import State
from engine.guess import guess
from engine.table import IllegalStep, Line
from engine.table import Table as Board
from engine.title import Title
from match.chairs import Chair
from match.head import Fork, Head
from match.match import Match
from match.position import started
from match.snapshot import capture
from match.words import CONSENT, PERSON, UNLISTED
from service.edge import responses
from service.edge.operation import OPERATIONS
from store import Store, tokens
from store.commits import play_turn
from tests.contract.play import random_steps
from workers.replays import make_frames

GAME_ID = "TwoWorlds123"
TRIES = 30
"""Turns tried before it is taken that no turn looks the same in both worlds."""

SAME = {"X-Request-Id": "same", "Accept-Encoding": "identity"}
"""Compressed, times would have other lengths."""
OTHERWISE = ("events", "get_presence")
"""Operations whose answers differ for reasons besides the table: tickets, and when seats came."""
_TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_TAG = re.compile(r"(?<=\")[0-9a-f]{20}(?=\")")
_ARGUMENT = re.compile(r"<(?:int:)?(\w+)>")


@dataclass
class World:
    """One of the two: where it began, and the turns played in it."""

    title: Title
    options: tuple[str, ...]
    start: bytes
    board: Board
    turns: list[tuple[int, list[str]]] = field(default_factory=list)

    def look_ahead(self, seat: int, steps: Sequence[str]) -> tuple[Board, list[Line], bool] | None:
        """Return the table after a turn, its lines, and whether it reveals; None if illegal."""
        ahead = self.board.clone()
        try:
            turn = ahead.commit(seat, steps)
        except IllegalStep:
            return None
        return (ahead, turn.lines, turn.reveals) if turn.complete else None


def twins(
    title: Title, seats: int, options: Sequence[str], viewer: int | None, rng: Random, turns: int
) -> tuple[World, World]:
    """Return a game played to a random point; its hidden part dealt anew; and both played on alike.

    Both have one seed, so that what is drawn is equal. They are played on for ``turns`` turns, and
    then until the viewer is asked; or up to where no turn looks the same to the viewer.
    """
    board = Board.new(title, seats, options, rng.randbytes(32))
    for _ in range(rng.choice([0, rng.randrange(60)])):
        ahead = board.clone()
        seat = rng.choice(board.awaited)
        ahead.commit(seat, random_steps(ahead, seat, rng))
        if ahead.over:
            break
        board = ahead
    other: State[Any] = guess(board.state, viewer, rng)
    other.seed = board.state.seed
    chosen = tuple(options)
    one, two = (World(title, chosen, b.save(), b) for b in (board, Board(title, other)))
    if _seen(one.board, viewer) != _seen(two.board, viewer):
        raise AssertionError(f"{title.name}: a guess can be told from the truth by {viewer}")
    for played in range(turns + 2 * seats):
        asked = viewer is None or viewer in one.board.awaited
        if (played >= turns and asked) or not _play_alike(one, two, viewer, rng):
            break
    return one, two


def _play_alike(one: World, two: World, viewer: int | None, rng: Random) -> bool:
    """Play one turn in both worlds that the viewer cannot tell apart; whether there was one."""
    for attempt in range(TRIES):
        seat = rng.choice(one.board.awaited)
        steps = random_steps(one.board, seat, rng)
        # What others choose may differ, as long as it cannot be seen.
        apart = seat != viewer and attempt < TRIES // 2
        others = random_steps(two.board, seat, rng) if apart else steps
        a, b = one.look_ahead(seat, steps), two.look_ahead(seat, others)
        if a is None or b is None or a[0].over or b[0].over:
            continue
        if _told(one, a, viewer) != _told(two, b, viewer):
            continue
        one.board, two.board = a[0], b[0]
        one.turns.append((seat, steps))
        two.turns.append((seat, others))
        return True
    return False


def _seen(board: Board, viewer: int | None) -> tuple[Any, ...]:
    """Return the viewer's part of a table."""
    own = None if viewer is None else responses.encode(board.own(viewer))
    asked = None
    if viewer in board.awaited:
        asked = [option.id for option in board.decision(viewer).options]
    return responses.encode(board.view()), own, board.awaited, asked


def _told(world: World, after: tuple[Board, list[Line], bool], viewer: int | None) -> Any:
    """Return the viewer's knowledge after a turn: the table, and the legal steps."""
    board, lines, reveals = after
    ahead, shown = world.board.clone(), []
    veiled = bool(ahead.state.apart)
    for line in lines:
        secret = veiled or ahead.title.rules.verbs[ahead.decision(line.seat).effect[0]].own
        shown.append((line.seat, None if secret and line.seat != viewer else line.step, line.auto))
        ahead.replay([line])
    return _seen(board, viewer), shown, reveals, board.state.draws


def enact(db: Store, world: World) -> Match:
    """Put a world into an empty store, under the same id and with the same tokens every time."""
    db.redis.flushall()
    state = Board.load(world.title, world.start).state
    seats = tuple(Chair(PERSON, "", tokens.fingerprint(token_of(n))) for n in range(state.seats))
    head = Head(
        world.title.id,
        world.options,
        state.seed,
        "0" * 64,  # the only trace of the seed, and as good as random
        1,
        CONSENT,
        UNLISTED,
        tokens.fingerprint(f"{GAME_ID}.host"),
        fork=Fork("Elsewhere123", 0, world.start),
    )
    board = Board.load(world.title, world.start)
    begin = capture(board, 0, started(board, 0, 1))
    match = Match(GAME_ID, head, seats, begin)
    assert db.games.create(match)
    for seat, steps in world.turns:
        match = play_turn(db.games, match, seat, steps).match
    return match


def token_of(seat: int) -> str:
    """Return the token of a seat in either world."""
    return f"{GAME_ID}.seat-{seat}-{'x' * 30}"


def look(
    client: httpx.Client, stream: str, db: Store, match: Match, viewer: int | None
) -> dict[str, bytes]:
    """Return everything that this viewer can read about the game, except times."""
    auth = {} if viewer is None else {"Authorization": f"Bearer {token_of(viewer)}"}
    headers = {**auth, **SAME}
    path, rev = f"/v1/games/{GAME_ID}", match.rev
    seen: dict[str, httpx.Response] = {}
    for place in _places(rev, len(match.chairs)):
        seen[place] = client.get(place, headers=headers)
    for accept in ("text/plain", "application/json"):
        seen[accept] = client.get(f"{path}/export", headers={**headers, "Accept": accept})
    japanese = {**headers, "Accept-Language": "ja"}
    seen["ja"] = client.get(f"{path}/log?events=1", headers=japanese)
    body: dict[str, Any]
    for step in _steps(client, path, headers):
        body = {"rev": rev, "steps": [step]}
        seen[f"preview {step}"] = client.post(f"{path}/preview", json=body, headers=headers)
        found_after = client.get(
            f"{path}/legal", params={"after": step, "explain": 1}, headers=headers
        )
        seen[f"legal after {step}"] = found_after
    for what, answer in _trying(client, path, headers, rev):
        seen[what] = answer
    for known in (0, rev):
        stale = {**headers, "If-Match": f'"{known}"'}
        body = {"steps": ["nothing"]}
        seen[f"turn at {known}"] = client.post(f"{path}/turns", json=body, headers=stale)
    for accept in ("application/json", "text/event-stream;q=0, application/json"):
        for after in ("", "&after=0", "&after=0&views=1&choices=1", f"&after={max(rev - 1, 0)}"):
            url = f"{stream}{path}/events?wait=0{after}"
            seen[f"{accept} {after}"] = client.get(url, headers={**headers, "Accept": accept})
    found = {what: _plain(answer) for what, answer in seen.items()}
    for accept in ("text/event-stream", "application/x-ndjson"):
        for after in (None, *({0} if rev else ())):
            query = {} if after is None else {"after": after}
            asked = {**headers, "Accept": accept}
            with client.stream("GET", f"{stream}{path}/events", headers=asked, params=query) as got:
                found[f"{accept} {after}"] = _TIME.sub(b"T", _upto(got.iter_lines(), rev))
    args = {"from": 0, "to": rev, "every": 1, "steps": True, "choices": True}
    job = db.jobs.create("replay", GAME_ID, args, viewer)
    found["frames"] = _TIME.sub(b"T", responses.encode(make_frames(db, job)))
    return found


def _upto(lines: Iterator[str], rev: int) -> bytes:
    """Return the messages of a stream up to this revision."""
    told = b""
    for line in lines:
        told += line.encode() + b"\n"
        data = line.removeprefix("data: ")
        if data.startswith("{") and responses.decode(data.encode())["rev"] == rev:
            return told
    raise AssertionError(f"the stream ended before {rev}: {told!r}")


def _places(rev: int, seats: int) -> Iterator[str]:
    """Yield every address below the game that can be asked for, whatever operations there are."""
    known: dict[str, list[Any]] = {
        "game_id": [GAME_ID],
        "rev": list(range(rev + 1)),
        "seat": list(range(seats)),
        "request_id": [1],
        "job_id": ["none"],
    }
    for operation in OPERATIONS:
        if operation.method != "GET" or "<game_id>" not in operation.path:
            continue
        if operation.name in OTHERWISE:
            continue
        paths = [operation.path]
        for name in _ARGUMENT.findall(operation.path):
            pattern = re.compile(rf"<(?:int:)?{name}>")
            paths = [pattern.sub(str(value), each) for each in paths for value in known[name]]
        yield from paths
    game = f"/v1/games/{GAME_ID}"
    yield from (f"{game}/states/{rev}?as={seat}" for seat in (*range(seats), "everything"))
    yield from (f"{game}/states/{n}?step={k}&choices=1" for n in range(rev + 1) for k in range(4))
    yield from (f"{game}/log?events=1", f"{game}/log?limit=1", f"{game}/legal?explain=1")
    yield f"{game}/log?events=1&views=1&choices=1"
    yield f"{game}/legal?after=nothing"


def _steps(client: httpx.Client, path: str, headers: dict[str, str]) -> list[str]:
    choices = client.get(path, headers=headers).json()["choices"]
    return [] if choices is None else [option["step"] for option in choices["options"][:20]]


def _trying(
    client: httpx.Client, path: str, headers: dict[str, str], rev: int
) -> Iterator[tuple[str, httpx.Response]]:
    """Keeping each offered step as a draft, and sending refused ones wherever steps are sent."""
    body: dict[str, Any]
    for step in _steps(client, path, headers):
        body = {"rev": rev, "steps": [step]}
        yield f"draft {step}", client.put(f"{path}/draft", json=body, headers=headers)
        yield f"kept {step}", client.get(f"{path}/draft", headers=headers)
    told = client.get(f"{path}/legal?explain=1", headers=headers).json()
    for refused in told.get("refused", [])[::7]:
        body = {"rev": rev, "steps": [refused["step"]]}
        for method, place in (("POST", "preview"), ("PUT", "draft")):
            answer = client.request(method, f"{path}/{place}", json=body, headers=headers)
            yield f"{place} {refused['step']}", answer
        posted = {**headers, "If-Match": f'"{rev}"'}
        answer = client.post(f"{path}/turns", json={"steps": body["steps"]}, headers=posted)
        assert answer.status_code == 422, answer.text
        yield f"turn {refused['step']}", answer


def _plain(answer: httpx.Response) -> bytes:
    """Return an answer but for its times, and for how often the viewer itself has asked of late.

    A draft's tag tells, among other things, when it was kept.
    """
    own = ("date", "ratelimit")
    headers = {k: _TAG.sub("T", v) for k, v in answer.headers.items() if k.lower() not in own}
    kept = sorted(headers.items())
    assert answer.status_code < 500, answer.text
    return f"{answer.status_code} {kept}".encode() + _TIME.sub(b"T", answer.content)
