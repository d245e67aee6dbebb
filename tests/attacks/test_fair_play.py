"""Fair play: a host and a stranger bend no rule against a player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from rq import Callback, Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from bench.installation import Installation
from examples.play_random import Player
from store.commits import expire
from tests.service.table import Table
from tests.workers.processes import wait_until
from workers.queues import BOT_TURNS

SETTINGS: dict[str, str] = {}


@pytest.fixture
def client(site: Installation) -> Iterator[httpx.Client]:
    """Yield a client of the whole service."""
    with httpx.Client(base_url=f"http://127.0.0.1:{site.port}", timeout=30) as client:
        yield client


def play_random(table: Table) -> int:
    """Play a random turn of a seat that is asked; return the seat."""
    seat = table.awaited[0]
    Player(table.client, table.id, table.tokens[seat], Random(1)).answer()
    return seat


def ask_for_undo(table: Table, seat: int) -> httpx.Response:
    """Ask for an undo of a seat's last turn, and wait a little for it; a bot may play meanwhile."""
    while True:
        answer = table.post("/undo", seat, {}, If_Match=f'"{table.rev}"', Prefer="wait=1")
        if answer.status_code != 412:
            return answer


def test_a_host_does_not_override_a_declined_undo_with_a_bot(client: httpx.Client) -> None:
    """The host plays and asks, is declined, and puts a bot on the seat that declined."""
    table = Table(client, ruleset="tzolkin", seats=["user"] * 3, undo="consent")
    while len(table.awaited) > 1:
        play_random(table)
    mover = play_random(table)
    while (other := play_random(table)) == mover:
        pass  # what was drawn ended its turn
    refuser = 3 - mover - other
    asked = ask_for_undo(table, mover).json()["request"]
    path = f"/undo/{asked['id']}/answers"
    assert table.post(path, refuser, {"agree": False}).json()["state"] == "declined"
    assert table.hold(refuser, "bot:random").status_code == 200
    again = ask_for_undo(table, mover)
    assert again.status_code == 202, again.text
    request = again.json()["request"]
    assert again.json()["job"] is None
    assert refuser in request["needed"]
    # The bot may play on meanwhile. Then the request lapses; but no turn is taken back.
    path = f"/undo/{request['id']}/answers"
    table.post(path, other, {"agree": True}, Prefer="wait=1")
    kinds = [entry["kind"] for entry in table.get("/log").json()["entries"]]
    assert "retracted" not in kinds


def test_a_stranger_does_not_claim_the_seat_of_a_late_player(
    site: Installation, client: httpx.Client
) -> None:
    """Without a token, with an account, and as the other player, who would play both seats."""
    table = Table(
        client, ruleset="tzolkin", seats=["user"] * 2, clock={"kind": "turn", "seconds": 600}
    )
    match = site.db.games.load(table.id)
    expire(site.db.games, match, max(asked.due or 0 for asked in match.position.awaited))
    assert table.see()["seats"][0]["claimable"]
    account = client.post("/v1/accounts", json={}).json()["token"]
    for token in ("", account, table.tokens[1]):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        told = client.post(f"{table.path}/claim", json={"seat": 0}, headers=headers)
        assert (told.status_code, told.json()["code"]) == (403, "forbidden"), told.text
    assert table.see(0)["you"] == 0


def test_workers_run_no_function_that_redis_names(
    site: Installation, client: httpx.Client, tmp_path: Path
) -> None:
    """Jobs like those of a stranger who may write to Redis wait before a bot's turn."""
    queue = Queue(BOT_TURNS.name, connection=site.db.redis, serializer=JSONSerializer)
    made, after = str(tmp_path / "made"), str(tmp_path / "after")
    queue.enqueue_call("os.mkdir", args=(made,))
    queue.enqueue_call(BOT_TURNS.function, args=("nogame",), on_failure=Callback("os.mkdir"))
    queue.enqueue_call(BOT_TURNS.function, args=("nogame",), on_success=Callback("os.mkdir"))
    job = Job.create("os.mkdir", (after,), connection=site.db.redis, serializer=JSONSerializer)
    job.data = b"no job"
    queue.enqueue_job(job)
    table = Table(client, ruleset="tzolkin", seats=["bot:random"] * 2)
    wait_until(lambda: table.rev > 1, "the bots to play")
    assert not [*tmp_path.iterdir()]
    assert site.db.heartbeats.alive()["workers"] >= 1
