"""The service itself: its health, its limits on requests, and its problem documents."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import MOST_FAULTS, List, Listed
from schemas.problem_members import ProblemMembers
from schemas.shared import count, nested, several, text, word
from store.words import PARTS, RATE_POLICIES, RATE_SCOPES


class Rate(Schema):
    """A rate limit."""

    policy = word(
        RATE_POLICIES,
        "`turns`, `account-turns` and `address-turns`: played turns. `writes` and "
        "`address-writes`: other requests that change something. `talk`: messages and reports of "
        "table talk. `undos` and `address-undos`: requests for undos, and answers to them. `reads` "
        "and `address-reads`: requests that change nothing, also refused turns and duplicates of "
        "turns, in each web process. `exports`: exports of many records. `cost` "
        "and `address-cost`: computing time in ms, in each web process. `denials`: invalid tokens, "
        "and tokens that were not checked because the game does not exist or the body is not "
        "valid. `recoveries`: recovery codes, right or wrong. `guest-games` and `address-games`: "
        "new games of guests in a UTC day. `address-accounts`: new guest accounts.",
        required=True,
    )
    quota = count(
        "The number of requests in a window; of `cost` and `address-cost`, of ms.", required=True
    )
    window = count("The length of a window, in seconds.", required=True)
    scope = word(
        RATE_SCOPES,
        "Which requests are counted together. A caller is a token or an address.",
        required=True,
    )
    remaining = count(
        "What the caller has left; null if only RateLimit in an answer has it.",
        required=True,
        allow_none=True,
    )


def _lifetime(what: str) -> fields.Float:
    text = f"The lifetime of {what}, in seconds after the last entry; null: for ever."
    return fields.Float(required=True, allow_none=True, metadata={"description": text})


class Lifetimes(Schema):
    """The lifetimes of games. `expires` of a game says when it ends."""

    unplayed = _lifetime("games in which no turn was played")
    abandoned = _lifetime("games that are not finished")
    finished = _lifetime("finished games")
    app_keys = fields.Boolean(
        required=True,
        metadata={"description": "Whether games that app keys created expire too."},
    )


class Limits(Schema):
    """All limits."""

    body_bytes = count("The maximal size of most bodies, in bytes.", required=True)
    engine_bytes = count(
        "The maximal size of the body of an `/v1/engine` request, in bytes.", required=True
    )
    import_bytes = count("The maximal size of an imported record, in bytes.", required=True)
    line_bytes = count("The maximal size of the request line, in bytes.", required=True)
    header_fields = count("The maximal number of header fields.", required=True)
    header_bytes = count("The maximal size of a header field, in bytes.", required=True)
    steps = count("The maximal number of steps of a turn.", required=True)
    entries = count("The maximal number of entries of a record.", required=True)
    bot_games_per_account = count(
        "The maximal number of running games of an account at whose seats only bots of the service "
        "sit; null without a limit.",
        required=True,
        allow_none=True,
    )
    bot_games_per_address = count(
        "The same for a client address; null without a limit.", required=True, allow_none=True
    )
    streams = count(
        "The maximal number of open event streams; null without a limit.",
        required=True,
        allow_none=True,
    )
    streams_per_address = count(
        "The same for a client address, over all its tokens; one more gets 429.",
        required=True,
        allow_none=True,
    )
    anonymous_streams = count(
        "The same for all callers without a valid token or ticket; one more gets 503.",
        required=True,
        allow_none=True,
    )
    wait_seconds = fields.Float(
        required=True,
        metadata={
            "description": "The longest supported `Prefer: wait=N`, in seconds. If many requests "
            "wait already, the answer is 202 at once."
        },
    )
    rates = several(
        fields.Nested(Rate),
        "The rate limits; empty if the operator disabled them.",
        100,
        required=True,
    )
    replays_per_address = count(
        "The maximal number of unfinished replays of a client address; null without a limit.",
        required=True,
        allow_none=True,
    )
    lifetimes = nested(Lifetimes, "The times after which games are deleted.", required=True)


class Health(Schema):
    """The state of the process."""

    status = word(("ok",), "The process answers.", required=True)


class Ready(Schema):
    """The available parts."""

    status = word(("ok",), "All parts in `parts` are available.", required=True)
    parts = several(
        fields.String(validate=validate.OneOf(PARTS)),
        "The parts that were checked.",
        len(PARTS),
        required=True,
    )


class ReadyQuery(Schema):
    """Parts to skip."""

    without = List(
        fields.String(validate=validate.OneOf(PARTS)),
        data_key="exclude",
        load_default=list,
        validate=validate.Length(0, len(PARTS)),
        metadata={"description": "A part to skip; may be repeated."},
    )


class FaultShown(Schema):
    """An error in a request."""

    pointer = text("The place in the body, as a JSON pointer. Absent for a parameter.")
    parameter = text("The name of the parameter or header. Absent for a place in the body.")
    message = text("What would have been right.", required=True)


class ProblemDocument(ProblemMembers):
    """A problem document.

    Sentences are in the caller's language. Members that only some codes have name these codes.
    """

    type = fields.String(
        required=True,
        metadata={
            "format": "uri",
            "description": "The address of the page that explains the code.",
        },
    )
    title = text("The kind of problem in the caller's language.", 200, required=True)
    status = count("The HTTP status.", 100, 599, required=True)
    code = Listed("ProblemCode", "The code of the problem.", "not-found", required=True)
    detail = text("The problem in the caller's language.", required=True)
    params = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={"description": "The values in `detail`, for clients that translate."},
    )
    instance = fields.String(
        required=True,
        validate=validate.Length(1, 30_000),
        metadata={
            "format": "uri-reference",
            "description": "The path that was asked. It is `/` if the request was unreadable.",
        },
    )
    request = text("The id of the request, as in X-Request-Id.", 64, required=True)
    errors = several(
        fields.Nested(FaultShown),
        "The errors of an invalid request; the first ones only.",
        MOST_FAULTS,
    )
