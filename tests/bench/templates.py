"""Cases that are written out: texts with an edit inside, put into real pages."""

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.bench.cases import Case, Verdict
from tests.bench.material import (
    CLOSE,
    OPEN,
    SENTENCE_END,
    Cut,
    Document,
    Library,
    blocks,
    disturb,
    is_prose,
)

FOLDER = Path(__file__).parent / "texts"
VERDICTS = {
    "dangerous.txt": Verdict.QUEUE,
    "languages.txt": Verdict.QUEUE,
    "harmless.txt": Verdict.ACCEPT,
    "harmless_languages.txt": Verdict.ACCEPT,
    "either.txt": Verdict.EITHER,
    "watched.txt": Verdict.WATCHED,
}
CHOICE = re.compile(r"\{([^{}¦]*)¦([^{}¦]*)\}")
ESCAPE = re.compile(r"\\u([0-9a-f]{4})")
STRUCTURE = re.compile(r"[#|>*+-] |\||\d+[.)] |</?\w|[a-z][)] |[A-Z]\. |\[")


@dataclass(frozen=True)
class Template:
    """A text in two readings."""

    kind: str
    verdict: Verdict
    language: str
    source: str

    def read(self, side: int) -> Cut:
        """Return the text before (side 1) or after (side 2) the edit, cut at its quote."""
        text = CHOICE.sub(lambda m: m[side], self.source)
        text = ESCAPE.sub(lambda m: chr(int(m[1], 16)), text)
        if "⟦" not in self.source:
            return Cut("", text, "")
        return Cut.unmarked(text.replace("⟦", OPEN).replace("⟧", CLOSE))


def read_templates() -> tuple[list[Template], dict[str, Document]]:
    """Return all templates, and the host page of each language but English."""
    templates: list[Template] = []
    hosts: dict[str, Document] = {}
    for name, verdict in VERDICTS.items():
        for head, *texts in _sections((FOLDER / name).read_text(encoding="utf-8")):
            kind, _, language = head.partition(" @")
            if kind == "host":
                hosts[language] = Document(f"pages/{language}.md", texts[0] + "\n", {"language": language})
            else:
                templates += [Template(kind, verdict, language or "en", text) for text in texts]
    for template in templates:
        before, after = template.read(1), template.read(2)
        assert before.quote.strip(), f"no quote in: {template.source}"
        assert before.text != after.text, f"nothing changes in: {template.source}"
    return templates, hosts


def _sections(text: str) -> Iterator[list[str]]:
    for section in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        head, _, body = section.partition("\n")
        yield [head.strip(), *(t.strip("\n") for t in re.split(r"^%%$", body, flags=re.MULTILINE))]


def plant(
    template: Template, library: Library, hosts: Mapping[str, Document], rng: random.Random, noise: int
) -> Case | None:
    """Return the case of a template in a page chosen by chance; None where that holds the quote already."""
    host = hosts[template.language] if template.language != "en" else library[rng.choice(sorted(library))]
    old, new = template.read(1), template.read(2)
    if (spot := _spot(host.text, old.text, rng)) is None:
        return None
    at, before_it, after_it = spot
    left, right = host.text[:at] + before_it, after_it + host.text[at:]
    before = Cut(left + old.left, old.quote, old.right + right)
    after = disturb(Cut(left + new.left, new.quote, new.right + right), rng, rng.randint(0, noise))
    if old.quote in host.text:
        return None
    document = Document(host.doc_id, before.text, host.metadata)
    return Case(
        kind=template.kind,
        verdict=template.verdict,
        doc_id=host.doc_id,
        cut=before,
        before={host.doc_id: document},
        after={host.doc_id: Document(host.doc_id, after.text, host.metadata)},
        right=(host.doc_id, after.start, after.end) if after.quote else None,
    )


def _spot(host: str, planted: str, rng: random.Random) -> tuple[int, str, str] | None:
    """Return where a text can stand in a page, and what parts it from the text around; None: nowhere."""
    if planted.lstrip().startswith(("## ", "### ")):
        heads = [m.start() for m in re.finditer(r"^## ", host, re.MULTILINE)]
        return rng.choice([(at, "", "\n\n") for at in heads] + [(len(host.rstrip()), "\n\n", "\n")])
    prose = [(a, b) for a, b in blocks(host) if is_prose(host[a:b])]
    if not prose:
        return None
    a, b = rng.choice(prose)
    sentences = [a + m.end() for m in SENTENCE_END.finditer(host[a:b])]
    if "\n" not in planted and not STRUCTURE.match(planted) and sentences and rng.random() < 0.5:
        return rng.choice(sentences), "", " "
    return b, "\n\n", ""
