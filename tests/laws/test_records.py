"""Records: export, import and export give equal bytes; undo and redo do; forks tell nothing."""

from __future__ import annotations

import os
from random import Random

import httpx
import pytest

from engine.table import Table as Board
from engine.title import Title
from games import all_titles
from match.errors import Refused
from match.head import Clock
from match.tables import branch
from match.words import BANK, PER_TURN
from records import check, json_form, text_form
from service.edge import responses
from store import Store
from tests.contract.play import TITLES, seats_of
from tests.contract.test_records import files
from tests.laws.records import Wandering, table_of
from tests.laws.worlds import twins
from tests.match.book import BOT, EACH, TEN, Book
from tests.match.test_course import NOT_NOW, wishes
from tests.service.rich import BEGUN, Brought, comes_back, recorded_game

GAMES = int(os.environ.get("LAW_RECORDS", "3"))
"""Games of each title that are wandered through; and of a hundred recorded games, how many."""

MOMENTS = 8
"""Moments of each game that are compared with what was seen then."""

LIMITS = (TEN, EACH, Clock(BANK, 30, 5, BOT), Clock(PER_TURN, 5, 0, BOT))

titles = pytest.mark.parametrize("name", sorted(all_titles()))
titles_and_toy = pytest.mark.parametrize("name", sorted(TITLES))


@titles_and_toy
@pytest.mark.parametrize("number", range(GAMES))
def test_a_record_holds_everything_that_was_seen(
    client: httpx.Client, db: Store, name: str, number: int
) -> None:
    rng = Random(f"{name} {number}")
    way = Wandering(table_of(client, TITLES[name], number, rng), db, rng)
    original = db.games.load(way.run().id)
    again = db.games.load(comes_back(client, way.table).id)
    for rev in rng.sample(sorted(way.snapshots), min(MOMENTS, len(way.snapshots))):
        seen = way.snapshots[rev]
        assert db.games.snapshot(original, rev) == seen, "not as it was seen then"
        assert db.games.snapshot(again, rev) == seen, "not as it was seen before it came back"


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("limit", LIMITS)
def test_whatever_happens_to_seats_and_clocks_comes_back(
    toy: Title, monkeypatch: pytest.MonkeyPatch, limit: Clock, number: int
) -> None:
    """Also what no time of a test is long enough for: requests that have expired, late seats."""
    rng = Random(f"{limit} {number}")
    book = Book()
    monkeypatch.setattr("time.time_ns", book.clock)
    match = book.new(toy, limit)
    things = wishes(book, rng)
    while not match.over and match.rev < 60:
        book.go_on(rng.random() * 3)
        try:
            match = rng.choice(things)(match)
        except Refused as refused:
            if refused.code not in NOT_NOW:
                raise
    entries = book.entries(match)
    draws = json_form.draws_of(match, entries)
    whole = json_form.as_json(match, entries, None, draws) | {"id": None, "commitment": None}
    told, text = responses.decode(responses.encode(whole)), text_form.write(whole)
    for record in (text, told):
        again = check.check(check.read(record), lambda *_: False, book.now)
        assert responses.decode(responses.encode(again.as_json())) == told
        assert again.as_text() == text


@titles
@pytest.mark.parametrize("number", range(GAMES))
def test_what_is_undone_and_done_again_gives_the_same_bytes(
    client: httpx.Client, db: Store, name: str, number: int
) -> None:
    rng = Random(f"back and forth {name} {number}")
    way = Wandering(table_of(client, TITLES[name], number, rng), db, rng)
    for _ in range(12):
        way.turn(way.match)
    while way.redone < 6:
        way.back_and_forth(way.match)
        way.turn(way.match)


@titles_and_toy
@pytest.mark.parametrize("number", range(GAMES))
def test_a_fork_is_a_game_whose_record_comes_back(
    client: httpx.Client, db: Store, name: str, number: int
) -> None:
    """What is dealt again may leave a seat one option, which is forced when the fork begins."""
    rng = Random(f"forks {name} {number}")
    table = table_of(client, TITLES[name], number, rng)
    way = Wandering(table, db, rng)
    for _ in range(rng.randint(0, 40)):
        if not way.match.over:
            way.turn(way.match)
    seat = rng.choice([None, *table.tokens])
    rev = rng.randrange(table.rev - way.match.over)  # the last turn may have ended the game
    made = table.post("/forks", seat, {"rev": rev, "seats": ["user"] * len(table.tokens)})
    new = Brought(client, made)
    then = table.get(f"/states/{rev}", seat=seat).json()
    begun = db.games.load(new.id).head.fork
    assert begun is not None
    dealt = Board.load(TITLES[name], begun.state)
    assert responses.decode(responses.encode(dealt.view())) == then["view"]
    if seat is not None and "own" in then:
        assert responses.decode(responses.encode(dealt.own(seat))) == then["own"]
    comes_back(client, Wandering(new, db, rng).run())


@titles_and_toy
@pytest.mark.parametrize("number", range(GAMES))
def test_forks_of_two_worlds_are_alike(name: str, number: int) -> None:
    title, rng = TITLES[name], Random(f"alike {name} {number}")
    seats = seats_of(title, number)
    viewer = rng.choice([None, *range(seats)])
    one, two = (w.board for w in twins(title, seats, (), viewer, rng, turns=6))
    assert one.save() != two.save()
    seed = rng.randbytes(32)
    forks = [branch(title, world.save(), viewer, seed, over=False) for world in (one, two)]
    assert forks[0] == forks[1]


@titles
def test_recorded_games_come_back_to_the_byte(name: str) -> None:
    """Without the service: text, JSON and text again."""
    for file in files(name)[:: max(1, 100 // GAMES)]:
        proven = recorded_game(file.read_text())
        told, text = responses.encode(proven.as_json()), proven.as_text()
        for record in (responses.decode(told), text):
            again = check.check(check.read(record), lambda *_: False, BEGUN)
            assert (responses.encode(again.as_json()), again.as_text()) == (told, text)
