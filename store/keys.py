"""The names of all keys in Redis, in one place.

All of them run out, but for what games and accounts are made of, lists of what is due and the like;
tests/service/test_expiry.py has the reason of each that does not.
"""

from __future__ import annotations

PREFIX = "chasqui:"
DUE = f"{PREFIX}due"
"""Games that wait for a bot, by the time (ms) since when."""
HOOKS_DUE = f"{PREFIX}hooks-due"
"""Games that wait for a remote bot (a hook), by the time (ms) since when."""
DEADLINES = f"{PREFIX}deadlines"
"""Games in which time runs out, by when (ms)."""
WEBHOOKS_DUE = f"{PREFIX}webhooks-due"
"""Accounts whose webhooks have something to be told, by when (ms)."""
SEAL_SECRET = f"{PREFIX}seal-secret"
"""What seals are made with."""
JOBS_DUE = f"{PREFIX}jobs-due"
APP_KEYS = f"{PREFIX}app-keys"
"""Accounts that the operator has made, scored by the time of creation."""
WAKE_CHANNEL = f"{PREFIX}wake"
"""Pub/sub channel: one message ``<game id> <rev>`` a commit, and ``<account id> <rev>`` for each
account that has a part in the game."""


def is_id(name: str) -> bool:
    """Whether a name may be an id. Names of strangers that hold a colon would lead from one kind of
    key to another, and so tell what is kept there."""
    return ":" not in name


def game(game_id: str) -> str:
    """The hash of one game: header, seats, revision and the current state."""
    return f"{PREFIX}g:{game_id}"


def log(game_id: str) -> str:
    """The list of a running game's entries, oldest first."""
    return f"{PREFIX}g:{game_id}:log"


def traces(game_id: str) -> str:
    """The list of what the newest entries of a running game led to."""
    return f"{PREFIX}g:{game_id}:traces"


def listed(status: str, title: str) -> str:
    """The public games of one title in one status, scored by the time of creation."""
    return f"{PREFIX}games:{status}:{title}"


def account(account_id: str) -> str:
    """The hash of one account."""
    return f"{PREFIX}a:{account_id}"


def account_games(account_id: str) -> str:
    """The games in which an account has a part, scored by the time of creation."""
    return f"{PREFIX}a:{account_id}:games"


def account_feed(account_id: str) -> str:
    """The stream of what moves in an account's games: game and revision."""
    return f"{PREFIX}a:{account_id}:feed"


def account_day(account_id: str, day: str) -> str:
    """How many games an account has created in a day (``20261121``)."""
    return f"{PREFIX}a:{account_id}:day:{day}"


def webhooks(account_id: str) -> str:
    """The hash of an account's webhooks; it exists only while there are some."""
    return f"{PREFIX}a:{account_id}:webhooks"


def deliveries(name: str) -> str:
    """The list of what was sent to an endpoint, the newest first."""
    return f"{PREFIX}deliveries:{name}"


def lease(name: str) -> str:
    """Held by whoever works on something just now."""
    return f"{PREFIX}lease:{name}"


def hook_attempts(game_id: str, seat: int) -> str:
    """How asking a remote bot goes."""
    return f"{PREFIX}g:{game_id}:hook:{seat}"


def alive(part: str) -> str:
    """Processes of one part of the installation, by the time (ms) of their last sign of life."""
    return f"{PREFIX}alive:{part}"


def draft(game_id: str, seat: int) -> str:
    """A seat's half-made turn."""
    return f"{PREFIX}g:{game_id}:draft:{seat}"


def bucket(kind: str, name: str) -> str:
    """A bucket of tokens that limits how often something may be done."""
    return f"{PREFIX}bucket:{kind}:{name}"


def job(job_id: str) -> str:
    """The hash of one job."""
    return f"{PREFIX}job:{job_id}"


def job_done(job_id: str) -> str:
    """A list of one, there as soon as the job is finished."""
    return f"{PREFIX}job:{job_id}:done"


def ticket(ticket_id: str) -> str:
    """A ticket for one event stream."""
    return f"{PREFIX}ticket:{ticket_id}"


def answer(digest: str) -> str:
    """The remembered answer to a request with an Idempotency-Key."""
    return f"{PREFIX}answer:{digest}"
