"""`python -m service keys`: app keys are made, listed and revoked beside the running service."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from service.__main__ import main
from store import Store
from tests.service.table import seated
from tests.workers.processes import Server

Out = pytest.CaptureFixture[str]


@pytest.fixture
def operator(redis_url: str, db: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator whose service uses the server of these tests."""
    assert db.redis.dbsize() == 0
    monkeypatch.setenv("REDIS_URL", redis_url)


def add(capsys: Out, *words: str) -> str:
    """Return the token of a new key."""
    assert main(["keys", "add", *words]) == 0
    return capsys.readouterr().out.strip()


@pytest.mark.usefixtures("operator")
def test_a_key_is_made_listed_and_revoked(client: httpx.Client, capsys: Out) -> None:
    token = add(capsys, "Friday club", "--games-per-day", "3")
    auth = {"Authorization": f"Bearer {token}"}
    me = client.get("/v1/me", headers=auth).json()
    assert (me["name"], me["kind"]) == ("Friday club", "key")
    assert me["quotas"] == {"games_per_day": 3}
    other = add(capsys, "Unlimited")
    client.post("/v1/games", json={"ruleset": "toy", "seats": seated("me", "user")}, headers=auth)
    assert main(["keys", "list"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "1 of 3 games today" in first
    assert "any number of games" in second
    assert token.partition(".")[2] not in first
    assert main(["keys", "revoke", token.partition(".")[0]]) == 0
    assert main(["keys", "list"]) == 0
    assert "revoked" in capsys.readouterr().out.splitlines()[1]
    assert client.get("/v1/me", headers=auth).status_code == 401
    auth = {"Authorization": f"Bearer {other}"}
    assert client.get("/v1/me", headers=auth).json()["quotas"] == {"games_per_day": None}


@pytest.mark.usefixtures("operator")
def test_a_lost_token_is_replaced(client: httpx.Client, db: Store, capsys: Out) -> None:
    old = add(capsys, "Friday club")
    id_ = old.partition(".")[0]
    assert main(["keys", "replace", id_]) == 0
    new = capsys.readouterr().out.strip()
    me = client.get("/v1/me", headers={"Authorization": f"Bearer {new}"}).json()
    assert (me["id"], me["kind"], me["token"]["scopes"]) == (id_, "key", ["full"])
    assert client.get("/v1/me", headers={"Authorization": f"Bearer {old}"}).status_code == 401
    db.accounts.disable(id_)
    assert main(["keys", "replace", id_]) == 1
    assert f"{id_} is revoked" in capsys.readouterr().err


@pytest.mark.usefixtures("operator")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["replace", "acct_nobody"], "no account acct_nobody"),
        (["revoke", "acct_nobody"], "no account acct_nobody"),
        (["add", ""], "1 to 40 characters"),
        (["add", "x" * 41], "1 to 40 characters"),
        (["add", "bell\a"], "1 to 40 characters"),
    ],
)
def test_what_cannot_be_done_is_told(words: list[str], told: str, capsys: Out) -> None:
    assert main(["keys", *words]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("words", [["add", "x", "--games-per-day", "many"], ["forget"], []])
def test_a_wrong_command_is_explained(words: list[str], capsys: Out) -> None:
    with pytest.raises(SystemExit) as end:
        main(["keys", *words])
    assert end.value.code == 2
    assert "usage: python -m service keys" in capsys.readouterr().err


def test_the_embedded_server_is_found_by_its_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    folder = tmp_path_factory.mktemp("d")
    monkeypatch.setenv("REDIS_URL", "")
    monkeypatch.setenv("DATA_DIR", str(folder))
    assert main(["keys", "list"]) == 1
    told = capsys.readouterr().err
    assert "start it first" in told
    server = Server(Path(folder))
    server.start()
    try:
        assert add(capsys, "app").startswith("acct_")
    finally:
        server.kill()
    assert main(["keys", "list"]) == 1
    assert "is it running?" in capsys.readouterr().err


def test_nothing_answers_at_a_wrong_address(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://user:secret@127.0.0.1:1/0")
    assert main(["keys", "list"]) == 1
    told = capsys.readouterr().err
    assert "127.0.0.1:1" in told
    assert "secret" not in told
