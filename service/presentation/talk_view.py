"""Documents of table talk and of presence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from match.visibility import iso
from store.sightings import Sighting
from store.talk import Mutes, Spoken, TalkMessage


def message(said: TalkMessage) -> dict[str, Any]:
    """Return a message as its readers see it."""
    shown: dict[str, Any] = {
        "id": said.id,
        "channel": said.channel,
        "number": said.number,
        "at": iso(said.at),
        "seat": said.seat,
        "player": said.player,
        "name": said.name,
        "text": said.text,
    }
    return {**shown, "deleted": said.deleted} if said.deleted else shown


def messages(found: Iterable[TalkMessage], mutes: Mutes) -> list[dict[str, Any]]:
    """Return messages without those that the reader has muted."""
    return [message(said) for said in found if not mutes.hides(said)]


def page(policy: str, channel: str, spoken: Spoken, mutes: Mutes) -> dict[str, Any]:
    """Return a page of a channel."""
    found = spoken.messages
    earlier = found[0].number if found and found[0].number > spoken.first else None
    later = found[-1].number if found and found[-1].number < spoken.last else None
    return {
        "policy": policy,
        "channel": channel,
        "messages": messages(found, mutes),
        "earlier": earlier,
        "later": later,
        "last": spoken.last,
    }


def muted(mutes: Mutes) -> dict[str, Any]:
    """Return what a reader has muted."""
    return {"seats": mutes.seats, "players": mutes.players, "spectators": mutes.spectators}


def presence(seen: Iterable[Sighting]) -> list[dict[str, Any]]:
    """Return the presence of the seats."""
    return [
        {
            "seat": seat,
            "online": each.online,
            "last_seen": None if each.last is None else iso(each.last),
        }
        for seat, each in enumerate(seen)
    ]
