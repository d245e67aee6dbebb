"""`python -m service check`: every game against its record, its lists and its accounts."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from service.processes.backups import number, run
from service.processes.brief_server import loaded, store_of
from service.processes.settings import Settings, without_password
from store import Store
from store.audit import Audit, Flaw

_EVERY = 5.0
"""Seconds between two lines of progress."""
_SHARE = 1.0
"""The rest after each piece of work of a running service, as a share of the work."""


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``check``."""
    parser.add_argument("file", type=Path, nargs="?", help="a backup; without it, the data itself")
    parser.add_argument(
        "--mend", action="store_true", help="correct lists and states that follow from the records"
    )
    parser.set_defaults(run=run, act=check)


def check(settings: Settings, chosen: argparse.Namespace) -> int:
    """Print every broken thing and a summary; return 1 if there was one."""
    with _opened(settings, chosen.file) as (store, where):
        tally = _Tally(where, mends=chosen.mend and not chosen.file)
        audit = Audit(store.redis, lambda seconds: time.sleep(seconds * _SHARE))
        games, accounts, places = audit.game_ids(), audit.account_ids(), 0
        for done, game_id in enumerate(games, 1):
            tally.note(audit.game(game_id))
            tally.progress(f"{done:,} of {len(games):,} games")
        for done, account_id in enumerate(accounts, 1):
            tally.note(audit.account(account_id))
            tally.progress(f"{done:,} of {len(accounts):,} accounts")
        for name in audit.list_names():
            for flaw in audit.entries(name):
                places += 1
                tally.note([flaw] if flaw else [])
                tally.progress(f"{places:,} places in lists")
    return tally.close(
        f"{number(len(games), 'game')}, {number(len(accounts), 'account')}, "
        f"{number(places, 'place')} in lists"
    )


class _Tally:
    """What was found so far, as it is printed."""

    def __init__(self, where: str, mends: bool) -> None:
        self._where, self._mends = where, mends
        self._broken = self._mended = 0
        self._next = time.monotonic() + _EVERY

    def note(self, flaws: Iterable[Flaw]) -> None:
        """Print broken things, and mend those that can be mended, if wanted."""
        for flaw in flaws:
            if self._mends and flaw.mend:
                flaw.mend()
                self._mended += 1
                print(f"{flaw.thing}: {flaw.wrong}; mended", flush=True)
            else:
                self._broken += 1
                print(f"{flaw.thing}: {flaw.wrong}; {flaw.remedy}", flush=True)

    def progress(self, text: str) -> None:
        """Print how far the check is, now and then."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            print(f"chasqui: checked {text}", file=sys.stderr, flush=True)

    def close(self, looked_at: str) -> int:
        """Print the summary; return the status of the command."""
        found = f"{self._broken:,} broken" if self._broken else "nothing is broken"
        mended = f", {self._mended:,} mended" if self._mended else ""
        print(f"{self._where}: {looked_at}: {found}{mended}")
        return 1 if self._broken else 0


@contextmanager
def _opened(settings: Settings, backup: Path | None) -> Iterator[tuple[Store, str]]:
    """Yield the store to check, and its name for people."""
    if backup is not None:
        with backup.open("rb"), loaded(backup) as store:
            yield store, str(backup)
    elif settings.redis_url:
        with closing(Store.open(settings.redis_url).redis) as redis:
            redis.ping()
            yield Store(redis), without_password(settings.redis_url)
    else:
        with store_of(settings.data_dir, _say) as store:
            yield store, str(settings.data_dir)


def _say(text: str) -> None:
    print(f"chasqui: {text}", file=sys.stderr)
