"""Members that the problem documents of some codes carry besides those of all codes."""

from __future__ import annotations

from marshmallow import Schema, fields

from match.words import HOOK, PERSON, UNDO_POLICIES
from schemas import shared
from schemas.fields import revision, time
from schemas.games import Awaited, Choices
from schemas.history import Entry
from schemas.shared import count, nested, seats, several, steps_shown, word
from schemas.turns import Draft
from store.words import PARTS


class _OfSteps(Schema):
    """Members of `illegal-step` and `incomplete-turn`."""

    turn = count(
        "In the stateless engine: the index of the refused turn in `turns`.", allow_none=True
    )
    index = count(
        "`illegal-step`: the index of the refused step, from 0 at the first step of the turn."
    )
    question = shared.text(
        "`illegal-step`: the verb of the question; null after the turn's end.", allow_none=True
    )
    rule = shared.text(
        "`illegal-step`: the section of the rules; null for unknown steps.", allow_none=True
    )
    text = shared.text("`illegal-step`: the reason as a sentence.")
    legal = steps_shown("`illegal-step`: the first legal steps, at most 20.")
    options = count("`illegal-step`: the number of legal steps.")
    nearest = steps_shown("`illegal-step`: legal steps that are spelled alike.")
    next = nested(
        Choices, "`incomplete-turn`: the question that the turn must answer.", allow_none=True
    )


class _OfRecords(Schema):
    """Members of `invalid-record`."""

    entry = count(
        "`invalid-record`: the revision of the wrong entry; null outside.", allow_none=True
    )
    line = count(
        "`invalid-record`: the line in a text record, from 1; null in JSON.", allow_none=True
    )
    pointer = shared.text(
        "`invalid-record`: the place in a JSON record, as a JSON pointer.", allow_none=True
    )
    expected = shared.text(
        "`invalid-record`: the correct value; null if there is none.", allow_none=True
    )
    got = shared.text(
        "`invalid-record`: the wrong value. `illegal-step`: the refused step.", allow_none=True
    )
    reason = shared.text(
        "`illegal-step`, `invalid-record`, `undo-not-allowed`: the reason as a code.", 80
    )


class ProblemMembers(_OfSteps, _OfRecords):
    """Members that only some codes have. Each is absent elsewhere."""

    rev = revision("`stale-revision`, `revision-required`, `not-your-turn`: the current revision.")
    awaited = several(
        fields.Nested(Awaited), "`stale-revision`, `not-your-turn`: the seats to move."
    )
    entries = several(
        fields.Nested(Entry), "`stale-revision`: the entries since the caller's revision."
    )
    draft = nested(
        Draft, "`draft-changed`: the current draft; null if there is none.", allow_none=True
    )
    holder = word(
        (PERSON, HOOK), "`bot-plays`: the holder that PUT `link` must name to take the seat back."
    )
    link = shared.text(
        "`bot-plays`, `paused`, `illegal-step`: the path that helps on.", allow_none=True
    )
    game = shared.ident("`seek-matched`: the id of the game that the seek has found.")
    since = time("`paused`: when the pause began.")
    claimable = seats("`not-claimable`: the seats that can be claimed.")
    policy = word(UNDO_POLICIES, "`undo-not-allowed`: the policy of the game.")
    missing = several(word(PARTS, "A part."), "`unavailable`: the parts that are missing.")
