"""Deprecations: operations that will go away, announced in each of their answers.

`@operation(deprecated=Deprecated(…))` declares one. docs/versioning.md has the policy.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from flask import Flask, Response, request
from werkzeug.http import http_date

POLICY = "/versioning"
"""The page of the policy of versions."""
NOTICE = timedelta(days=180)
"""The shortest time between a deprecation and its end."""
HEADERS = {
    "Deprecation": "Since when the operation is deprecated (RFC 9745): `@` and seconds since 1970.",
    "Sunset": "When the operation will go away (RFC 8594).",
}


class Deprecated(NamedTuple):
    """A deprecation: its date, what to use instead, and the date of the end if it is known.

    Dates begin at midnight UTC.
    """

    since: date
    instead: str
    sunset: date | None = None

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers that announce it."""
        found = {"Deprecation": f"@{int(_midnight(self.since).timestamp())}"}
        if self.sunset is not None:
            found["Sunset"] = http_date(_midnight(self.sunset))
        return found

    @property
    def text(self) -> str:
        """Return a sentence for the specification."""
        end = f" It will go away on {self.sunset}." if self.sunset else ""
        return f"Deprecated since {self.since}.{end} Use {self.instead} instead."


_BY_ENDPOINT: dict[str, Deprecated] = {}


def declare(endpoint: str, deprecated: Deprecated) -> None:
    """Announce a deprecation in all answers of an endpoint.

    :raises ValueError: the end comes too soon after the announcement.
    """
    if deprecated.sunset is not None and deprecated.sunset - deprecated.since < NOTICE:
        raise ValueError(f"{endpoint}: the end should be {NOTICE.days} days after the announcement")
    _BY_ENDPOINT[endpoint] = deprecated


def install(app: Flask) -> None:
    """Add the headers to the answers of deprecated operations."""
    app.after_request(_announce)


def _announce(response: Response) -> Response:
    deprecated = _BY_ENDPOINT.get(request.endpoint or "")
    if deprecated is not None:
        response.headers.update(deprecated.headers)
        response.headers.add("Link", f'<{POLICY}>; rel="deprecation"; type="text/html"')
    return response


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
