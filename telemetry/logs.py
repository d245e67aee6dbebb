"""Logs: one line an event, as JSON for machines or as text for a person at a terminal.

A line holds ids, names and numbers only: never a token, a body, a seed or what a seat may not see.
Nor an id which is all one needs to read or cancel something: of those it holds the mark.
"""

from __future__ import annotations

import hashlib
import logging
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

import msgspec
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.msgspec import MsgspecFormatter

LEVELS = ("debug", "info", "warning", "error", "critical")
JSON, TEXT = "json", "text"
FORMATS = (JSON, TEXT)

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being served, or that asked for the job at hand; '' for none."""

_RESERVED = frozenset({*RESERVED_ATTRS, "message", "asctime"})
_NOISY = ("rq", "rq.worker", "rq.queue", "urllib3")


def mark(secret: str) -> str:
    """What stands in a line for an id that opens something: the same for the same id, and no way
    back to it."""
    return hashlib.sha256(secret.encode()).hexdigest()[:12]


def install(level: str, form: str | None = None) -> None:
    """Have everything this process logs written to its standard output.

    Without a form it is text at a terminal and JSON elsewhere.
    """
    # Nobody reads them here, and finding them out costs a third of a line (see the library's HOWTO
    # on optimization).
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None
    root = logging.getLogger()
    root.handlers[:] = [handler(form)]
    root.setLevel(level.upper())
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def handler(form: str | None = None) -> logging.Handler:
    """What writes log lines, in the form of ``install``."""
    made = logging.StreamHandler(sys.stdout)
    made.setFormatter(formatter(form or (TEXT if sys.stdout.isatty() else JSON)))
    made.addFilter(_name_request)
    return made


def formatter(form: str) -> logging.Formatter:
    """What makes a line of a record and of the members of its ``extra``."""
    if form == TEXT:
        return _Text("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S")
    renamed = {"levelname": "level", "name": "logger", "exc_info": "exception"}
    return MsgspecFormatter(
        "{levelname}{name}{message}", style="{", rename_fields=renamed, timestamp="time"
    )


def wrong(environ: Mapping[str, str]) -> str | None:
    """What is wrong with LOG_LEVEL or LOG_FORMAT, and what would be right; None: nothing."""
    for name, words in (("LOG_LEVEL", LEVELS), ("LOG_FORMAT", FORMATS)):
        text = environ.get(name, "").strip()
        if text and text.lower() not in words:
            return f"{name} is {text!r}; it should be {', '.join(words[:-1])} or {words[-1]}"
    return None


def from_environ(environ: Mapping[str, str]) -> None:
    """``install`` as LOG_LEVEL and LOG_FORMAT say; both were looked at by ``wrong``."""
    level, form = (environ.get(name, "").strip().lower() for name in ("LOG_LEVEL", "LOG_FORMAT"))
    install(level or "info", form or None)


def _name_request(record: logging.LogRecord) -> bool:
    """Every line of a request, or of a job it asked for, carries its id."""
    if (current := request_id.get()) and not hasattr(record, "request"):
        record.request = current
    return True


class _Text(logging.Formatter):
    """The message, then the other members as name=value; a line stays one line."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (named by the library)
        more: dict[str, Any] = {k: v for k, v in vars(record).items() if k not in _RESERVED}
        told = [f" {name}={_value(value)}" for name, value in more.items() if value is not None]
        return super().formatMessage(record) + "".join(told)


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if text.isprintable() and " " not in text else repr(text)
