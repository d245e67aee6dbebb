"""Notation: one definition for writing and reading each line of a text record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.json import encode

from match.words import CLAIM, INVITED
from schemas.loading import Malformed, read_json

Json = dict[str, Any]

HIDDEN = "?"
"""The mark for a step, the seed or a state that the viewer may not see yet."""
NOTHING = "-"

_NUMBER = r"\d{1,10}"
_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
_HOLDER = r"[a-z]+(?::[a-z]+)?"
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_CLOCK = re.compile(
    r"(turn|bank) of (\d{1,10}) s(?:, (\d{1,10}) s more each turn)?; "
    r"then ([a-z:]+)(?: by ([a-z]+))?",
    re.ASCII,
)
_FORK = re.compile(r"of ([\w-]+) at (\d{1,10})(?:, seal ([^ ,]+))?, state (\S+)", re.ASCII)


@dataclass(frozen=True)
class Word:
    """The notation of one member of a record.

    ``pattern`` is its form, without capturing groups; ``write`` and ``read`` are inverse.
    """

    pattern: str
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str


def _mark(text: str) -> Word:
    """Return the notation of a flag: words for true, nothing for false."""
    return Word(f"(?:{re.escape(text)})?", lambda so: text if so else "", bool)


def _either(yes: str, no: str) -> Word:
    """Return the notation of a flag: one sentence for true, another for false."""
    choice = f"{re.escape(yes)}|{re.escape(no)}"
    return Word(choice, lambda so: yes if so else no, lambda told: told == yes)


def _list(pattern: str) -> Word:
    many = f"{NOTHING}|{pattern}(?:, {pattern})*"
    return Word(many, lambda each: ", ".join(each) or NOTHING, _listed)


def _listed(told: str) -> list[str]:
    return [] if told == NOTHING else told.split(", ")


def _hideable(pattern: str) -> Word:
    """Return the notation of a value that may be hidden."""
    return Word(
        rf"{re.escape(HIDDEN)}|{pattern}",
        lambda value: HIDDEN if value is None else str(value),
        lambda told: None if told == HIDDEN else told,
    )


def _quote(name: str) -> str:
    """Write an optional name as a JSON string, because it may contain anything."""
    return f" {encode(name).decode()}" if name else ""


def _unquote(told: str) -> str:
    return str(read_json(told.strip())) if told else ""


def _seat(seat: int) -> str:
    return "host" if seat < 0 else f"seat {seat}"


def _clock(clock: Mapping[str, Any] | None) -> str:
    if clock is None:
        return NOTHING
    more = f", {clock['increment']} s more each turn" if clock["increment"] else ""
    by = f" by {clock['claims']}" if clock["on_timeout"] == CLAIM else ""
    return f"{clock['kind']} of {clock['seconds']} s{more}; then {clock['on_timeout']}{by}"


def _read_clock(told: str) -> Json | None:
    if (found := _CLOCK.fullmatch(told)) is None:
        return None
    kind, seconds, increment, then, by = found.groups()
    numbers = {"seconds": int(seconds), "increment": int(increment or 0)}
    return {"kind": kind, **numbers, "on_timeout": then, "claims": by or INVITED}


def _fork(fork: Mapping[str, Any]) -> str:
    seal = f", seal {fork['seal']}" if fork["seal"] else ""
    return f"of {fork['game']} at {fork['rev']}{seal}, state {fork['state'] or HIDDEN}"


def _read_fork(told: str) -> Json:
    found = _FORK.fullmatch(told)
    assert found is not None
    game, rev, seal, state = found.groups("")
    hidden = state == HIDDEN
    told_of = {"state": None, "seal": None} if hidden else {"state": state, "seal": seal}
    return {"game": game, "rev": int(rev), **told_of}


def _points(points: float) -> str:
    return str(int(points)) if points == int(points) else repr(float(points))


def _tiebreak(named: Mapping[str, int]) -> str:
    told = ", ".join(f"{name} {value}" for name, value in named.items())
    return f" (tie-break {told})" if told else ""


def _read_tiebreak(told: str) -> dict[str, int]:
    pairs = [each.rsplit(" ", 1) for each in told[len(" (tie-break ") : -1].split(", ") if each]
    return {name: int(value) for name, value in pairs}


def _uncapturing(pattern: re.Pattern[str]) -> str:
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern.pattern)


WORDS: dict[str, Word] = {
    "version": Word(_NUMBER, read=int),
    "id": Word(r"[\w-]{1,64}"),
    "name": Word(f"(?: {_QUOTED})?", _quote, _unquote),
    "ruleset": Word(r"\S{1,80}"),
    "options": _list(r"[^\s,]+"),
    "created": Word(_TIME),
    "at": Word(_TIME),
    "status": Word("[a-z]+"),
    "undo": Word("[a-z]+"),
    "clock": Word(f"{NOTHING}|{_uncapturing(_CLOCK)}", _clock, _read_clock),
    "waits": _either("when every seat is taken", "at once"),
    "holders": _list(_HOLDER),
    "commitment": Word("[0-9a-f]{64}"),
    "seed": _hideable("[0-9a-f]{64}"),
    "fork": Word(_uncapturing(_FORK), _fork, _read_fork),
    "seat": Word(r"seat \d{1,2}|host", _seat, lambda t: -1 if t == "host" else int(t[5:])),
    "holder": Word(_HOLDER),
    "resigned": _mark(", resigned"),
    "rank": Word(_NUMBER, read=int),
    "points": Word(r"-?\d{1,15}(?:\.\d{1,17})?", _points, float),
    "tiebreak": Word(
        r"(?: \(tie-break [\w-]+ -?\d{1,10}(?:, [\w-]+ -?\d{1,10})*\))?", _tiebreak, _read_tiebreak
    ),
    "rev": Word(_NUMBER, read=int),
    "retracted": _mark(", retracted"),
    "back_to": Word(_NUMBER, read=int),
    "request": Word(_NUMBER, read=int),
    "why": Word(
        r"(?: \([a-z-]+\))?", lambda why: f" ({why})" if why else "", lambda told: told.strip(" ()")
    ),
    "starts": _mark(", the game starts"),
    "own": Word(r"\d{1,2}", read=int),
    "auto": _mark("= "),
    "step": _hideable(r"\S.*"),
}
"""The notation of each member. ``own`` is the number of the seat that answers."""


class Form:
    """The form of one kind of line: ``template`` has members in braces.

    ``fixed`` are members with constant values in this form.
    """

    def __init__(self, template: str, **fixed: Any) -> None:
        self.template, self.fixed = template, fixed
        self.words = re.findall(r"{(\w+)}", template)
        pattern = re.escape(template)
        for word in self.words:
            pattern = pattern.replace(rf"\{{{word}\}}", f"({WORDS[word].pattern})")
        self._pattern = re.compile(pattern, re.ASCII)

    def fits(self, told: Mapping[str, Any]) -> bool:
        """Return whether this form applies."""
        why = () if "why" in self.words else ("why",)
        return all(told.get(name) == self.fixed.get(name) for name in (*self.fixed, *why))

    def write(self, told: Mapping[str, Any]) -> str:
        """Return the line."""
        values = {word: WORDS[word].write(told.get(word)) for word in self.words}
        return self.template.format(**values)

    def read(self, line: str) -> Json | None:
        """Return the members of a line, or None if it has another form."""
        if (found := self._pattern.fullmatch(line)) is None:
            return None
        try:
            read = {
                word: WORDS[word].read(told)
                for word, told in zip(self.words, found.groups(), strict=True)
            }
        except Malformed:
            return None
        return {**self.fixed, **read}


HEADER = tuple(
    Form(template)
    for template in (
        "chasqui-record {version}",
        "id: {id}",
        "name:{name}",
        "ruleset: {ruleset}",
        "options: {options}",
        "created: {created}",
        "status: {status}",
        "undo: {undo}",
        "clock: {clock}",
        "start: {waits}",
        "seats at first: {holders}",
        "commitment: {commitment}",
        "seed: {seed}",
        "fork: {fork}",
    )
)
OMITTED: Mapping[str, Any] = {"id": None, "name": "", "commitment": None, "fork": None}
"""Defaults of omitted header lines."""
LISTED = {
    "seats": Form("{seat}: {holder}{name}{resigned}"),
    "result": Form("result: {seat}, rank {rank}, {points} points{tiebreak}"),
}
ANSWER = Form("{own} {auto}{step}")
ENTRY = re.compile(r"\d{1,10}\. .*", re.ASCII)
"""The beginning of an entry."""
BEGINS = re.compile(rf"{_NUMBER}\. {_TIME} ", re.ASCII)
"""Return its revision and its time."""
_HEAD = "{rev}. {at} "
ENTRIES = (
    Form(_HEAD + "{seat} plays{retracted}", kind="turn"),
    Form(_HEAD + "{seat} goes back to {back_to}", kind="retracted"),
    Form(_HEAD + "{seat} asks to go back to {back_to}", kind="undo-requested"),
    Form(_HEAD + "{seat} agrees to request {request}", kind="undo-answered", agree=True),
    Form(_HEAD + "{seat} declines request {request}", kind="undo-answered", agree=False),
    Form(_HEAD + "{seat} withdraws request {request}", kind="undo-withdrawn"),
    Form(
        _HEAD + "{seat} has waited too long with request {request}",
        kind="undo-withdrawn",
        why="expired",
    ),
    Form(_HEAD + "{seat} is now {holder}{name}{why}{starts}", kind="seat"),
    Form(_HEAD + "{seat} has run out of time", kind="clock", why="timeout"),
    Form(_HEAD + "{seat} wants a pause", kind="clock", why="pause"),
    Form(_HEAD + "{seat} goes on", kind="clock", why="resume"),
    Form(_HEAD + "the game is over", kind="end"),
    Form(_HEAD + "the game is cancelled", kind="end", why="cancelled"),
)


def form_of(entry: Mapping[str, Any]) -> Form:
    """Return the form of an entry."""
    return next(form for form in ENTRIES if form.fits(entry))


def examples(forms: Sequence[Form]) -> list[str]:
    """Return a line of each form, as a suggestion."""
    return [form.write(_EXAMPLE) for form in forms]


_EXAMPLE: Json = {
    "version": 2,
    "id": "Kx7mPq2RtY8w",
    "name": "Friday",
    "ruleset": "title@1",
    "options": (),
    "created": "2026-11-21T12:00:00.000Z",
    "at": "2026-11-21T12:00:00.000Z",
    "status": "over",
    "undo": "consent",
    "clock": None,
    "waits": False,
    "holders": ("person", "bot:greedy"),
    "commitment": "9d1f" * 16,
    "seed": "9d1f" * 16,
    "fork": {"game": "Kx7mPq2RtY8w", "rev": 5, "seal": "9d1f" * 16, "state": "gA=="},
    "seat": 0,
    "holder": "person",
    "rank": 1,
    "points": 55,
    "tiebreak": {},
    "rev": 6,
    "back_to": 4,
    "request": 5,
    "own": 0,
    "step": "rest",
}
