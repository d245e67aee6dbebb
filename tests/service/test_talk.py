"""Table talk: who writes, reads, mutes, deletes and reports what, over HTTP and in streams."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from prometheus_client.registry import REGISTRY

from engine.title import Title
from service.__main__ import main
from store import Store, talk
from store.words import TALK
from tests.service.streaming import ME, NDJSON, SSE, Message, Streams, streams_at
from tests.service.table import Json, Table, problem
from tests.service.test_accounts import account, auth
from tests.service.test_limits import refused, service

Out = pytest.CaptureFixture[str]

streams = pytest.fixture(scope="module")(streams_at)


def say(table: Table, token: str, text: str, **headers: str) -> httpx.Response:
    """Write a message with a token."""
    sent = {**auth(token), **{name.replace("_", "-"): value for name, value in headers.items()}}
    return table.client.post(f"{table.path}/talk", json={"text": text}, headers=sent)


def read(table: Table, token: str = "", **query: Any) -> httpx.Response:
    """Read a page with a token."""
    headers = auth(token) if token else {}
    return table.client.get(f"{table.path}/talk", params=query, headers=headers)


def texts(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [each["text"] for each in answer.json()["messages"]]


def open_to_all(client: httpx.Client, **wanted: Any) -> Table:
    return Table(client, talk="all", **wanted)


def test_a_seat_writes_and_the_others_read(client: httpx.Client) -> None:
    seats = [{"holder": "user", "name": "Ada"}, "user", "user"]
    table = Table(client, seats=seats)
    answer = say(table, table.tokens[0], "Hello!\n¡Suerte! 頑張って 🎲")
    assert answer.status_code == 201
    said = answer.json()
    assert answer.headers["Location"] == f"{table.path}/talk/{said['id']}"
    assert (said["id"], said["number"], said["seat"], said["name"]) == ("seats-1", 1, 0, "Ada")
    assert say(table, table.host, "Welcome").json()["seat"] is None
    for token in (table.tokens[1], table.host):
        page = read(table, token).json()
        assert page["messages"][0] == said
        assert (page["policy"], page["channel"], page["last"]) == ("seats", "seats", 2)


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "\u200b", "a\tb", "bell\a", "\u202eabc", "a\u2028b", "x" * 501]
)
def test_a_text_that_nobody_could_read_is_refused(client: httpx.Client, text: str) -> None:
    table = Table(client)
    told = problem(say(table, table.tokens[0], text), "invalid-request", 422)
    assert told["errors"][0]["pointer"] == "/text"
    assert texts(read(table, table.tokens[0])) == []


def test_the_longest_text_is_accepted(client: httpx.Client) -> None:
    table = Table(client)
    assert say(table, table.tokens[0], "字" * 500).json()["text"] == "字" * 500


def test_seats_and_spectators_are_apart_until_the_end(client: httpx.Client) -> None:
    table, eve = open_to_all(client), account(client)
    say(table, table.tokens[0], "at the table")
    assert say(table, eve, "around it").json()["id"] == "spectators-1"
    assert texts(read(table, table.tokens[1])) == ["at the table"]
    assert texts(read(table, eve)) == ["around it"]
    around, at = {"channel": "spectators"}, {"channel": "seats"}
    problem(read(table, table.tokens[1], **around), "forbidden", 403)
    problem(read(table, eve, **at), "forbidden", 403)
    for channel in ("seats", "spectators"):
        problem(read(table, channel=channel), "unauthorized", 401)
    assert texts(read(table, table.host, **around)) == ["around it"]  # it holds no seat
    table.keep_all()
    table.finish()
    for token in (table.tokens[1], eve, ""):
        assert texts(read(table, token, **at)) == ["at the table"]
        assert texts(read(table, token, **around)) == ["around it"]
    assert say(table, table.tokens[1], "good game").status_code == 201


def test_a_host_with_a_seat_reads_no_spectators(client: httpx.Client) -> None:
    ana = account(client)
    table = Table(client, ana, seats=["me", "user", "user"], talk="all")
    say(table, account(client), "psst")
    problem(read(table, ana, channel="spectators"), "forbidden", 403)


def test_the_host_opens_and_closes_channels(client: httpx.Client) -> None:
    table, eve = Table(client), account(client)

    def allowed() -> list[bool]:
        return [say(table, token, "hi").status_code == 201 for token in (table.tokens[0], eve)]

    assert allowed() == [True, False]
    for policy, right in (("off", [False, False]), ("all", [True, True]), ("seats", [True, False])):
        answer = client.put(f"{table.path}/talk", json={"policy": policy}, headers=auth(table.host))
        assert answer.json() == {"policy": policy}
        assert allowed() == right
        assert read(table, table.tokens[1]).json()["policy"] == policy
    assert len(texts(read(table, table.tokens[1]))) == 3


def test_a_new_game_and_a_fork_may_begin_without_talk(client: httpx.Client) -> None:
    table = Table(client, talk="off")
    problem(say(table, table.tokens[0], "hi"), "forbidden", 403)
    made = client.post(f"{table.path}/forks", json={"rev": 0, "talk": "all"}).json()
    answer = client.post(
        f"/v1/games/{made['id']}/talk", json={"text": "hi"}, headers=auth(account(client))
    )
    assert answer.status_code == 201


def test_a_rematch_has_the_policy_of_the_game(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "user", "open"])
    client.put(f"{table.path}/talk", json={"policy": "off"}, headers=auth(table.host))
    table.cancel()
    made = table.post("/rematch", 0, {}).json()
    answer = client.get(f"/v1/games/{made['id']}/talk", headers=auth(table.host))
    assert answer.json()["policy"] == "off"


def test_pages_lead_through_everything_in_both_directions(client: httpx.Client) -> None:
    table = Table(client)
    said = [f"number {n}" for n in range(1, 8)]
    for text in said:
        say(table, table.tokens[0], text)
    token = table.tokens[1]
    page = read(table, token, limit=3).json()
    assert [each["number"] for each in page["messages"]] == [5, 6, 7]
    assert (page["earlier"], page["later"]) == (5, None)
    page = read(table, token, limit=3, before=page["earlier"]).json()
    assert [each["number"] for each in page["messages"]] == [2, 3, 4]
    page = read(table, token, limit=3, before=page["earlier"]).json()
    assert ([each["number"] for each in page["messages"]], page["earlier"]) == ([1], None)
    found, after = [], 0
    while after is not None:
        page = read(table, token, limit=3, after=after).json()
        found += [each["text"] for each in page["messages"]]
        after = page["later"]
    assert found == said
    assert texts(read(table, token, after=7)) == []
    assert texts(read(table, token, before=0)) == []


def test_the_oldest_messages_make_room(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "KEPT", 3)
    table = Table(client)
    for number in range(1, 6):
        say(table, table.tokens[0], str(number))
    page = read(table, table.tokens[1], after=0).json()
    assert [each["number"] for each in page["messages"]] == [3, 4, 5]
    assert (page["earlier"], page["later"]) == (None, None)
    path = f"{table.path}/talk"
    assert client.delete(f"{path}/seats-4", headers=table.auth(0)).status_code == 204
    assert texts(read(table, table.tokens[1])) == ["3", "", "5"]
    problem(client.delete(f"{path}/seats-2", headers=table.auth(0)), "not-found", 404)


def test_writers_at_once_lose_nothing(client: httpx.Client) -> None:
    table = Table(client)
    key = "c0ffee00-0000-4000-8000-00000000000a"

    def write(seat: int) -> None:
        for number in range(8):
            say(table, table.tokens[seat], f"{seat} {number}")
            say(table, table.tokens[seat], "once", Idempotency_Key=f"{key}{seat}")

    writers = [Thread(target=write, args=[seat]) for seat in (0, 0, 1, 2)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    page = read(table, table.host, limit=100).json()
    assert [each["number"] for each in page["messages"]] == list(range(1, 36))
    assert sorted(each["text"] for each in page["messages"]).count("once") == 3


def test_a_message_sent_again_is_written_once(client: httpx.Client) -> None:
    table, key = Table(client), "c0ffee00-0000-4000-8000-000000000001"
    first = say(table, table.tokens[0], "hi", Idempotency_Key=key)
    again = say(table, table.tokens[0], "hi", Idempotency_Key=key)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (again.json(), again.headers["Location"]) == (first.json(), first.headers["Location"])
    # The key of one seat is nothing to another one.
    assert say(table, table.tokens[1], "hi", Idempotency_Key=key).json()["number"] == 2


def test_a_message_is_deleted_by_its_author_or_the_host(client: httpx.Client) -> None:
    table = Table(client)
    for seat in (0, 1):
        say(table, table.tokens[seat], "oops")
    path = f"{table.path}/talk"
    problem(client.delete(f"{path}/seats-1", headers=table.auth(1)), "forbidden", 403)
    for token in (table.tokens[0], table.tokens[0]):
        assert client.delete(f"{path}/seats-1", headers=auth(token)).status_code == 204
    assert client.delete(f"{path}/seats-2", headers=auth(table.host)).status_code == 204
    shown = read(table, table.tokens[1]).json()["messages"]
    assert [(each["text"], each["deleted"]) for each in shown] == [("", "author"), ("", "host")]


def test_another_player_on_the_seat_is_another_author(client: httpx.Client) -> None:
    table = Table(client, seats=["user", "open", "open"])
    first = client.post(f"{table.path}/seats").json()["token"]
    say(table, first, "bye")
    client.delete(f"{table.path}/seats/1", headers=auth(first))
    second = client.post(f"{table.path}/seats").json()["token"]
    gone = client.delete(f"{table.path}/talk/seats-1", headers=auth(second))
    problem(gone, "forbidden", 403)
    problem(read(table, first), "unauthorized", 401)


def mute(table: Table, token: str, **muted: Any) -> Json:
    answer = table.client.put(f"{table.path}/mutes", json=muted, headers=auth(token))
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    assert table.client.get(f"{table.path}/mutes", headers=auth(token)).json() == found
    return found


def test_a_host_who_plays_reads_no_spectators(client: httpx.Client) -> None:
    """Spectators could give advice; the host's token is of an account that has a seat."""
    ana, eve = account(client), account(client)
    table = Table(client, ana, seats=["me", "user", "user"], talk="all")
    say(table, eve, "psst")
    for token in (ana, table.host):
        answer = client.get(f"{table.path}/talk?channel=spectators", headers=auth(token))
        problem(answer, "forbidden", 403)


