"""The store of this process, opened once from the environment."""

from __future__ import annotations

import os
import sys
from functools import cache

from service.processes.settings import Settings, SettingsError
from store import Store
from store.connection import RedisError


def redis_url() -> str:
    """Return the address of the Redis-compatible server.

    :raises SystemExit: REDIS_URL is not set.
    """
    url = os.environ.get("REDIS_URL", "").strip()
    if not url:
        sys.exit(
            "chasqui workers: REDIS_URL is not set; it should be redis://host:6379/0, "
            "rediss://host:6379/0 or unix:///path/to/socket (python -m service sets it by itself)"
        )
    return url


@cache
def database() -> Store:
    """Return the store at REDIS_URL."""
    url = redis_url()
    return Store.open(url, Settings.from_environ().lifetimes)


def require_server() -> None:
    """Exit with one line on the error stream if the server does not answer.

    :raises SystemExit: it does not answer.
    """
    try:
        database().ping()
    except SettingsError as error:
        sys.exit("\n".join(f"chasqui workers: {line}" for line in str(error).splitlines()))
    except (RedisError, ValueError) as error:
        sys.exit(f"chasqui workers: REDIS_URL cannot be used ({error})")
