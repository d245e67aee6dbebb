"""The laws of play: games end, asking is pure, nothing is lost between two steps."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from bench.recorded import Entry, Record
from engine.codec import encode
from engine.core import Decision
from engine.guess import guess
from engine.table import Line, Table, Turn
from tests.contract.play import (
    OPTIONS_AT_MOST,
    STEPS_AT_MOST,
    TITLES,
    cases,
    random_game,
    random_steps,
    seed,
    turns,
)

every_case = pytest.mark.parametrize(("name", "seats", "options"), cases())


def asked(decisions: list[Decision]) -> list[tuple[object, ...]]:
    """Return the open questions as plain data."""
    return [(d.seat, d.effect, d.options) for d in decisions]


@every_case
def test_random_games_end_with_standings(name: str, seats: int, options: tuple[str, ...]) -> None:
    """A random game ends within a bound, and everybody has a rank."""
    played = random_game(name, seats, options)
    assert played.table is not None
    assert sum(len(e.lines) for e in played.record.entries) <= STEPS_AT_MOST
    standings = played.table.standings()
    sides = len(played.table.state.players)
    assert sorted(each.side for each in standings) == list(range(sides))
    assert [each.rank for each in standings] == sorted(each.rank for each in standings)
    assert standings[0].rank == 1


@every_case
def test_questions_are_small_and_unambiguous(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    """Every question has an option, at most 150, each under its own id without odd spaces."""
    table = Table.new(TITLES[name], seats, options, seed(name, seats))
    rng = Random(1)
    while not table.over:
        for d in table.open:
            ids = [o.id for o in d.options]
            assert 1 <= len(ids) <= OPTIONS_AT_MOST
            assert len(set(ids)) == len(ids)
            assert all(" ".join(each.split()) == each for each in ids)
        seat = rng.choice(table.awaited)
        table.step(seat, rng.choice(table.decision(seat).options).id, Turn())


@every_case
def test_only_optional_questions_lapse(name: str, seats: int, options: tuple[str, ...]) -> None:
    """A question that must be answered never comes without an answer."""
    title = TITLES[name]
    title.rules.lapsed.clear()  # what tests of other tables left there
    random_game.__wrapped__(name, seats, options)
    must = {verb for verb in title.rules.lapsed if not title.rules.verbs[verb].optional}
    assert must == set()


@every_case
def test_asking_is_pure(name: str, seats: int, options: tuple[str, ...]) -> None:
    """Listing, explaining, previewing and looking change no byte and give the same twice."""
    for table, seat, steps in turns(TITLES[name], seats, options, 0):
        before = table.save()
        first = asked(table.state.verbs.settle(table.state, []))
        assert asked(table.state.verbs.settle(table.state, [])) == first
        assert table.refusals(seat) == table.refusals(seat)
        table.peek(seat, steps)
        table.view()
        table.own(seat)
        assert table.save() == before


@every_case
def test_saving_and_reloading_between_any_two_steps_changes_nothing(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    """Slow motion: a game through bytes and back at every step runs like one in memory."""
    title, rng = TITLES[name], Random(2)
    straight = Table.new(title, seats, options, seed(name, seats, 2))
    slow = straight.clone()
    while not straight.over:
        assert asked(slow.open) == asked(straight.open)
        seat = rng.choice(straight.awaited)
        step = rng.choice(straight.decision(seat).options).id
        one, two = Turn(), Turn()
        straight.step(seat, step, one)
        slow.step(seat, step, two)
        assert one == two
        slow = Table.load(title, slow.save())
        assert slow.save() == straight.save()
    assert slow.over


@every_case
def test_replay_is_byte_identical(name: str, seats: int, options: tuple[str, ...]) -> None:
    """The record alone gives every state of the game again, to the byte."""
    played = random_game(name, seats, options)
    record = Record.loads(played.record.dumps())
    assert record == played.record
    table = Table.new(played.title, seats, options, record.seed)
    assert table.save() == played.states[0]
    for entry, state in zip(record.entries, played.states[1:], strict=True):
        table.replay(entry.lines)
        assert table.save() == state


def test_replay_does_not_depend_on_the_hash_seed() -> None:
    """Another order of hashing, another process: the same bytes."""
    code = (
        "from tests.contract.play import *\n"
        "for case in cases(): print(random_game(*case).states[-1].hex())"
    )
    results = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert results[0] == results[1]
    assert results[0].count("\n") == len(cases())


@every_case
def test_undo_restores_the_bytes(name: str, seats: int, options: tuple[str, ...]) -> None:
    """A retraction back to any revision gives that revision's state, and play goes on from it."""
    played = random_game(name, seats, options)
    rng = Random(3)
    for rev in sorted(rng.sample(range(len(played.record.entries)), 3)):
        record = Record.loads(played.record.dumps())
        record.entries.append(Entry(0, back_to=rev))
        table = record.table(played.title)
        assert table.save() == played.states[rev]
        again = Record.loads(record.dumps())
        again.entries += played.record.entries[rev:]
        assert again.table(played.title).save() == played.states[-1]


@every_case
def test_what_is_counted_stays_counted(name: str, seats: int, options: tuple[str, ...]) -> None:
    """Workers, tiles and tokens are neither made nor lost, at any step."""
    title, rng = TITLES[name], Random(4)
    table = Table.new(title, seats, options, seed(name, seats, 4))
    census = title.counted(table.state)
    while not table.over:
        seat = rng.choice(table.awaited)
        table.step(seat, rng.choice(table.decision(seat).options).id, Turn())
        assert title.counted(table.state) == census


