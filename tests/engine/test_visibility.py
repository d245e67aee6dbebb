"""Secrecy in nested parts: one walk finds hidden fields wherever they are in a state."""

from __future__ import annotations

from random import Random

from engine.guess import guess, hidden_fields
from engine.table import Table, Turn
from engine.visibility import fingerprint, own, parts, view
from tests.toy import TITLE
from tests.toy.play import Mine, Player, Pouch, Toy, Vein

SEED = bytes(32)


def toy(table: Table) -> Toy:
    """Return the state of a table of the toy."""
    assert isinstance(table.state, Toy)
    return table.state


def after_keeping() -> Table:
    """Return the toy after both players have chosen a card: the first one is asked for a turn."""
    table = Table.new(TITLE, 2, (), SEED)
    for seat in range(2):
        table.commit(seat, [table.decision(seat).options[0].id])
    return table


def test_the_walk_reaches_parts_in_parts_and_knows_their_sides() -> None:
    """The veins lie in a dict of the mine; a pouch belongs to the side that it is a part of."""
    s = toy(after_keeping())
    found = [(type(part), side) for part, side in parts(s)]
    assert isinstance(s, Toy)
    assert found[0] == (type(s), None)
    assert found[1:5] == [(Player, 0), (Pouch, 0), (Player, 1), (Pouch, 1)]
    assert found[5:] == [(Mine, None), (Vein, None), (Vein, None)]


def test_a_draw_from_a_nested_secret_deck_is_a_reveal() -> None:
    """A gem that comes to light ends the turn, and an undo needs consent."""
    table = after_keeping()
    before, turn = fingerprint(table.state), Turn()
    table.step(0, "dig east", turn)
    assert turn.reveals
    assert turn.complete
    assert fingerprint(table.state) != before


def test_a_preview_stops_before_a_nested_secret() -> None:
    """A preview of digging shows no gem: not in the view, and not in the own pouch."""
    table = after_keeping()
    ahead, turn = table.peek(0, ["dig east"])
    assert turn.reveals
    assert ahead.own(0).get("pouch") is None
    assert ahead.view()["mine"]["veins"]["east"] == {"gems": 3}


def test_views_count_nested_secrets_and_owners_see_theirs() -> None:
    """The view has numbers only. The owner sees the gem, the other side does not."""
    table = after_keeping()
    gem = toy(table).mine.veins["east"].gems[-1]
    table.step(0, "dig east", Turn())
    shown = view(table.state)
    assert shown["mine"] == {"veins": {"east": {"gems": 2}, "west": {"gems": 3}}}
    assert [player["pouch"] for player in shown["players"]] == [{"gems": 1}, {"gems": 0}]
    assert own(table.state, 0)["pouch"] == {"gems": [gem]}
    assert "pouch" not in own(table.state, 1)


def test_a_viewer_knows_the_own_pouch_and_nothing_else_of_the_pool() -> None:
    """Every hidden field of the gems is listed, but for the pouch of the viewer."""
    s = toy(after_keeping())
    hidden = [h.holder for h in hidden_fields(s, 0) if h.pool == "gems"]
    assert {id(holder) for holder in hidden} == {
        id(holder) for holder in (s.players[1].pouch, *s.mine.veins.values())
    }


def test_a_guess_deals_nested_secrets_anew_and_leaves_the_own_ones() -> None:
    """The other pouch and the veins change their gems; the viewer's own pouch does not."""
    table = after_keeping()
    table.step(0, "dig east", Turn())
    table.commit(1, ["dig west"])
    true = toy(table)
    others, veins = set[str](), set[tuple[str, ...]]()
    for number in range(30):
        s = guess(true, 0, Random(number))
        assert s.players[0].pouch == true.players[0].pouch
        others.add(*s.players[1].pouch.gems)
        veins.add(tuple(s.mine.veins["east"].gems))
        dealt = [gem for part, _ in parts(s) if isinstance(part, Vein | Pouch) for gem in part.gems]
        assert sorted(dealt) == [f"g{n}" for n in range(1, 7)]
    assert len(others) > 1
    assert len(veins) > 1
