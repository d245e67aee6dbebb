"""The agenda: what is resolved when, who is asked what."""

from __future__ import annotations

from types import ModuleType

import pytest

from engine.core import Item, Option, Rules, asks, does, then
from engine.luck import draw
from engine.table import Table, Turn
from tests.toy import TITLE, play
from tests.toy.play import Toy

SEED = bytes(32)


def test_effects_are_resolved_in_the_order_they_are_written() -> None:
    """What an effect puts on the agenda comes before what lay there already."""
    table = Table.new(TITLE, 2, (), SEED)
    s, trace = table.state, list[Item]()
    s.agenda = []
    then(s, 0, play.take(1), play.to_heap(5))
    assert TITLE.rules.settle(s, trace) == []
    assert trace == [(0, ("take", 1)), (0, ("gain", {"stone": 1})), (0, ("to_heap", 5))]


def test_an_option_taken_again_asks_the_same_question_again() -> None:
    """Give back, and give back again, until done or nothing is left to give."""
    table = after_keeping()
    table.step(0, "take 3", Turn())
    assert [o.id for o in table.decision(0).options] == ["give back", "done"]
    table.step(0, "give back", Turn())
    assert table.decision(0).effect == ("give_back",)
    table.step(0, "give back", Turn())
    assert table.awaited == [1]
    assert table.state.players[0].goods == {"stone": 1}


def after_keeping(seats: int = 2) -> Table:
    """The toy after everybody has kept the first card."""
    table = Table.new(TITLE, seats, (), SEED)
    for seat in range(seats):
        table.commit(seat, [table.decision(seat).options[0].id])
    return table


def test_a_verb_writes_an_effect_down_without_running_it() -> None:
    """Calling a verb gives plain data: its name and its arguments."""
    assert play.take(2) == ("take", 2)


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (("fly",), "unknown verb"),
        ((), "unknown verb"),
        (("take",), "missing a required argument"),
        (("take", 1, 2), "too many positional arguments"),
    ],
)
def test_effects_in_tables_are_checked(effect: tuple[object, ...], words: str) -> None:
    """A verb that is unknown or gets the wrong arguments is found when the tables are read."""
    with pytest.raises(ValueError, match=words):
        TITLE.rules.check(effect)


def test_two_verbs_of_one_name_are_refused() -> None:
    """A name means one rule."""

    @does
    def take(s: Toy, me: int) -> None:
        """Another rule under a name that is taken."""

    other = ModuleType("other")
    vars(other)["take"] = take
    with pytest.raises(ValueError, match="'take'"):
        Rules(play, other)


def test_several_seats_are_asked_at_once() -> None:
    """Everybody is asked, in any order, and nothing is shown until all have answered."""
    table = Table.new(TITLE, 3, (), SEED)
    assert table.awaited == [0, 1, 2]
    table.commit(1, [table.decision(1).options[0].id])
    assert table.awaited == [0, 2]
    assert [player.shown for player in table.state.players] == [[], [], []]
    table.commit(2, [table.decision(2).options[0].id])
    turn = table.commit(0, [table.decision(0).options[0].id])
    assert turn.reveals
    assert all(player.shown for player in table.state.players)


def test_luck_may_not_be_drawn_while_seats_are_asked_apart() -> None:
    """Otherwise the order of answers would change the draws."""

    @asks
    def dice(s: Toy, me: int) -> list[Option]:
        """A question that leads to a draw."""
        return [Option("throw", (throw(),))]

    @does
    def throw(s: Toy, me: int) -> None:
        """A draw."""
        draw(s, 6)

    module = ModuleType("module")
    vars(module).update(dice=dice, throw=throw)
    rules = Rules(play, module)
    table = Table.new(TITLE, 2, (), SEED)
    s = table.state
    s.agenda, s.apart = [(-1, ("all_in",))], [[(0, dice())], [(1, dice())]]
    first = rules.settle(s, [])[0]
    with pytest.raises(RuntimeError, match="apart"):
        rules.choose(s, first, first.options[0], [])


def test_a_mandatory_question_without_an_answer_is_noticed() -> None:
    """The kernel goes on, and remembers which question had nothing to offer."""

    @asks
    def impossible(s: Toy, me: int) -> list[Option]:
        """A question without answers."""
        return []

    module = ModuleType("module")
    vars(module)["impossible"] = impossible
    rules = Rules(play, module)
    s = Table.new(TITLE, 2, (), SEED).state
    s.agenda = [(0, impossible())]
    s.apart = []
    assert rules.settle(s, []) == []
    assert rules.lapsed == {"impossible"}
    assert not rules.verbs["impossible"].optional


def test_a_side_that_is_no_seat_may_not_be_asked() -> None:
    """The rules play it: a question to it is a fault of the title."""
    s = Table.new(TITLE, 1, (), SEED).state
    assert (s.seats, len(s.players)) == (1, 2)
    s.apart, s.agenda = [], [(1, play.turn())]
    with pytest.raises(RuntimeError, match="turn asks side 1"):
        TITLE.rules.settle(s, [])


def test_a_player_alone_plays_against_the_automa() -> None:
    """Only the seat is asked together and in turn; the automa has cards, rolls and is ranked."""
    table = Table.new(TITLE, 1, (), SEED)
    assert table.awaited == [0]
    assert len(table.state.players[1].kept) == 1
    table.commit(0, [table.decision(0).options[0].id])
    assert table.state.players[1].shown
    rolled = table.commit(0, ["rest"]).trace
    assert (1, ("roll",)) in rolled
    while not table.over:
        table.commit(0, ["rest"])
    assert sorted(each.side for each in table.standings()) == [0, 1]
