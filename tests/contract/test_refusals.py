"""Questions explain themselves: what is not offered is refused, and nothing is left unsaid.

The answers that a verb knows (its universe) are the same at every one of its questions in a game of
a title: each is either offered there or refused with a reason. So whatever was once offered is
explained wherever it is not.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from bench.recorded import Record, steps
from engine.core import Decision, all_in
from engine.table import IllegalStep, Table, Turn
from tests.contract.play import TITLES, cases, seed
from tests.recorded import FOLDER

every_case = pytest.mark.parametrize(("name", "seats", "options"), cases())

GAMES = os.environ.get("LAW_QUESTIONS")
"""Games of each case; without it, they depend on the number of cases."""

SHARED = 36
"""Games of a title, which its cases share."""

MOST = 6
"""Games of a case, if a title has few cases."""

RICHES = 12
"""What everybody owns more of each good at the start of every other game: dear answers come up."""


def games(name: str) -> int:
    """Return how many games of each case of a title are played: one poor and one rich at least."""
    if GAMES is not None:
        return int(GAMES)
    several = [case for case, *_ in cases() if case == name]
    return max(2, min(MOST, SHARED // len(several)))


def curious(decision: Decision, seen: Counter[str], rng: Random) -> str:
    """An answer that leads to what has happened least, or at every other time any answer."""
    options = decision.options[:]
    rng.shuffle(options)
    if rng.random() < 0.5:
        options.sort(key=lambda o: min([seen[effect[0]] for effect in o.then], default=10**9))
    return options[0].id


def questions(
    name: str, seats: int, options: tuple[str, ...]
) -> Iterator[tuple[Table, Decision, Random]]:
    """Every question of some games among curious players."""
    seen = Counter[str]()
    for number in range(games(name)):
        rng = Random(f"questions {name} {seats} {options} {number}")
        table = Table.new(TITLES[name], seats, options, seed(name, seats, options, number))
        if number % 2:
            for player in table.state.players:
                player.goods.update({kind: n + RICHES for kind, n in player.goods.items()})
            table = Table(table.title, table.state)
        while not table.over:
            for decision in table.open:
                yield table, decision, rng
            decision, turn = rng.choice(table.open), Turn()
            table.step(decision.seat, curious(decision, seen, rng), turn)
            seen.update(effect[0] for _, effect in turn.trace)


@every_case
def test_a_verb_knows_the_same_answers_at_all_its_questions(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    """Offered or refused, never both, never unmentioned."""
    verbs, known = TITLES[name].rules.verbs, dict[str, set[str]]()
    for table, decision, _ in questions(name, seats, options):
        name, refusals = decision.effect[0], table.refusals(decision.seat)
        offered, refused = {o.id for o in decision.options}, [r.id for r in refusals]
        assert len(set(refused)) == len(refused), name
        assert offered.isdisjoint(refused), name
        assert all(r.reason and r.rule for r in refusals), name
        universe = offered.union(refused)
        if verbs[name].unexplained:
            assert not refused, name
        else:
            assert universe == known.setdefault(name, universe), decision.effect
    assert known


@pytest.mark.parametrize("name", sorted(TITLES))
def test_every_question_of_a_title_was_asked(name: str) -> None:
    """In a recorded game, or in the games of the laws here. So each is among the known ones."""
    asking = {verb.name for verb in TITLES[name].rules.verbs.values() if verb.asks}
    missing = asking - {all_in.name}
    for found in chain(recorded(name), played(name)):
        missing -= found
        if not missing:
            return
    assert not missing


def recorded(name: str) -> Iterator[set[str]]:
    """Return the questions that each recorded game of a title asks."""
    for file in sorted((FOLDER / name).glob("*.txt")):
        record, asked = Record.loads(file.read_text()), set[str]()
        table, turn = Table.new(TITLES[name], record.seats, record.options, record.seed), Turn()
        for line in steps(record):
            asked.add(table.decision(line.seat).effect[0])
            table.step(line.seat, line.step, turn, line.auto)
        yield asked


def played(name: str) -> Iterator[set[str]]:
    """Return the questions that the games of each case of a title ask."""
    for case, seats, options in cases():
        if case == name:
            yield {each.effect[0] for _, each, _ in questions(name, seats, options)}


@every_case
def test_a_refused_answer_is_not_played_for_the_reason_told(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    """Posting a refused answer gives the same reason and changes nothing."""
    tried = 0
    for table, decision, rng in questions(name, seats, options):
        if rng.random() < 0.7:
            continue
        refusals, before = table.refusals(decision.seat), table.save()
        for refusal in rng.sample(refusals, min(3, len(refusals))):
            with pytest.raises(IllegalStep) as caught:
                table.step(decision.seat, refusal.id, Turn())
            assert caught.value.refusal == refusal
            assert caught.value.decision == decision
            tried += 1
        assert table.save() == before
    assert tried
