"""The closed lists of words of what is around a match, each written once."""

from __future__ import annotations

UNDO, REPLAY = "undo", "replay"
JOB_KINDS = (UNDO, REPLAY)
"""The jobs that clients may follow."""

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
JOB_STATES = (QUEUED, RUNNING, DONE, FAILED, CANCELLED)
"""The states of a job."""
FINAL_STATES = (DONE, FAILED, CANCELLED)
"""The states after which a job does not change."""

KEY, GUEST = "key", "guest"
ACCOUNT_KINDS = (KEY, GUEST)
"""The operator admits an account of the kind ``key``; a client makes itself a guest."""

FULL, PLAY, READ, WEBHOOK = "full", "play", "read", "webhooks"
SCOPES = (FULL, PLAY, READ, WEBHOOK)
"""What a token of an account permits; ``full`` permits everything, also new tokens."""

SNAPSHOT, RESET, MOVED, LEFT = "snapshot", "reset", "moved", "left"
ACCOUNT_MESSAGES = (SNAPSHOT, RESET, MOVED, LEFT)
"""The messages of an account's stream."""

TALK_NEWS, PRESENCE_NEWS = "talk", "presence"
"""Messages without an id that streams send besides."""

FAILING, GONE, BY_OWNER = "failing", "gone", "by-owner"
DISABLED_REASONS = (FAILING, GONE, BY_OWNER)
"""Why a webhook is disabled."""

TURNS, ACCOUNT_TURNS, ADDRESS_TURNS = "turns", "account-turns", "address-turns"
WRITES, ADDRESS_WRITES, TALK = "writes", "address-writes", "talk"
READS, ADDRESS_READS, EXPORTS = "reads", "address-reads", "exports"
UNDOS, ADDRESS_UNDOS = "undos", "address-undos"
COST, ADDRESS_COST = "cost", "address-cost"
DENIALS, RECOVERIES = "denials", "recoveries"
GUEST_GAMES, ADDRESS_GAMES = "guest-games", "address-games"
ADDRESS_ACCOUNTS = "address-accounts"
RATE_POLICIES = (
    *(TURNS, ACCOUNT_TURNS, ADDRESS_TURNS, WRITES, ADDRESS_WRITES, TALK, UNDOS, ADDRESS_UNDOS),
    *(READS, ADDRESS_READS, EXPORTS, COST, ADDRESS_COST, DENIALS, RECOVERIES),
    *(GUEST_GAMES, ADDRESS_GAMES, ADDRESS_ACCOUNTS),
)
"""The rate limits."""
SEAT, ACCOUNT, CALLER, ADDRESS = "seat", "account", "caller", "address"
RATE_SCOPES = (SEAT, ACCOUNT, CALLER, ADDRESS)
"""Which requests a rate limit counts together; a caller is a token or an address."""

AUTHOR, HOST, OPERATOR = "author", "host", "operator"
DELETERS = (AUTHOR, HOST, OPERATOR)
"""Those who may delete a message of table talk."""

WORKERS, HOOKS, STREAM = "workers", "hooks", "stream"
PROCESSES = (WORKERS, HOOKS, STREAM)
"""Parts of an installation that are processes; each sends a heartbeat every second."""
REDIS, SCRIPTS, DISK, MEMORY = "redis", "scripts", "disk", "memory"
REPLICAS, DURABILITY = "replicas", "durability"
PARTS = (REDIS, SCRIPTS, DISK, MEMORY, REPLICAS, DURABILITY, *PROCESSES)
"""All parts that a request may need besides the process that answers it."""
