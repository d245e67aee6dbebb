"""Storage: the only package that knows Redis."""

from __future__ import annotations

from redis import Redis

from match.expiry import ENDLESS, Lifetimes
from store import keys
from store.account_tokens import AccountTokens
from store.accounts import Accounts
from store.backlog import Backlog, Crowds, DueIndex
from store.connection import connect
from store.deliveries import Deliveries
from store.drafts import Drafts
from store.feeds import Feeds
from store.games import Games
from store.heartbeats import Heartbeats
from store.hook_seats import HookSeats
from store.idempotency import Idempotency
from store.jobs import Jobs
from store.leases import Leases
from store.listing import GameLists
from store.lives import Lives
from store.recoveries import Recoveries
from store.reports import Reports
from store.seals import Seals
from store.seeks import Seeks
from store.server import Server
from store.sightings import Sightings
from store.talk import Talk
from store.tickets import Tickets
from store.webhooks import Webhooks
from store.windows import SharedWindows
from store.words import HOOKS


class Store:
    """The store: one attribute for each kind of data.

    ``redis`` is for RQ only, which needs its own kind of connection. ``lifetimes`` are those of
    games.
    """

    def __init__(self, redis: Redis, lifetimes: Lifetimes = ENDLESS) -> None:
        self.redis = redis
        self.lifetimes = lifetimes
        self.games = Games(redis)
        self.lives = Lives(redis, self.games, lifetimes)
        self.accounts = Accounts(redis)
        self.account_tokens = AccountTokens(redis)
        self.recoveries = Recoveries(redis)
        self.feeds = Feeds(redis)
        self.listing = GameLists(redis)
        self.due = DueIndex(redis)
        self.bots_due = DueIndex(redis, keys.BOTS_DUE)
        self.crowds = Crowds(redis)
        self.drafts = Drafts(redis)
        self.hooks_due = DueIndex(redis, keys.HOOKS_DUE)
        self.hook_seats = HookSeats(redis)
        self.webhooks = Webhooks(redis)
        self.webhooks_due = DueIndex(redis, keys.WEBHOOKS_DUE)
        self.deliveries = Deliveries(redis)
        self.deadlines = DueIndex(redis, keys.DEADLINES)
        self.jobs = Jobs(redis)
        self.seals = Seals(redis)
        self.seeks = Seeks(redis)
        self.tickets = Tickets(redis)
        self.idempotency = Idempotency(redis)
        self.server = Server(redis)
        self.heartbeats = Heartbeats(redis, self.games, self.server)
        self.leases = Leases(redis, self.heartbeats, HOOKS)
        self.backlog = Backlog(redis)
        self.talk = Talk(redis)
        self.sightings = Sightings(redis)
        self.reports = Reports(redis)
        self.windows = SharedWindows(redis)

    @classmethod
    def open(cls, url: str, lifetimes: Lifetimes = ENDLESS) -> Store:
        """Return the store at ``url`` (``redis://``, ``rediss://`` or ``unix://``); it connects at
        first use."""
        return cls(connect(url), lifetimes)

    def ping(self) -> None:
        """Raise redis.RedisError unless the server answers."""
        self.redis.ping()
