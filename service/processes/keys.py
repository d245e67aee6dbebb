"""`python -m service keys`: the operator's app keys and their quotas."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime

from schemas.fields import is_name
from service.processes.embedded import address_of, socket_of
from service.processes.settings import Settings, settings_or_exit, without_password
from store import Store
from store.account_tokens import AccountToken
from store.accounts import NoSuchAccount, new_account_id, opened
from store.connection import RedisError
from store.games import now_ms
from store.tokens import fingerprint, new_token
from store.words import KEY


def add_commands(commands: argparse.ArgumentParser) -> None:
    """Add the commands below ``keys`` to a parser; ``run`` is the function of each."""
    keys = commands.add_subparsers(required=True, metavar="COMMAND")
    adding = keys.add_parser("add", help="make an app key; its token is printed this once")
    adding.add_argument("name", help="whom it is for, up to 40 characters")
    adding.add_argument(
        "--games-per-day", type=_whole, metavar="N", help="at most so many (default: any number)"
    )
    adding.set_defaults(act=add)
    replacing = keys.add_parser("replace", help="replace the tokens of an account by a new one")
    replacing.add_argument("id", help="its id, acct_…")
    replacing.set_defaults(act=replace)
    keys.add_parser("list", help="list all app keys").set_defaults(act=show)
    revoking = keys.add_parser("revoke", help="let an app key do nothing any more")
    revoking.add_argument("id", help="its id, acct_…")
    revoking.set_defaults(act=revoke)


def run(chosen: argparse.Namespace) -> int:
    """Run the chosen command; return 0, or 1 after a failure."""
    settings = settings_or_exit()
    command: Callable[[Store, argparse.Namespace], int] = chosen.act
    try:
        store = Store.open(address(settings), settings.lifetimes)
        with closing(store.redis):
            store.ping()
            return command(store, chosen)
    except FileNotFoundError as error:
        return fail(str(error))
    except RedisError as error:
        where = without_password(settings.redis_url or str(settings.data_dir))
        return fail(f"the server of {where} does not answer ({error}); is it running?")


def address(settings: Settings) -> str:
    """Return the Redis address of the running service.

    :raises FileNotFoundError: the embedded server does not run; the message says what to do.
    """
    if settings.redis_url:
        return settings.redis_url
    if not socket_of(settings.data_dir).exists():
        raise FileNotFoundError(
            f"the service of {settings.data_dir} is not running; start it first (make run), or "
            "name another: DATA_DIR=/path, or REDIS_URL=redis://…"
        )
    return address_of(socket_of(settings.data_dir))


def add(store: Store, chosen: argparse.Namespace) -> int:
    """Create a key and print it."""
    name = " ".join(chosen.name.split())
    if not 1 <= len(name) <= 40 or not is_name(name):
        return fail("the name should be 1 to 40 characters on one line, one of them visible")
    token = new_token(new_account_id())
    store.accounts.create(opened(token, name, KEY, chosen.games_per_day))
    return _show_once(token)


def replace(store: Store, chosen: argparse.Namespace) -> int:
    """Give a key, or another account, a new token instead of all its tokens, and print it."""
    account = store.accounts.get(chosen.id)
    if account is None or account.disabled:
        return _unknown(chosen.id) if account is None else fail(f"{chosen.id} is revoked")
    token = new_token(chosen.id)
    store.recoveries.reset(chosen.id, AccountToken(fingerprint(token), created=now_ms()))
    return _show_once(token)


def _show_once(token: str) -> int:
    print(token)
    with suppress(OSError):
        print("Send it as Authorization: Bearer …; it is not shown again.", file=sys.stderr)
    return 0


def show(store: Store, _chosen: argparse.Namespace) -> int:
    """Print a line for every key."""
    for account in store.accounts.app_keys():
        made = datetime.fromtimestamp(account.created // 1000, UTC)
        most = account.games_per_day
        today = store.accounts.games_today(account)
        allowed = "any number of games" if most is None else f"{today} of {most} games today"
        state = "revoked" if account.disabled else allowed
        print(f"{account.id}  {made:%Y-%m-%d}  {state:<24}  {account.name}")
    return 0


def revoke(store: Store, chosen: argparse.Namespace) -> int:
    """Disable a key; its games continue."""
    try:
        store.accounts.disable(chosen.id)
    except NoSuchAccount:
        return _unknown(chosen.id)
    print(f"{chosen.id} is revoked")
    return 0


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 1_000_000):
        raise argparse.ArgumentTypeError("should be a whole number, at most 1000000")
    return int(text)


def _unknown(account_id: str) -> int:
    return fail(f"there is no account {account_id}; `python -m service keys list` shows app keys")


def fail(why: str) -> int:
    """Print what is wrong; return the status of a failure."""
    print(f"chasqui: {why}", file=sys.stderr)
    return 1
