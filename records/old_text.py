"""Texts of old: readable records of version 1, which told turns and retractions only."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence

from engine.luck import commitment
from engine.record import HEADER, BadRecord, numbered
from engine.record import Record as Text
from match.chairs import Chair
from match.entries import Entry
from match.faults import Fault
from match.head import Head
from match.match import Match
from match.visibility import iso
from match.words import CANCELLED, CONSENT, END, PERSON, RETRACTED, TURN, UNLISTED
from records.claims import Claim, bare, fork_of, ms, packed
from records.notation import HIDDEN
from records.sheet import Sheet
from service.views.fairness import TAG
from store import records
from store.games import now_ms

_SEAT = r"# seat ([0-9]{1,2}): (open|person|hook|bot:[a-z]{1,20})(?: (.{1,40}))?"


def claim(text: str) -> Claim:
    """What such a text claims.

    :raises Fault: the text is no record, or was taken from a running game.
    """
    lines, sheet = text.split("\n"), _sheet(text)
    first = sheet.head
    if re.fullmatch(rf"ruleset .* seed {re.escape(HIDDEN)}", lines[first - 1]):
        raise Fault("record-hidden", "/seed", "64 hexadecimal digits", HIDDEN, line=first)
    try:
        record = Text.loads(text)
    except BadRecord as error:
        raise Fault("record-text", got=str(error), line=error.line) from None
    if len(record.seed) != 32 or not 0 < record.seats <= 20:
        raise Fault("record-line", "", HEADER, lines[first - 1], line=first)
    records.measure(len(record.entries), sum(len(entry.lines) for entry in record.entries))
    head, record_id, seats = _text_head(record, [line for line in lines if line.startswith("# ")])
    entries = [
        Entry(TURN, head.created, each.seat, packed(each.seat, each.lines, index))
        if each.back_to is None
        else Entry(RETRACTED, head.created, each.seat, back_to=each.back_to)
        for index, each in enumerate(record.entries)
    ]
    if _found(lines, r"# created (\S+), cancelled"):
        entries.append(Entry(END, head.created, why=CANCELLED))
    return Claim(bare(record_id, head, seats), entries, lines, sheet)


def _sheet(text: str) -> Sheet:
    """Which line of a text tells what."""
    blocks, sheet = numbered(text), Sheet({}, text.split("\n"))
    sheet.head = blocks[0][0][0] if blocks else 1
    for index, block in enumerate(blocks, start=-1):
        for place, (number, _) in enumerate(block):
            sheet.lines[f"/entries/{index}/steps/{place}"] = sheet.last = number
        sheet.lines[f"/entries/{index}"] = block[0][0]
    return sheet


def _text_head(record: Text, lines: Sequence[str]) -> tuple[Head, str, tuple[Chair, ...]]:
    """Header, id and seats; whatever the comments do not tell is as in a new game."""
    game = _found(lines, r"# game ([0-9A-Za-z_-]{1,64})(?: (.{1,40}))?") or ("", "")
    created = _found(lines, r"# created (\S+), [a-z]+")
    promise = _found(lines, r"# commitment ([0-9a-f]{64})")
    fork = _found(lines, r"# fork ([0-9A-Za-z_-]{1,64}) ([0-9]{1,10}) (\S+) (\S+)")
    seats = [Chair(PERSON)] * record.seats
    for line in lines:
        told = re.fullmatch(_SEAT, line, re.ASCII)
        if told and int(told[1]) < len(seats):
            seats[int(told[1])] = Chair(told[2], told[3] or "")
    kept = commitment(TAG, game[0], record.seed) if game[0] else ""
    head = Head(
        record.ruleset,
        record.options,
        record.seed,
        promise[0] if promise else kept,
        ms(created[0], "/created") if created else now_ms(),
        CONSENT,
        UNLISTED,
        b"",
        name=game[1] or "",
        fork=fork_of(fork[0], int(fork[1]), fork[2], fork[3]) if fork else None,
    )
    return head, game[0], tuple(seats)


def _found(lines: Sequence[str], pattern: str) -> tuple[str, ...] | None:
    """The groups of the first line of this form."""
    matches = (re.fullmatch(pattern, line, re.ASCII) for line in lines)
    return next((found.groups("") for found in matches if found), None)


def compare(match: Match, lines: Sequence[str]) -> None:
    """Every comment of a kind that was written must be the one that would be written.

    :raises Fault: one is not.
    """
    ours = _comments(match)
    for number, line in enumerate(lines, start=1):
        start = " ".join(line.split()[: 3 if line.startswith("# seat") else 2])
        alike = [own for own in ours if own.startswith(f"{start} ")]
        if alike and line.rstrip() not in alike:
            raise Fault("record-differs", "", alike, line, line=number)


def _comments(match: Match) -> list[str]:
    """What stood above the turns: who played when, and what the service was bound to."""
    head, position = match.head, match.position
    lines = [f"# created {iso(head.created)}, {position.status}"]
    if match.id:
        title = f"# game {match.id} {head.name}".rstrip()
        lines = [title, *lines, f"# commitment {head.commitment}"]
    if (fork := head.fork) is not None:
        state = b64encode(fork.state).decode()
        lines.append(f"# fork {fork.game} {fork.rev} {state} {fork.seal}")
    for number, chair in enumerate(match.chairs):
        lines.append(f"# seat {number}: {chair.holder} {chair.name}".rstrip())
    for each in position.result:
        lines.append(f"# seat {each.side}: rank {each.rank}, {each.points:g} points")
    return lines
