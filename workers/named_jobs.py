"""Named jobs: a worker runs the functions of its queues, and no other function that Redis names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rq.exceptions import DeserializationError
from rq.job import Job
from rq.utils import import_attribute

from workers.queues import HOOK_QUEUES, QUEUES

FUNCTIONS = frozenset(work.function for work in (*QUEUES, *HOOK_QUEUES))
"""The functions that a job may name."""


class UnknownJob(Exception):
    """A job names another function, or calls one in another way than the queues do."""


class NamedJob(Job):
    """A job that calls one of ``FUNCTIONS`` with an id, and perhaps a revision.

    It has no callbacks and no webhooks.

    RQ imports and calls any function that a job in Redis names. So a stranger who could write there
    would run programs here.
    """

    @property
    def func(self) -> Callable[..., Any]:
        """Return the function of the job.

        :raises UnknownJob: no queue has this function.
        """
        if self.func_name not in FUNCTIONS or self.instance is not None or not _has_one_id(self):
            raise UnknownJob(f"job {self.id} is of no queue of this service")
        found: Callable[..., Any] = import_attribute(self.func_name)
        return found

    @property
    def success_callback(self) -> None:
        """Return no callback."""

    @property
    def failure_callback(self) -> None:
        """Return no callback."""

    @property
    def stopped_callback(self) -> None:
        """Return no callback."""

    def send_webhooks(self, *args: Any, **kwargs: Any) -> None:
        """Send nothing."""


def _has_one_id(job: Job) -> bool:
    """Return whether a job has an id, and perhaps a revision, and nothing else."""
    of, rev = job.args[:1], job.args[1:]
    known = len(rev) <= 1 and all(each is None or isinstance(each, int) for each in rev)
    return len(of) == 1 and isinstance(of[0], str) and known and not job.kwargs


def subject(job: Job) -> str:
    """Return the id that a job is about, for its log line; empty if it has none."""
    try:
        return job.args[0] if _has_one_id(job) else ""
    except DeserializationError:
        return ""
