"""Routes: the way to one remote host, with its places.

The address is found once and used for all requests of a route, because its place is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from hooks.outgoing import Reply, Sender, Target
from hooks.places import Party, Places


class Route:
    """A route to the host of a URL, on behalf of a party. It takes its places at first use."""

    def __init__(self, sender: Sender, places: Places, url: str, party: Party) -> None:
        self._sender, self._places, self._url, self._party = sender, places, url, party
        self._taken = ExitStack()
        self._found: Target | Reply | None = None

    def reach(self) -> Target | Reply:
        """Take the places, and return the target, or a reply with the error.

        :raises hooks.places.Crowded: a place is missing.
        """
        if self._found is None:
            self._taken.enter_context(self._places.enter(self._party))
            found = self._sender.find(self._url)
            if isinstance(found, Target):
                self._taken.enter_context(self._places.at(self._party, found.address))
            self._found = found
        return self._found

    def post(self, body: bytes, message: str, secrets: Sequence[str]) -> Reply:
        """Post a body signed with each of the secrets, and note whether it was answered.

        :raises hooks.places.Crowded: a place is missing.
        """
        reply = self.reach()
        if isinstance(reply, Target):
            reply = self._sender.send(reply, body, message, secrets)
        self._places.note(self._party, answered=not reply.error)
        return reply

    def close(self) -> None:
        """Free the places."""
        self._taken.close()


class Routes:
    """The routes of a process to all remote hosts."""

    def __init__(self, sender: Sender, places: Places | None = None) -> None:
        self._sender, self.places = sender, places or Places()

    @contextmanager
    def open(self, url: str, creator: str, subject: str) -> Iterator[Route]:
        """Yield a route on behalf of a creator (an account, or empty).

        ``subject`` is the game or account that the requests are about.
        """
        route = Route(self._sender, self.places, url, Party.of(url, creator, subject))
        try:
            yield route
        finally:
            route.close()
