"""Floods: many requests from one address, beside an honest client."""

from __future__ import annotations

import time

import httpx

from bench.installation import Installation
from tests.attacks.conftest import Figure
from tests.attacks.honest import Honest, asking

SETTINGS = {"READS_PER_MINUTE": "100"}


def test_one_address_that_reads_without_end_is_refused(
    site: Installation, seconds: float, figure: Figure
) -> None:
    url = f"http://127.0.0.1:{site.port}"
    with asking(Honest(url)) as honest, httpx.Client(base_url=url) as client:
        answers = set[int]()
        end = time.monotonic() + seconds
        while time.monotonic() < end or 429 not in answers:
            answers.add(client.get("/v1/rulesets").status_code)
    assert answers == {200, 429}
    assert not honest.failures
    figure("health, p99", honest.percentile(0.99), 250, "ms")
