"""The table of finding codes. A code never changes its meaning and is never used again for another fault.

GS1xx a file and its schema · GS2xx across files · GS3xx spans against a snapshot · GS4xx relabel blocks ·
GS5xx snapshots and settings.
"""

from goldset.domain.findings import Rule, Severity
from goldset.errors import WrongUsageError

_RULES: dict[str, Rule] = {}


def rule(
    code: str, title: str, hint: str, severity: Severity = Severity.ERROR, *, waivable: bool = False
) -> Rule:
    """Enter a rule into the table and return it.

    Raises:
        ValueError: The code is taken.
    """
    if code in _RULES:
        raise ValueError(f"{code} is taken by {_RULES[code].title!r}")
    _RULES[code] = Rule(code, severity, title, hint, waivable)
    return _RULES[code]


def all_rules() -> list[Rule]:
    """Return every rule by code."""
    return [_RULES[code] for code in sorted(_RULES)]


def is_known(code: str) -> bool:
    """Return whether there is a rule of that code."""
    return code in _RULES


def is_waivable(code: str) -> bool:
    """Return whether an item can waive a rule: those alone that weigh what a person may know better."""
    return code in _RULES and _RULES[code].waivable


def find_rule(code: str) -> Rule:
    """Return the rule of a code, in whatever case a person wrote it.

    Raises:
        WrongUsageError: There is none.
    """
    found = _RULES.get(code.strip().upper())
    if found is None:
        raise WrongUsageError(f"there is no rule {code}", "`goldset rules` lists them")
    return found


WARNING = Severity.WARNING


def _judgement(code: str, title: str, hint: str, severity: Severity = WARNING) -> Rule:
    """Enter a rule that weighs what a person may know better: an item can waive it, with a reason."""
    return rule(code, title, hint, severity, waivable=True)


NOT_UTF8 = rule("GS101", "not UTF-8", "save the file as UTF-8")
BYTE_ORDER_MARK = rule(
    "GS102", "byte order mark", "save the file as UTF-8 without a byte order mark", WARNING
)
LINE_ENDS = rule("GS103", "line ends other than LF", "save the file with LF line ends", WARNING)
CONTROL_CHARACTER = rule(
    "GS104", "control character", 'delete it, or write it as an escape such as "\\x1b" in double quotes'
)
TAB_INDENT = rule("GS105", "tab used as indentation", "indent with spaces")
SPACE_INDENT = rule(
    "GS106", "no-break or other wide space used as indentation", "indent with ordinary spaces"
)
CONFLICT_MARKER = rule("GS107", "merge-conflict marker", "settle the conflict, then delete the markers")
LFS_POINTER = rule("GS108", "Git LFS pointer", "run `git lfs pull`, and keep item files out of Git LFS")
TOO_LARGE = rule("GS109", "file too large", "an item is a few kilobytes; keep documents in the corpus")
SYMBOLIC_LINK = rule("GS110", "symbolic link", "put the file itself in its place")
NOT_YAML = rule("GS111", "not YAML", "mend the line; text with `: ` or ` #` in it needs quotes")
NOT_AN_ITEM = rule(
    "GS112", "not a mapping", "write `id`, `question`, `slice` and `answerable`, one key a line"
)
SEVERAL_DOCUMENTS = rule("GS113", "several documents", "keep one item per file")
ANCHOR = rule("GS114", "anchor", "delete the anchor and write the value where it is needed")
ALIAS = rule("GS115", "alias", "write the value itself")
MERGE_KEY = rule("GS116", "merge key", "write the keys themselves")
TAG = rule("GS117", "tag or directive", "delete it: the field decides what a value is")
DUPLICATE_KEY = rule("GS118", "duplicate key", "keep the right one and delete the other")
KEY_NOT_TEXT = rule("GS119", "key that is not text", "write a plain word before the colon")
TOO_DEEP = rule("GS120", "nested too deeply", "an item is a mapping with lists of mappings, nothing deeper")
CUT_BY_COMMENT = rule(
    "GS121",
    "value cut by a comment sign",
    "put the value in quotes; a comment goes on a line of its own",
)
LOST_TO_COMMENT = rule(
    "GS122",
    "value lost to a comment sign",
    "put the value in quotes; if it is meant to be empty, put the comment on a line of its own",
)
READ_DIFFERENTLY = rule(
    "GS123",
    "value that other YAML readers do not take for text",
    "put it in quotes, or run `goldset fmt`",
    WARNING,
)
LINE_SEPARATOR = rule(
    "GS124",
    "character that some YAML readers take for a line end",
    'write it as an escape such as "\\u2028" in double quotes, or run `goldset fmt`',
    WARNING,
)

