"""Jobs of the workers: their arguments, progress and results."""

from __future__ import annotations

import secrets
import time
import zlib
from math import ceil
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis
from redis.client import Pipeline

from store import keys
from store.games import now_ms
from store.words import CANCELLED, DONE, FAILED, FINAL_STATES, QUEUED

KEPT_SECONDS = 24 * 3600
UNDO, REPLAY = KINDS = ("undo", "replay")
"""The kinds of jobs that clients may follow. Each has an index of its own of unfinished jobs."""
_DUE = {UNDO: keys.UNDO_DUE, REPLAY: keys.REPLAYS_DUE}
_LONGEST_BLOCK = 2.0
"""Seconds, less than the timeout of a connection."""


class Job(Struct, frozen=True):
    """A job: its ``kind`` (``undo``, ``replay``), game, arguments and state.

    ``args`` are the arguments, ``viewer`` the seat of the caller (None: a spectator). ``progress``
    runs from 0 to 1. ``error`` is a problem's code and its parameters.
    """

    id: str
    kind: str
    game: str
    args: dict[str, Any]
    created: int
    viewer: int | None = None
    state: str = QUEUED
    progress: float = 0.0
    error: tuple[str, dict[str, Any]] | None = None

    @property
    def finished(self) -> bool:
        """Return whether the job is finished."""
        return self.state in FINAL_STATES


_decoder = msgspec.json.Decoder(Job)


class Jobs:
    """All jobs of the last day."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def new_id(self) -> str:
        """Return an unguessable id."""
        return secrets.token_urlsafe(16)

    def create(
        self,
        kind: str,
        game: str,
        args: dict[str, Any],
        viewer: int | None = None,
        job_id: str | None = None,
        owner: str = "",
    ) -> Job:
        """Store a new job before it is enqueued; return an existing job of this id unchanged.

        Until it is finished, it is also in the list ``overdue``, and counted for its ``owner``.
        """
        job = Job(job_id or self.new_id(), kind, game, args, now_ms(), viewer)
        pipe = self._redis.pipeline()
        pipe.hsetnx(keys.job(job.id), "job", msgspec.json.encode(job))
        pipe.expire(keys.job(job.id), KEPT_SECONDS)
        pipe.zadd(_DUE[job.kind], {job.id: job.created}, nx=True)
        if owner:
            pipe.sadd(keys.replays(owner), job.id)
            pipe.expire(keys.replays(owner), KEPT_SECONDS)
        pipe.execute()
        return self.get(job.id)

    def unfinished(self, owner: str) -> int:
        """Return the number of unfinished replays of an owner, and forget the others."""
        rows: Any = self._redis.smembers(keys.replays(owner))
        started = [row.decode() for row in rows]
        pipe = self._redis.pipeline(transaction=False)
        for job_id in started:
            pipe.zscore(keys.REPLAYS_DUE, job_id)
        pairs = list(zip(started, pipe.execute(), strict=True))
        if over := [job_id for job_id, due in pairs if due is None]:
            self._redis.srem(keys.replays(owner), *over)
        return len(pairs) - len(over)

    def get(self, job_id: str) -> Job:
        """Return the job.

        :raises KeyError: there is no such job, or it has expired.
        """
        if not keys.is_id(job_id):
            raise KeyError(job_id)
        data = self._redis.hget(keys.job(job_id), "job")
        if not isinstance(data, bytes):
            raise KeyError(job_id)
        return _decoder.decode(data)

    def update(self, job: Job, **changes: Any) -> Job:
        """Change a job's state, progress or error; a finished job stays as it is."""
        return self._store(job, {}, changes)

    def finish(self, job: Job, result: bytes = b"") -> Job:
        """Finish a job with its JSON ``result``, which expires after a day."""
        return self._store(job, {"result": zlib.compress(result)}, {"state": DONE, "progress": 1.0})

    def fail(self, job: Job, code: str, **params: Any) -> Job:
        """Mark a job as failed with a problem code."""
        return self._store(job, {}, {"state": FAILED, "error": (code, params)})

    def cancel(self, job: Job) -> Job:
        """Cancel a job; the worker checks before it stores anything."""
        return self._store(job, {}, {"state": CANCELLED})

    def result(self, job_id: str) -> bytes:
        """Return the JSON result of a finished job.

        :raises KeyError: there is none.
        """
        data = self._redis.hget(keys.job(job_id), "result")
        if not isinstance(data, bytes):
            raise KeyError(job_id)
        return zlib.decompress(data)

    def wait(self, job: Job, seconds: float) -> Job:
        """Return the job when it is finished, or after a timeout."""
        end = time.monotonic() + seconds
        name = keys.job_done(job.id)
        while not job.finished and (left := end - time.monotonic()) > 0:
            # Rotating a list with one item leaves the mark for other waiters.
            self._redis.blmove(name, name, ceil(min(left, _LONGEST_BLOCK)), "LEFT", "RIGHT")
            job = self.get(job.id)
        return job

    def overdue(self, kind: str, before: int, limit: int = 100) -> list[Job]:
        """Return unfinished jobs of a kind last checked before this time (ms): maybe lost ones."""
        rows = self._redis.zrangebyscore(_DUE[kind], "-inf", before, start=0, num=limit)
        found = []
        for job_id in (row.decode() for row in rows if isinstance(row, bytes)):
            try:
                found.append(self.get(job_id))
            except KeyError:
                self._redis.zrem(_DUE[kind], job_id)
        return found

    def postpone(self, job: Job, until: int) -> None:
        """Postpone the check of this job until ``until`` (ms), if it is unfinished then."""
        self._redis.zadd(_DUE[job.kind], {job.id: until}, xx=True)

    def _store(self, job: Job, fields: dict[str, bytes], changes: dict[str, Any]) -> Job:
        """Change a job unless it is finished; the first finish wins."""

        def change(pipe: Pipeline) -> Any:
            now = self.get(job.id)
            after = now if now.finished else msgspec.structs.replace(now, **changes)
            pipe.multi()
            if not now.finished:
                pipe.hset(keys.job(job.id), "job", msgspec.json.encode(after))
                for name, value in fields.items():
                    pipe.hset(keys.job(job.id), name, value)
            if after.finished:
                pipe.zrem(_DUE[job.kind], job.id)
            if after.finished and not now.finished:
                pipe.rpush(keys.job_done(job.id), 1)
                pipe.expire(keys.job_done(job.id), KEPT_SECONDS)
            return after

        after = self._redis.transaction(change, keys.job(job.id), value_from_callable=True)
        assert isinstance(after, Job)
        return after
