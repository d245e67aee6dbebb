"""Entries: each kind has a sentence in every language, with the names of its players."""

from __future__ import annotations

import httpx
import pytest

from store import Store
from store.commits import expire
from store.games import now_ms
from tests.service.table import Json, Table
from tests.service.test_text_form import entries_of_all_kinds
from texts import LANGUAGES, Phrases, plain_phrases
from texts.book import COMMON, read

NAMES = ["Ana", "Ben"]


class Strict(Phrases):
    """Fails where a reader would see a key instead of a sentence."""

    def lacking(self, text: str) -> str:
        raise AssertionError(f"no text for {text!r}")


def shown(entry: Json) -> list[Json]:
    """Return an entry as viewers see it, for every kind of holder."""
    if entry["kind"] == "end" and "why" not in entry:
        entry = {**entry, "result": [{"seat": seat, "rank": 1} for seat in (0, 1, 2)]}
    if entry.get("why") != "host":
        return [entry]
    return [{**entry, "holder": holder, "starts": False} for holder in ("open", "bot:random")]


ENTRIES = [
    each
    for entry in entries_of_all_kinds()
    if entry["kind"] != "seat" or "why" in entry
    for each in shown(entry)
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_every_kind_and_reason_has_a_sentence(entry: Json, language: str) -> None:
    say = Strict(read(COMMON, language).over(read(COMMON, "en")), language)
    sentence = say.naming(NAMES).entry(entry)
    assert "{" not in sentence
    assert sentence.endswith("。" if language == "ja" else ".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_kinds_and_reasons_have_different_sentences(language: str) -> None:
    say = plain_phrases(language).naming(NAMES)
    different = {say.entry({**entry, "rev": 1, "retracted": False}) for entry in ENTRIES}
    assert len(different) == len(ENTRIES) - 1, "a retracted turn has the sentence of a turn"


def test_a_sentence_names_the_players() -> None:
    say = plain_phrases("en").naming(NAMES)
    end = {"kind": "end", "result": [{"seat": 1, "rank": 1}, {"seat": 0, "rank": 2}]}
    assert say.entry(end) == "The game is over. First place: Ben."
    seat = {"kind": "seat", "seat": 1, "why": "joined", "holder": "person", "name": "Zoe"}
    assert say.entry({**seat, "starts": True}) == "Zoe takes seat 2. The game starts."
    assert say.entry({**seat, "name": ""}) == "A player takes seat 2."
    turn = {"kind": "turn", "seat": 0}
    assert say.naming(["", "Ben"]).entry(turn) == "Seat 1 plays."


def test_entries_have_their_sentences_wherever_they_are_shown(client: httpx.Client) -> None:
    table = Table(client, seats=[{"holder": "user", "name": "Ana"}, "user", "open"])
    joined = client.post(f"{table.path}/seats", json={"name": "Zoe"}).json()
    table.tokens[joined["you"]] = joined["token"]
    for language, text in (
        ("en", "Zoe takes seat 3. The game starts."),
        ("ja", "Zoeが席3に着いた。ゲームが始まった。"),
    ):
        spoken = {"Accept-Language": language}
        assert table.get("/log", headers=spoken).json()["entries"][0]["text"] == text
        stale = table.turn(0, "rest", rev=0, Accept_Language=language).json()
        assert stale["entries"][0]["text"] == text
    assert "text" not in table.get("/export").json()["entries"][0]


def test_a_secret_answer_has_the_same_sentence_whatever_it_is(
    client: httpx.Client, db: Store
) -> None:
    found = set()
    for choice in (0, 1):
        table = Table(client)
        offered = table.see(0)["choices"]["options"]
        table.play(0, offered[choice]["step"])
        found.add(table.get("/log").json()["entries"][0]["text"])
    assert found == {"Seat 1 plays."}


def test_a_late_seat_is_reported_in_words(client: httpx.Client, db: Store) -> None:
    table = Table(client, clock={"kind": "turn", "seconds": 5})
    expire(db.games, db.games.load(table.id), now_ms() + 60_000)
    texts = {entry["text"] for entry in table.get("/log").json()["entries"]}
    assert texts == {f"The time of Seat {n} has run out." for n in (1, 2, 3)}
