"""Playing: whether a seat's token may act for it now."""

from __future__ import annotations

from service.edge.problems import Problem
from store.games import Stored
from store.head import HOOK, PERSON
from store.shown import iso


def require_player(stored: Stored, seat: int) -> None:
    """Make sure that no bot plays for this seat.

    :raises Problem: 409, one does, for a while or for good.
    """
    if stored.seats[seat].is_bot:
        raise bot_plays(stored, seat)


def bot_plays(stored: Stored, seat: int) -> Problem:
    """A bot plays for this seat, and how to come back if that is possible."""
    chair = stored.seats[seat]
    if chair.resigned:
        return Problem("resigned", seat=seat)
    link = f"/v1/games/{stored.id}/seats/{seat}"
    holder = HOOK if chair.hook else PERSON
    extra = {"link": link, "holder": holder}
    return Problem("bot-plays", extra=extra, seat=seat, bot=chair.holder, link=link, holder=holder)


def rests(stored: Stored) -> Problem:
    """All have agreed to a pause."""
    since = iso(stored.position.rests_since or 0)
    link = f"/v1/games/{stored.id}/pause"
    return Problem("paused", extra={"since": since, "link": link}, since=since, link=link)