@every_case
def test_secrets_never_show(name: str, seats: int, options: tuple[str, ...]) -> None:
    """Two worlds that differ only in what a viewer may not see look alike to the last byte.

    View, own part, questions, refusals, barriers and previews of each viewer are compared between
    the true state and one in which everything hidden from that viewer was dealt anew.
    """
    title, rng, differing = TITLES[name], Random(5), 0
    for table, seat, steps in turns(title, seats, options, 1):
        viewer = rng.randrange(seats)
        other = Table(title, guess(table.state, viewer, rng))
        differing += other.save() != table.save()
        assert encode_any(other.view()) == encode_any(table.view())
        assert encode_any(other.own(viewer)) == encode_any(table.own(viewer))
        assert other.awaited == table.awaited
        if viewer in table.awaited:
            mine = steps if viewer == seat else random_steps(table, viewer, rng)
            here, there = table.decision(viewer), other.decision(viewer)
            assert (here.effect, here.options) == (there.effect, there.options)
            assert table.refusals(viewer) == other.refusals(viewer)
            for cut in range(1, len(mine) + 1):
                (seen, one), (also, two) = (
                    table.peek(viewer, mine[:cut]),
                    other.peek(viewer, mine[:cut]),
                )
                assert encode_any(seen.view()) == encode_any(also.view())
                assert encode_any(seen.own(viewer)) == encode_any(also.own(viewer))
                assert (one.lines, one.complete, one.reveals, one.trace) == (
                    two.lines,
                    two.complete,
                    two.reveals,
                    two.trace,
                )
    assert differing


def encode_any(value: Any) -> bytes:
    """Plain data as bytes."""
    return encode(value)


@every_case
def test_answers_given_together_do_not_depend_on_their_order(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    """While several seats are asked at once, any order of answers leads to the same state."""
    start = Table.new(TITLES[name], seats, options, seed(name, seats, 6))
    if not start.state.apart:  # a draft: the seats are asked one after another
        assert len(start.open) == 1
        return
    chosen = {seat: last_options(start, seat) for seat in range(seats)}
    ends = set()
    for shift in range(seats):
        table = start.clone()
        for n in range(seats):
            seat = (n + shift) % seats
            turn = table.commit(seat, chosen[seat])
            assert turn.complete
            assert turn.reveals == (n == seats - 1)
        ends.add(table.save())
    assert len(ends) == 1


def last_options(start: Table, seat: int) -> list[str]:
    """Return the steps of a whole turn of a seat, each the last option of its question."""
    table, turn, steps = start.clone(), Turn(), []
    while not turn.complete:
        steps.append(table.decision(seat).options[-1].id)
        table.step(seat, steps[-1], turn)
    return steps


@every_case
def test_barriers_are_told_before_they_are_crossed(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    """What is said of each option is what taking it does, and saying it changes nothing."""
    title, rng = TITLES[name], Random(7)
    table = Table.new(title, seats, options, seed(name, seats, 7))
    while not table.over:
        for d in table.open:
            if rng.random() < 0.2:
                before, told = table.save(), table.barriers(d.seat)
                assert table.save() == before
                assert told == [ends_turn(table, d.seat, o.id) for o in d.options]
        seat = rng.choice(table.awaited)
        table.step(seat, rng.choice(table.decision(seat).options).id, Turn())


def ends_turn(table: Table, seat: int, step: str) -> bool:
    """Return whether a step ends the turn, with the answers that have no choice after it.

    It is taken on a table read back from bytes.
    """
    return table.clone().play(seat, [step]).complete


@every_case
def test_luck_and_revelations_are_barriers(name: str, seats: int, options: tuple[str, ...]) -> None:
    """A turn that drew or revealed says so; the result of any other turn is foreseeable."""
    for table, seat, steps in turns(TITLES[name], seats, options, 2):
        ahead, foreseen = table.peek(seat, steps)
        clone = table.clone()
        real = clone.play(seat, steps)
        assert real.complete
        assert foreseen.complete
        assert foreseen.reveals == real.reveals
        assert real.trace[: len(foreseen.trace)] == foreseen.trace
        if not real.reveals:
            assert ahead.save() == clone.save()
            assert clone.state.draws == table.state.draws
        else:
            assert ahead.state.draws == table.state.draws


@every_case
def test_earlier_copies_are_untouched_by_later_moves(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    """A clone shares nothing with the table it was made from."""
    kept: list[tuple[Table, bytes]] = []
    for table, _, _ in turns(TITLES[name], seats, options, 3):
        kept.append((table.clone(), table.save()))
    assert all(copy.save() == then for copy, then in kept)


@every_case
def test_component_tables_are_never_changed(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    """Play reads the tables and leaves them as they were."""
    title = TITLES[name]
    before = encode_any([title.all_tables(), title.all_components()])
    random_game(name, seats, options, 4)
    assert encode_any([title.all_tables(), title.all_components()]) == before


@every_case
def test_turns_start_at_marks(name: str, seats: int, options: tuple[str, ...]) -> None:
    """A turn belongs to one seat: its own lines come first, forced ones of others after them."""
    for entry in random_game(name, seats, options).record.entries:
        own = [line for line in entry.lines if line.seat == entry.seat]
        assert own
        assert entry.lines[0] == own[0]
        assert not entry.lines[0].auto
        assert all(line.auto for line in entry.lines if line.seat != entry.seat)


def test_a_line_is_what_the_record_says() -> None:
    """Lines survive the text form, forced marks included."""
    record = Record("toy@2", 2, bytes(32))
    record.entries = [
        Entry(0, (Line(0, "take 1", False), Line(1, "rest", True))),
        Entry(0, back_to=0),
    ]
    assert Record.loads(record.dumps()) == record
