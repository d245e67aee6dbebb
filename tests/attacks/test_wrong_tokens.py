"""Wrong tokens: a stranger behind the address of honest players guesses without end."""

from __future__ import annotations

import time

import httpx

from bench.installation import Installation
from tests.attacks.conftest import Figure
from tests.attacks.honest import Honest

SETTINGS = {"DENIALS_PER_MINUTE": "20"}


def test_wrong_tokens_do_not_lock_out_right_ones(
    site: Installation, seconds: float, figure: Figure
) -> None:
    url = f"http://127.0.0.1:{site.port}"
    with httpx.Client(base_url=url, timeout=30) as client:
        seats = [{"holder": "user"}, {"holder": "user"}]
        game = client.post("/v1/games", json={"ruleset": "tzolkin", "seats": seats}).json()
        path = f"/v1/games/{game['id']}"
        mine = {"Authorization": f"Bearer {game['tokens']['seats']['0']}"}
        honest = Honest(url, path, headers=mine)
        guesses, tried, end = set[int](), 0, time.monotonic() + seconds
        while time.monotonic() < end or 429 not in guesses:
            tried += 1
            wrong = {"Authorization": f"Bearer {game['id']}.guess-number-{tried}"}
            guesses.add(client.get(path, headers=wrong).status_code)
            if tried % 20 == 0:
                honest.ask()
        honest.ask()
    assert guesses == {401, 429}
    assert not honest.failures
    figure("a right token, p99", honest.percentile(0.99), 250, "ms")
