"""Chairs: who was wanted on a seat, made into who sits there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import current_app

from match.chairs import Chair
from match.words import HOOK, PERSON
from service.edge.endpoints import BadEndpoint, parse
from service.views.rulesets import BOT_LEVELS
from store import hook_seats, signing, tokens
from store.accounts import Account

HOOKS_ALLOW_LOCAL = "CHASQUI_HOOKS_ALLOW_LOCAL"

Wanted = str | Mapping[str, str]
"""What a client asked for: a word, or a remote bot's ``hook``, ``name`` and ``language``."""

PEOPLE = ("user", "me")
"""Seats whose tokens are shown to whoever creates the game."""

_HOOK_ROLE = "hook "


def fault(wanted: Wanted) -> tuple[str, str] | None:
    """What is wrong with this seat: where below it, and why."""
    if not isinstance(wanted, str):
        told = endpoint_fault(wanted["hook"])
        return ("/hook", told) if told else None
    level = wanted.removeprefix("bot:")
    if level != wanted and level not in BOT_LEVELS:
        return "", f"there is no such bot; there are: {', '.join(BOT_LEVELS)}"
    return None


def endpoint_fault(url: str) -> str | None:
    """Why this address may not be called, as far as it tells by itself."""
    try:
        parse(url, current_app.config[HOOKS_ALLOW_LOCAL])
    except BadEndpoint as error:
        return str(error)
    return None


def role(place: int, wanted: Wanted) -> str | None:
    """The role whose token acts for this seat; None where nobody's does."""
    if not isinstance(wanted, str):
        return f"{_HOOK_ROLE}{place}"
    return str(place) if wanted in PEOPLE else None


def seat(
    place: int, wanted: Wanted, minted: Mapping[str, str], mine: Account | None = None
) -> Chair:
    """Who sits there, with the tokens by role; ``mine`` is the account for which ``me`` stands."""
    token = minted.get(role(place, wanted) or "", "")
    mark = tokens.fingerprint(token) if token else b""
    if wanted == "me" and mine is not None:
        return Chair(PERSON, mine.name, mark, mine.id)
    if isinstance(wanted, str):
        return Chair(PERSON if wanted == "user" else wanted, token=mark)
    packed = hook_seats.packed(wanted["hook"], signing.derived(token), wanted["language"])
    return Chair(HOOK, wanted["name"], mark, hook=packed)


def told(minted: Mapping[str, str]) -> dict[str, Any]:
    """The tokens by role as an answer shows them, with the secrets that hooks sign with."""
    found: dict[str, Any] = {k: v for k, v in minted.items() if " " not in k and not k.isdigit()}
    hooks = {r.removeprefix(_HOOK_ROLE): t for r, t in minted.items() if r.startswith(_HOOK_ROLE)}
    found["seats"] = {r: t for r, t in minted.items() if r.isdigit()} | hooks
    if hooks:
        found["hooks"] = {place: signing.derived(token) for place, token in hooks.items()}
    return found
