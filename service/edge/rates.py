"""Rates: the policies of the rate limits, and which requests each counts together."""

from __future__ import annotations

from typing import NamedTuple

from flask import request

from service.edge.endpoints import network_of
from service.processes.settings import Settings
from store.windows import DAY, SECONDS, Rate
from store.words import (
    ACCOUNT,
    ACCOUNT_TURNS,
    ADDRESS,
    ADDRESS_ACCOUNTS,
    ADDRESS_COST,
    ADDRESS_GAMES,
    ADDRESS_READS,
    ADDRESS_TURNS,
    ADDRESS_UNDOS,
    ADDRESS_WRITES,
    CALLER,
    COST,
    DENIALS,
    EXPORTS,
    GUEST_GAMES,
    READS,
    RECOVERIES,
    SEAT,
    TALK,
    TURNS,
    UNDOS,
    WRITES,
)


class Policy(NamedTuple):
    """A policy: the setting of its amount, which requests it counts together, and for how long.

    A caller is a token, or an address without one.
    """

    setting: str
    scope: str
    seconds: int = SECONDS


POLICIES: dict[str, Policy] = {
    TURNS: Policy("turns_per_minute", SEAT),
    ACCOUNT_TURNS: Policy("account_turns_per_minute", ACCOUNT),
    ADDRESS_TURNS: Policy("address_turns_per_minute", ADDRESS),
    WRITES: Policy("writes_per_minute", CALLER),
    ADDRESS_WRITES: Policy("address_writes_per_minute", ADDRESS),
    TALK: Policy("talk_per_minute", CALLER),
    UNDOS: Policy("undos_per_minute", CALLER),
    ADDRESS_UNDOS: Policy("address_undos_per_minute", ADDRESS),
    READS: Policy("reads_per_minute", CALLER),
    ADDRESS_READS: Policy("address_reads_per_minute", ADDRESS),
    EXPORTS: Policy("exports_per_minute", CALLER),
    COST: Policy("cost_per_minute", CALLER),
    ADDRESS_COST: Policy("address_cost_per_minute", ADDRESS),
    DENIALS: Policy("denials_per_minute", ADDRESS),
    RECOVERIES: Policy("recoveries_per_minute", ADDRESS),
    GUEST_GAMES: Policy("guest_games_per_day", ACCOUNT, DAY),
    ADDRESS_GAMES: Policy("address_games_per_day", ADDRESS, DAY),
    ADDRESS_ACCOUNTS: Policy("address_accounts_per_day", ADDRESS, DAY),
}

ABOVE = {
    WRITES: ADDRESS_WRITES,
    TALK: ADDRESS_WRITES,
    UNDOS: ADDRESS_UNDOS,
    READS: ADDRESS_READS,
    EXPORTS: ADDRESS_READS,
}
"""The policies that count a request by its address too, over all tokens."""

SHARED = (WRITES, ADDRESS_WRITES, TALK, UNDOS, ADDRESS_UNDOS, RECOVERIES, ADDRESS_ACCOUNTS)
"""The policies that all processes count together in windows."""
OWN = (READS, ADDRESS_READS, EXPORTS, COST, ADDRESS_COST)
"""The policies that each process counts, and tells callers about."""


def rates(settings: Settings) -> dict[str, Rate]:
    """Return the rate of each policy."""
    return {
        name: Rate(name, getattr(settings, policy.setting), policy.seconds)
        for name, policy in POLICIES.items()
    }


def origin() -> str:
    """Return the address of the request, as limits count it."""
    return network_of(request.remote_addr or "")
