"""`python -m service reports`: messages of table talk that players have reported."""

from __future__ import annotations

import argparse

from match.visibility import iso
from service.processes.keys import fail
from store import Store
from store.games import NoSuchGame
from store.reports import Reported
from store.words import OPERATOR


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the commands below ``reports``; without one, it lists."""
    parser.set_defaults(act=show)
    commands = parser.add_subparsers(metavar="COMMAND")
    commands.add_parser("list", help="list all reported messages").set_defaults(act=show)
    for name, act, text in (
        ("delete", delete, "delete a message, and drop its reports"),
        ("dismiss", dismiss, "drop the reports of a message, which stays"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("game", help="the id of the game")
        command.add_argument("message", help="the id of the message, such as seats-17")
        command.set_defaults(act=act)


def show(store: Store, _chosen: argparse.Namespace) -> int:
    """Print every reported message with its author, its text and the reasons."""
    for reported in store.reports.all():
        print("\n".join(_lines(reported)))
    return 0


def _lines(reported: Reported) -> list[str]:
    said, count = reported.said, len(reported.complaints)
    place = said.channel if said.seat is None else f"seat {said.seat}"
    author = " ".join(each for each in (place, said.account, repr(said.name)) if each)
    reasons = [f"    {iso(each.at)} {each.reason!r}" for each in reported.complaints]
    return [
        f"{reported.game} {said.id}  {iso(said.at)}  {author}  reported {count} times",
        f"    {said.text!r}",
        *reasons,
    ]


def delete(store: Store, chosen: argparse.Namespace) -> int:
    """Delete a message for all readers."""
    try:
        match = store.games.record(chosen.game)
    except NoSuchGame:
        return fail(f"there is no game {chosen.game}")
    if store.talk.delete(match, chosen.message, OPERATOR) is None:
        return fail(f"there is no message {chosen.message} in this game")
    store.reports.dismiss(chosen.game, chosen.message)
    print(f"{chosen.message} is deleted")
    return 0


def dismiss(store: Store, chosen: argparse.Namespace) -> int:
    """Drop the reports of a message."""
    if not store.reports.dismiss(chosen.game, chosen.message):
        return fail(f"there is no report of {chosen.message} in {chosen.game}")
    print(f"the reports of {chosen.message} are dropped")
    return 0
