"""Storage: commits, records, jobs, tickets, lists, on a real server."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from engine.table import Table as Board
from engine.title import Title
from match.chairs import Chair
from match.entries import Entry
from match.errors import Refused
from match.head import Head
from match.match import Change, Match, Traces
from match.position import started
from match.replay import walk
from match.snapshot import Snapshot, capture
from match.tables import table_of
from match.visibility import visible_events
from match.words import CONSENT, END, PERSON, PUBLIC, RETRACTED, TURN
from store import Store, keys
from store.commits import play_turn, post_turn, retract
from store.games import AlreadyAnswered, Conflict, NoSuchGame
from store.listing import Order
from store.script import KeptAnswer
from tests.conftest import stored

SEED = bytes(range(32))


def new(
    db: Store,
    title: Title,
    game_id: str = "g",
    bots: int = 0,
    created: int = 7,
) -> Match:
    """A stored game of three seats, the last ``bots`` of them bots."""
    board = Board.new(title, 3, (), SEED)
    head = Head(title.id, (), SEED, "c", created, CONSENT, PUBLIC, b"host")
    seats = tuple(Chair("bot:random" if n >= 3 - bots else PERSON) for n in range(3))
    begin = started(board, 0, created)
    match = Match(game_id, head, seats, capture(board, 0, begin))
    assert db.games.create(match)
    return match


def play(db: Store, match: Match, *lines: tuple[int, str]) -> Match:
    """Turns of one step each."""
    for seat, step in lines:
        match = play_turn(db.games, match, seat, [step]).match
    return match


def opening(match: Match) -> list[tuple[int, str]]:
    """Everybody keeps the first card."""
    board = table_of(match)
    return [(d.seat, d.options[0].id) for d in board.open]


def finish(db: Store, match: Match) -> Match:
    """Everybody rests until the end."""
    while not match.over:
        match = play(db, match, (match.position.awaited[0].seat, "rest"))
    return match


def test_what_is_stored_is_loaded(db: Store, toy: Title) -> None:
    match = new(db, toy)
    assert db.games.load("g") == match
    after = play(db, match, opening(match)[0])
    assert db.games.load("g") == after
    assert not db.games.create(match)
    with pytest.raises(NoSuchGame):
        db.games.load("other")


def test_of_two_commits_on_one_revision_the_second_changes_nothing(db: Store, toy: Title) -> None:
    match = new(db, toy)
    first = play(db, match, opening(match)[0])
    before = stored(db.redis)
    with pytest.raises(Conflict):
        play(db, match, opening(match)[1])
    assert stored(db.redis) == before
    assert db.games.load("g") == first


def test_a_game_that_is_gone_takes_no_commit(db: Store, toy: Title) -> None:
    match = new(db, toy)
    db.redis.delete(keys.game("g"))
    with pytest.raises(NoSuchGame):
        play(db, match, opening(match)[0])
    assert db.redis.keys("chasqui:g:*") == []


def test_many_at_once_give_one_entry(db: Store, toy: Title) -> None:
    match = new(db, toy)
    line = opening(match)[0]

    def attempt(_: int) -> bool:
        try:
            play(db, match, line)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(attempt, range(64))) == 1
    assert db.games.load("g").rev == 1


def test_an_answer_is_remembered_with_the_commit(db: Store, toy: Title) -> None:
    match = new(db, toy)
    change = Change([Entry("seat", 9, 0)], Snapshot(1, match.position, b"", b"", {}))
    db.games.commit(match, change, KeptAnswer("digest", b"body"))
    with pytest.raises(AlreadyAnswered) as seen:
        db.games.commit(match, change, KeptAnswer("digest", b"other"))
    assert seen.value.answer == b"body"
    ttl = db.redis.ttl(keys.answer("digest"))
    assert 86_000 < ttl <= 86_400
    with pytest.raises(AlreadyAnswered):
        db.games.create(match, KeptAnswer("digest", b"other"))


def test_a_commit_wakes_whoever_listens(db: Store, toy: Title) -> None:
    match = new(db, toy)
    pubsub = db.redis.pubsub(ignore_subscribe_messages=True)
    pubsub.subscribe(keys.WAKE_CHANNEL)
    pubsub.get_message(timeout=5)
    play(db, match, opening(match)[0])
    message = pubsub.get_message(timeout=5)
    pubsub.close()
    assert message is not None
    assert message["data"] == b"g 1"


def test_a_game_is_due_exactly_while_a_bot_is_asked(db: Store, toy: Title) -> None:
    match = new(db, toy, bots=1)
    assert db.due.overdue(8) == ["g"]
    assert db.due.overdue(6) == []
    db.due.postpone("g", 1 << 50)
    assert db.due.overdue(8) == []
    after = play(db, match, *opening(match))
    assert after.position.awaited[0].seat == 0
    assert db.due.overdue(1 << 60) == []
    after = play(db, after, (0, "rest"), (1, "rest"))
    assert db.due.overdue(1 << 60) == ["g"]
    db.due.drop("g")
    assert db.due.overdue(1 << 60) == []


def test_a_finished_game_is_packed_and_still_tells_everything(db: Store, toy: Title) -> None:
    match = new(db, toy)
    after = play(db, match, *opening(match))
    told = [db.games.traces(after, n, n + 1)[0] for n in range(after.rev)]
    entries = db.games.entries(after)
    last = finish(db, after)
    assert db.redis.keys("chasqui:g:*") == [keys.game("g").encode()]
    fields = {name for name in db.redis.hgetall(keys.game("g")) if isinstance(name, bytes)}
    assert fields == {b"rev", b"head", b"seats", b"position", b"life", b"log"}
    loaded = db.games.load("g")
    assert loaded == last
    assert loaded.snapshot.view == last.snapshot.view
    assert db.games.entries(loaded)[: len(entries)] == entries
    assert db.games.entries(loaded)[-1].kind == END
    assert db.games.entries(after, 1, 3) == entries[1:3]
    traces = db.games.traces(loaded, 0, len(told))
    assert [_shown(toy, lines) for lines in traces] == [_shown(toy, lines) for lines in told]


def _shown(toy: Title, lines: Traces) -> list[list[dict[str, Any]]]:
    return [visible_events(toy, trace, None) for trace in lines]


def test_every_moment_can_be_rebuilt(db: Store, toy: Title) -> None:
    match = new(db, toy)
    seen = [match.snapshot]
    for line in [*opening(match), (0, "draw"), (1, "roll"), (2, "rest"), (0, "roll")]:
        match = play(db, match, line)
        seen.append(match.snapshot)
    match = retract(db.games, "g", 0, 3, match.rev)
    seen.append(match.snapshot)
    match = play(db, match, (0, "rest"), (1, "draw"))
    seen += [db.games.snapshot(match, match.rev - 1), match.snapshot]
    for rev, was in enumerate(seen):
        entries = db.games.entries(match)
        last = list(walk(match, entries[:rev]))[-1]
        assert capture(last.table, rev, last.position) == was
        assert db.games.snapshot(match, rev) == was


def test_a_refused_turn_stores_nothing(db: Store, toy: Title) -> None:
    match = new(db, toy)
    after = play(db, match, *opening(match))
    with pytest.raises(Refused, match="illegal-step"):
        play_turn(db.games, after, 0, ["fly"])
    assert db.games.load("g") == after


def test_a_turn_posted_late_is_played_if_its_question_is_the_same(db: Store, toy: Title) -> None:
    match = new(db, toy)
    first, second, third = opening(match)
    play(db, match, first)
    late = post_turn(db.games, match, second[0], [second[1]], 0)
    assert (late.match.rev, late.repeated) == (2, False)
    again = post_turn(db.games, match, second[0], [second[1]], 0)
    assert (again.match.rev, again.repeated, again.index) == (2, True, 1)
    assert again.match.snapshot == late.match.snapshot
    with pytest.raises(Refused, match="stale-revision") as stale:
        post_turn(db.games, db.games.load("g"), second[0], [third[1]], 0)
    assert stale.value.match is not None
    assert stale.value.match.rev == 2


def test_a_retraction_is_done_once_and_only_if_nobody_went_on(db: Store, toy: Title) -> None:
    match = new(db, toy)
    before = play(db, match, *opening(match))
    after = play(db, before, (0, "rest"))
    done = retract(db.games, "g", 0, 3, after.rev)
    assert done.snapshot.state == before.snapshot.state
    assert retract(db.games, "g", 0, 3, after.rev).rev == done.rev == 5
    assert [entry.kind for entry in db.games.entries(done, 3)] == [TURN, RETRACTED]
    play(db, done, (0, "rest"))
    with pytest.raises(Refused, match="other-seat"):
        retract(db.games, "g", 0, 3, done.rev)


def test_pages_of_games_are_stable_even_where_times_are_equal(db: Store, toy: Title) -> None:
    for n in range(9):
        new(db, toy, f"g{n}", created=100 + n // 4)
    pages, after = [], None
    while page := db.listing.public(["running"], ["toy"], Order(), after, 2):
        pages += page
        after = page[-1]
        if len(pages) == 4:
            new(db, toy, "g10", created=200)
    assert pages == sorted(pages, reverse=True)
    assert sorted(game_id for _, game_id in pages) == [f"g{n}" for n in range(9)]


def test_a_ticket_is_good_once_for_one_game(db: Store, toy: Title) -> None:
    game, other = new(db, toy), new(db, toy, "other")
    ticket = db.tickets.issue(game, None)
    with pytest.raises(KeyError):
        db.tickets.redeem(other, "nothing")
    assert db.tickets.redeem(game, ticket).seat is None
    with pytest.raises(KeyError):
        db.tickets.redeem(game, ticket)
    ticket = db.tickets.issue(game, 2)
    assert 0 < db.redis.ttl(keys.ticket(ticket)) <= 60
    with pytest.raises(KeyError):
        db.tickets.redeem(other, ticket)


def test_a_ticket_is_void_once_somebody_else_has_the_seat(db: Store, toy: Title) -> None:
    game = new(db, toy)
    ticket, kept = db.tickets.issue(game, 1), db.tickets.issue(game, 2)
    seats = (game.chairs[0], Chair(PERSON, token=b"another"), game.chairs[2])
    changed = replace(game, chairs=seats)
    with pytest.raises(KeyError):
        db.tickets.redeem(changed, ticket)
    assert db.tickets.redeem(changed, kept).seat == 2


def test_a_job_is_looked_after_until_it_is_finished(db: Store) -> None:
    job = db.jobs.create("replay", "g", {"from": 0}, 1)
    assert [each.id for each in db.jobs.overdue("replay", job.created)] == [job.id]
    assert db.jobs.overdue("replay", job.created - 1) == []
    job = db.jobs.update(job, state="running", progress=0.5)
    assert db.jobs.get(job.id) == job
    db.jobs.postpone(job, job.created + 5)
    assert db.jobs.overdue("replay", job.created) == []
    done = db.jobs.finish(job, b'{"x": 1}')
    assert (done.state, done.progress) == ("done", 1.0)
    assert db.jobs.result(job.id) == b'{"x": 1}'
    assert db.jobs.overdue("replay", 1 << 60) == []
    assert db.jobs.fail(job, "not-found") == done
    assert db.jobs.wait(job, 30) == done
    assert db.jobs.create("replay", "g", {}, job_id=job.id) == done
    assert 86_000 < db.redis.ttl(keys.job(job.id)) <= 86_400


def test_whoever_waits_for_a_job_is_woken(db: Store) -> None:
    job = db.jobs.create("replay", "g", {})
    with ThreadPoolExecutor(3) as pool:
        waiting = [pool.submit(db.jobs.wait, job, 60) for _ in range(3)]
        db.jobs.finish(job)
        assert {each.result().state for each in waiting} == {"done"}
    other = db.jobs.create("replay", "g", {})
    assert db.jobs.wait(other, 0.01).state == "queued"
