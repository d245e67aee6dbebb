"""The codec of states: its decoders, which threads share."""

from __future__ import annotations

import subprocess
import sys

import pytest

from games import all_titles
from tests.conftest import ROOT

FIRST = """
import sys
from threading import Barrier, Thread

import msgspec

from engine.codec import decode, encode
from engine.table import Table
from games import all_titles

THREADS = 8
title = all_titles()[sys.argv[1]]
state = Table.new(title, max(title.seats)).state
data, together, equal = encode(state), Barrier(THREADS), []
msgspec.msgpack.Decoder = None

def first() -> None:
    together.wait()
    equal.append(decode(title.state, data) == state)

threads = [Thread(target=first) for _ in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(equal.count(True))
"""


@pytest.mark.parametrize("name", sorted(all_titles()))
def test_threads_may_decode_their_first_state_at_once(name: str) -> None:
    """The title made the decoder when it was loaded. If threads make it, the process may crash."""
    command = [sys.executable, "-c", FIRST, name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("8\n", "")
