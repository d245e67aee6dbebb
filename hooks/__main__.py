"""`python -m hooks`: one worker for remote bots and webhooks, with a sweeper.

On SIGTERM or Ctrl-C, it finishes its current requests.
"""

from __future__ import annotations

import logging

from hooks import jobs
from service.processes.settings import settings_or_exit
from store.words import HOOKS
from workers.__main__ import prepare, work
from workers.database import database
from workers.queues import HOOK_QUEUES


def main() -> None:
    """Work until a signal stops the process."""
    prepare()
    settings_or_exit()
    # It would log each malformed header of a stranger, with the address.
    logging.getLogger("urllib3").setLevel(logging.ERROR)
    sweeper = jobs.HookSweeper(database(), jobs.is_crowded)
    work(HOOK_QUEUES, sweeper.run, HOOKS, finish=jobs.pool().close)


if __name__ == "__main__":
    main()
