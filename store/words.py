"""The closed lists of words of jobs, accounts, webhooks and processes, each written once."""

from __future__ import annotations

UNDO, REPLAY = "undo", "replay"
JOB_KINDS = (UNDO, REPLAY)
"""The jobs that clients may follow."""
QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
JOB_STATES = (QUEUED, RUNNING, DONE, FAILED, CANCELLED)
FINAL_STATES = (DONE, FAILED, CANCELLED)
"""The states after which a job does not change."""

KEY, GUEST = "key", "guest"
ACCOUNT_KINDS = (KEY, GUEST)
"""The operator admits an account of the kind ``key``; a client makes itself a guest."""

FAILING, GONE, BY_OWNER = "failing", "gone", "by-owner"
DISABLED_REASONS = (FAILING, GONE, BY_OWNER)
"""Why a webhook is disabled."""

WORKERS, HOOKS, STREAM = "workers", "hooks", "stream"
PROCESSES = (WORKERS, HOOKS, STREAM)
"""Parts of an installation that are processes; each sends a heartbeat every second."""
REDIS, SCRIPTS, DISK = "redis", "scripts", "disk"
PARTS = (REDIS, SCRIPTS, DISK, *PROCESSES)
"""All parts that a request may need besides the process that answers it."""
