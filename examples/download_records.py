"""Downloads the records of finished games, and only the new ones when it runs again.

    python3 examples/download_records.py http://127.0.0.1:8000 records.ndjson ruleset=tzolkin

It appends to the file. A download that broke off continues after the last whole line.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import urlopen


def last_cursor(path: Path) -> str:
    """Return the cursor of the last whole line of a file, and cut off what follows it."""
    cursor, whole = "", 0
    if path.exists():
        with path.open("r+b") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                cursor, whole = json.loads(line)["cursor"], whole + len(line)
            file.truncate(whole)
    return cursor


def download(address: str, path: Path) -> str | None:
    """Append a page to a file; return the address of the next page, if there is one."""
    try:
        with urlopen(address, timeout=60) as page, path.open("ab") as file:
            file.writelines(page)
            found = re.match("<(.*)>", page.headers["Link"] or "")
            return urljoin(address, found[1]) if found else None
    except HTTPError as error:
        if error.code not in (429, 503):
            raise
        time.sleep(int(error.headers["Retry-After"]))
        return address


def main(site: str, name: str, *wanted: str) -> None:
    """Download all pages."""
    path = Path(name)
    query = dict(each.split("=", 1) for each in wanted)
    if cursor := last_cursor(path):
        query["cursor"] = cursor
    address: str | None = f"{site}/v1/records?{urlencode({'limit': 500, **query})}"
    while address:
        address = download(address, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
