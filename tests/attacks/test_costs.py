"""Costs: one address asks for what takes long, on many connections, beside an honest client."""

from __future__ import annotations

import time
from collections import Counter
from threading import Thread

import httpx

from bench.installation import Installation
from tests.attacks.conftest import Figure
from tests.attacks.honest import Honest, asking
from tests.recorded import FOLDER
from tests.service.rich import recorded_game

SETTINGS = {"COST_PER_MINUTE": "1000"}

CONNECTIONS = 12
LONG = "a" * 60_000 + "\x00"
TEXTS = {
    "a name of a game": ("/v1/games", {"ruleset": "tzolkin", "name": LONG}),
    "names of seats": ("/v1/games", {"seats": [{"holder": "user", "name": LONG}]}),
    "a name of an account": ("/v1/accounts", {"name": LONG}),
    "an unknown member": ("/v1/accounts", {LONG: " should be " * 400}),
}
"""Bodies whose patterns or faults took time with the square of their length."""


def test_long_texts_are_refused_at_once(site: Installation) -> None:
    url = f"http://127.0.0.1:{site.port}"
    with (
        asking(Honest(url, patience=5)) as honest,
        httpx.Client(base_url=url, timeout=5, headers={"Accept-Language": "ja"}) as client,
    ):
        for name, (path, body) in TEXTS.items():
            assert (name, client.post(path, json=body).status_code) == (name, 422)
    assert not honest.failures


def test_costly_requests_do_not_slow_down_others(
    site: Installation, seconds: float, figure: Figure
) -> None:
    url = f"http://127.0.0.1:{site.port}"
    text = recorded_game((FOLDER / "tzolkin" / "4p-00.txt").read_text()).as_text()
    answers = Counter[int]()
    end = time.monotonic() + seconds

    def attack() -> None:
        with httpx.Client(base_url=url, timeout=60) as client:
            while time.monotonic() < end:
                asked = client.post("/v1/engine/tzolkin/apply", json={"text": text})
                answers[asked.status_code] += 1

    with asking(Honest(url)) as honest:
        attackers = [Thread(target=attack) for _ in range(CONNECTIONS)]
        for each in attackers:
            each.start()
        for each in attackers:
            each.join()
    assert set(answers) <= {200, 429, 503}
    assert answers[429] + answers[503] > answers[200]
    with httpx.Client(base_url=url) as client:
        while (answer := client.get("/v1/rulesets")).status_code == 200:
            assert client.post("/v1/engine/tzolkin/apply", json={"text": text}).status_code < 504
        assert answer.json()["params"]["policy"] == "cost"
    assert not honest.failures
    figure("health, p50", honest.percentile(0.5), 50, "ms")
    figure("health, p99", honest.percentile(0.99), 250, "ms")
