"""The closed lists of words of a match, each written once."""

from __future__ import annotations

WAITING, RUNNING, OVER, CANCELLED = "waiting", "running", "over", "cancelled"
STATUSES = (WAITING, RUNNING, OVER, CANCELLED)
"""The statuses of a match."""
FINISHED = (OVER, CANCELLED)
"""The statuses after which nothing happens and nothing is secret."""

UNPLAYED, ABANDONED, ENDED = "unplayed", "abandoned", "finished"
STAGES = (UNPLAYED, ABANDONED, ENDED)
"""The stages of a match by which it expires: no turn yet, maybe abandoned, and finished."""

PUBLIC, UNLISTED, PRIVATE = "public", "unlisted", "private"
VISIBILITIES = (PUBLIC, UNLISTED, PRIVATE)
"""Who may see a match."""

NONE, CONSENT, FREE = "none", "consent", "free"
UNDO_POLICIES = (NONE, CONSENT, FREE)
"""What an undo needs that goes beyond a seat's own last turns."""

SEATED, SPECTATORS = "seats", "spectators"
CHANNELS = (SEATED, SPECTATORS)
"""The channels of table talk: at the table, and around it."""
OFF, EVERYONE = "off", "all"
TALK_POLICIES = (OFF, SEATED, EVERYONE)
"""The channels that the host has opened: none, the seats' channel, or both."""

PER_TURN, BANK = "turn", "bank"
CLOCK_KINDS = (PER_TURN, BANK)
SHORTEST_CLOCK, LONGEST_CLOCK = 5, 30 * 24 * 3600
"""The seconds that a clock may give."""
CLAIM = "claim"
"""What happens on a timeout if no bot takes the seat: another player may claim it."""
NOBODY, INVITED, ACCOUNTS = "nobody", "invited", "accounts"
CLAIMANTS = (NOBODY, INVITED, ACCOUNTS)
"""Who may claim a late seat for good: no player, invited ones, or every account."""

OPEN, PERSON, BOT, HOOK = "open", "person", "bot", "hook"
"""The holders of a seat; a bot is written ``bot:<level>``."""
CLOSED = "closed"
"""The holder of a seat that the host removed, and the reason for it."""

DRAWN, TURNED, SAME = "drawn", "turned", "same"
ORDERS = (DRAWN, TURNED, SAME)
"""The orders of the players of a rematch: by lot, the second player first, or as before."""

TURN, RETRACTED, SEAT, CLOCK, END = "turn", "retracted", "seat", "clock", "end"
UNDO_REQUESTED, UNDO_ANSWERED, UNDO_WITHDRAWN = "undo-requested", "undo-answered", "undo-withdrawn"
KINDS = (TURN, RETRACTED, SEAT, CLOCK, UNDO_REQUESTED, UNDO_ANSWERED, UNDO_WITHDRAWN, END)
"""The kinds of entries."""

MOST_ENTRIES, MOST_LINES = 2_000, 8_000
"""The limits of a record, of a running game too: about ten times the longest games."""
MOST_PLAYED_ON, LINES_PLAYED_ON = 1_500, 6_000
"""The entries, and the lines of turns, after which a match takes only what brings it to its end.

Undos, pauses and changes of seats could go on without end, and the rest of the game should fit into
the record. No longer unfinished record becomes a game.
"""

JOINED, LEFT, BY_HOST = "joined", "left", "host"
RESIGNED, TIMEOUT, CLAIMED, RETURNED = "resigned", "timeout", "claimed", "returned"
SEAT_REASONS = (JOINED, LEFT, BY_HOST, CLOSED, RESIGNED, TIMEOUT, CLAIMED, RETURNED)
"""Why the holder of a seat changed; ``timeout`` is also a reason of a clock's entry."""
WON, SHARED, LOST = "won", "shared", "lost"
OUTCOMES = (WON, SHARED, LOST, RESIGNED)
"""How a game ended for a player; ``shared`` is the first place beside others."""
DISABLED, ENABLED, RENAMED = "hook-disabled", "hook-enabled", "renamed"
STAYING = (DISABLED, ENABLED, RENAMED)
"""Why a seat has an entry although its holder stays."""
PAUSE, RESUME = "pause", "resume"
CLOCK_REASONS = (TIMEOUT, PAUSE, RESUME)
"""Why a clock has an entry."""
EXPIRED = "expired"
"""Why an undo request was withdrawn without its seat."""
REASONS: dict[str, tuple[str, ...]] = {
    SEAT: (*SEAT_REASONS, *STAYING),
    CLOCK: CLOCK_REASONS,
    UNDO_WITHDRAWN: (EXPIRED,),
    END: (CANCELLED,),
}
"""Why an entry was made, by kind; entries of other kinds have no reason."""

ASKED, AGREED, DECLINED, DONE = "asked", "agreed", "declined", "done"
WITHDRAWN, LAPSED = "withdrawn", "lapsed"
UNDO_STATES = (ASKED, AGREED, DONE, DECLINED, WITHDRAWN, LAPSED, EXPIRED)
"""The states of an undo request."""
REVEALS, OTHER_SEAT, SEAT_CHANGED = "reveals", "other-seat", "seat-changed"
"""Why turns may not be taken back; ``lapsed`` is another reason."""
