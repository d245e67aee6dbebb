"""Greenlets: run deep calls off the stack of an idle stream.

A greenlet keeps every page of memory that its stack has ever touched. A request touches 16 KB, as
much as everything else that an idle stream needs. So a greenlet that ends makes the deep calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
App = Callable[[dict[str, Any], Callable[..., Any]], Any]


def run_in_greenlet(call: Callable[[], T]) -> T:
    """Return or raise what the call does; in a process of threads, just make the call."""
    from gevent import monkey, spawn

    if not monkey.is_module_patched("threading"):
        return call()
    failed: list[BaseException] = []

    def work() -> T | None:
        try:
            return call()
        except BaseException as error:  # otherwise gevent prints it
            failed.append(error)
            return None

    result: T = spawn(work).get()
    if failed:
        raise failed[0]
    return result


def with_short_stacks(app: App) -> App:
    """Return the application with every request handled in a greenlet of its own."""

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        return run_in_greenlet(lambda: app(environ, start_response))

    return call
