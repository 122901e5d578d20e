"""What the columns of golden sets are called, in the tools of the field and in several languages."""

import re

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER = re.compile(r"[\W_]+")

QUESTIONS = (
    "question", "user input", "query", "user question", "user query", "test question", "search query", "pregunta",
    "frage", "domanda", "pergunta", "vraag", "consulta", "questions", "input", "prompt", "q",
)  # fmt: skip


def plain(heading: str) -> str:
    """Return a heading as it is compared: words in small letters, whatever parted them."""
    return _OTHER.sub(" ", _CAMEL.sub(" ", heading).casefold()).strip()


def is_question(heading: str) -> bool:
    """Return whether a column of this name may hold questions."""
    return plain(heading) in QUESTIONS
