"""``python -m service.verify RECORD``: check a record without a service.

RECORD is a file (``-``: the standard input) with an export as JSON or as readable text. Its
commitment, seed, draws, entries and result are confirmed by playing the whole game again; what does
not hold is told, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from match.faults import Fault
from match.words import TURN
from records import check, claims
from records.check import Proven
from records.claims import Claim
from schemas.loading import Invalid, Malformed, load, read_json
from schemas.records import Record
from service.presentation.problems import document, invalid
from service.views.imports import refused


class Unsound(Exception):
    """The record does not hold; the message says why."""


def verify(text: str) -> str:
    """What the record was found to be.

    :raises Unsound: it does not hold.
    """
    try:
        claim = _claim(text)
        # Whether play can lead to the start of a fork only the service knows that made it.
        return _told(claim, check.check(claim, lambda ruleset, fork: True))
    except Fault as fault:
        raise Unsound(document(refused(fault), "")["detail"]) from None


def _claim(text: str) -> Claim:
    if not text.lstrip().startswith("{"):
        return check.of_text(text)
    try:
        return claims.of_json(load(Record(), read_json(text)))
    except Malformed as error:
        raise Unsound(f"It is no JSON: {error}") from None
    except Invalid as error:
        raise Unsound(document(invalid(error.faults), "")["detail"]) from None


def _told(claim: Claim, proven: Proven) -> str:
    """One line for each thing that was confirmed."""
    match, checked = proven.match, proven.checked
    made = sum(map(len, checked.draws))
    listed = isinstance(claim.told, dict) and claim.told["draws"] is not None
    turns = sum(entry.kind == TURN for entry in checked.entries)
    lines = [
        f"record {match.id or '(without id)'}: {match.head.ruleset}, {len(match.chairs)} seats"
    ]
    lines.append(
        f"commitment: holds for this id and seed, {match.head.commitment}"
        if match.id
        else "commitment: none, because the record has no id"
    )
    if match.head.fork is not None:
        lines.append("start: the state of a fork, taken as it is")
    lines.append(f"draws: {made}, {'each as listed' if listed else 'none of them listed'}")
    lines.append(f"entries: {len(checked.entries)}, of them {turns} turns, each played again")
    ranks = ", ".join(
        f"seat {each.side} rank {each.rank} with {each.points:g} points"
        for each in match.position.result
    )
    lines.append(f"result: {ranks or match.position.status}")
    return "\n".join(lines)


def main() -> None:
    """Check one record."""
    parser = argparse.ArgumentParser(prog="python -m service.verify", description=__doc__)
    parser.add_argument("record", metavar="RECORD", help="a file; -: the standard input")
    path = parser.parse_args().record
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        print(verify(text))
    except (OSError, UnicodeDecodeError, Unsound) as error:
        sys.exit(f"{path}: {error}")


if __name__ == "__main__":
    main()
