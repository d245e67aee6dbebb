"""Who may see what: secrecy is declared where a field is, and computed from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, field, fields, is_dataclass
from functools import cache
from typing import Any

INTERNAL, SECRET, OWN = "internal", "secret", "own"


def _hidden(
    seen_by: str,
    pool: str | None,
    default: Any,
    default_factory: Any,
    choices: Sequence[Any] | None = None,
) -> Any:
    metadata = {"seen_by": seen_by, "pool": pool, "choices": choices}
    return field(default=default, default_factory=default_factory, metadata=metadata)


def internal(default: Any = MISSING, default_factory: Any = MISSING) -> Any:
    """A field of the machinery: in no view, not even its size."""
    return _hidden(INTERNAL, None, default, default_factory)


def secret(pool: str | None = None, default: Any = MISSING, default_factory: Any = MISSING) -> Any:
    """A list nobody may see; views show its length.

    Fields that name the same ``pool`` hold the same kind of things: to an onlooker any of them
    may lie in any of these fields (see ``engine.guess``).
    """
    return _hidden(SECRET, pool, default, default_factory)


def owner_only(
    pool: str | None = None,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    choices: Sequence[Any] | None = None,
) -> Any:
    """A list of a player's that only this player sees; the others see its length.

    ``choices``: it holds no things of a pool but what the player has chosen, freely, from these.
    """
    return _hidden(OWN, pool, default, default_factory, choices)


def _kind(value: Any) -> Any:
    """The class of a value; Any, because typeshed takes no metaclass for hashable."""
    return type(value)


@cache
def _plan(kind: type) -> tuple[tuple[str, str], ...]:
    return tuple((f.name, f.metadata.get("seen_by", "all")) for f in fields(kind))


def view(value: Any) -> dict[str, Any]:
    """The part of a state that everybody may see, ready to be encoded.

    Shares structure with the state: encode it before the state moves on.
    """
    shown: dict[str, Any] = {}
    for name, seen_by in _plan(_kind(value)):
        if seen_by == "all":
            part = getattr(value, name)
            shown[name] = [view(p) for p in part] if name == "players" else _nested(part)
        elif seen_by != INTERNAL:
            shown[name] = len(getattr(value, name))
    return shown


_PLAIN = frozenset({int, float, str, bool, type(None), list, dict, tuple})
"""Kinds of most fields; looking here first makes a view three times as fast."""


def _nested(part: Any) -> Any:
    """Dataclasses inside a state are shown by the same law as the state."""
    return view(part) if type(part) not in _PLAIN and is_dataclass(part) else part


def own(state: Any, seat: int) -> dict[str, Any]:
    """What this seat sees besides the public view: its own hidden fields that hold something."""
    player = state.players[seat]
    return {
        name: value
        for name, seen_by in _plan(_kind(player))
        if seen_by == OWN and (value := getattr(player, name))
    }


def hidden_fields(state: Any, seen_by: int | None = None) -> Iterator[tuple[Any, str, str | None]]:
    """Every hidden field as (holder, field name, pool), leaving out what ``seen_by`` owns."""
    for seat, holder in enumerate([*state.players, state]):
        for f in fields(holder):
            kind = f.metadata.get("seen_by", "all")
            if kind == SECRET or (kind == OWN and seat != seen_by):
                yield holder, f.name, f.metadata.get("pool")


def choices_of(holder: Any, name: str) -> Sequence[Any] | None:
    """What a hidden field's values are freely chosen from; None where they are things of a pool."""
    found = (f.metadata.get("choices") for f in fields(holder) if f.name == name)
    return next(found, None)


@cache
def _hidden_names(kind: type) -> tuple[str, ...]:
    return tuple(name for name, seen_by in _plan(kind) if seen_by in (SECRET, OWN))


def fingerprint(state: Any) -> list[Any]:
    """The luck counter and a copy of every hidden list: equal before and after means that a
    move drew nothing and revealed nothing."""
    marks: list[Any] = [state.draws]
    for holder in (state, *state.players):
        for name in _hidden_names(_kind(holder)):
            marks.append(getattr(holder, name)[:])
    return marks
