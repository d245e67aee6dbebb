"""What people read: sentences for questions, options, events and refusals, in their language."""

from texts.languages import DEFAULT, LANGUAGES, best
from texts.phrases import Phrases, phrases, plain_phrases

__all__ = ["DEFAULT", "LANGUAGES", "Phrases", "best", "phrases", "plain_phrases"]
