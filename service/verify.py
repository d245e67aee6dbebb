"""``python -m service.verify RECORD``: verify a record without a service.

RECORD is a file (``-``: standard input) with an export as JSON or text. The program replays the
whole record and compares commitment, seed, draws, entries and result. The exit status is 1 if the
record is not valid.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from match.errors import Fault
from match.words import TURN
from records import check
from records.check import Proven
from schemas.loading import Invalid, Malformed, load, read_json
from schemas.records import Record
from service.presentation.problems import NOWHERE, document, invalid
from service.presentation.refusals import invalid_record


class Unsound(Exception):
    """The record does not pass the check; the message says why."""


def verify(text: str) -> str:
    """Return a report on a record.

    :raises Unsound: it does not pass the check.
    """
    record = _json(text) if text.lstrip().startswith("{") else text
    now = time.time_ns() // 1_000_000
    try:
        claim = check.read(record)
        # Only the service that made a fork can verify its first state.
        proven = check.check(claim, lambda ruleset, fork: True, now)
    except Fault as fault:
        raise Unsound(document(invalid_record(fault), NOWHERE)["detail"]) from None
    return _report(proven, claim.data["draws"] is not None)


def _json(text: str) -> dict[str, Any]:
    try:
        return load(Record(), read_json(text))
    except Malformed as error:
        raise Unsound(f"It is no JSON: {error}") from None
    except Invalid as error:
        raise Unsound(document(invalid(error.faults), NOWHERE)["detail"]) from None


def _report(proven: Proven, listed: bool) -> str:
    """Return one line for each confirmed fact."""
    match, checked = proven.match, proven.checked
    made = sum(map(len, checked.draws))
    turns = sum(entry.kind == TURN for entry in checked.entries)
    lines = [
        f"record {match.id or '(without id)'}: {match.head.ruleset}, {len(match.chairs)} seats",
        f"commitment: holds for this id and seed, {match.head.commitment}"
        if match.id
        else "commitment: none, because the record has no id",
    ]
    if match.head.fork is not None:
        lines.append("start: the state of a fork, taken as it is")
    lines.append(f"draws: {made}, {'each as listed' if listed else 'none of them listed'}")
    lines.append(f"entries: {len(checked.entries)}, of them {turns} turns, each played again")
    ranks = ", ".join(
        f"seat {each.side} rank {each.rank} with {each.points:g} points"
        for each in match.position.result
    )
    comments = sum(bool(each.comment) for each in checked.entries) + bool(match.head.comment)
    if comments:
        lines.append(f"comments: {comments}, which no replay can verify")
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
