"""`python -m service games`: the stored games, and their deletion."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice

from match import expiry
from match.expiry import DAY
from match.match import Match
from match.visibility import iso
from match.words import STATUSES
from service.processes.backups import number
from service.processes.keys import fail
from service.processes.settings import DAYS, days
from store import Store
from store.games import NoSuchGame, now_ms

_SHOWN = 100
"""The games that a list shows unless the operator asks for another number."""
_PAGE = 1_000
"""The games that are held in memory before they are deleted."""


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the commands below ``games``."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="list games, those unchanged for longest first")
    listing.add_argument("--status", choices=STATUSES, help="only games with this status")
    listing.add_argument(
        "--older-than", type=_days, default=0.0, metavar="DAYS", help="without an entry since then"
    )
    listing.add_argument(
        "--limit", type=_number, default=_SHOWN, metavar="N", help="at most so many (100)"
    )
    listing.set_defaults(act=show_all)
    showing = commands.add_parser("show", help="show a game, without anything secret")
    showing.add_argument("id", help="the id of the game")
    showing.set_defaults(act=show)
    deleting = commands.add_parser("delete", help="delete games and all that belongs to them")
    deleting.add_argument("ids", nargs="+", metavar="id", help="the id of a game")
    deleting.set_defaults(act=delete)
    expiring = commands.add_parser("expire", help="delete all games that have expired")
    expiring.add_argument("--dry-run", action="store_true", help="only list them")
    expiring.set_defaults(act=expire)


def _days(text: str) -> float:
    try:
        return days(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"should be {DAYS}") from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1_000_000):
        raise argparse.ArgumentTypeError("should be a whole number from 1 to 1000000")
    return int(text)


def show_all(store: Store, chosen: argparse.Namespace) -> int:
    """Print a line for each game that was asked for."""
    before = now_ms() - chosen.older_than * DAY
    found = (
        match
        for match in store.lives.all()
        if chosen.status in (None, match.position.status) and _changed(match) <= before
    )
    _print(store, islice(found, chosen.limit))
    return 0


def _print(store: Store, matches: Iterable[Match]) -> None:
    for match in matches:
        words = [match.id, iso(_changed(match)), f"{match.position.status:<9}", match.head.ruleset]
        words += [f"{match.rev} entries", _end(store, match), match.head.name]
        print("  ".join(words).rstrip())


def _changed(match: Match) -> int:
    """Return the time (ms) of the last entry, or of the creation."""
    return match.life.changed or match.head.imported or match.head.created


def _end(store: Store, match: Match) -> str:
    end = expiry.expires(match, store.lifetimes)
    return "never expires" if end is None else f"expires {iso(end)}"


def show(store: Store, chosen: argparse.Namespace) -> int:
    """Print the facts of a game, one a line."""
    try:
        match = store.games.record(chosen.id)
    except NoSuchGame:
        return _unknown(chosen.id)
    head, ended = match.head, match.position.ended
    facts = {
        "game": match.id,
        "ruleset": " ".join([head.ruleset, *head.options]),
        "name": head.name,
        "status": match.position.status,
        "visibility": head.visibility,
        "created": f"{iso(head.created)} by {head.account or 'a guest without an account'}",
        "changed": f"{iso(_changed(match))}, {match.rev} entries",
        "ended": iso(ended) if ended else "",
        "imported": iso(head.imported) if head.imported else "",
        "expires": _end(store, match),
        "rematch of": head.rematch_of,
        "rematch": match.rematch,
        "fork of": f"{head.fork.game} at {head.fork.rev}" if head.fork else "",
    }
    for seat, chair in enumerate(match.chairs):
        facts[f"seat {seat}"] = " ".join(filter(None, (chair.holder, chair.account, chair.name)))
    print("\n".join(f"{name + ':':<12} {fact}" for name, fact in facts.items() if fact))
    return 0


def delete(store: Store, chosen: argparse.Namespace) -> int:
    """Delete games, also running ones; return 1 if there is one that does not exist."""
    missing = 0
    for game_id in chosen.ids:
        try:
            while not store.lives.delete(store.games.record(game_id)):
                pass  # a turn came meanwhile
            print(f"{game_id} is deleted")
        except NoSuchGame:
            missing = _unknown(game_id)
    return missing


def expire(store: Store, chosen: argparse.Namespace) -> int:
    """Delete the games that have expired, as the workers do."""
    now, deleted = now_ms(), 0
    if chosen.dry_run:
        due = list(_due(store, now))
        _print(store, due)
        print(f"{number(len(due), 'game')} would be deleted")
        return 0
    while found := list(islice(_due(store, now), _PAGE)):
        deleted += sum(map(store.lives.delete, found))
    print(f"{number(deleted, 'game')} deleted")
    return 0


def _due(store: Store, now: int) -> Iterator[Match]:
    """Yield the games that have expired at this time (ms)."""
    for match in store.lives.all():
        end = expiry.expires(match, store.lifetimes)
        if end is not None and end <= now:
            yield match


def _unknown(game_id: str) -> int:
    return fail(f"there is no game {game_id}")
