"""The names of all keys in Redis.

All of them expire, except the data of games and accounts, and lists such as due work.
tests/service/test_expiry.py has the reason for each exception.
"""

from __future__ import annotations

PREFIX = "chasqui:"
DUE = f"{PREFIX}due"
"""Games of people that await a bot, by the time (ms) since when."""
BOTS_DUE = f"{PREFIX}bots-due"
"""Games of bots only that run, by the time (ms) since when they await a bot."""
BOT_GAMES = f"{PREFIX}bot-games:"
"""The beginning of the names of ``bot_games``."""
CROWD = f"{PREFIX}crowd:"
"""The beginning of the names of ``crowd``."""
HOOKS_DUE = f"{PREFIX}hooks-due"
"""Games that await a remote bot, by the time (ms) since when."""
EXPIRING = f"{PREFIX}expiring:"
"""The beginning of the names of ``expiring``."""
LOOKED = f"{PREFIX}looked"
"""A mark that a sweeper has looked for expired games within a day."""
GRACE = f"{PREFIX}grace"
"""A mark that games do not expire now, because no sweeper had looked for a day."""
DEADLINES = f"{PREFIX}deadlines"
"""Games with deadlines, by time (ms)."""
WEBHOOKS_DUE = f"{PREFIX}webhooks-due"
"""Accounts with unsent webhook messages, by the time (ms) of the next attempt."""
SEAL_SECRET = f"{PREFIX}seal-secret"
"""The secret of seals."""
UNDO_DUE = f"{PREFIX}undo-due"
"""Unfinished undos, by the time (ms) of the next look at them."""
REPLAYS_DUE = f"{PREFIX}replays-due"
"""Unfinished replays, by the time (ms) of the next look at them."""
REPORTS = f"{PREFIX}reports"
"""Reported messages of table talk, by the time (ms) of the last report."""
APP_KEYS = f"{PREFIX}app-keys"
"""App keys of the operator, by the time of creation."""
SEEK_POOLS = f"{PREFIX}seek-pools"
"""Pools of waiting seeks, by the time (ms) when their last seek expires."""
WAKE_CHANNEL = f"{PREFIX}wake"
"""Pub/sub channel: each commit sends ``<game id> <rev>``, and ``<account id> <rev>`` for each
account in the game."""


def is_id(name: str) -> bool:
    """Return whether a name may be an id. A name with a colon could reach other kinds of keys."""
    return ":" not in name


def game(game_id: str) -> str:
    """Name the hash of one game: header, seats, revision and the current state."""
    return f"{PREFIX}g:{game_id}"


def log(game_id: str) -> str:
    """Name the list of a running game's entries, oldest first."""
    return f"{PREFIX}g:{game_id}:log"


def traces(game_id: str) -> str:
    """Name the list of the newest events of a running game."""
    return f"{PREFIX}g:{game_id}:traces"


def listed(status: str, title: str) -> str:
    """Name the index of a title's public games in one status, by the time of creation."""
    return f"{PREFIX}games:{status}:{title}"


def ended(status: str, title: str) -> str:
    """Name the index of a title's public games that have ended, by the time of their end."""
    return f"{PREFIX}ended:{status}:{title}"


def expiring(stage: str, kept: bool) -> str:
    """Name the index of all games in a stage (``match.expiry``), by a time (ms) not after the last
    entry. Those that app keys created have an index of their own."""
    return f"{EXPIRING}{stage}{':kept' if kept else ''}"


def player_games(player: str) -> str:
    """Name the index of the public games of a player (a public id), by the time of creation."""
    return f"{PREFIX}p:{player}:games"


def player_ended(player: str) -> str:
    """Name the index of the public games of a player that have ended, by the time of their end."""
    return f"{PREFIX}p:{player}:ended"


def account(account_id: str) -> str:
    """Name the hash of one account."""
    return f"{PREFIX}a:{account_id}"


def account_games(account_id: str) -> str:
    """Name the index of the games of an account, by the time of creation."""
    return f"{PREFIX}a:{account_id}:games"


def account_ended(account_id: str) -> str:
    """Name the index of an account's games that have ended, by the time of their end."""
    return f"{PREFIX}a:{account_id}:ended"


def account_feed(account_id: str) -> str:
    """Name the stream of an account's changed games: game and revision."""
    return f"{PREFIX}a:{account_id}:feed"


