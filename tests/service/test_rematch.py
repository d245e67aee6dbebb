"""Rematches: one for each finished game, with the same people, each with a token of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from match.words import UNLISTED
from store import Store, hook_seats
from tests.service.table import Json, Table, problem
from tests.service.test_accounts import account, auth

BOT = {"holder": "bot:greedy"}
REMOTE = {"holder": "hook", "url": "https://bot.example.org/turn", "name": "Remote"}


def again(table: Table, token: str, **body: Any) -> httpx.Response:
    """Ask for the rematch of a game with a token."""
    return table.client.post(f"{table.path}/rematch", json=body, headers=auth(token))


def finished(client: httpx.Client, **wanted: Any) -> Table:
    """Return a game of people that was played to its end."""
    table = Table(client, **wanted)
    table.keep_all()
    table.finish()
    return table


def people(*names: str) -> list[Json]:
    return [{"holder": "user", "name": name} for name in names]


def names(game: Json) -> list[str]:
    return [seat["name"] for seat in game["seats"]]


def see(client: httpx.Client, game: Json, token: str = "") -> Json:
    headers = auth(token) if token else {}
    found: Json = client.get(f"/v1/games/{game['id']}", headers=headers).json()
    return found


def test_it_has_the_settings_of_the_game_and_both_name_each_other(client: httpx.Client) -> None:
    clock = {"kind": "bank", "seconds": 600, "increment": 5, "on_timeout": "bot:random"}
    wanted = {"options": ["long"], "clock": clock, "undo": "free", "visibility": UNLISTED}
    table = finished(client, seats=people("Ana", "Ben"), name="Friday", **wanted)
    answer = again(table, table.tokens[0])
    assert answer.status_code == 201
    made = answer.json()
    assert answer.headers["Location"] == f"/v1/games/{made['id']}"
    assert made["rematch_of"] == table.id
    assert table.see(0)["rematch"] == made["id"] != table.id
    for member in ("ruleset", "options", "clock", "undo", "visibility", "name", "invite"):
        assert made[member] == table.made[member], member
    assert made["commitment"] != table.made["commitment"]


def test_players_come_one_by_one_with_the_tokens_of_their_old_seats(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben", "Cleo"))
    first = again(table, table.tokens[0]).json()
    assert (first["you"], first["status"]) == (2, "waiting")
    assert names(first) == ["Ben", "Cleo", "Ana"]
    assert [seat["reserved"] for seat in first["seats"]] == [True, True, False]
    assert set(first["tokens"]) == {"seats"}
    assert set(first["tokens"]["seats"]) == {"2"}
    tokens = {2: first["tokens"]["seats"]["2"]}
    for old, new in ((1, 0), (2, 1)):
        came = again(table, table.tokens[old])
        assert came.status_code == 200
        assert (came.json()["id"], came.json()["you"]) == (first["id"], new)
        tokens[new] = came.json()["tokens"]["seats"][str(new)]
    assert len({*tokens.values(), *table.tokens.values()}) == 6
    playing = see(client, first, tokens[0])
    assert playing["status"] == "running"
    assert playing["you"] == 0
    assert not any(seat["reserved"] for seat in playing["seats"])
    for token in table.tokens.values():
        path = f"/v1/games/{first['id']}"
        problem(client.get(path, headers=auth(token)), "unauthorized", 401)


def test_a_repeated_request_has_the_same_answer(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    answers = [again(table, table.tokens[0]) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 200, 200]
    assert len({answer.content for answer in answers}) == 1
    again(table, table.tokens[1])
    first, second = answers[0].json(), again(table, table.tokens[0]).json()
    assert second["tokens"] == first["tokens"]
    assert second["rev"] == 1


@pytest.mark.parametrize(
    ("order", "seats"),
    [("same", ["Ana", "Ben", "Cleo"]), ("turned", ["Ben", "Cleo", "Ana"])],
)
def test_the_seats_stay_or_turn(client: httpx.Client, order: str, seats: list[str]) -> None:
    table = finished(client, seats=people("Ana", "Ben", "Cleo"))
    assert names(again(table, table.host, order=order).json()) == seats


def test_seats_are_drawn_by_the_seed_of_the_new_game(client: httpx.Client, db: Store) -> None:
    drawn = set()
    for _ in range(40):
        table = Table(client, seats=[*people("Ana", "Ben"), "open"])
        table.cancel()
        drawn.add(tuple(names(again(table, table.host, order="drawn").json())))
    assert len(drawn) == 6


def test_accounts_and_bots_sit_at_once(client: httpx.Client, db: Store) -> None:
    ana, ben = account(client, "Ana"), account(client, "Ben")
    table = Table(client, ana, seats=["me", BOT, "open", "open"])
    client.post(f"{table.path}/seats", headers=auth(ben))
    table.cancel()
    cursor = db.feeds.end(ben.partition(".")[0])
    made = again(table, ana).json()
    assert [seat["holder"] for seat in made["seats"]] == ["bot:greedy", "person", "open", "person"]
    assert names(made) == ["", "Ben", "", "Ana"]
    assert (made["you"], made["tokens"]) == (3, {"seats": {}})
    assert see(client, made, ben)["you"] == 1
    told = db.feeds.after(ben.partition(".")[0], cursor, 9)
    assert [(each.game, each.rev) for each in told] == [(made["id"], 0)]
    assert again(table, ben).json()["you"] == 1


def test_a_game_of_accounts_begins_at_once(client: httpx.Client) -> None:
    tokens = [account(client, "Ana"), account(client, "Ben")]
    table = Table(client, tokens[0], seats=["me", "open"])
    client.post(f"{table.path}/seats", headers=auth(tokens[1]))
    table.tokens = dict(enumerate(tokens))
    table.keep_all()
    table.finish()
    made = again(table, tokens[1]).json()
    assert (made["status"], made["you"], names(made)) == ("running", 0, ["Ben", "Ana"])
    assert made["choices"]


def test_who_has_an_account_gets_a_token_for_the_old_seats_token(client: httpx.Client) -> None:
    ana = account(client, "Ana")
    table = Table(client, ana, seats=["me", "open"])
    old = table.tokens[0]
    table.cancel()
    made = again(table, ana).json()
    came = again(table, old).json()
    assert (came["id"], came["you"]) == (made["id"], 1)
    assert see(client, made, came["tokens"]["seats"]["1"])["you"] == 1
    assert see(client, made, ana)["you"] == 1


def test_an_account_with_two_seats_fetches_a_token_for_each(client: httpx.Client) -> None:
    ana = account(client, "Ana")
    table = Table(client, ana, seats=["me", "me", "open"])
    table.cancel()
    first = again(table, ana, order="same")
    assert (first.status_code, first.json()["you"]) == (201, 0)
    made = again(table, table.tokens[0], order="same").json()
    assert made["id"] == first.json()["id"]
    assert [seat["holder"] for seat in made["seats"]] == ["person", "person", "open"]
    tokens = [again(table, table.tokens[seat]).json()["tokens"]["seats"] for seat in (0, 1)]
    for seat, mine in enumerate(tokens):
        assert see(client, made, mine[str(seat)])["you"] == seat


def test_the_record_of_a_rematch_to_which_players_came_can_be_imported(
    client: httpx.Client,
) -> None:
    ana = account(client, "Ana")
    table = Table(client, ana, seats=["me", "user", "open"])
    table.cancel()
    made = again(table, ana, order="same").json()
    tokens = {n: again(table, table.tokens[n]).json()["tokens"]["seats"][str(n)] for n in (0, 1)}
    tokens[2] = client.post(f"/v1/games/{made['id']}/seats", json={}).json()["token"]
    playing = Table.of(client, made["id"], tokens)
    playing.keep_all()
    playing.finish()
    log = playing.get("/log").json()["entries"]
    assert [entry["why"] for entry in log[:3]] == ["renamed", "joined", "joined"]
    record = playing.get("/export").json()
    assert client.post("/v1/imports", json=record).status_code == 201


def test_a_closed_account_comes_with_the_token_of_its_seat(client: httpx.Client) -> None:
    ana = account(client, "Ana")
    table = Table(client, ana, seats=["me", "open"])
    table.cancel()
    client.delete("/v1/me", headers=auth(ana))
    made = again(table, table.host).json()
    assert [seat["reserved"] for seat in made["seats"]] == [False, True]
    assert again(table, table.tokens[0]).json()["you"] == 1


def test_a_remote_bot_keeps_its_address_token_and_newest_secret(
    client: httpx.Client, db: Store
) -> None:
    table = Table(client, seats=["open", REMOTE])
    host = auth(table.host)
    changed = client.post(f"{table.path}/seats/1/hook/secret", headers=host).json()["secret"]
    table.cancel()
    made = again(table, table.host, order="same").json()
    assert made["tokens"] == {"seats": {}, "host": table.host}
    chair = db.games.load(made["id"]).chairs[1]
    assert (chair.holder, chair.name) == ("hook", "Remote")
    endpoint = hook_seats.endpoint_of(db.games.load(made["id"]), 1)
    assert endpoint.url == REMOTE["url"]
    assert [each.value for each in endpoint.first] == [changed]
    assert see(client, made, table.tokens[1])["you"] == 1
    assert again(table, table.tokens[1]).json()["tokens"] == {"seats": {"1": table.tokens[1]}}


def test_a_stranger_cannot_take_a_reserved_seat(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    made = again(table, table.tokens[0]).json()
    path = f"/v1/games/{made['id']}/seats"
    told = problem(client.post(path, json={}), "game-full", 409)
    assert told["params"]["seats"] == 2
    told = problem(client.post(path, json={"seat": 0}), "game-full", 409)
    assert client.get("/v1/games?open=1").json()["games"] == []
    assert client.get("/v1/games?status=waiting").json()["games"][0]["id"] == made["id"]


def test_the_host_may_put_a_bot_on_a_reserved_seat_until_the_player_comes(
    client: httpx.Client,
) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    made = again(table, table.tokens[0]).json()
    path = f"/v1/games/{made['id']}/seats/0"
    held = client.put(path, json={"holder": "bot:random"}, headers=auth(table.host)).json()
    assert held["status"] == "running"
    assert held["seats"][0]["away"]
    back = again(table, table.tokens[1]).json()
    assert back["you"] == 0
    assert back["seats"][0]["holder"] == "person"
    log = client.get(f"/v1/games/{made['id']}/log").json()["entries"]
    assert [entry["why"] for entry in log] == ["host", "returned"]


def test_a_seat_that_has_another_holder_is_lost(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    made = again(table, table.tokens[0]).json()
    path = f"/v1/games/{made['id']}/seats"
    put = client.post(path, json={"holder": "bot:random"}, headers=auth(table.host))
    assert put.json()["status"] == "running"
    told = problem(again(table, table.tokens[1]), "forbidden", 403)
    assert "Another player" in told["detail"]


def test_a_cancelled_rematch_may_be_replaced(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    first = again(table, table.tokens[0]).json()
    client.delete(f"/v1/games/{first['id']}", headers=auth(table.host))
    second = again(table, table.tokens[1])
    assert second.status_code == 201
    assert second.json()["id"] != first["id"]
    assert table.see()["rematch"] == second.json()["id"]


def test_a_rematch_has_a_rematch(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    again(table, table.tokens[0])
    came = [again(table, table.tokens[seat]).json() for seat in (0, 1)]
    tokens = {each["you"]: each["tokens"]["seats"][str(each["you"])] for each in came}
    second = Table.of(client, came[0]["id"], tokens, table.host)
    second.keep_all()
    second.finish()
    third = again(second, second.tokens[0]).json()
    assert third["rematch_of"] == second.id
    assert names(third) == ["Ana", "Ben"]


def test_a_running_game_has_no_rematch_yet(client: httpx.Client) -> None:
    table = Table(client)
    told = problem(again(table, table.tokens[0]), "not-over", 409)
    assert told["params"] == {"status": "running"}


def test_spectators_and_other_accounts_may_not_ask(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    problem(client.post(f"{table.path}/rematch"), "unauthorized", 401)
    problem(again(table, account(client, "Eve")), "forbidden", 403)
    assert table.see()["rematch"] is None


def test_a_client_that_polls_the_old_game_sees_the_rematch(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    seen = table.get(seat=1)
    known = {"If-None-Match": seen.headers["ETag"]}
    assert table.get(seat=1, headers=known).status_code == 304
    made = again(table, table.tokens[0]).json()
    assert table.get(seat=1, headers=known).json()["rematch"] == made["id"]


def test_an_import_and_a_fork_have_rematches_too(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    record = table.get("/export").json()
    imported = client.post("/v1/imports", json=record).json()
    path = f"/v1/games/{imported['id']}/rematch"
    made = client.post(path, headers=auth(imported["tokens"]["host"])).json()
    assert [seat["holder"] for seat in made["seats"]] == ["open", "open"]
    assert not any(seat["reserved"] for seat in made["seats"])
    forked = client.post(f"{table.path}/forks", json={"rev": 2}).json()
    seat = next(iter(forked["tokens"]["seats"].values()))
    problem(client.post(f"/v1/games/{forked['id']}/rematch", headers=auth(seat)), "not-over", 409)


def test_the_record_of_a_cancelled_rematch_can_be_imported(client: httpx.Client) -> None:
    table = finished(client, seats=people("Ana", "Ben"))
    made = again(table, table.tokens[0]).json()
    client.delete(f"/v1/games/{made['id']}", headers=auth(table.host))
    for accept in ("application/json", "text/plain"):
        record = client.get(f"/v1/games/{made['id']}/export", headers={"Accept": accept})
        sent = {"Content-Type": accept}
        answer = client.post("/v1/imports", content=record.content, headers=sent)
        assert answer.status_code == 201, answer.text


def test_a_race_of_callers_gives_one_game(processes: str, db: Store) -> None:
    with httpx.Client(base_url=processes, timeout=60) as client:
        table = Table(client, ruleset="tzolkin", seats=[*people("Ana", "Ben", "Cleo"), "open"])
        table.cancel()

        def ask(number: int) -> Json:
            found: Json = again(table, table.tokens[number % 3]).json()
            return found

        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(ask, range(24)))
        assert len({answer["id"] for answer in answers}) == 1
        seats = {(answer["you"], *answer["tokens"]["seats"].items()) for answer in answers}
        assert len(seats) == 3
        assert len(client.get("/v1/games?status=waiting").json()["games"]) == 1
        assert see(client, answers[0])["rev"] == 2
