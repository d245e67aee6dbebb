"""Aside: work done off the stack of whoever will wait for long.

A greenlet keeps every page of memory that its stack has ever touched, and a request touches 16 KB,
as much as all else that an idle listener needs. So what goes deep is done by a greenlet that ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
App = Callable[[dict[str, Any], Callable[..., Any]], Any]


def aside(call: Callable[[], T]) -> T:
    """What the call returns or raises; in a process of threads it is simply made."""
    from gevent import monkey, spawn

    if not monkey.is_module_patched("threading"):
        return call()
    failed: list[BaseException] = []

    def work() -> T | None:
        try:
            return call()
        except BaseException as error:  # gevent would print it
            failed.append(error)
            return None

    result: T = spawn(work).get()
    if failed:
        raise failed[0]
    return result


def shallow(app: App) -> App:
    """The same application, whose requests are looked at aside."""

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        return aside(lambda: app(environ, start_response))

    return call