def account_day(account_id: str, day: str) -> str:
    """Name the counter of games that an account created in a day (``20261121``)."""
    return f"{PREFIX}a:{account_id}:day:{day}"


def address_day(address: str, day: str) -> str:
    """Name the counter of games that guests of an address created in a day (``20261121``)."""
    return f"{PREFIX}address-games:{address}:{day}"


def bot_games(maker: str) -> str:
    """Name the index of a maker's games of bots only that run, by the time (ms) of their last turn.

    A maker is an account, or the mark of an address.
    """
    return f"{BOT_GAMES}{maker}"


def crowd(address: str) -> str:
    """Name the index of an address's games of people that await a bot, by the time since when.

    The address is a mark, and the time in ms.
    """
    return f"{CROWD}{address}"


def webhooks(account_id: str) -> str:
    """Name the hash of an account's webhooks; it exists only while there are some."""
    return f"{PREFIX}a:{account_id}:webhooks"


def account_seeks(account_id: str) -> str:
    """Name the index of an account's waiting seeks, by the time (ms) when they expire."""
    return f"{PREFIX}a:{account_id}:seeks"


def seek(seek_id: str) -> str:
    """Name a seek."""
    return f"{PREFIX}seek:{seek_id}"


def seek_pool(terms: str) -> str:
    """Name the index of the waiting seeks of one kind of game, in the order of their arrival."""
    return f"{PREFIX}seeks:{terms}"


def deliveries(name: str) -> str:
    """Name the log of deliveries to an endpoint, newest first."""
    return f"{PREFIX}deliveries:{name}"


def lease(name: str) -> str:
    """Name a lease."""
    return f"{PREFIX}lease:{name}"


def hook_attempts(game_id: str, seat: int) -> str:
    """Name the state of a remote bot."""
    return f"{PREFIX}g:{game_id}:hook:{seat}"


def alive(part: str) -> str:
    """Name the index of the processes of one part, by the time (ms) of their last heartbeat."""
    return f"{PREFIX}alive:{part}"


def draft(game_id: str, seat: int) -> str:
    """Name a seat's draft."""
    return f"{PREFIX}g:{game_id}:draft:{seat}"


def talk(game_id: str) -> str:
    """Name the hash of a game's table talk: the policy, and the newest number of each channel."""
    return f"{PREFIX}g:{game_id}:talk"


def channel(game_id: str, name: str) -> str:
    """Name the list of the messages of one channel, oldest first."""
    return f"{PREFIX}g:{game_id}:talk:{name}"


def mutes(game_id: str) -> str:
    """Name the hash of what readers of a game's table talk have muted."""
    return f"{PREFIX}g:{game_id}:mutes"


def news(topic: str) -> str:
    """Name the stream of new and deleted messages for listeners of a game or account."""
    return f"{PREFIX}news:{topic}"


def seen(name: str) -> str:
    """Name the time (ms) when an owner of seats was last seen."""
    return f"{PREFIX}seen:{name}"


def hidden(game_id: str) -> str:
    """Name the set of owners of a game's seats that hide their presence."""
    return f"{PREFIX}g:{game_id}:hidden"


def report(game_id: str, message_id: str) -> str:
    """Name the hash of the reports of one message."""
    return f"{PREFIX}report:{game_id}:{message_id}"


def bucket(kind: str, name: str) -> str:
    """Name a token bucket of a rate limit."""
    return f"{PREFIX}bucket:{kind}:{name}"


def window(policy: str, caller: str) -> str:
    """Name a window of a rate limit."""
    return f"{PREFIX}window:{policy}:{caller}"


def job(job_id: str) -> str:
    """Name the hash of one job."""
    return f"{PREFIX}job:{job_id}"


def replays(owner: str) -> str:
    """Name the index of the replays that a client has started and that may be unfinished."""
    return f"{PREFIX}replays:{owner}"


def job_done(job_id: str) -> str:
    """Name a list with one item, created when the job finishes."""
    return f"{PREFIX}job:{job_id}:done"


def ticket(ticket_id: str) -> str:
    """Name a ticket for one event stream."""
    return f"{PREFIX}ticket:{ticket_id}"


def answer(digest: str) -> str:
    """Name the stored answer to a request with an Idempotency-Key."""
    return f"{PREFIX}answer:{digest}"