UNKNOWN_KEY = rule("GS130", "unknown key", "mend the name or delete the line")
MISSING_FIELD = rule("GS131", "missing field", "add it")
WRONG_TYPE = rule("GS132", "value of the wrong type", "write the value that the field takes")
NOT_ALLOWED = rule("GS133", "value that is not allowed", "write one of the values that the field takes")
EMPTY = rule("GS134", "empty value", "write the value, or delete the line where the field is optional")
OUT_OF_RANGE = rule("GS135", "number out of range", "write a number within the range")
BAD_NAME = rule(
    "GS136",
    "malformed name",
    "use up to 64 letters, digits, dots, dashes and underscores, beginning with a letter or digit",
)
BAD_DATE = rule(
    "GS137",
    "not a date",
    "write 2026-10-02, or a time with its offset such as 2026-10-02T14:00:00+02:00",
)
INVALID = rule("GS138", "invalid value", "write the value that the field takes")

LACKS = rule("GS140", "field that another field asks for", "add it")
CONTRADICTS = rule("GS141", "field that another field excludes", "delete one of the two")
OFFSETS = rule(
    "GS142",
    "impossible offsets",
    "`start` and `end` count code points, the first before the second; leave both out if unknown",
)
SPAN_ID_TWICE = rule("GS143", "span id used twice", "give each span of the item an id of its own")
SPAN_LENGTH = rule(
    "GS144",
    "text longer or shorter than its offsets",
    "delete `start` and `end` and run `goldset fmt --locate`, or mend the text",
)
UNUSABLE_NAME = rule(
    "GS145",
    "name that cannot be a file name everywhere",
    "use letters, digits, dots, dashes and underscores",
)
DOCUMENT_ID = rule("GS146", "unusable document id", "write the id as the snapshot's documents.jsonl has it")

MUST_INCLUDE = _judgement(
    "GS150",
    "gold answer lacks what it must include",
    "mend the answer or `must_include`: no answer like it would be counted right",
)
MUST_NOT_INCLUDE = rule(
    "GS151", "gold answer includes what it must not", "mend the answer or `must_not_include`"
)
FORBIDDEN_IN_SPAN = _judgement(
    "GS152",
    "gold span includes what an answer must not",
    "an answer that quotes its evidence would be counted wrong: narrow `must_not_include` or the span",
)
UNPROVED_FIGURE = _judgement(
    "GS153",
    "figure of the answer that no span holds",
    "add the span that proves it, mend the answer, or say in `derived_figures` how it is computed",
)
SPAN_TWICE = _judgement("GS154", "gold span listed twice", "delete one of the two")
SHORT_QUOTE = _judgement(
    "GS155",
    "quote too short to identify a place",
    "quote the whole sentence: a short text also stands where it proves nothing",
)

NO_REASON = _judgement(
    "GS156",
    "item without an answer that does not say why",
    "say in `abstain_reason` why the right answer is no answer, so that reasons can be compared",
)

NAMES_DOCUMENT = _judgement(
    "GS157",
    "question that names its document",
    "ask as somebody would who does not know where the answer stands",
)
PASSAGE_WORDING = _judgement(
    "GS158",
    "question in the words of its passage",
    "ask it in a user's own words: one that repeats its passage is found by any retriever",
)
NOT_REVIEWED = _judgement(
    "GS159",
    "frozen item that nobody else has agreed to",
    "let somebody other than its labeller review it, or leave it in `split: dev` until then",
)
UNUSED_WAIVER = rule("GS160", "waiver that silences nothing", "delete it", WARNING)
BAD_WAIVER = rule(
    "GS161",
    "waiver of what cannot be waived",
    "mend what the finding says; `goldset rules` lists the codes that an item can waive",
)

NAME_IS_NOT_ID = rule("GS201", "file name is not the id", "rename the file; an id never changes")
ID_TWICE = rule("GS202", "id used twice", "keep one, or give the newer item an id of its own")
ID_CASE = rule("GS203", "ids that differ only in case", "rename one: on macOS and Windows they are one file")
ID_COMPOSITION = rule(
    "GS204", "ids that differ only in Unicode composition", "rename one: on some systems they are one file"
)
FOLDER_IS_NOT_SLICE = rule(
    "GS205", "first folder is not the slice", "move the file, or mend `slice`", WARNING
)
NO_ITEMS = rule("GS206", "no items", "add one with `goldset new`, or name the folder that holds `items/`")
UNREAD_FILE = rule(
    "GS207", "file that is not read as an item", "rename it to end in `.yaml`, or move it out of items/"
)
QUESTION_TWICE = _judgement(
    "GS208", "question asked twice", "retire one of the two, or say what tells them apart"
)
NEARLY_TWICE = _judgement(
    "GS211",
    "question asked twice in nearly the same words",
    "retire one of the two, or say what tells them apart",
)
CONFLICTING_GOLD = _judgement(
    "GS212",
    "question asked twice with conflicting gold",
    "mend or retire the wrong one, or say in the questions, `jurisdiction` or `as_of` what tells them apart",
    Severity.ERROR,
)
NEAR_CONFLICT = _judgement(
    "GS213",
    "question asked twice in nearly the same words with conflicting gold",
    "say in the questions, `jurisdiction` or `as_of` what tells them apart, or mend the answer that is wrong",
)
LEAKED_QUESTION = _judgement(
    "GS214",
    "frozen question that is also in the dev split",
    "keep both in one split: who tunes on one of them has seen the other",
)
LEAKED_PASSAGE = _judgement(
    "GS215",
    "gold span of a frozen item that is also one of the dev split",
    "keep both in one split: who tunes on one of them has seen the other's evidence",
)
DELETED = rule("GS216", "deleted item", "items are retired, never deleted: take the file back and retire it")
SLICE_CASE = rule(
    "GS210",
    "slices that differ only in case or composition",
    "rename one: on some systems they are one folder",
)
UNKNOWN_ITEM = rule("GS209", "item that is not in the set", "name an item of this set")
VARIANT = rule(
    "GS217",
    "variant of a variant",
    "name the item that both ask again: variants are compared with one base",
)

