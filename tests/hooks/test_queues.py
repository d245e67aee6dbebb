"""The queues name functions of packages that they do not import."""

from __future__ import annotations

from importlib import import_module

import pytest

from workers.queues import HOOK_QUEUES, QUEUES, Work


@pytest.mark.parametrize("work", [*QUEUES, *HOOK_QUEUES], ids=lambda work: work.name)
def test_what_a_queue_calls_is_there(work: Work) -> None:
    module, _, name = work.function.rpartition(".")
    assert callable(getattr(import_module(module), name))
