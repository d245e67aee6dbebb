"""Webhooks of accounts: made, changed, tested and deleted by their account alone."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from hooks.webhooks import Notifier
from store import Store
from store.feeds import Feeds
from store.games import now_ms
from store.signing import OVERLAP
from store.webhooks import MOST, Webhooks
from tests.hooks.conftest import Clock
from tests.hooks.listeners import Listener, Owner
from tests.service.table import Json, briefly, problem
from tests.service.test_accounts import auth


def test_a_changed_secret_signs_beside_the_old_one_for_a_day(
    owner: Owner, notifier: Notifier, clock: Clock
) -> None:
    with Listener() as listener:
        hook = owner.hook(listener)
        fresh = owner.ask("POST", f"/{hook['id']}/secret").json()
        assert fresh["secret"] != hook["secret"]
        table = owner.table()
        notifier.notify(owner.id)
        clock.ahead = OVERLAP + 60_000
        table.keep_all()
        notifier.notify(owner.id)
    during, after = listener.received[0], listener.received[-1]
    for secret in (hook["secret"], fresh["secret"]):
        Webhook(secret).verify(during.body, during.headers)
    Webhook(fresh["secret"]).verify(after.body, after.headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(hook["secret"]).verify(after.body, after.headers)


def test_secrets_are_shown_once(owner: Owner) -> None:
    with Listener() as listener:
        hook = owner.hook(listener)
    key = hook["secret"].removeprefix("whsec_")
    answers = [owner.ask("GET"), owner.ask("GET", f"/{hook['id']}")]
    answers += [owner.ask("PATCH", f"/{hook['id']}", {"events": ["end"]})]
    answers += [owner.ask("GET", f"/{hook['id']}/deliveries")]
    assert not [each for each in answers if key in each.text or not each.is_success]


@pytest.mark.parametrize("enabled", [True, False])
def test_a_webhook_can_be_tested(
    owner: Owner, notifier: Notifier, db: Store, enabled: bool
) -> None:
    with Listener(500) as listener:
        hook = owner.hook(listener)
        owner.ask("PATCH", f"/{hook['id']}", {"enabled": enabled})
        ping = owner.ask("POST", f"/{hook['id']}/test")
        assert ping.status_code == 202
        assert db.webhooks_due.overdue(now_ms()) == [owner.id]
        notifier.notify(owner.id)
        notifier.notify(owner.id)
    assert [each["type"] for each in listener.messages] == ["ping"]
    assert listener.ids() == [ping.json()["id"]]
    listener.verify(hook["secret"])
    assert owner.log(hook)[0] | {"at": "", "ms": 0} == {
        "id": ping.json()["id"],
        "type": "ping",
        "at": "",
        "ms": 0,
        "attempt": 1,
        "status": 500,
        "error": "status",
    }
    assert owner.look(hook)["failures"] == 0, "a test counts for nothing"


def test_a_webhook_is_its_accounts_alone(client: httpx.Client, owner: Owner) -> None:
    with Listener() as listener:
        hook = owner.hook(listener)
    other = Owner(client)
    assert other.ask("GET").json() == {"hooks": []}
    place = f"/{hook['id']}"
    for method, path in (
        *(("GET", place), ("DELETE", place), ("GET", f"{place}/deliveries")),
        *(("POST", f"{place}/secret"), ("POST", f"{place}/test")),
    ):
        problem(other.ask(method, path), "not-found", 404)
    problem(other.ask("PATCH", place, {"enabled": False}), "not-found", 404)
    assert owner.look(hook)["disabled"] is None


def test_a_deleted_webhook_is_told_nothing(owner: Owner, notifier: Notifier, db: Store) -> None:
    with Listener() as listener:
        hook = owner.hook(listener)
        table = owner.table()
        assert owner.ask("DELETE", f"/{hook['id']}").status_code == 204
        notifier.notify(owner.id)
        table.keep_all()
        assert listener.received == []
    problem(owner.ask("DELETE", f"/{hook['id']}"), "not-found", 404)
    assert owner.ask("GET").json() == {"hooks": []}
    assert db.webhooks_due.overdue(now_ms()) == [], "nothing is due where there is no webhook"


def test_a_closed_account_is_told_nothing(
    client: httpx.Client, owner: Owner, notifier: Notifier
) -> None:
    with Listener() as listener:
        owner.hook(listener)
        table = owner.table()
        assert client.delete("/v1/me", headers=auth(owner.token)).status_code == 204
        notifier.notify(owner.id)
        table.play(1, table.see(1)["choices"]["options"][0]["step"])
        notifier.notify(owner.id)
    assert listener.received == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/url"),
        ({"url": "http2://x"}, "/url"),
        ({"url": "https://10.0.0.1:22/"}, "/url"),
        ({"url": "https://[fe80::1]/"}, "/url"),
        ({"url": "https://u:p@hooks.example.org/"}, "/url"),
        ({"url": "https://hooks.example.org", "events": ["move"]}, "/events/0"),
        ({"url": "https://hooks.example.org", "games": ["a b"]}, "/games/0"),
        ({"url": "https://hooks.example.org", "secret": "x"}, "/secret"),
        ({"url": "https://hooks.example.org", "language": "tlh"}, "/language"),
    ],
)
def test_a_webhook_that_cannot_be_is_refused(owner: Owner, body: Json, pointer: str) -> None:
    told = problem(owner.ask("POST", json=body), "invalid-request", 422)
    assert told["errors"][0]["pointer"] == pointer
    assert owner.ask("GET").json() == {"hooks": []}


@pytest.mark.parametrize("look", [(Feeds, "end"), (Webhooks, "all")], ids=lambda each: each[1])
def test_webhooks_made_at_once_do_not_pass_the_limit(
    owner: Owner, db: Store, monkeypatch: pytest.MonkeyPatch, look: tuple[type, str]
) -> None:
    """Wherever the making of one looks at the account, another request is quicker."""
    url, (part, name) = "https://hooks.example.org/", look
    for _ in range(MOST - 1):
        db.webhooks.create(owner.id, url, "whsec_")
    whole = getattr(part, name)

    def overtaken(*known: Any) -> Any:
        seen = whole(*known)
        monkeypatch.setattr(part, name, whole)
        db.webhooks.create(owner.id, url, "whsec_")
        return seen

    monkeypatch.setattr(part, name, overtaken)
    problem(owner.ask("POST", json={"url": url}), "invalid-request", 422)
    assert len(owner.ask("GET").json()["hooks"]) == MOST


def test_a_webhook_is_told_in_its_language(owner: Owner, notifier: Notifier) -> None:
    with Listener() as listener:
        hook = owner.hook(listener, language="ja")
        table = owner.table()
        table.keep_all()
        notifier.notify(owner.id)
        japanese = {**table.auth(0), "Accept-Language": "ja"}
        log = briefly(table.get("/log?events=1", headers=japanese).json()["entries"])
        assert listener.messages[-1]["data"]["entries"] == [log[-1]]
        assert owner.look(hook)["language"] == "ja"
        changed = owner.ask("PATCH", f"/{hook['id']}", {"language": "en"}).json()
        assert (changed["language"], changed["url"]) == ("en", hook["url"])
        table.play(0, "rest")
        notifier.notify(owner.id)
    english = briefly(table.get("/log?events=1", 0).json()["entries"])
    assert listener.messages[-1]["data"]["entries"] == [english[-1]]
    assert english[-2] != log[-1], "the two languages say it otherwise"


def test_an_account_has_a_limited_number_of_webhooks(owner: Owner) -> None:
    body = {"url": "https://hooks.example.org/"}
    for _ in range(MOST):
        assert owner.ask("POST", json=body).status_code == 201
    told = problem(owner.ask("POST", json=body), "invalid-request", 422)
    assert str(MOST) in told["detail"]


def test_a_webhook_asked_for_twice_is_made_once(owner: Owner, client: httpx.Client) -> None:
    headers = {"Idempotency-Key": "0c6d0d0e-made-once", "Authorization": f"Bearer {owner.token}"}

    def ask(url: str) -> httpx.Response:
        return client.post("/v1/me/hooks", json={"url": url}, headers=headers)

    with Listener() as listener:
        first, again = ask(listener.url), ask(listener.url)
        other = ask(f"{listener.url}/other")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replayed"] == "true"
    assert len(owner.ask("GET").json()["hooks"]) == 1
    problem(other, "idempotency-key-reused", 422)
