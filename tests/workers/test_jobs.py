"""Undo and replay jobs, by real workers and by hand."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from match import seating
from match.match import Match
from match.undo import ask
from store import Store, jobs, words
from store.jobs import REPLAY, UNDO
from tests.service.table import events_of
from tests.wishes import answer_undo, wish, withdraw_undo
from tests.workers.processes import Server, Workers, wait_until
from tests.workers.tables import assert_sound, create, play_person, turns
from workers import replays, undo
from workers.database import database
from workers.queues import enqueue_job


@pytest.fixture
def here(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs called in this process work on the test's own server."""
    monkeypatch.setenv("REDIS_URL", server.url)
    database.cache_clear()


def begun(db: Store, holders: list[str], count: int) -> Match:
    """A game in which that many turns have been played by people."""
    game, rng = create(db, holders), Random(3)
    for _ in range(count):
        match = play_person(db, game.id, rng)
    return match


def wished(db: Store, game: Match) -> jobs.Job:
    """The job of seat 0, who wants its last turn back."""
    args = {"seat": 0, "back_to": game.rev - 1, "asked_at": game.rev}
    return db.jobs.create(UNDO, game.id, args, 0)


def finished(db: Store, job: jobs.Job) -> jobs.Job:
    wait_until(lambda: db.jobs.get(job.id).finished, "the job")
    return db.jobs.get(job.id)


def test_an_undo_job_takes_a_turn_back(db: Store, workers: Workers) -> None:
    game = begun(db, ["person"] * 2, 5)
    job = wished(db, game)
    workers.start()
    enqueue_job(db, job)
    assert finished(db, job).state == words.DONE
    assert json.loads(db.jobs.result(job.id)) == {"rev": game.rev + 1}
    assert_sound(db, game.id)


@pytest.mark.usefixtures("here")
def test_an_undo_job_run_twice_takes_back_once(db: Store) -> None:
    game = begun(db, ["person"] * 2, 4)
    for job in [wished(db, game), wished(db, game)]:
        undo.run(job.id)
        undo.run(job.id)
        assert json.loads(db.jobs.result(job.id)) == {"rev": game.rev + 1}
    assert db.games.load(game.id).rev == game.rev + 1


@pytest.mark.usefixtures("here")
def test_an_undo_that_came_too_late_fails_and_says_why(db: Store) -> None:
    game = begun(db, ["person"] * 2, 4)
    job = wished(db, game)
    later = play_person(db, game.id, Random(5))
    undo.run(job.id)
    assert db.jobs.get(job.id).error == ("undo-not-allowed", {"reason": "other-seat"})
    assert db.games.load(game.id).rev == later.rev


@pytest.mark.usefixtures("here")
def test_an_undo_of_a_seat_that_has_changed_hands_fails_and_says_why(db: Store) -> None:
    game = begun(db, ["person"] * 2, 4)
    job = wished(db, game)
    away = wish(db, game, seating.put_bot, 0, "bot:random")
    back = wish(db, away, seating.give_back, 0, "person")
    undo.run(job.id)
    assert db.jobs.get(job.id).error == ("undo-not-allowed", {"reason": "seat-changed"})
    assert db.games.load(game.id).rev == back.rev


@pytest.mark.usefixtures("here")
def test_another_seat_that_changes_hands_is_nothing_to_an_undo(db: Store) -> None:
    game = begun(db, ["person"] * 2, 4)
    job = wished(db, game)
    wish(db, game, seating.put_bot, 1, "bot:random")
    undo.run(job.id)
    assert db.jobs.get(job.id).state == words.DONE


def agreed(db: Store, game: Match, *others: int) -> tuple[Match, jobs.Job | None]:
    """A request of seat 0 to which these agree, and its job."""
    if game.position.request is None:
        game = wish(db, game, ask, 0, game.rev - 1)
    for seat in others:
        game = answer_undo(db, game, seat, True)
    return game, undo.start_if_agreed(db, game)


@pytest.mark.usefixtures("here")
def test_an_undo_that_was_withdrawn_before_its_job_ran_is_not_done(db: Store) -> None:
    game, job = agreed(db, begun(db, ["person"] * 3, 4), 1, 2)
    assert job is not None
    after = withdraw_undo(db, game, 0)
    undo.run(job.id)
    assert db.jobs.get(job.id).error == ("undo-not-allowed", {"reason": "lapsed"})
    assert db.games.load(game.id).rev == after.rev


@pytest.mark.usefixtures("here")
def test_a_newcomer_before_the_job_has_run_is_asked_and_can_agree(db: Store) -> None:
    game, first = agreed(db, begun(db, ["person"] * 3, 4), 1, 2)
    away = wish(db, game, seating.put_bot, 2, "bot:random")
    game = wish(db, away, seating.give_back, 2, "person")
    assert first is not None
    undo.run(first.id)
    assert db.jobs.get(first.id).error == ("undo-not-allowed", {"reason": "lapsed"})
    assert db.games.load(game.id).rev == game.rev
    game, second = agreed(db, game, 2)
    assert second is not None
    undo.run(second.id)
    assert db.jobs.get(second.id).state == words.DONE
    assert_sound(db, game.id)


