"""Examples for the specification: a body of every kind and a document of every problem code."""

from __future__ import annotations

from typing import Any

from service.problems import Problem, document, invalid

_BODIES: dict[str, dict[str, Any]] = {
    "create_game": {"ruleset": "tzolkin", "seats": ["user", "bot:greedy"], "undo": "consent"},
    "create_account": {"name": "Ana"},
    "join": {"name": "Ana"},
    "create_webhook": {
        "url": "https://hooks.example.org/chasqui",
        "events": ["your-turn", "end"],
    },
    "change_webhook": {"enabled": True},
    "put_draft": {"rev": 2, "steps": ["place"]},
    "preview": {"rev": 2, "steps": ["place", "palenque"]},
    "post_turn": {"steps": ["place", "palenque", "stop"]},
    "start_replay": {"from": 0, "every": 4},
    "request_undo": {},
    "answer_undo": {"agree": True},
    "apply_turns": {
        "seats": 2,
        "seed": "5e" * 32,
        "turns": [{"seat": 0, "steps": ["keep W02 W04"]}],
    },
    "legal_steps": {"seats": 2, "seed": "5e" * 32, "seat": 0},
    "fork_game": {"rev": 17, "seats": ["user", "bot:greedy"]},
    "put_seat": {"holder": "bot:greedy"},
    "claim": {"name": "Ana"},
    "pause": {"paused": True},
    "import_record": {
        "format": "chasqui-record",
        "version": 2,
        "id": None,
        "ruleset": "tzolkin@1",
        "options": [],
        "name": "",
        "created": "2026-11-21T12:00:00.000Z",
        "status": "running",
        "undo": "consent",
        "clock": None,
        "waits": False,
        "holders": ["person", "person"],
        "seats": [
            {"seat": 0, "holder": "person", "name": "Ana", "resigned": False},
            {"seat": 1, "holder": "person", "name": "Ben", "resigned": False},
        ],
        "commitment": None,
        "seed": "5e" * 32,
        "fork": None,
        "draws": None,
        "entries": [],
        "result": None,
    },
}

_AWAITED = [{"seat": 1, "since": "2026-11-21T12:00:00.000Z", "since_rev": 17, "deadline": None}]

_PROBLEMS: dict[str, Problem] = {
    "bad-request": Problem("bad-request", said="the request line is too long"),
    "malformed-json": Problem("malformed-json", said="unexpected end of data"),
    "unauthorized": Problem("unauthorized", "no-token"),
    "forbidden": Problem("forbidden", "host-only"),
    "not-found": Problem("not-found", "game", id="Kx7mPq2RtY8w"),
    "method-not-allowed": Problem(
        "method-not-allowed", method="PUT", path="/v1/games", allowed=["GET", "POST"]
    ),
    "already-started": Problem("already-started", status="running"),
    "bot-plays": Problem(
        "bot-plays",
        extra={"link": "/v1/games/Kx7mPq2RtY8w/seats/1", "holder": "person"},
        seat=1,
        bot="bot:greedy",
        link="/v1/games/Kx7mPq2RtY8w/seats/1",
        holder="person",
    ),
    "not-away": Problem("not-away", seat=2, holder="bot:greedy"),
    "not-claimable": Problem("not-claimable", extra={"claimable": [2]}, seat=1, claimable=[2]),
    "paused": Problem(
        "paused",
        extra={"since": "2026-11-21T12:00:00.000Z", "link": "/v1/games/Kx7mPq2RtY8w/pause"},
        since="2026-11-21T12:00:00.000Z",
        link="/v1/games/Kx7mPq2RtY8w/pause",
    ),
    "resigned": Problem("resigned", seat=1),
    "too-few-seats": Problem("too-few-seats", least=2, seats=2),
    "game-full": Problem("game-full", seats=4),
    "game-over": Problem("game-over"),
    "not-started": Problem("not-started", open=[2, 3]),
    "not-your-turn": Problem(
        "not-your-turn", extra={"rev": 17, "awaited": _AWAITED}, seat=0, awaited=[1]
    ),
    "seat-taken": Problem("seat-taken", seat=1, open=[2, 3]),
    "undo-not-allowed": Problem(
        "undo-not-allowed",
        "reveals",
        extra={"reason": "reveals", "policy": "none"},
        back_to=12,
        policy="none",
    ),
    "draft-changed": Problem(
        "draft-changed",
        extra={
            "draft": {
                "rev": 17,
                "steps": ["place palenque"],
                "complete": False,
                "saved": "2026-11-21T12:00:00.000Z",
            }
        },
        etag='"5f2b9c0e7a1d4836a0c1"',
    ),
    "stale-revision": Problem(
        "stale-revision", extra={"rev": 18, "entries": [], "awaited": _AWAITED}, known=16, rev=18
    ),
    "too-large": Problem("too-large", limit=65536),
    "uri-too-long": Problem("uri-too-long", limit=8190),
    "headers-too-large": Problem("headers-too-large", fields=64, limit=8190),
    "unsupported-media-type": Problem("unsupported-media-type", got="text/plain"),
    "idempotency-key-reused": Problem("idempotency-key-reused"),
    "illegal-step": Problem(
        "illegal-step",
        said="You lack 2 corn.",
        extra={
            "index": 1,
            "got": "tikal 2",
            "question": "act",
            "reason": "needs-more",
            "rule": "6",
            "text": "You lack 2 corn.",
            "legal": ["tikal 1", "nothing"],
            "options": 2,
            "nearest": [],
            "link": "/v1/games/Kx7mPq2RtY8w/legal?after=pick+tikal+4",
        },
        index=1,
        step="tikal 2",
        refusal={"n": 2, "good": "corn"},
    ),
    "incomplete-turn": Problem(
        "incomplete-turn", extra={"next": None}, count=1, seat=0, question="Place another worker?"
    ),
    "invalid-record": Problem(
        "invalid-record",
        "record-step",
        extra={
            "entry": 12,
            "pointer": "/entries/12/steps/0/step",
            "reason": "record-step",
            "expected": "tikal 1, tikal 2",
            "got": "tikal 4",
        },
        entry=12,
        pointer="/entries/12/steps/0/step",
        expected="tikal 1, tikal 2",
        got="tikal 4",
    ),
    "invalid-request": invalid([("/steps", "is missing")]),
    "revision-required": Problem("revision-required", extra={"rev": 17}, rev=17),
    "rate-limited": Problem(
        "rate-limited", "rate", policy="creating", limit=600, window=60, wait=7
    ),
    "internal-error": Problem("internal-error"),
    "unavailable": Problem("unavailable", "no-redis"),
    "job-timeout": Problem("job-timeout"),
}


_TEXT = """\
# created 2026-11-21T12:00:00.000Z, running
ruleset tzolkin@1 seats 2 options - seed {seed}

0 keep W02 W04
"""

_PLAIN: dict[str, str] = {"import_record": _TEXT.format(seed="5e" * 32)}


def plain(operation: str) -> dict[str, Any]:
    """The example of an operation's body where it is plain text."""
    return {"example": _PLAIN[operation]} if operation in _PLAIN else {}


def body(operation: str) -> dict[str, Any]:
    """The example of an operation's body."""
    return {"example": _BODIES[operation]} if operation in _BODIES else {}


def problem(code: str) -> dict[str, Any]:
    """The example of a problem document."""
    return document(_PROBLEMS[code], "5f2b9c0e7a1d4836", None)
