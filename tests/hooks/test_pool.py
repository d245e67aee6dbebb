"""The pool of threads that wait for remote hosts."""

from __future__ import annotations

import pytest

from hooks.pool import Pool


def test_work_that_fails_is_logged_and_frees_its_thread(caplog: pytest.LogCaptureFixture) -> None:
    def fail(name: str) -> None:
        raise ValueError(name)

    done: list[str] = []
    pool = Pool(threads=1)
    pool.run(fail, "first")
    pool.run(done.append, "second")
    pool.close()
    assert done == ["second"]
    (line,) = caplog.records
    assert line.getMessage().startswith("work on first failed")
    assert line.exc_info
    assert line.exc_info[0] is ValueError
