"""Who may do what: every operation, asked by everybody there is."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from match.words import PRIVATE, PUBLIC
from service.edge.operation import FREE, OPERATIONS
from store import Store, snapshots
from store.accounts import new_account_id, opened
from store.tokens import new_token
from store.words import KEY, READS
from tests.conftest import stored
from tests.service.scene import BY_NAME, Scene
from tests.service.table import Table, problem

NOBODY, GARBLED, VOID = "nobody", "garbled", "void"
VOID_ACCOUNT, REVOKED = "void account", "revoked key"
SEAT, OTHER_SEAT, HOST, ELSEWHERE = "seat", "other seat", "host", "seat elsewhere"
PLAYER, STRANGER, APP_KEY = "account with a seat", "another account", "app key"

WITHOUT_PART = frozenset({NOBODY, STRANGER, APP_KEY})
ACCOUNTS = frozenset({PLAYER, STRANGER, APP_KEY})
SEATS = frozenset({SEAT, OTHER_SEAT, PLAYER})
PARTS = SEATS | {HOST}
OWN, HOSTS, WEBHOOKS = frozenset({SEAT, HOST}), frozenset({HOST}), frozenset({PLAYER})
SEEKERS = frozenset({PLAYER})
EVERYBODY = PARTS | WITHOUT_PART | {GARBLED, VOID, VOID_ACCOUNT, REVOKED, ELSEWHERE}
NEWCOMERS = EVERYBODY - {GARBLED, VOID_ACCOUNT, REVOKED}
"""Where no game is asked for, the token of any seat is as good as none."""

WATCHING = (
    *("get_game", "get_log", "get_state", "export", "get_fairness", "events"),
    *("start_replay", "fork_game", "get_undo", "create_game_ticket"),
)
"""Operations for every viewer of a game: its parts, and for a public game everyone."""

MAY: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("create_game", "create_account", "import_record", "list_games", "export_records"),
        NEWCOMERS,
    ),
    "list_seeks": NEWCOMERS,
    "create_seek": ACCOUNTS,
    "rematch": PARTS,
    **dict.fromkeys(("list_rulesets", "get_ruleset", "get_limits"), EVERYBODY),
    **dict.fromkeys(("healthz", "readyz", "get_metrics"), EVERYBODY),
    **dict.fromkeys(("apply_turns", "legal_steps"), EVERYBODY),
    # Every client that knows its id.
    **dict.fromkeys(("get_job", "cancel_job"), EVERYBODY),
    **dict.fromkeys(
        ("get_me", "change_me", "change_recovery", "close_account", "my_events"), ACCOUNTS
    ),
    **dict.fromkeys(("list_tokens", "create_token", "create_ticket"), ACCOUNTS),
    **dict.fromkeys(("get_token", "change_token", "revoke_token"), frozenset({PLAYER})),
    "recover_account": EVERYBODY,  # that has the code
    **dict.fromkeys(("list_webhooks", "create_webhook"), ACCOUNTS),
    **dict.fromkeys(("get_webhook", "change_webhook", "delete_webhook"), WEBHOOKS),
    **dict.fromkeys(("get_seek", "renew_seek", "withdraw_seek"), SEEKERS),
    **dict.fromkeys(("rotate_webhook_secret", "list_deliveries", "test_webhook"), WEBHOOKS),
    **dict.fromkeys(("legal", "preview", "post_turn", "request_undo", "resign"), SEATS),
    **dict.fromkeys(("put_draft", "delete_draft", "pause"), SEATS),
    "get_draft": frozenset({OTHER_SEAT}),  # whose it is
    "get_replay": frozenset({SEAT}),
    "answer_undo": SEATS - {SEAT},
    "withdraw_undo": frozenset({SEAT}),
    **dict.fromkeys(("put_seat", "leave_seat", "get_seat_hook", "enable_seat_hook"), OWN),
    "rotate_seat_hook_secret": OWN,
    **dict.fromkeys(("put_talk", "cancel_game"), HOSTS),
    **dict.fromkeys(("post_talk", "get_presence"), PARTS),
    "put_presence": SEATS,
    **dict.fromkeys(("get_talk", "get_mutes", "put_mutes", "report_talk"), PARTS),
    "delete_talk": OWN,
    # Without the invite code.
    **dict.fromkeys(("join", "claim"), HOSTS),
    **dict.fromkeys(WATCHING, PARTS),
}
"""Who may ask for an operation; it may be of no use to them at the moment."""

AROUND = ("get_talk", "get_mutes", "put_mutes")
"""Operations for the spectators of a public game, if they have an account."""

REFUSED = {401: "unauthorized", 403: "forbidden", 404: "not-found"}


class Cast:
    """A game in which everything is at hand that operations ask for, and everybody who may ask.

    Seat 0 is a remote bot's; it has rolled, wants that back, and has asked for a replay. Seat 1 is
    asked and keeps a draft. Seat 2 is an account's that has a webhook and a seek.
    """

    def __init__(self, client: httpx.Client, db: Store, visibility: str) -> None:
        self.scene, self.db = Scene(client, db), db
        with httpx.Client(base_url=client.base_url) as plain:  # what others test already
            self.places = self._prepare(plain, visibility)
        self.table.client = client

    def _prepare(self, client: httpx.Client, visibility: str) -> dict[str, str]:
        seats = [{"holder": "hook", "url": "https://bot.example.org/turn"}, "user", "open"]
        self.table = table = Table(client, seats=seats, visibility=visibility, invite=True)
        account = client.post("/v1/accounts").json()
        self.account, self.recovery = str(account["id"]), str(account["recovery"])
        invite = {"invite": table.made["tokens"]["invite"]}
        joined = client.post(f"{table.path}/seats", json=invite, headers=_bearer(account["token"]))
        table.tokens[2] = joined.json()["token"]
        old = client.post("/v1/accounts").json()["token"]
        stranger = self._changed(client, old)
        elsewhere = Table(client, seats=["user", "open"])
        left = client.post(f"{elsewhere.path}/seats").json()
        client.delete(f"{elsewhere.path}/seats/1", headers=_bearer(left["token"]))
        self.headers: dict[str, dict[str, str]] = {
            NOBODY: {},
            GARBLED: {"Authorization": "Basic c2VhdDpzZWF0"},
            VOID: _bearer(left["token"]),
            VOID_ACCOUNT: _bearer(old),
            SEAT: table.auth(0),
            OTHER_SEAT: table.auth(1),
            HOST: _bearer(table.host),
            ELSEWHERE: elsewhere.auth(0),
            PLAYER: _bearer(account["token"]),
            STRANGER: _bearer(stranger),
            APP_KEY: _bearer(self._app_key()),
            REVOKED: _bearer(self._app_key(revoked=True)),
        }
        return self._play(table, account["token"]) | {"game_id": table.id}

    def _changed(self, client: httpx.Client, token: str) -> str:
        """Return a token that replaces this one."""
        (old,) = client.get("/v1/me/tokens", headers=_bearer(token)).json()["tokens"]
        wanted = {"scopes": ["full"]}
        made = client.post("/v1/me/tokens", json=wanted, headers=_bearer(token)).json()
        client.delete(f"/v1/me/tokens/{old['id']}", headers=_bearer(token))
        return str(made["token"])

    def _app_key(self, revoked: bool = False) -> str:
        id_ = new_account_id()
        token = new_token(id_)
        self.db.accounts.create(opened(token, "app", KEY, games_per_day=9))
        if revoked:
            self.db.accounts.disable(id_)
        return token

    def _play(self, table: Table, account: str) -> dict[str, str]:
        for seat in range(3):
            table.play(seat, table.see(seat)["choices"]["options"][0]["step"])
        table.play(0, "roll")
        asked = table.post("/undo", 0, {}, If_Match=f'"{table.rev}"').json()["request"]
        self.rev = table.rev
        draft = {"rev": self.rev, "steps": ["rest"]}
        table.client.put(f"{table.path}/draft", json=draft, headers=table.auth(1))
        job = self.db.jobs.create("replay", table.id, {"from": 0, "to": 0, "every": 1}, 0)
        self.db.jobs.finish(job, b'{"frames":[]}')
        said = table.post("/talk", 0, {"text": "Good luck!"}).json()
        body = {"url": "https://hooks.example.org/"}
        hook = table.client.post("/v1/me/hooks", json=body, headers=_bearer(account)).json()
        token = table.client.get("/v1/me", headers=_bearer(account)).json()["token"]["id"]
        places = {"request_id": str(asked["id"]), "job_id": job.id, "hook_id": hook["id"]}
        seek = table.client.post("/v1/seeks", json={"ruleset": "toy"}, headers=_bearer(account))
        places |= {"seek_id": seek.json()["id"], "message_id": said["id"]}
        return {**places, "token_id": token}

    def ask(self, name: str, who: str) -> httpx.Response:
        changes: dict[str, Any] = {"places": self.places, "headers": self.headers[who]}
        if name in ("preview", "put_draft"):
            changes["json"] = {"rev": self.rev, "steps": ["rest"]}
        if name in ("apply_turns", "legal_steps"):
            changes["json"] = {"seats": 2}
        if name == "recover_account":
            changes["json"] = {"recovery": self.recovery}
        return self.scene.ask(name, self.table, None, **changes)

    def kept(self) -> dict[bytes, object]:
        """Return everything that is stored of the game, the account, its webhook and its seek."""
        found: dict[bytes, object] = {}
        for owner in (
            f"g:{self.table.id}*",
            f"a:{self.account}*",
            "seek*",
            "job:*",
            "answer:*",
            "ticket:*",
        ):
            found |= stored(self.db.redis, f"chasqui:{owner}")
        return found


UNTOUCHED: dict[str, tuple[Cast, dict[bytes, bytes]]] = {}


def untouched(client: httpx.Client, db: Store, visibility: str) -> Cast:
    """Return a cast that nothing has changed. It is made once, and put back into the store."""
    db.redis.flushall()
    snapshots._cache = snapshots.Snapshots()
    if visibility not in UNTOUCHED:
        made, names = Cast(client, db, visibility), list[Any](db.redis.keys("*"))
        UNTOUCHED[visibility] = made, {name: db.redis.dump(name) or b"" for name in names}
    cast, stored = UNTOUCHED[visibility]
    for name, value in stored.items():
        db.redis.restore(name, 0, value, replace=True)
    cast.db, cast.scene, cast.table.client = db, Scene(client, db), client
    return cast


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _may(name: str, visibility: str) -> frozenset[str]:
    watch = name in WATCHING and visibility == PUBLIC
    around = ACCOUNTS if name in AROUND and visibility == PUBLIC else frozenset()
    return MAY[name] | (WITHOUT_PART if watch else around)


@pytest.mark.parametrize("visibility", [PRIVATE, PUBLIC])
@pytest.mark.parametrize("name", MAY)
def test_who_may_not_is_refused_and_changes_nothing(
    client: httpx.Client, db: Store, name: str, visibility: str
) -> None:
    cast = untouched(client, db, visibility)
    before = cast.kept()
    for who in sorted(EVERYBODY - _may(name, visibility)):
        answer = cast.ask(name, who)
        assert answer.status_code in REFUSED, f"{who}: {answer.text}"
        told = problem(answer, REFUSED[answer.status_code], answer.status_code)
        members = {"type", "title", "status", "code", "detail", "params", "instance", "request"}
        assert set(told) == members
    assert cast.kept() == before


@pytest.mark.parametrize("name", MAY)
def test_who_may_is_not_refused(client: httpx.Client, db: Store, name: str) -> None:
    for visibility in (PRIVATE, PUBLIC) if name in (*WATCHING, *AROUND) else (PRIVATE,):
        cast: Cast | None = None
        for who in sorted(_may(name, visibility)):
            cast = cast or untouched(client, db, visibility)
            answer = cast.ask(name, who)
            if BY_NAME[name].counted not in (READS, FREE):
                cast = None
            assert answer.status_code not in (*REFUSED, 412, 422, 428), f"{who}: {answer.text}"


def test_of_every_operation_it_is_said_who_may_ask_for_it() -> None:
    assert set(MAY) == {operation.name for operation in OPERATIONS} == set(BY_NAME)