@pytest.mark.usefixtures("here")
def test_a_cancelled_job_does_nothing(db: Store) -> None:
    game = begun(db, ["person"] * 2, 4)
    args = {"seat": 0, "back_to": 1, "asked_at": game.rev}
    for kind, run in ((UNDO, undo.run), (REPLAY, replays.run)):
        job = db.jobs.cancel(db.jobs.create(kind, game.id, args, 0))
        run(job.id)
        assert db.jobs.get(job.id).state == words.CANCELLED
    assert db.games.load(game.id).rev == game.rev


@pytest.mark.usefixtures("here")
def test_a_replay_tells_how_far_it_is(db: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every third of its frames here; a report never runs ahead, and the last is all."""
    game, told = begun(db, ["person"] * 2, 12), list[float]()
    monkeypatch.setattr(replays, "FRAMES_A_REPORT", 3)
    update = db.jobs.update

    def listen(self: jobs.Jobs, job: jobs.Job, **changes: Any) -> jobs.Job:
        after = update(job, **changes)
        told.append(db.jobs.get(job.id).progress)
        return after

    monkeypatch.setattr(jobs.Jobs, "update", listen)
    job = db.jobs.create(REPLAY, game.id, {"from": 0, "to": game.rev, "every": 1})
    replays.run(job.id)
    assert told == [0.0, *(round(rev / game.rev, 2) for rev in (2, 5, 8, 11))]
    assert db.jobs.get(job.id).progress == 1.0


@pytest.mark.usefixtures("here")
def test_a_replay_that_is_cancelled_on_the_way_stops_there(
    db: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, made = begun(db, ["person"] * 2, 12), list[int]()
    monkeypatch.setattr(replays, "FRAMES_A_REPORT", 3)
    job = db.jobs.create(REPLAY, game.id, {"from": 0, "to": game.rev, "every": 1})
    frame = replays.Teller.frame

    def cancel(teller: replays.Teller, step: Any, told: Any) -> dict[str, Any]:
        made.append(step.rev)
        if step.rev == 4:
            db.jobs.cancel(job)
        return frame(teller, step, told)

    monkeypatch.setattr(replays.Teller, "frame", cancel)
    replays.run(job.id)
    assert made == [0, 1, 2, 3, 4, 5]
    assert db.jobs.get(job.id).state == words.CANCELLED
    with pytest.raises(KeyError):
        db.jobs.result(job.id)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("run", [undo.run, replays.run])
def test_a_job_that_is_forgotten_or_without_a_game_harms_nobody(db: Store, run: Any) -> None:
    run("forgotten")
    args = {"seat": 0, "back_to": 0, "asked_at": 0, "from": 0, "to": 0, "every": 1}
    names = ("seat", "back_to", "asked_at") if run is undo.run else ("from", "to", "every")
    kind = UNDO if run is undo.run else REPLAY
    job = db.jobs.create(kind, "nogame", {name: args[name] for name in names})
    run(job.id)
    assert db.jobs.get(job.id).error == ("not-found", {})


def frames_of(db: Store, game: Match, viewer: int | None, **args: int) -> list[dict[str, Any]]:
    job = db.jobs.create(REPLAY, game.id, args, viewer)
    replays.run(job.id)
    assert db.jobs.get(job.id).state == words.DONE
    frames: list[dict[str, Any]] = json.loads(db.jobs.result(job.id))["frames"]
    return frames


@pytest.mark.usefixtures("here")
def test_a_replay_shows_every_entry_once_and_the_views_that_were(db: Store) -> None:
    game = begun(db, ["person"] * 3, 12)
    frames = frames_of(db, game, None, **{"from": 2, "to": game.rev, "every": 3})
    assert [f["rev"] for f in frames] == [2, 5, 8, 11, 12]
    assert [e["rev"] for f in frames for e in f["entries"]] == list(range(3, game.rev + 1))
    assert frames[-1]["view"] == json.loads(game.snapshot.view)
    assert frames[0]["view"] == json.loads(db.games.snapshot(game, 2).view)
    assert any(events_of(e) for f in frames for e in f["entries"])


@pytest.mark.usefixtures("here")
def test_a_replay_hides_what_its_viewer_may_not_see(db: Store) -> None:
    game = begun(db, ["person"] * 3, 2)
    seats = [seat for seat, _ in turns(db, game.id)]
    for viewer in (None, *range(3)):
        (_, *frames) = frames_of(db, game, viewer, **{"from": 0, "to": game.rev, "every": 1})
        entries = [entry for frame in frames for entry in frame["entries"]]
        for seat, entry in zip(seats, entries, strict=True):
            assert (entry["steps"][0]["step"] is None) == (seat != viewer)
            assert bool(events_of(entry)) == (seat == viewer)
        assert all(("own" in frame) == (viewer is not None) for frame in frames)


def test_a_lost_replay_job_is_done_all_the_same(db: Store, workers: Workers) -> None:
    game = begun(db, ["person"] * 2, 6)
    job = db.jobs.create(REPLAY, game.id, {"from": 0, "to": game.rev, "every": 1})
    workers.start()
    assert finished(db, job).state == words.DONE
    assert len(json.loads(db.jobs.result(job.id))["frames"]) == game.rev + 1
