"""What the columns of golden sets are called, in the tools of the field and in several languages."""

import re
from collections.abc import Mapping

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER = re.compile(r"[\W_]+")

# What can only be the right answer; beside it, `answer` is what a system said.
RIGHT_ANSWERS = (
    "gold answer", "golden answer", "ground truth answer", "ground truth", "ground truths", "gold answers",
    "reference answer", "reference answers", "expected answer", "expected output", "correct answer", "ideal answer",
    "target answer", "reference output", "expected response", "reference response", "right answer", "reference",
)  # fmt: skip
ANSWERS = ("answer", "answers")
# By field, names of its column; of several columns the one whose name comes first is meant.
NAMES: Mapping[str, tuple[str, ...]] = {
    "question": (
        "question", "user input", "query", "user question", "user query", "test question", "search query",
        "question text", "query text", "questions", "pregunta", "frage", "domanda", "pergunta", "vraag",
        "consulta", "input", "prompt", "q",
    ),
    "gold_answer": (
        *RIGHT_ANSWERS, *ANSWERS, "respuesta correcta", "richtige antwort", "respuesta", "antwort", "réponse", "reponse",
        "resposta", "risposta", "antwoord", "ideal", "solution", "expected",
    ),
    "id": (
        "id", "item id", "question id", "query id", "qid", "test id", "test case id", "case id", "example id",
        "sample id", "uuid", "(key)", "key", "identifier", "frage id", "id pregunta",
    ),
    "answerable": (
        "answerable", "is answerable", "has answer", "beantwortbar", "respondible", "beantwoordbaar", "rispondibile",
        "respondível", "in corpus",
    ),
    "tags": ("tags", "tag", "labels", "topic", "topics", "category", "categories", "etiquetas", "schlagwörter"),
    "kind": ("kind", "question kind", "question type", "query type", "type"),
    "slice": ("slice",),
    "tier": ("tier",),
    "split": ("split", "dataset split"),
    "jurisdiction": ("jurisdiction",),
    "language": ("language", "lang", "idioma", "sprache", "langue", "lingua", "taal"),
    "as_of": ("as of",),
    "must_include": ("must include", "must contain", "required terms"),
    "must_not_include": ("must not include", "must not contain", "forbidden terms"),
    "labelled_by": ("labelled by", "labeled by", "annotator", "annotated by"),
    "labelled_at": ("labelled at", "labeled at"),
    "abstain_reason": ("abstain reason",),
    "variant_of": ("variant of",),
}  # fmt: skip
QUESTIONS = NAMES["question"]

# Names that say the opposite of `answerable`.
UNANSWERABLE = (
    "unanswerable",
    "is unanswerable",
    "is impossible",
    "impossible",
    "no answer",
    "not answerable",
)

# Passages to the letter, then whole pieces of a document that hold them somewhere.
QUOTES = (
    "quote", "gold quote", "evidence quote", "gold span", "gold spans", "evidence text", "evidence", "evidences", "span",
    "excerpt", "supporting text", "supporting quote", "supporting fact", "supporting facts", "supporting evidence",
    "snippet", "source text", "source quote", "citation text", "highlight", "zitat", "beleg", "textstelle", "cita",
    "evidencia", "citação", "evidência", "citazione", "prova", "preuve", "extrait", "citaat", "bewijs", "bewijsplaats",
)  # fmt: skip
CHUNKS = (
    "reference contexts", "reference context", "gold contexts", "gold context", "golden context", "golden contexts",
    "ground truth contexts", "ground truth context", "expected contexts", "expected context", "relevant contexts",
    "relevant context", "gold passage", "gold passages", "relevant passages", "positive passages", "positive ctxs",
    "gold chunks", "gold chunk", "relevant chunks", "expected chunks", "reference chunks", "source chunks", "source chunk",
    "context", "passage", "paragraph", "chunk", "chunk text", "contexto", "kontext", "contexte", "contesto", "abschnitt",
    "absatz", "párrafo", "paragraphe", "paragrafo", "parágrafo", "alinea",
)  # fmt: skip
CHUNK_IDS = (
    "chunk ids", "chunk id", "relevant chunk ids", "expected chunk ids", "gold chunk ids", "gold chunk id",
    "reference context ids", "source chunk ids", "source chunk id", "node ids", "node id", "relevant node ids",
    "expected ids", "relevant ids", "gold ids", "ground truth ids", "context ids", "positive ids",
)  # fmt: skip
DOCUMENTS = (
    "doc id", "document id", "doc", "document", "gold doc id", "gold doc", "gold document", "source document",
    "source documents", "source doc", "source file", "file name", "filename", "file", "source url", "document url",
    "document title", "doc title", "source doc id", "quelldokument", "dokument", "datei", "documento", "archivo", "fichero",
    "fuente", "quelle", "fichier", "arquivo", "bestand", "bron", "fonte",
    "relevant doc ids", "relevant docs", "relevant documents", "relevant document ids", "gold doc ids", "gold docs",
    "expected doc ids", "expected docs", "expected documents", "expected sources", "positive docs", "ground truth doc ids",
    "source ids", "sources", "source", "url", "link", "title", "page", "seite", "página", "pagina",
)  # fmt: skip
# Of these only what looks like the name of a document is one: a source may be a person, a page a number.
VAGUE_DOCUMENTS = frozenset(
    {
        *("source", "sources", "link", "title", "file", "quelle", "fuente", "bron", "fonte", "document"),
        *("page", "seite", "página", "pagina"),
    }
)
STARTS = ("start", "char start", "start char", "start index", "start offset", "answer start", "span start")
ENDS = ("end", "char end", "end char", "end index", "end offset", "span end")
GRADES = (
    "grade",
    "relevance grades",
    "relevance grade",
    "grades",
    "relevance",
    "relevances",
    "relevance judgments",
)
COUNTS = ("expected chunks", "num chunks", "number of chunks", "expected chunk count", "num passages")

# What a system said or found: never gold, whatever else a table holds.
SYSTEM = frozenset(
    {
        "retrieved contexts", "retrieved context", "retrieval context", "retrieved chunks", "retrieved docs",
        "retrieved documents", "retrieved ids", "retrieved chunk ids", "retrieved doc ids", "retrieved context ids",
        "response", "responses", "actual output", "actual answer", "model answer", "model output", "model response",
        "generated answer", "generated response", "predicted answer", "prediction", "llm answer", "llm response",
        "bot answer", "output", "system answer", "rag answer", "candidate answer", "tools called",
    }
)  # fmt: skip
# Where a table has this column too, `answer` is what a system said, for `contexts` are what it found.
FOUND = frozenset({"contexts", *(name for name in SYSTEM if name.startswith("retriev"))})


def plain(heading: str) -> str:
    """Return a heading as it is compared: words in small letters, whatever parted them."""
    if heading == "(key)":
        return heading
    return _OTHER.sub(" ", _CAMEL.sub(" ", heading).casefold()).strip()


def is_question(heading: str) -> bool:
    """Return whether a column of this name may hold questions."""
    return plain(heading) in QUESTIONS
