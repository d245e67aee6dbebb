"""``python -m service.specification`` prints the specification as YAML, ``--json`` as JSON.

The views declare their operations when they are imported. So this module imports all of them, and
``service/edge/openapi.py`` does not.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from service import web
from service.edge import openapi, openapi_yaml


def specification() -> dict[str, Any]:
    """Return the specification of the whole service."""
    assert web.BLUEPRINTS  # the import declares the operations
    return openapi.specification()


def printed(as_json: bool) -> str:
    """Return the specification as text."""
    found = specification()
    return f"{json.dumps(found, ensure_ascii=False)}\n" if as_json else openapi_yaml.written(found)


def main() -> None:
    """Print the specification."""
    parser = argparse.ArgumentParser(prog="python -m service.specification")
    parser.add_argument(
        "--json", action="store_true", help="print JSON, for tools that do not read YAML"
    )
    sys.stdout.write(printed(parser.parse_args().json))


if __name__ == "__main__":
    main()
