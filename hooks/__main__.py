"""`python -m hooks`: one worker for what is sent to others, with a sweeper beside it.

SIGTERM or Ctrl-C: the requests at hand are finished, then the worker ends.
"""

from __future__ import annotations

import logging

from hooks import jobs
from hooks.sweeper import Sweeper
from service.processes.settings import settings_or_exit
from store.presence import HOOKS
from workers.__main__ import prepare, work
from workers.database import database
from workers.queues import HOOK_QUEUES


def main() -> None:
    """Work until told to stop."""
    prepare()
    settings_or_exit()
    # It would warn of each odd header of a stranger, with the address.
    logging.getLogger("urllib3").setLevel(logging.ERROR)
    work(HOOK_QUEUES, Sweeper(database()).run, HOOKS, finish=jobs.pool().close)


if __name__ == "__main__":
    main()
