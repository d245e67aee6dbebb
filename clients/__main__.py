"""Generate the clients from ``openapi.yaml``: ``python -m clients``, or ``make clients``.

They go to ``clients/generated``. The programs in ``clients/play`` play games with them.
"""

from __future__ import annotations

import sys

from clients import openapi_generator, python_client, tools, typescript


def main() -> None:
    """Generate and compile all clients; name the ones that need a missing program."""
    try:
        python_client.generate()
    except tools.CannotMake as error:
        sys.exit(f"clients: {error}")
    for make in (_typescript, _of_the_generator):
        try:
            make()
        except tools.Missing as error:
            print(f"clients: skipped: {error}")
        except tools.CannotMake as error:
            sys.exit(f"clients: {error}")


def _typescript() -> None:
    typescript.generate()
    typescript.compile_all()


def _of_the_generator() -> None:
    made = {name: openapi_generator.generate(name) for name in openapi_generator.OPTIONS}
    openapi_generator.compile_java(made["java"])


if __name__ == "__main__":
    main()