def test_few_spectators_mute_few_players(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game keeps it for as long as it is there."""
    table, players = open_to_all(client), [f"player_{n:016}" for n in range(11)]
    ana, ben = account(client), account(client)
    put = partial(client.put, f"{table.path}/mutes")
    told = problem(put(json={"players": players}, headers=auth(ana)), "invalid-request", 422)
    assert told["errors"][0]["pointer"] == "/players"
    mute(table, ana, players=players[:10])
    mute(table, table.tokens[0], players=players)
    monkeypatch.setattr(talk, "MOST_MUTING", 2)
    problem(put(json={"spectators": True}, headers=auth(ben)), "forbidden", 403)
    mute(table, ana, players=[])


def test_muting_changes_what_the_reader_sees_and_nothing_else(client: httpx.Client) -> None:
    table = open_to_all(client)
    for seat in range(3):
        say(table, table.tokens[seat], str(seat))
    assert mute(table, table.tokens[0], seats=[2]) == {
        "seats": [2],
        "players": [],
        "spectators": False,
    }
    assert texts(read(table, table.tokens[0])) == ["0", "1"]
    assert texts(read(table, table.tokens[1])) == ["0", "1", "2"]
    mute(table, table.tokens[0])
    assert texts(read(table, table.tokens[0])) == ["0", "1", "2"]
    eve, bob = account(client), account(client, "Bob")
    say(table, eve, "from Eve")
    player = say(table, bob, "from Bob").json()["player"]
    mute(table, eve, players=[player])
    assert texts(read(table, eve)) == ["from Eve"]
    mute(table, table.tokens[0], spectators=True)
    table.keep_all()
    table.finish()
    assert texts(read(table, table.tokens[0], channel="spectators")) == []
    assert len(texts(read(table, table.tokens[1], channel="spectators"))) == 2


def test_talk_is_no_part_of_the_record(client: httpx.Client) -> None:
    table = Table(client)
    table.keep_all()
    paths = ["", "/log", "/export", "/fairness"]
    before = [table.get(path, seat=0).content for path in paths]
    say(table, table.tokens[0], "hi")
    assert [table.get(path, seat=0).content for path in paths] == before
    table.finish()
    exported = table.get("/export").content
    assert texts(read(table)) == ["hi"]
    say(table, table.tokens[0], "good game")
    assert table.get("/export").content == exported


def test_talk_has_a_limit_of_its_own(redis_url: str, db: Store, toy: Title) -> None:
    with service(redis_url, talk_per_minute=2) as client:
        table = Table(client)
        for left in (1, 0):
            answer = say(table, table.tokens[0], "hi")
            assert answer.headers["RateLimit"] == f'"{TALK}";r={left}'
        refused(say(table, table.tokens[0], "hi"), TALK, 2)
        assert say(table, table.tokens[1], "hi").status_code == 201
        rates = client.get("/v1/limits").json()["rates"]
        assert [each["quota"] for each in rates if each["policy"] == TALK] == [2]


def test_a_report_reaches_the_operator(
    client: httpx.Client, redis_url: str, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_url)
    table = Table(client, seats=[{"holder": "user", "name": "Mal"}, "user", "user"])
    for text in ("rude words", "more of them", "all is well"):
        say(table, table.tokens[0], text)
    reported = REGISTRY.get_sample_value("chasqui_talk_reports_total") or 0

    def report(seat: int, message: str, **body: str) -> int:
        path = f"{table.path}/talk/{message}/report"
        return client.post(path, json=body, headers=table.auth(seat)).status_code

    assert report(1, "seats-1", reason="insults me") == 204
    assert [report(2, "seats-1"), report(2, "seats-1"), report(2, "seats-2")] == [204] * 3
    assert REGISTRY.get_sample_value("chasqui_talk_reports_total") == reported + 3
    client.delete(f"{table.path}/talk/seats-1", headers=table.auth(0))
    assert main(["reports"]) == 0
    printed = capsys.readouterr().out
    assert "rude words" in printed  # although it was deleted
    assert "insults me" in printed
    assert f"{table.id} seats-1" in printed
    assert "reported 2 times" in printed
    assert "all is well" not in printed
    assert main(["reports", "delete", table.id, "seats-2"]) == 0
    assert main(["reports", "dismiss", table.id, "seats-1"]) == 0
    assert main(["reports", "dismiss", table.id, "seats-1"]) == 1
    assert main(["reports", "delete", table.id, "seats-9"]) == 1
    assert main(["reports", "delete", "nosuchgame", "seats-1"]) == 1
    capsys.readouterr()
    assert main(["reports", "list"]) == 0
    assert capsys.readouterr().out == ""
    shown = read(table, table.tokens[1]).json()["messages"]
    assert [each.get("deleted") for each in shown] == ["author", "operator", None]


def test_a_deleted_message_and_one_of_others_cannot_be_reported(client: httpx.Client) -> None:
    table, eve = open_to_all(client), account(client)
    say(table, table.tokens[0], "hi")
    path = f"{table.path}/talk/seats-1"
    problem(client.post(f"{path}/report", headers=auth(eve)), "not-found", 404)
    client.delete(path, headers=table.auth(0))
    problem(client.post(f"{path}/report", headers=table.auth(1)), "not-found", 404)


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """A table of a real title, because the stream process does not know the toy."""
    return Table(client, ruleset="tzolkin", seats=["user", "user"], talk="all")


def asides(stream: Iterator[Message], count: int) -> list[Json]:
    """Return the next messages of table talk."""
    talk = (each.body for each in stream if each.kind == TALK)
    return list(islice(talk, count))


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_stream_sends_talk_beside_the_entries(
    streams: Streams, table: Table, accept: str
) -> None:
    with streams.open(table.id, accept, table.tokens[1], talk=1) as stream:
        assert next(stream).kind == "snapshot"
        assert next(stream).body == {"kind": TALK, "game": table.id, "messages": []}
        said = say(table, table.tokens[0], "hi").json()
        assert next(stream).body == {"kind": TALK, "game": table.id, "messages": [said]}
        path = f"{table.path}/talk/{said['id']}"
        table.client.delete(path, headers=table.auth(0))
        (gone,) = asides(stream, 1)
        assert gone["messages"] == [{**said, "text": "", "deleted": "author"}]


def test_a_stream_without_talk_has_none(streams: Streams, table: Table) -> None:
    with streams.open(table.id, token=table.tokens[1]) as stream:
        assert next(stream).kind == "snapshot"
        say(table, table.tokens[0], "hi")
        step = table.see(0)["choices"]["options"][0]["step"]
        table.play(0, step)
        assert next(stream).kind == "turn"


def test_a_stream_leaves_out_other_channels_and_what_is_muted(
    streams: Streams, table: Table
) -> None:
    eve, bob = account(table.client), account(table.client, "Bob")
    player = say(table, bob, "before").json()["player"]
    with (
        streams.open(table.id, token=table.tokens[1], talk=1) as seat,
        streams.open(table.id, token=eve, talk=1) as around,
        streams.open(table.id, talk=1) as stranger,
    ):
        assert [asides(seat, 1), asides(around, 1)] == [
            [{"kind": TALK, "game": table.id, "messages": []}]
        ] * 2
        say(table, eve, "first")
        say(table, table.tokens[0], "at the table")
        mute(table, eve, players=[player])
        say(table, bob, "muted")
        say(table, eve, "last")
        assert [m["text"] for each in asides(seat, 1) for m in each["messages"]] == ["at the table"]
        heard: list[str] = []
        while "last" not in heard:
            heard += [m["text"] for each in asides(around, 1) for m in each["messages"]]
        assert heard == ["first", "last"]
        table.play(0, table.see(0)["choices"]["options"][0]["step"])
        assert [next(stranger).kind, next(stranger).kind] == ["snapshot", "turn"]


def test_the_redirect_of_a_spectator_with_an_account_leads_to_talk(
    streams: Streams, table: Table
) -> None:
    eve = account(table.client)
    path = f"{table.path}/events?talk=1"
    answer = table.client.get(path, headers=auth(eve), follow_redirects=False)
    query = dict(parse_qsl(urlsplit(answer.headers["Location"]).query))
    assert query.keys() == {"talk", "ticket"}
    with streams.open(table.id, **query) as stream:
        assert len(asides(stream, 1)) == 1
        said = say(table, eve, "hi").json()
        assert asides(stream, 1)[0]["messages"] == [said]


def test_a_seat_that_is_lost_hears_nothing_more(streams: Streams, client: httpx.Client) -> None:
    table = Table(client, ruleset="tzolkin", seats=["user", "open", "open"])
    lost = client.post(f"{table.path}/seats").json()["token"]
    with streams.open(table.id, token=lost, talk=1) as stream:
        assert len(asides(stream, 1)) == 1
        client.delete(f"{table.path}/seats/1", headers=auth(lost))
        say(table, table.tokens[0], "now we are alone")
        assert TALK not in [each.kind for each in stream]


def test_an_account_hears_all_its_games_also_after_their_end(
    streams: Streams, client: httpx.Client
) -> None:
    ana = account(client, "Ana")
    first, second = (Table(client, ana, ruleset="tzolkin", seats=["me", "user"]) for _ in range(2))
    with streams.open(ME, token=ana, talk=1) as stream:
        assert [next(stream).kind, next(stream).body] == [
            "snapshot",
            {"kind": TALK, "game": None, "messages": []},
        ]
        for table in (first, second, first):
            said = say(table, table.tokens[1], "hi").json()
            assert asides(stream, 1) == [{"kind": TALK, "game": table.id, "messages": [said]}]
        waiting = Table(client, ana, ruleset="tzolkin", seats=["me", "user", "open"])
        client.delete(waiting.path, headers=auth(ana))
        said = say(waiting, waiting.tokens[1], "next time").json()
        assert asides(stream, 1)[0]["messages"] == [said]
