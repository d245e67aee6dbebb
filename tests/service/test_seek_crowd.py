"""Crowds of seeks: each has one game at most, none is lost, whatever happens at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event
from time import sleep
from typing import Any

import httpx
import psutil
import pytest

from match.seeks import Seek, company, decode_seek
from store import Store, keys
from tests.service.ops_fixtures import eventually
from tests.service.table import Json
from tests.service.test_refusals import running
from tests.service.test_seeks import Seeker

CLIENTS = 30
KILLED, TURNS = 12, 4


@pytest.fixture
def crowd(processes: str, db: Store) -> Iterator[list[Seeker]]:
    with httpx.Client(base_url=processes, timeout=120) as client:
        yield [Seeker(client, f"P{number}") for number in range(CLIENTS)]


def test_no_seek_of_a_crowd_is_matched_twice_and_none_is_lost(
    crowd: list[Seeker], db: Store
) -> None:
    """Thirty accounts seek twice each, some withdraw or renew; two processes serve them."""

    def act(number: int) -> list[tuple[Json, bool]]:
        seeker, found = crowd[number], []
        for turn in range(2):
            players = [[2], [3], [2, 3]][(number + turn) % 3]
            seek = seeker.seek(ruleset="tzolkin", players=players)
            path, withdrawn = f"/v1/seeks/{seek['id']}", False
            if number % 5 == 0:
                answer = seeker.client.delete(path, headers=seeker.auth)
                assert answer.status_code in (204, 409)
                withdrawn = answer.status_code == 204
            elif number % 5 == 1:
                assert seeker.client.put(path, headers=seeker.auth).status_code == 200
            found.append((seek, withdrawn))
        return found

    with ThreadPoolExecutor(CLIENTS) as pool:
        results = list(pool.map(act, range(CLIENTS)))

    for seeker, mine in zip(crowd, results, strict=True):
        for seek, withdrawn in mine:
            answer = seeker.get(f"/v1/seeks/{seek['id']}")
            assert answer.status_code == (404 if withdrawn else 200), answer.text
    kept = [seek for mine in results for seek, withdrawn in mine if not withdrawn]
    assert_each_has_one_game_or_waits(crowd, db, kept)


def assert_each_has_one_game_or_waits(crowd: list[Seeker], db: Store, seeks: list[Json]) -> None:
    """Every seek waits or has the one game that names its account; no two that fit both wait."""
    matched: Counter[str] = Counter()
    seats: dict[str, set[str]] = {}
    left: list[Seek] = []
    owners = {seeker.id: seeker for seeker in crowd}
    for seek in seeks:
        data: Any = db.redis.get(keys.seek(seek["id"]))
        kept = decode_seek(data)
        if kept.match:
            matched[kept.match] += 1
            seats.setdefault(kept.match, set()).add(owners[kept.account].name)
        else:
            left.append(kept)
    played = {game["id"]: game for seeker in crowd for game in seeker.games()}
    assert played.keys() == matched.keys()
    for id_, game in played.items():
        assert game["status"] == "running"
        assert matched[id_] == len(game["seats"]) == len(seats[id_])
        assert {seat["name"] for seat in game["seats"]} == seats[id_]
    for each in left:
        assert company(each, [other for other in left if other.id != each.id]) is None
    assert {each.id for each in db.seeks.all_waiting()} == {each.id for each in left}


@contextmanager
def gunfire(master: psutil.Process, answered: list[Json], most: int) -> Iterator[list[int]]:
    """Kill a web process after every twelve answers until the block ends; yield those killed."""
    killed: list[int] = []
    done = Event()

    def enough(wanted: int) -> bool:
        return len(answered) >= min(wanted, most) or done.is_set()

    def shoot() -> None:
        while not done.is_set() and len(answered) < most:
            if not eventually(partial(enough, len(answered) + 12)):
                return
            for child in master.children()[:1]:
                child.kill()
                killed.append(child.pid)

    with ThreadPoolExecutor(1) as pool:
        shooting = pool.submit(shoot)
        yield killed
        done.set()
        shooting.result()


def persist(seeker: Seeker, key: str, players: list[int]) -> Json:
    """Return a seek, asked for until there is an answer."""
    for _ in range(200):
        with suppress(httpx.HTTPError):
            sent = {"Idempotency-Key": key}
            answer = seeker.post(sent, ruleset="tzolkin", players=players)
            if answer.status_code == 201:
                found: Json = answer.json()
                return found
            assert answer.status_code == 503, answer.text
        sleep(0.05)
    raise TimeoutError(players)


def healthy(url: str) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(f"{url}/healthz").status_code == 200
    return False


def test_killed_processes_lose_no_seek(db: Store, redis_url: str) -> None:
    """Each request is repeated with its key until it is answered."""
    answered: list[Json] = []
    with running("web", redis_url, WEB_WORKERS="2") as (port, process):
        url = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=url, timeout=30) as client:
            crowd = [Seeker(client, f"P{number}") for number in range(KILLED)]

            def act(number: int) -> None:
                for turn in range(TURNS):
                    players = [[2], [3], [2, 3]][(number + turn) % 3]
                    key = f"c0ffee00-0000-4000-8000-{number:04}{turn:08}"
                    answered.append(persist(crowd[number], key, players))

            guns = gunfire(psutil.Process(process.pid), answered, KILLED * TURNS)
            with ThreadPoolExecutor(KILLED) as pool, guns as killed:
                list(pool.map(act, range(KILLED)))
        assert len(killed) > 1
        assert len({seek["id"] for seek in answered}) == KILLED * TURNS
        assert eventually(partial(healthy, url))
        with httpx.Client(base_url=url, timeout=30) as client:
            for seeker in crowd:
                seeker.client = client
            assert_each_has_one_game_or_waits(crowd, db, answered)
