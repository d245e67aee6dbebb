"""Logs: one line for each event, as JSON, or as text at a terminal.

A line contains ids, names and numbers: never a token, a body, a seed or hidden information. An id
that opens something is replaced by its mark.
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
"""The id of the current request, or of the request that enqueued the current job; '' if there is
none."""

_RESERVED = frozenset({*RESERVED_ATTRS, "message", "asctime"})
_NOISY = ("rq", "rq.worker", "rq.queue", "urllib3")


def mark(secret: str) -> str:
    """Return the mark of an id that opens something: the start of its hash."""
    return hashlib.sha256(secret.encode()).hexdigest()[:12]


def install(level: str, form: str | None = None) -> None:
    """Write all logs of this process to standard output.

    The default form is text at a terminal and JSON elsewhere.
    """
    # These fields are unused, and computing them costs a third of a line (see the library's HOWTO).
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None
    root = logging.getLogger()
    root.handlers[:] = [handler(form)]
    root.setLevel(level.upper())
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def handler(form: str | None = None) -> logging.Handler:
    """Return the handler for a form."""
    made = logging.StreamHandler(sys.stdout)
    made.setFormatter(formatter(form or (TEXT if sys.stdout.isatty() else JSON)))
    made.addFilter(_name_request)
    return made


def formatter(form: str) -> logging.Formatter:
    """Return the formatter of records and their ``extra`` members."""
    if form == TEXT:
        return _Text("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S")
    renamed = {"levelname": "level", "name": "logger", "exc_info": "exception"}
    return MsgspecFormatter(
        "{levelname}{name}{message}", style="{", rename_fields=renamed, timestamp="time"
    )


def wrong(environ: Mapping[str, str]) -> str | None:
    """Return what is wrong with LOG_LEVEL or LOG_FORMAT, or None."""
    for name, words in (("LOG_LEVEL", LEVELS), ("LOG_FORMAT", FORMATS)):
        text = environ.get(name, "").strip()
        if text and text.lower() not in words:
            return f"{name} is {text!r}; it should be {', '.join(words[:-1])} or {words[-1]}"
    return None


def from_environ(environ: Mapping[str, str]) -> None:
    """Call ``install`` with LOG_LEVEL and LOG_FORMAT, which ``wrong`` has checked."""
    level, form = (environ.get(name, "").strip().lower() for name in ("LOG_LEVEL", "LOG_FORMAT"))
    install(level or "info", form or None)


def _name_request(record: logging.LogRecord) -> bool:
    """Add the id of the request to a line; this is a filter."""
    if (current := request_id.get()) and not hasattr(record, "request"):
        record.request = current
    return True


class _Text(logging.Formatter):
    """A formatter of text: the message, then the other members as name=value, in one line."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (named by the library)
        more: dict[str, Any] = {k: v for k, v in vars(record).items() if k not in _RESERVED}
        told = [f" {name}={_value(value)}" for name, value in more.items() if value is not None]
        return super().formatMessage(record) + "".join(told)


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if text.isprintable() and " " not in text else repr(text)
