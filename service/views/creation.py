"""Creation: storing a new game once, and returning its tokens."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from flask import Response

import games
from engine.luck import TAG, commitment
from engine.title import Title
from match import expiry
from match.chairs import Chair
from match.entries import Entry
from match.foreign_records import start
from match.head import Clock, Fork, Head
from match.match import Match
from match.words import OPEN, SEATED
from records import json_form
from schemas.wishes import ME, SeatWish
from service.edge import bot_games, chairs, limits, requests, responses
from service.edge.caller import account, creator, used_up
from service.edge.chairs import PEOPLE
from service.edge.context import db
from service.edge.idempotency import IdempotentRequest, replayed
from service.presentation import game_view
from service.presentation.problems import invalid, unauthorized
from store import tokens
from store.accounts import Account, quota
from store.games import AlreadyAnswered, Limited, now_ms
from store.idempotency import Remembered
from store.script import KeptAnswer, Origin, Served
from workers import queues

CREATING = ("forbidden", "idempotency-key-reused", "rate-limited", "unauthorized")
"""The problems of every operation that creates a game."""


class New(NamedTuple):
    """A game to store, its entries so far, and its tokens by role.

    Roles are ``host``, ``invite`` and those of seats. ``you`` is the seat of the creator.
    """

    match: Match
    minted: Mapping[str, str]
    entries: Sequence[Entry] = ()
    you: int | None = None


Make = Callable[[], New]
"""A function that creates the game, called again if its id is taken."""


def create(the_request: IdempotentRequest, make: Make) -> Response:
    """Store a new game, once for each Idempotency-Key, and return it with its tokens.

    It belongs to the account of the token and counts against its quota.

    :raises Problem: 422, the key belongs to another request; 401, 403 or 429, the account may not
        create games, or has reached its quota.
    """
    owner = creator()
    if kept := the_request.remembered():
        return replayed(_created(the_request, kept))
    while True:
        match, minted, entries, you = make()
        if owner is not None:
            head = msgspec.structs.replace(match.head, account=owner.id)
            match = replace(match, head=head)
        match = expiry.begun(match, entries, owner is not None and owner.is_key)
        told = game_view.game(match, you, requests.language(), db().lifetimes)
        shown = responses.encode(told)
        answer = the_request.answer(match.id, shown, tuple(minted))
        try:
            if keep(owner, match, answer, entries):
                break
        except AlreadyAnswered as error:
            kept = the_request.answered(error)
            return replayed(_created(the_request, kept))
    return _with_tokens(match.id, shown, minted, match.rev)


def keep(
    owner: Account | None,
    match: Match,
    answer: KeptAnswer | None = None,
    entries: Sequence[Entry] = (),
    origin: Origin | None = None,
    served: Sequence[Served] = (),
) -> bool:
    """Store a new game, and have its bots play; return False if its id is taken.

    It counts against the quota of the account that asked for it, ``owner``, and a guest's against
    that of the address. So does a game of bots only against the caps of both while it runs.

    :raises Problem: 429, a quota is used up.
    :raises store.games.Full: 429, too many games of bots only run.
    :raises AlreadyAnswered: as ``store.games.Games.create``, like ``Rematched`` and ``Conflict``.
    """
    quotas = [*(mine := quota(owner, now_ms())), *limits.of_guests(owner)]
    head = msgspec.structs.replace(match.head, makers=bot_games.makers(owner))
    match, most = replace(match, head=head), bot_games.most()
    try:
        new = db().games.create(match, answer, entries, quotas, origin, served, most)
    except Limited as error:
        raise used_up(quotas[error.index], error, own=error.index < len(mine)) from None
    if new:
        queues.enqueue_due(db(), match)
    return new


def title_named(name: str) -> Title:
    """Return the title of a new game by its name or version.

    :raises Problem: 422, there is none.
    """
    try:
        return games.find(name)
    except KeyError:
        known = ", ".join(games.ids())
        raise invalid([("/ruleset", f"should be one of: {known}")]) from None


def clock_faults(clock: dict[str, Any] | None) -> list[tuple[str, str]]:
    """Return what is wrong with a wanted clock: the pointer and the reason."""
    fault = chairs.bot_fault(clock["on_timeout"]) if clock else None
    return [("/clock/on_timeout", fault)] if fault else []


def wish_faults(
    title: Title, wishes: Sequence[SeatWish], options: Sequence[str]
) -> list[tuple[str, str]]:
    """Return what is wrong with the seats and options of a new match: (pointer, message) pairs."""
    faults = [(f"/{fault.place}", fault.text) for fault in title.faults(len(wishes), options)]
    for place, wanted in enumerate(wishes):
        if fault := chairs.fault(wanted):
            faults.append((f"/seats/{place}{fault[0]}", fault[1]))
    return faults


def fresh(
    title: Title,
    options: Sequence[str],
    body: Mapping[str, Any],
    the_request: IdempotentRequest,
    seed: bytes = b"",
    fork: Fork | None = None,
) -> New:
    """Return a match without entries, as ``body`` asks for it: ``seats``, ``name``, ``undo``, …

    It begins with the setup, or with the state of a ``fork``, which holds ``seed``.

    :raises Problem: 401, a seat is for ``me`` and the request has no account token.
    """
    mine = account()
    wishes: Sequence[SeatWish] = body["seats"]
    if mine is None and ME in {wish.holder for wish in wishes}:
        raise unauthorized("no-account")
    game_id, seed, created = tokens.new_id(), seed or secrets.token_bytes(32), now_ms()
    roles = ["host", *(["invite"] if body["invite"] else [])]
    roles += [r for n, wanted in enumerate(wishes) if (r := chairs.role(n, wanted))]
    minted, marks = mint(the_request, game_id, roles)
    seats = tuple(chairs.seat(n, wanted, minted, mine) for n, wanted in enumerate(wishes))
    clock = body.get("clock")
    head = Head(
        title.id,
        tuple(options),
        seed,
        "",
        created,
        body["undo"],
        body["visibility"],
        marks["host"],
        marks.get("invite", b""),
        name=body["name"],
        clock=Clock(**clock) if clock else None,
        fork=fork,
        talk=body.get("talk", SEATED),
    )
    return New(set_up(game_id, head, seats), minted, you=creators_seat(wishes))


def set_up(game_id: str, head: Head, seats: tuple[Chair, ...]) -> Match:
    """Return a match at revision 0 with this header and these chairs.

    It waits for players if some seats are open.
    """
    holders = tuple(chair.holder for chair in seats)
    promise = commitment(TAG, game_id, head.seed)
    head = msgspec.structs.replace(head, commitment=promise, waits=OPEN in holders, holders=holders)
    bare = json_form.bare(game_id, head, seats)
    return replace(bare, snapshot=start(bare).snapshot)


def creators_seat(wishes: Sequence[SeatWish]) -> int | None:
    """Return the seat that the creator sees: the first one for ``me``, else the first person's."""
    for people in ((ME,), PEOPLE):
        for place, wanted in enumerate(wishes):
            if wanted.holder in people:
                return place
    return None


def mint(
    the_request: IdempotentRequest, game_id: str, roles: Sequence[str]
) -> tuple[dict[str, str], dict[str, bytes]]:
    """Return tokens by role, and their hashes."""
    minted = {role: the_request.token(game_id, role) for role in roles}
    return minted, {role: tokens.fingerprint(token) for role, token in minted.items()}


def _created(the_request: IdempotentRequest, kept: Remembered) -> Response:
    minted = {
        role: tokens.derived_token(kept.subject, the_request.key or "", kept.salt, role)
        for role in kept.roles
    }
    return _with_tokens(kept.subject, kept.body, minted, responses.decode(kept.body)["rev"])


def _with_tokens(game_id: str, shown: bytes, minted: Mapping[str, str], rev: int) -> Response:
    place = f"/v1/games/{game_id}"
    body = responses.extended(shown, {"tokens": chairs.tokens_document(minted)})
    return responses.blob(body, 201, Location=place, ETag=responses.etag(rev))
