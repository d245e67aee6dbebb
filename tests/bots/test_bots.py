"""Bots answer with legal whole turns, know nothing secret, and greedy plays better than random."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bots import levels
from bots.levels import BOTS, choose_turn
from bots.strategies import PLAYOUTS, greedy_turn
from engine.table import NotYourTurn, Table
from tests.toy import TITLE
from tests.toy.play import Toy

LEVELS = sorted(BOTS)


def deck_of(table: Table) -> list[str]:
    """Return the hidden deck of a toy table."""
    assert isinstance(table.state, Toy)
    return table.state.deck


def new_table(seats: int = 2, seed: int = 1) -> Table:
    return Table.new(TITLE, seats, ["long"], seed.to_bytes(32, "big"))


def play_out(table: Table, levels: list[str], rng: Random) -> Table:
    """Play to the end; every chosen turn must be one whole turn at the true table."""
    while not table.over:
        seat = rng.choice(table.awaited)
        steps = choose_turn(levels[seat], table, seat, rng)
        turn = table.commit(seat, steps)
        assert turn.complete
        mine = [line for line in turn.lines if line.seat == seat and not line.auto]
        assert [line.step for line in mine] == steps
    return table


def at_first_turn(seed: int = 1, seats: int = 2) -> Table:
    """Return a table after the secret choices, with seat 0 to move."""
    table = new_table(seats, seed)
    while len(table.awaited) > 1 or table.decision(table.awaited[0]).effect[0] == "keep":
        seat = table.awaited[0]
        table.commit(seat, [table.decision(seat).options[0].id])
    return table


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", TITLE.seats)
def test_whole_games_are_played_in_whole_turns(level: str, seats: int) -> None:
    for seed in range(5):
        assert play_out(new_table(seats, seed), [level] * seats, Random(seed)).over


@pytest.mark.parametrize("level", LEVELS)
def test_choosing_leaves_the_table_as_it_was(level: str) -> None:
    table = new_table()
    before = table.save()
    choose_turn(level, table, 1, Random(1))
    assert table.save() == before


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_luck_of_a_bot_gives_the_same_turn(level: str) -> None:
    first, second = (choose_turn(level, at_first_turn(), 0, Random(7)) for _ in range(2))
    assert first == second


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(20):
        seats = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        best = play_out(new_table(2, seed), seats, Random(seed)).standings()[0]
        won += seats[best.side] == "greedy"
    assert won >= 16


def test_greedy_looks_through_all_steps_of_a_turn() -> None:
    # Few stones are wanted: one must first take some and then give back one at a time.
    thrifty = replace(TITLE, value=lambda s, seat: -s.players[seat].goods["stone"])
    table = at_first_turn()
    table.state.players[0].goods["stone"] = 3
    for seed in range(10):
        lookout = Table(thrifty, table.clone().state)
        steps = greedy_turn(Table(thrifty, table.clone().state), 0, Random(seed))
        lookout.play(0, steps)
        assert lookout.state.players[0].goods["stone"] == 1


def test_greedy_values_no_more_turns_than_allowed() -> None:
    seen: list[int] = []

    def value(state: Toy, seat: int) -> float:
        seen.append(seat)
        return 0.0

    counting = replace(TITLE, value=value)
    greedy_turn(Table(counting, at_first_turn().state), 0, Random(1))
    assert 0 < len(seen) <= PLAYOUTS


def test_equal_turns_are_all_chosen_sometimes() -> None:
    flat = replace(TITLE, value=lambda s, seat: 0.0)
    table = at_first_turn()
    chosen = {
        greedy_turn(Table(flat, table.clone().state), 0, Random(seed))[0] for seed in range(80)
    }
    assert chosen == {option.id for option in table.decision(0).options}


def test_greedy_plays_a_title_without_a_value() -> None:
    plain = replace(TITLE, value=None)
    table = Table(plain, at_first_turn().state)
    assert table.commit(0, choose_turn("greedy", table, 0, Random(1))).complete


def test_a_bot_is_shown_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Table] = []

    def spy(table: Table, seat: int, rng: Random) -> list[str]:
        shown.append(table.clone())
        return [table.decision(seat).options[0].id]

    monkeypatch.setattr(levels, "BOTS", {"spy": spy})
    table = new_table(3)
    for seed in range(30):
        choose_turn("spy", table, 1, Random(seed))
    assert all(t.state.players[1].dealt == table.state.players[1].dealt for t in shown)
    assert all(t.state.seed != table.state.seed for t in shown)
    assert len({tuple(t.state.players[0].dealt) for t in shown}) > 10
    assert len({tuple(deck_of(t)) for t in shown}) > 10


def test_only_an_asked_seat_is_answered_for() -> None:
    table = at_first_turn()
    with pytest.raises(NotYourTurn):
        choose_turn("random", table, 1, Random(1))
    with pytest.raises(KeyError):
        choose_turn("perfect", table, 0, Random(1))
