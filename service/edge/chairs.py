"""Chairs, built from the seats that a client wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bots.levels import BOTS
from match.chairs import Chair
from match.words import HOOK, PERSON
from schemas.wishes import ME, USER, SeatWish
from service.edge.context import settings
from service.edge.endpoints import BadEndpoint, parse
from service.presentation.problems import invalid
from store import hook_seats, signing, tokens
from store.accounts import Account

PEOPLE = (USER, ME)
"""Seats whose tokens the creator of the game receives."""

_HOOK_ROLE = "hook "


def fault(wanted: SeatWish) -> tuple[str, str] | None:
    """Return what is wrong with this seat: the place below it, and the reason."""
    if wanted.holder == HOOK:
        told = endpoint_fault(wanted.url)
        return ("/url", told) if told else None
    told = bot_fault(wanted.holder)
    return ("/holder", told) if told else None


def bot_fault(holder: str) -> str | None:
    """Return what is wrong with a holder if it names a bot."""
    level = holder.removeprefix("bot:")
    known = level == holder or level in BOTS
    return None if known else f"there is no such bot; there are: {', '.join(BOTS)}"


def require_bot(holder: str) -> None:
    """Check that the bot exists, if the holder names one.

    :raises Problem: 422.
    """
    if fault := bot_fault(holder):
        raise invalid([("/holder", fault)])


def endpoint_fault(url: str) -> str | None:
    """Return why this address must not be called, without resolving its name."""
    try:
        parse(url, settings().hooks_allow_local)
    except BadEndpoint as error:
        return str(error)
    return None


def role(place: int, wanted: SeatWish) -> str | None:
    """Return the role whose token acts for this seat; None if no token does."""
    if wanted.holder == HOOK:
        return f"{_HOOK_ROLE}{place}"
    return str(place) if wanted.holder in PEOPLE else None


def seat(
    place: int, wanted: SeatWish, minted: Mapping[str, str], mine: Account | None = None
) -> Chair:
    """Build the chair that a client wants, with the tokens by role; ``mine`` sits at ``me``."""
    token = minted.get(role(place, wanted) or "", "")
    mark = tokens.fingerprint(token) if token else b""
    if wanted.holder == HOOK:
        packed = hook_seats.packed(wanted.url, signing.derived(token), wanted.language)
        return Chair(HOOK, wanted.name, mark, hook=packed)
    if wanted.holder == ME and mine is not None:
        return Chair(PERSON, wanted.name or mine.name, mark, mine.id)
    holder = PERSON if wanted.holder in PEOPLE else wanted.holder
    return Chair(holder, wanted.name, mark)


def tokens_document(minted: Mapping[str, str]) -> dict[str, Any]:
    """Return the tokens by role for an answer, with the signing secrets of remote bots."""
    found: dict[str, Any] = {k: v for k, v in minted.items() if " " not in k and not k.isdigit()}
    hooks = {r.removeprefix(_HOOK_ROLE): t for r, t in minted.items() if r.startswith(_HOOK_ROLE)}
    found["seats"] = {r: t for r, t in minted.items() if r.isdigit()} | hooks
    if hooks:
        found["hooks"] = {place: signing.derived(token) for place, token in hooks.items()}
    return found
