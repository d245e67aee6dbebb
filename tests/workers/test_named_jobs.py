"""Jobs in Redis: which ones a worker runs."""

from __future__ import annotations

from typing import Any

import pytest
from rq.job import Job
from rq.serializers import JSONSerializer

from store import Store
from workers.named_jobs import FUNCTIONS, NamedJob, UnknownJob, subject


def job(db: Store, name: str, *args: Any, **named: Any) -> NamedJob:
    """Return a job as a worker finds it."""
    made = Job.create(name, args, named, connection=db.redis, serializer=JSONSerializer)
    made.save()
    found = NamedJob.fetch(made.id, connection=db.redis, serializer=JSONSerializer)
    assert isinstance(found, NamedJob)
    return found


def test_the_functions_of_the_queues_are_named(db: Store) -> None:
    for name in FUNCTIONS:
        found = job(db, name, "game")
        assert f"{found.func.__module__}.{found.func.__name__}" == name
        assert subject(found) == "game"
        assert subject(job(db, name, "game", 7)) == "game"


@pytest.mark.parametrize(
    ("name", "args", "named"),
    [
        ("os.mkdir", ("there",), {}),
        ("os.system", ("true",), {}),
        ("workers.due_games.database", (), {}),
        ("workers.due_games.play_bots", (), {}),
        ("workers.due_games.play_bots", ("a", "b"), {}),
        ("workers.due_games.play_bots", ({"a": 1},), {}),
        ("workers.due_games.play_bots_only", ("a", 7, 8), {}),
        ("workers.due_games.play_bots", ("a",), {"by": "name"}),
    ],
)
def test_another_function_is_not_found(
    db: Store, name: str, args: tuple[Any, ...], named: dict[str, Any]
) -> None:
    found = job(db, name, *args, **named)
    with pytest.raises(UnknownJob):
        found.perform()


def test_nothing_is_called_back(db: Store) -> None:
    found = job(db, "os.mkdir", "there")
    for name in ("success", "failure", "stopped"):
        setattr(found, f"_{name}_callback_name", "os.mkdir")
        assert getattr(found, f"{name}_callback") is None
    found.data = b"no job"
    assert subject(found) == ""
