"""Languages: `lang` in the query wins over Accept-Language, and answers say which they have."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from tests.conftest import ROOT
from tests.service.streaming import Streams, streams_at
from tests.service.table import Table, events_of

JAPANESE = {"Accept-Language": "ja"}
KANA = re.compile(r"[\u3041-\u30ff]")
WORDS = Path(ROOT, "service/play_page/words.js")


streams = pytest.fixture(streams_at)


def spoken(answer: httpx.Response) -> str | None:
    found: str | None = answer.headers.get("Content-Language")
    return found


def test_the_query_wins_over_the_header(client: httpx.Client) -> None:
    path = "/v1/rulesets/toy"
    japanese = client.get(path, params={"lang": "ja"}, headers={"Accept-Language": "en"})
    assert spoken(japanese) == "ja"
    assert japanese.json() == client.get(path, headers=JAPANESE).json()
    english = client.get(path, params={"lang": "en"}, headers=JAPANESE)
    assert (spoken(english), english.json()["title"]) == ("en", "Stones")
    unknown = client.get(path, params={"lang": "tlh"}, headers=JAPANESE)
    assert spoken(unknown) == "ja", "a language that is not ours leaves it to the header"


def test_every_operation_takes_a_language(client: httpx.Client) -> None:
    """Also those that refuse unknown parameters, and those that have none."""
    table = Table(client)
    for path in ("", "/legal", "/log?events=1", "/states/0"):
        there = "&" if "?" in path else "?"
        assert table.get(f"{path}{there}lang=ja", seat=0).status_code == 200, path
    asked = table.get("?lang=ja", seat=0)
    assert spoken(asked) == "ja"
    assert KANA.search(asked.json()["choices"]["text"])
    tried = table.post("/preview?lang=ja", 0, {"rev": 0, "steps": ["no such step"]})
    assert (spoken(tried), tried.status_code) == ("ja", 422)
    assert KANA.search(tried.json()["title"])


def test_the_next_page_is_in_the_same_language(client: httpx.Client) -> None:
    table = Table(client)
    table.keep_all()
    page = table.get("/log", params={"limit": 1, "lang": "ja"})
    link = page.headers["Link"].partition(">")[0].lstrip("<")
    assert {"lang": "ja", "after": "1"}.items() <= dict(httpx.URL(link).params).items()
    assert spoken(client.get(f"{link}&events=1")) == "ja"


def test_an_answer_without_sentences_has_no_language(client: httpx.Client) -> None:
    assert spoken(client.get("/healthz", headers=JAPANESE)) is None


def test_a_stream_speaks_the_language_of_its_query(client: httpx.Client, streams: Streams) -> None:
    table = Table(client, ruleset="tzolkin", seats=["user"] * 2)
    table.keep_all()
    page = streams.get(table.id, after=0, lang="ja")
    assert spoken(page) == "ja"
    turns = [each for each in page.json()["events"] if each["kind"] == "turn"]
    told = [event["text"] for each in turns for event in events_of(each)]
    assert told, page.text
    assert all(KANA.search(text) for text in told if text)


@pytest.mark.parametrize("path", ["/docs/problems", "/docs/problems/illegal-step", "/play"])
def test_a_page_is_in_one_language(client: httpx.Client, path: str) -> None:
    page = client.get(path, params={"lang": "ja"})
    assert spoken(page) == "ja"
    assert '<html lang="ja">' in page.text
    headings = re.findall("<(?:h1|noscript)>(.*?)<", page.text)
    assert headings
    assert all(KANA.search(heading) or "<" in heading for heading in headings)
    links = re.findall("<a [^>]*>(.*?)</a>", page.text.partition("<ul>")[0])
    assert all(
        KANA.search(link) or re.search("[一-龠]", link) or link == "Chasqui" for link in links
    )
    assert spoken(client.get(path)) == "en"
    assert not KANA.search(client.get(path).text)


def test_the_page_to_play_says_the_same_in_both_languages() -> None:
    english, japanese = WORDS.read_text(encoding="utf-8").split("const JAPANESE")
    assert keys(english) == keys(japanese)
    assert not re.search(r': "[A-Za-z ]+"', japanese)


def keys(source: str) -> list[str]:
    """Return the names of all words, in order."""
    return re.findall(r'^  (?:  )?("?[\w-]+"?):', source.partition("\n};")[0], re.MULTILINE)


def test_each_language_has_an_etag_of_its_own(client: httpx.Client) -> None:
    table = Table(client)
    table.keep_all()
    for path in ("", "/legal", "/log", "/states/1?choices=1"):
        tags = {}
        for language in ("en", "ja"):
            headers = {"Accept-Language": language}
            tags[language] = table.get(path, seat=0, headers=headers).headers["ETag"]
            headers["If-None-Match"] = tags[language]
            assert table.get(path, seat=0, headers=headers).status_code == 304, path
        assert tags["ja"] == tags["en"].rstrip('"') + '-ja"'
        other = {"If-None-Match": tags["en"], **JAPANESE}
        assert table.get(path, seat=0, headers=other).status_code == 200, path


def test_if_match_takes_the_etag_of_any_language(client: httpx.Client) -> None:
    table = Table(client)
    table.keep_all()
    tag = table.get(seat=0, headers=JAPANESE).headers["ETag"]
    assert tag == '"3-ja"'
    sent = table.post("/turns", 0, {"steps": ["rest"]}, If_Match=tag)
    assert sent.status_code == 201, sent.text
    for wrong in ('"4-tlh"', '"4-"', '"4-over"'):
        assert table.post("/turns", 1, {"steps": ["rest"]}, If_Match=wrong).status_code == 422
