"""Settings read from the environment, with defaults that run on a laptop."""

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from match.expiry import DAY, Lifetimes
from telemetry import logs

ALL, REFUSED, FAILED, NONE = LOGGED = ("all", "refused", "failed", "none")
"""The values of LOG_REQUESTS: all requests, those with a status from 400, from 500, or none."""

LINE, FIELDS, FIELD = 8_190, 64, 8_190
"""Limits: bytes of a request line, number of header fields, and bytes of a field.

The line is long because ``legal?after=…&after=…`` repeats every step of a turn.
"""

_DATA = Path("data").absolute()


class SettingsError(ValueError):
    """Some variables are invalid; each line of the message names one, its value and the valid
    values."""


def without_password(url: str) -> str:
    """Return an address with its user and password starred out."""
    return re.sub(r"//.*@", "//***@", url)


def _form(parse: Callable[[str], Any], right: str) -> dict[str, Any]:
    """Return the form of a variable: how its text is read, and what would be right."""
    return {"parse": parse, "right": right}


def _setting(default: Any, parse: Callable[[str], Any], right: str) -> Any:
    return field(default=default, metadata=_form(parse, right))


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return parse


def _one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(text)
        return text.lower()

    return parse


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _token(text: str) -> str:
    if not re.fullmatch(r"[!-~]{16,200}", text, re.ASCII):
        raise ValueError(text)
    return text


def _switch(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError(text)
    return text == "1"


def _host(text: str) -> str:
    if any(sign in text for sign in " /@[]"):
        raise ValueError(text)
    return text


def _redis_url(text: str) -> str:
    url = urlsplit(text)
    if url.scheme == "unix":
        right = bool(url.path)
    else:
        database = url.path.strip("/")
        right = bool(url.scheme in ("redis", "rediss") and url.hostname and url.port != 0)
        right = right and (not database or database.isdigit())
    if not right:
        raise ValueError(text)
    return text


def _address(text: str) -> str:
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname or not text.isascii():
        raise ValueError(text)
    return text


def _contact(text: str) -> str:
    if not re.fullmatch(r"(mailto:[!-~]+@[!-~]+|https://[!-~]+|tel:[+0-9-]+)", text, re.ASCII):
        raise ValueError(text)
    return text


def _moment(text: str) -> str:
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text, re.ASCII):
        raise ValueError(text)
    datetime.fromisoformat(text)
    return text


def _base_url(text: str) -> str:
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname or url.query or url.fragment:
        raise ValueError(text)
    return text.rstrip("/")


def days(text: str) -> float:
    """Return a number of days.

    :raises ValueError: it is none.
    """
    if not re.fullmatch(r"\d{1,5}(\.\d+)?(e-\d\d?)?", text, re.ASCII) or float(text) > 36_500:
        raise ValueError(text)
    return float(text)


DAYS = "a number of days up to 36500, such as 14 or 0.5"
_LIFETIME = f"{DAYS} (0: never)"
_RATE = _whole(1, 1_000_000)
_RATES = "a number a minute from 1 to 1000000"
_DAILY = "a number a day from 1 to 1000000"


def _folder(text: str) -> Path:
    path = Path(text).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise ValueError(text)
    return path