UNKNOWN_SNAPSHOT = rule(
    "GS301",
    "snapshot that the set does not have",
    "name one of `goldset snapshot list`, or make it with `goldset snapshot create`",
)
UNKNOWN_DOCUMENT = rule(
    "GS302", "document that its snapshot does not have", "mend `doc_id`; `goldset snapshot show` lists them"
)
NOT_IN_DOCUMENT = rule(
    "GS303", "text that does not stand in its document", "copy the passage from the document to the letter"
)
WRONG_PLACE = rule(
    "GS304", "offsets that disagree with the text", "run `goldset fmt --locate`: the text decides"
)
SEVERAL_PLACES = _judgement(
    "GS305",
    "text that stands in several places of its document",
    "quote more of the passage, or give its place with `start`, `end`, `prefix` and `suffix`",
)
OTHER_FORM = _judgement(
    "GS307",
    "text that stands in its document in another form",
    "copy the passage from the document to the letter: only white space, marks or composition differ",
)
INSIDE_A_WORD = _judgement("GS306", "quote cut inside a word", "let the quote begin and end with whole words")
NOT_CHECKED = rule(
    "GS308",
    "quote that cannot be checked",
    "`goldset fmt --locate --corpus …` checks it and keeps the text",
    WARNING,
)

OTHER_JURISDICTION = _judgement(
    "GS309",
    "gold document of another jurisdiction",
    "prove it with a document that holds there, or mend `jurisdiction`; US covers US-FL, never the reverse",
    Severity.ERROR,
)
OTHER_LANGUAGE = _judgement(
    "GS310",
    "gold document in another language",
    "prove it with a document in that language, or mend `language`",
)
NOT_YET_VALID = _judgement(
    "GS311",
    "gold document that is not valid yet",
    "prove it with a document that is valid then, or say in `as_of` when the question is asked",
    Severity.ERROR,
)
EXPIRED = _judgement(
    "GS312",
    "gold document that is not valid any more",
    "prove it with a document that is valid then, or say in `as_of` when the question is asked",
)

UNDECIDED = rule(
    "GS401",
    "span that waits for a decision",
    "commit one of the suggestions, or use `goldset relabel accept|retire|unanswerable|drop|later`",
)
DECISION_CLASH = rule("GS402", "decisions that exclude each other", "keep one of the two decisions")
LAST_SPAN = rule(
    "GS403", "item left without a gold span", "decide `retire` or `unanswerable` instead of `drop`"
)
LOST_FIGURE = rule(
    "GS404",
    "figure of the answer that only an earlier passage held",
    "does the answer still hold? mend it, or keep a span that proves it",
)

SETTINGS = rule("GS501", "settings that cannot be used", "mend goldset.yaml")
SNAPSHOT = rule("GS502", "snapshot that cannot be used", "take its folder back from Git")
NO_OWNER = rule("GS503", "slice without an owner", "name an owner for it, or a default one", WARNING)
UNKNOWN_SLICE = rule("GS504", "slice without items", "mend its name, or delete the entry", WARNING)
UNKNOWN_PERSON = rule(
    "GS505", "person that the settings do not know", "add the person's account under `people`", WARNING
)
NO_SNAPSHOT = rule(
    "GS507",
    "set without a snapshot",
    "make one with `goldset snapshot create`: without it no span is compared with its document",
    WARNING,
)
DOCUMENT_CASE = rule(
    "GS506",
    "documents whose ids differ only in case or composition",
    "rename one in the corpus: on some systems they are one file",
    WARNING,
)
FEW_ITEMS = rule(
    "GS508",
    "slice with fewer items than it should have",
    "add items with `goldset new`, or lower the number",
    WARNING,
)
UNATTAINABLE_GATE = rule(
    "GS509",
    "gate that a perfect run could not pass",
    "add items to the slice, or compare the value itself (`on: value`)",
    WARNING,
)
TEXT_DAMAGED = rule("GS510", "kept text that is another", "take the file back from Git")
CORPUS_DIFFERS = rule(
    "GS511", "corpus that is not the snapshot's", "name the corpus that the snapshot was made of"
)
