"""Comments of records: they come back in both forms, and the log shows them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from service.verify import verify
from store import Store
from tests.service.rich import Brought, bring, comes_back, export, rich_record, rich_text
from tests.service.table import Json, problem
from tests.service.test_imports import unfinished

WHOLE = "Two friends, one evening.\n\n  The second game."
ON_A_TURN = "A fine start!\n# 1 of the opening book: 最善手"


def commented(client: httpx.Client, db: Store) -> Json:
    """Return a finished record with comments on all of it and on each kind of entry."""
    record = rich_record(client, db)
    record["comment"] = WHOLE
    for index, entry in enumerate(record["entries"]):
        entry["comment"] = f"{ON_A_TURN} {index}"
    return record


def test_comments_come_back_to_the_byte(client: httpx.Client, db: Store) -> None:
    record = commented(client, db)
    game = Brought(client, bring(client, record))
    again = comes_back(client, game)
    told = export(again).json()
    assert told["comment"] == WHOLE
    assert [entry["comment"] for entry in told["entries"]] == [
        entry["comment"] for entry in record["entries"]
    ]


def test_the_text_form_has_comments_as_lines(client: httpx.Client, db: Store) -> None:
    game = Brought(client, bring(client, commented(client, db)))
    text = export(game, "text").text
    assert "\n# Two friends, one evening.\n#\n#   The second game.\n" in text
    assert "\n   # A fine start!\n   # # 1 of the opening book: 最善手 0\n" in text


def test_the_log_shows_comments(client: httpx.Client, db: Store) -> None:
    game = Brought(client, bring(client, commented(client, db)))
    log = game.get("/log").json()
    assert log["comment"] == WHOLE
    assert all(entry["comment"].startswith("A fine start!") for entry in log["entries"])
    assert game.get("/log?limit=1&after=3").json()["comment"] == WHOLE


def test_an_unfinished_game_keeps_its_comments(client: httpx.Client) -> None:
    game = Brought(client, bring(client, unfinished(comment="To be continued.")))
    assert game.get("/log").json()["comment"] == "To be continued."
    assert export(game).json()["comment"] == "To be continued."
    plain = Brought(client, bring(client, unfinished()))
    assert plain.get("/log").json()["comment"] is None
    assert "comment" not in export(plain).json()


def test_lines_of_a_text_are_comments_on_what_is_above(client: httpx.Client, db: Store) -> None:
    text = rich_text(client, db, "text")
    head, last = text.index("\n1. "), text.index("\n2. ")
    first = text[head:last]
    above = f"# Before all.\n{text[:head]}#\n#Still.\n##not this\n"
    text = f"{above}{first}\n# On one.  \n#\n{text[last:]}"
    log = Brought(client, bring(client, text)).get("/log").json()
    assert log["comment"] == "Before all.\n\nStill."
    assert [entry.get("comment") for entry in log["entries"]][:3] == ["On one.", None, None]


def test_spaces_around_a_comment_do_not_count(client: httpx.Client) -> None:
    game = Brought(client, bring(client, unfinished(comment="\n\na  \n\nb\n ")))
    assert export(game).json()["comment"] == "a\n\nb"


def test_the_stateless_engine_keeps_comments(client: httpx.Client) -> None:
    sent: Json = {"record": unfinished(comment="On paper.")}
    told = client.post("/v1/engine/toy/apply", json=sent).json()
    assert told["record"]["comment"] == "On paper."
    assert "# On paper." in told["text"]


def test_a_record_with_comments_is_verified(client: httpx.Client, db: Store) -> None:
    record = commented(client, db)
    game = Brought(client, bring(client, record))
    for form in ("json", "text"):
        report = verify(export(game, form).text)
        assert f"comments: {len(record['entries']) + 1}, which no replay can verify" in report


@pytest.mark.parametrize(
    "comment", ["", "  \n ", "x" * 2_001, "a\tb", "a\rb", "a\u202eb", "a\u2028b", 5]
)
def test_a_wrong_comment_is_refused(client: httpx.Client, comment: Any) -> None:
    told = problem(bring(client, unfinished(comment=comment)), "invalid-request", 422)
    assert [fault["pointer"] for fault in told["errors"]] == ["/comment"]


def test_a_long_comment_in_a_text_is_refused_at_its_line(client: httpx.Client, db: Store) -> None:
    text = rich_text(client, db, "text")
    long = f"\n# {'x' * 1_500}\n# {'y' * 1_500}"
    place = text.index("\n3. ")
    told = problem(bring(client, f"{text[:place]}{long}{text[place:]}"), "invalid-record", 422)
    assert told["line"] == text[:place].count("\n") + 2


def test_no_comment_may_be_said_as_null(client: httpx.Client, db: Store) -> None:
    record = rich_record(client, db)
    record["comment"] = record["entries"][0]["comment"] = None
    game = Brought(client, bring(client, record))
    assert game.get("/log").json()["comment"] is None
    assert "comment" not in export(game).json()["entries"][0]


def test_a_comment_with_a_tab_is_refused_with_its_line(client: httpx.Client, db: Store) -> None:
    game = Brought(client, bring(client, commented(client, db)))
    text = export(game, "text").text.replace("# Two friends, one evening.", "# Two\tfriends")
    told = problem(bring(client, text), "invalid-record", 422)
    assert told["got"] == "# Two\tfriends"
    line = f"Line {text[: text.index('# Two')].count(chr(10)) + 1}: "
    assert told["detail"] == (
        f"{line}the value should have no tabs, control or direction characters. "
        "It is # Two\tfriends."
    )
