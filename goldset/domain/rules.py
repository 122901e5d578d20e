"""The table of finding codes. A code never changes its meaning and is never used again for another fault.

GS1xx a file and its schema · GS2xx across files · GS3xx spans against a snapshot · GS4xx relabel blocks ·
GS5xx snapshots and settings.
"""

from goldset.domain.findings import Rule, Severity

_RULES: dict[str, Rule] = {}


def rule(code: str, title: str, hint: str, severity: Severity = Severity.ERROR) -> Rule:
    """Enter a rule into the table and return it.

    Raises:
        ValueError: The code is taken.
    """
    if code in _RULES:
        raise ValueError(f"{code} is taken by {_RULES[code].title!r}")
    _RULES[code] = Rule(code, severity, title, hint)
    return _RULES[code]


def all_rules() -> list[Rule]:
    """Return every rule by code."""
    return [_RULES[code] for code in sorted(_RULES)]


WARNING = Severity.WARNING

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

UNDECIDED = rule(
    "GS401",
    "span that waits for a decision",
    "commit one of the suggestions, or use `goldset relabel accept|retire|unanswerable|drop|later`",
)
DECISION_CLASH = rule("GS402", "decisions that exclude each other", "keep one of the two decisions")
LAST_SPAN = rule(
    "GS403", "item left without a gold span", "decide `retire` or `unanswerable` instead of `drop`"
)

SETTINGS = rule("GS501", "settings that cannot be used", "mend goldset.yaml")
