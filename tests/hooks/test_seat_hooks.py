"""What a bot's seat chooses of its hook: the secret that signs, and the language."""

from __future__ import annotations

import json

import httpx
from standardwebhooks import Webhook, WebhookVerificationError

from hooks import turns
from hooks.turns import Asker
from store.signing import OVERLAP
from tests.hooks.bots import Bot, hook_table
from tests.hooks.conftest import Clock
from tests.hooks.receivers import Request
from tests.hooks.test_turns import look
from tests.service.table import Table, problem, seated


def rotate(table: Table, by: str) -> str:
    """Return a new secret for the hook of seat 0, asked for with a token."""
    place, auth = f"{table.path}/seats/0/hook/secret", {"Authorization": f"Bearer {by}"}
    answer = table.client.post(place, headers=auth)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store"), answer.text
    secret: str = answer.json().pop("secret")
    assert secret.removeprefix("whsec_") not in json.dumps(look(table))
    return secret


def signs(secret: str, sent: Request) -> bool:
    """Return whether this secret signed a request."""
    try:
        Webhook(secret).verify(sent.body, sent.headers)
    except WebhookVerificationError:
        return False
    return True


def test_a_changed_secret_signs_beside_the_old_ones_for_a_day(
    client: httpx.Client, asker: Asker, clock: Clock
) -> None:
    with Bot("first", "first", "first", "first", ["rest"]) as bot:
        table = hook_table(client, bot, "user")
        secrets = [table.made["tokens"]["hooks"]["0"], rotate(table, table.host)]
        secrets.append(rotate(table, table.tokens[0]))
        rev = table.rev
        asker.play(table.id)
        table.keep_all()
        clock.ahead = OVERLAP + 1000
        asker.play(table.id)
    assert (rev, len({*secrets})) == (0, 3), "a secret is no business of the record"
    assert [signs(each, bot.received[0]) for each in secrets] == [True, True, True]
    assert [signs(each, bot.received[-1]) for each in secrets] == [False, False, True]


def test_a_changed_secret_stays_with_its_bot_when_a_seat_before_it_is_closed(
    client: httpx.Client, asker: Asker
) -> None:
    with Bot(204) as bot:
        seats = ["open", {"holder": "hook", "url": bot.url + "/turn"}, "user"]
        table = Table(client, seats=seats)
        auth = {"Authorization": f"Bearer {table.host}"}
        told = client.post(f"{table.path}/seats/1/hook/secret", headers=auth).json()
        assert table.hold(0, "closed").status_code == 200
        asker.play(table.id)
    assert signs(told["secret"], bot.received[0])


def test_a_bot_is_asked_in_its_language(client: httpx.Client, asker: Asker, clock: Clock) -> None:
    with Bot(["fly"], 204) as bot:
        seats = [{"holder": "hook", "url": bot.url + "/turn", "language": "ja"}, "user"]
        table = Table(client, seats=seats)
        asker.play(table.id)
        clock.ahead += 2 * turns.FIRST_PAUSE
        asker.play(table.id)
    japanese = {**table.auth(0), "Accept-Language": "ja"}
    seen = client.get(table.path, headers=japanese).json()
    assert bot.asked[0]["choices"] == seen["choices"] != table.see(0)["choices"]
    refused = client.post(
        f"{table.path}/turns", json={"steps": ["fly"]}, headers={**japanese, "If-Match": '"0"'}
    ).json()
    assert bot.asked[1]["problem"]["detail"] == refused["detail"]
    assert look(table)["language"] == "ja"


def test_a_bot_of_no_language_is_asked_in_english(client: httpx.Client, asker: Asker) -> None:
    with Bot(204) as bot:
        table = hook_table(client, bot)
        asker.play(table.id)
        wrong = [{"holder": "hook", "url": bot.url, "language": "tlh"}, *seated("user", "user")]
    assert bot.asked[0]["choices"] == table.see(0)["choices"]
    assert look(table)["language"] == "en"
    told = client.post("/v1/games", json={"ruleset": "toy", "seats": wrong})
    (fault,) = problem(told, "invalid-request", 422)["errors"]
    assert fault["pointer"] == "/seats/0/language"
    assert "en, ja" in fault["message"]