@dataclass(frozen=True)
class Settings:
    """The settings of an installation; each field is the environment variable of its name."""

    host: str = _setting("127.0.0.1", _host, "a host name or address to listen on")
    port: int = _setting(8000, _whole(1, 65535), "a port from 1 to 65535")
    stream_port: int = _setting(8001, _whole(1, 65535), "a port from 1 to 65535")
    stream_url: str | None = _setting(
        None,
        _base_url,
        "the public address of the stream process, such as https://live.example.org",
    )
    public_url: str | None = _setting(
        None, _base_url, "the public address of the service, such as https://games.example.org"
    )
    web_workers: int = _setting(2, _whole(1, 64), "a number of processes from 1 to 64")
    streams: int = _setting(6_000, _whole(1, 100_000), "a number of streams from 1 to 100000")
    streams_per_address: int = _setting(
        256, _whole(1, 100_000), "a number of streams from 1 to 100000"
    )
    anonymous_streams_percent: int = _setting(50, _whole(0, 100), "a percentage from 0 to 100")
    read_seconds: int = _setting(15, _whole(1, 600), "a number of seconds from 1 to 600")
    send_seconds: int = _setting(30, _whole(1, 600), "a number of seconds from 1 to 600")
    connections_per_address: int = _setting(
        256, _whole(8, 100_000), "a number of connections from 8 to 100000"
    )
    web_threads: int = _setting(8, _whole(1, 256), "a number of threads from 1 to 256")
    workers: int = _setting(2, _whole(1, 64), "a number of processes from 1 to 64")
    hook_workers: int = _setting(1, _whole(1, 64), "a number of processes from 1 to 64")
    hooks_allow_local: bool = _setting(
        False, _switch, "1 (hooks may be at http:// and on this machine: development only) or 0"
    )
    hook_seconds: int = _setting(10, _whole(1, 60), "a number of seconds from 1 to 60")
    hook_places: int = _setting(64, _whole(2, 1_000), "a number of requests from 2 to 1000")
    hook_places_per_address: int = _setting(
        8, _whole(1, 1_000), "a number of requests from 1 to 1000"
    )
    hook_places_per_creator: int = _setting(
        16, _whole(1, 1_000), "a number of requests from 1 to 1000"
    )
    redis_url: str | None = _setting(
        None, _redis_url, "redis://host:6379/0, rediss://host:6379/0 or unix:///path/to/socket"
    )
    data_dir: Path = field(
        default=_DATA, metadata=_form(_folder, "a folder, or a path where one can be made")
    )
    appendfsync: str = _setting(
        "always", _one_of("always", "everysec", "no"), "always, everysec or no"
    )
    min_free_mb: int = _setting(
        256, _whole(0, 1_000_000), "a number of megabytes from 0 to 1000000"
    )
    allow_unsafe_redis: bool = _setting(
        False, _switch, "1 (also use a Redis that may lose games) or 0"
    )
    accounts: str = _setting(
        "open",
        _one_of("open", "keys"),
        "open (anybody may create games and guest accounts) or keys (only who holds an app key)",
    )
    log_level: str = _setting("info", _one_of(*logs.LEVELS), _either(logs.LEVELS))
    log_format: str | None = _setting(
        None, _one_of(*logs.FORMATS), f"{_either(logs.FORMATS)} (left out: text at a terminal)"
    )
    log_requests: str = _setting("all", _one_of(*LOGGED), _either(LOGGED))
    rate_limits: str = _setting("on", _one_of("on", "off"), "on or off")
    turns_per_minute: int = _setting(600, _RATE, f"turns a seat may play, {_RATES}")
    account_turns_per_minute: int = _setting(6_000, _RATE, f"turns of all its seats, {_RATES}")
    writes_per_minute: int = _setting(600, _RATE, f"other requests that change something, {_RATES}")
    talk_per_minute: int = _setting(20, _RATE, f"messages and reports of table talk, {_RATES}")
    undos_per_minute: int = _setting(30, _RATE, f"undos that a seat asks for, {_RATES}")
    address_undos_per_minute: int = _setting(
        60, _RATE, f"undos that one address asks for, {_RATES}"
    )
    reads_per_minute: int = _setting(6_000, _RATE, f"requests that change nothing, {_RATES}")
    exports_per_minute: int = _setting(60, _RATE, f"exports of many records, {_RATES}")
    recoveries_per_minute: int = _setting(10, _RATE, f"recovery codes of one address, {_RATES}")
    address_turns_per_minute: int = _setting(
        12_000, _RATE, f"turns of all seats of one address, {_RATES}"
    )
    address_writes_per_minute: int = _setting(
        3_000, _RATE, f"other requests of one address that change something, {_RATES}"
    )
    address_reads_per_minute: int = _setting(
        30_000, _RATE, f"requests of one address that change nothing, {_RATES}"
    )
    cost_per_minute: int = _setting(10_000, _RATE, f"ms of computing of a caller, {_RATES}")
    address_cost_per_minute: int = _setting(
        20_000, _RATE, f"ms of computing of one address, {_RATES}"
    )
    costly_requests: int = _setting(4, _whole(1, 64), "a number of requests from 1 to 64")
    guest_games_per_day: int = _setting(500, _RATE, f"new games of a guest, {_DAILY}")
    address_games_per_day: int = _setting(
        2_000, _RATE, f"new games of all guests of one address, {_DAILY}"
    )
    address_accounts_per_day: int = _setting(
        200, _RATE, f"new guest accounts of one address, {_DAILY}"
    )
    bot_games_per_account: int = _setting(
        20, _whole(0, 100_000), "a number of running games from 0 (no limit) to 100000"
    )
    bot_games_per_address: int = _setting(
        40, _whole(0, 100_000), "a number of running games from 0 (no limit) to 100000"
    )
    replays_per_address: int = _setting(
        4, _whole(0, 10_000), "a number of unfinished replays from 0 (no limit) to 10000"
    )
    expire_unplayed_days: float = _setting(14, days, _LIFETIME)
    expire_abandoned_days: float = _setting(180, days, _LIFETIME)
    expire_finished_days: float = _setting(365, days, _LIFETIME)
    expire_app_key_games: bool = _setting(
        False, _switch, "1 (games that app keys created expire too) or 0"
    )
    denials_per_minute: int = _setting(600, _RATE, f"guesses of one address, {_RATES}")
    trusted_proxies: int = _setting(
        0, _whole(0, 9), "the number of proxies, from 0 to 9, that add to X-Forwarded-For"
    )
    metrics_token: str | None = _setting(
        None, _token, "16 to 200 visible ASCII characters that /metrics asks for"
    )
    metrics_public: bool = _setting(False, _switch, "1 (anybody may read /metrics) or 0")
    security_contact: str | None = _setting(
        None, _contact, "where to report vulnerabilities: mailto:…, https://… or tel:…"
    )
    security_expires: str | None = _setting(
        None, _moment, "when security.txt expires, such as 2027-06-30T00:00:00Z"
    )
    terms_url: str | None = _setting(
        None, _address, "the address of the terms of service, such as https://example.org/terms"
    )
    hsts_seconds: int = _setting(
        0, _whole(0, 10**9), "seconds (0: none) for which browsers use HTTPS only"
    )

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings of this environment; an empty variable counts as absent.

        Raises SettingsError that names every invalid variable.
        """
        values: dict[str, Any] = {}
        wrong: list[str] = []
        for item in fields(cls):
            name, text = item.name.upper(), environ.get(item.name.upper(), "").strip()
            if not text:
                continue
            try:
                values[item.name] = item.metadata["parse"](text)
            except ValueError:
                shown = "***" if item.name.endswith("token") else without_password(text)
                wrong.append(f"{name} is {shown!r}; it should be {item.metadata['right']}")
        if wrong:
            raise SettingsError("\n".join(wrong))
        return cls(**values)

    @property
    def site(self) -> str:
        """Return the address of the service where no request names one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url or f"http://{host}:{self.port}"

    @property
    def lifetimes(self) -> Lifetimes:
        """Return the lifetimes of games."""
        return Lifetimes(
            ceil(self.expire_unplayed_days * DAY),
            ceil(self.expire_abandoned_days * DAY),
            ceil(self.expire_finished_days * DAY),
            self.expire_app_key_games,
        )

    @property
    def anonymous_streams(self) -> int:
        """Return how many streams callers without a token or ticket may have together."""
        return self.streams * self.anonymous_streams_percent // 100

    def environ(self) -> dict[str, str]:
        """Return the variables that give another process the same settings."""
        return {
            item.name.upper(): str(int(value)) if isinstance(value, bool) else str(value)
            for item in fields(self)
            if (value := getattr(self, item.name)) is not None
        }


def settings_or_exit() -> Settings:
    """Return the settings of this environment; on errors, print them and exit with status 2."""
    try:
        return Settings.from_environ()
    except SettingsError as error:
        sys.stderr.writelines(f"chasqui: {line}\n" for line in str(error).splitlines())
        sys.exit(2)
