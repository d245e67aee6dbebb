"""Addresses: one address writes with many tokens."""

from __future__ import annotations

import time

import httpx

from bench.installation import Installation
from tests.attacks.conftest import Figure
from tests.attacks.honest import Honest, asking

SETTINGS = {"ADDRESS_WRITES_PER_MINUTE": "150", "ADDRESS_GAMES_PER_DAY": "40"}

TOKENS = 50


def test_many_tokens_of_one_address_share_its_limits(
    site: Installation, seconds: float, figure: Figure
) -> None:
    url = f"http://127.0.0.1:{site.port}"
    body = {"ruleset": "tzolkin", "seats": [{"holder": "me"}, {"holder": "user"}]}
    refused, games, writes = set[str](), 0, 0
    with httpx.Client(base_url=url, timeout=30) as client, asking(Honest(url)) as honest:
        tokens = [client.post("/v1/accounts", json={}).json()["token"] for _ in range(TOKENS)]
        end, turn = time.monotonic() + seconds, 0
        while time.monotonic() < end or "address-writes" not in refused:
            mine = {"Authorization": f"Bearer {tokens[turn % TOKENS]}"}
            made = client.post("/v1/games", json=body, headers=mine)
            renamed = client.patch("/v1/me", json={"name": f"Ann {turn}"}, headers=mine)
            turn, games = turn + 1, games + (made.status_code == 201)
            writes += renamed.status_code == 200
            for answer in (made, renamed):
                if answer.status_code == 429:
                    refused.add(answer.json()["params"].get("policy", "games-today"))
    assert refused == {"games-today", "address-writes"}
    assert games <= 40
    assert not honest.failures
    figure("games of 50 tokens", games, 40, "games")
    figure("health, p99", honest.percentile(0.99), 250, "ms")
