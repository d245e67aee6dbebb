"""What tests of the rules of a match need: a book."""

from __future__ import annotations

import pytest

from tests.match.book import Book


@pytest.fixture
def book() -> Book:
    return Book()
