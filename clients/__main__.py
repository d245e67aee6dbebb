"""Generate the clients from ``openapi.yaml``: ``python -m clients``, or ``make clients``.

The Python package goes to ``clients/python``, the types for TypeScript to ``clients/typescript``.
"""

from __future__ import annotations

import sys

from clients import making


def main() -> None:
    """Generate both clients, or report what is missing."""
    try:
        making.python()
        making.node_modules()
        making.typescript()
        making.compile_typescript()
    except making.CannotMake as error:
        sys.exit(f"clients: {error}")


if __name__ == "__main__":
    main()
