"""Compression: which answers are compressed, how, and what becomes of their tags."""

from __future__ import annotations

import gzip
import json

import brotli
import httpx
import pytest

from service.edge.compression import LEAST, chosen
from tests.service.table import Table


def ask(client: httpx.Client, path: str, accepted: str, **headers: str) -> tuple[str, bytes]:
    """Return the content coding of an answer, and its bytes as they were sent."""
    sent, base = {"Accept-Encoding": accepted, **headers}, client.base_url
    with (
        httpx.Client(base_url=base) as raw_client,
        raw_client.stream("GET", path, headers=sent) as answer,
    ):
        raw = b"".join(answer.iter_raw())
        assert answer.headers["Content-Length"] == str(len(raw))
        vary = answer.headers.get("Vary", "").split(", ")
        assert "Accept-Encoding" in vary or len(raw) < LEAST
        return answer.headers.get("Content-Encoding", ""), raw


@pytest.mark.parametrize(
    ("accepted", "stored", "coding"),
    [
        ("gzip, deflate, br, zstd", True, "br"),
        ("gzip, deflate, br, zstd", False, "gzip"),
        ("gzip;q=1.0, br;q=0.5", True, "gzip"),
        ("br", False, None),
        ("*", False, "gzip"),
        ("gzip;q=0", False, None),
        ("identity", True, None),
        ("", True, None),
        ("zstd;q=nonsense", True, None),
    ],
)
def test_the_client_chooses_the_coding(accepted: str, stored: bool, coding: str | None) -> None:
    assert chosen(accepted, stored) == coding


@pytest.mark.parametrize("path", ["", "/legal", "/export"])
def test_long_answers_about_a_game_are_gzip(client: httpx.Client, path: str) -> None:
    table = Table(client)
    coding, raw = ask(client, table.path + path, "gzip, br", **table.auth(0))
    plain, whole = ask(client, table.path + path, "identity", **table.auth(0))
    assert (coding, plain) == ("gzip" if len(whole) >= LEAST else "", "")
    assert (gzip.decompress(raw) if coding else raw) == whole


def test_a_turn_is_compressed_and_keeps_its_strong_tag(client: httpx.Client) -> None:
    table = Table(client, ruleset="tzolkin", seats=["user", "user"])
    seen = table.get(seat=0, headers={"Accept-Encoding": "gzip"})
    assert (seen.headers["Content-Encoding"], seen.headers["ETag"]) == ("gzip", '"0"')
    headers = {"Accept-Encoding": "gzip", "If-Match": seen.headers["ETag"], **table.auth(0)}
    steps = [seen.json()["choices"]["options"][0]["step"]]
    played = client.post(f"{table.path}/turns", json={"steps": steps}, headers=headers)
    assert (played.status_code, played.headers["ETag"]) == (201, '"1"')
    assert played.headers["Content-Encoding"] == "gzip"


def test_short_answers_are_sent_as_they_are(client: httpx.Client) -> None:
    for path in ("/healthz", "/v1/games", "/v1/games/nosuchgame"):
        assert ask(client, path, "gzip, br")[0] == ""


@pytest.mark.parametrize("path", ["/openapi.json", "/v1/rulesets/tzolkin", "/play/play.js"])
def test_what_rarely_changes_is_brotli_with_a_weak_tag(client: httpx.Client, path: str) -> None:
    coding, raw = ask(client, path, "gzip, br")
    assert (coding, brotli.decompress(raw)) == ("br", ask(client, path, "identity")[1])
    assert len(raw) < len(ask(client, path, "gzip")[1])
    tag = client.get(path, headers={"Accept-Encoding": "br"}).headers["ETag"]
    assert tag.startswith('W/"')
    for accepted in ("br", "gzip", "identity"):
        headers = {"If-None-Match": tag, "Accept-Encoding": accepted}
        same = client.get(path, headers=headers)
        assert (same.status_code, same.content) == (304, b"")


def test_the_head_of_an_answer_has_its_compressed_length(client: httpx.Client) -> None:
    headers = {"Accept-Encoding": "gzip"}
    head = client.head("/openapi.json", headers=headers)
    assert head.headers["Content-Encoding"] == "gzip"
    assert head.headers["Content-Length"] == str(len(ask(client, "/openapi.json", "gzip")[1]))


def test_long_problems_are_compressed(client: httpx.Client) -> None:
    seats = [{"holder": f"bot:{n}"} for n in range(20)]
    headers = {"Accept-Encoding": "gzip"}
    refused = client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=headers)
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.headers["Content-Encoding"] == "gzip"
    assert json.loads(refused.content)["status"] == 422
