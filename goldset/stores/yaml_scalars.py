"""What a plain YAML scalar means to other readers, and how to write text that all of them read alike."""

import re
import unicodedata
from functools import lru_cache

from goldset.errors import ItemFileError

# What YAML 1.1, YAML 1.2 and well-known readers between them take for something other than text.
_NULL = r"(?P<null>~|null|Null|NULL)"
_BOOLEAN = r"(?P<boolean>y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)"
_TIME = r"(?P<time>[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)"
_DATE = r"(?P<date>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9:.]+[ \t]*(?:Z|[-+][0-9:]+)?)?)"
_NUMBER = (
    r"(?P<number>[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+"
    r"|(?:[0-9][0-9_,]*)?\.?[0-9][0-9_]*\.?(?:[eE][-+]?[0-9]+)?|[0-9][0-9_,]*(?:\.[0-9._]*)?(?:[eE][-+]?[0-9]+)?)"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
)
_SIGN = r"(?P<sign>=|<<)"
_TYPED = re.compile("|".join(f"(?:{kind})" for kind in (_NULL, _BOOLEAN, _DATE, _TIME, _NUMBER, _SIGN)))
_MAY_BE_TYPED = frozenset("~nNyYtTfFoO0123456789+-.=<")
_WORDS = {
    "null": "no value",
    "boolean": "true or false",
    "time": "a number in base 60",
    "date": "a date",
    "number": "a number",
    "sign": "an instruction",
}

# Words that only YAML 1.1 takes for truth values; as keys (`on` of a gate) every tool writes them bare.
_OLD_BOOLEANS = frozenset({"y", "yes", "n", "no", "on", "off"})
_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@` \t")
# Controls, other line separators, non-characters: some readers drop them, break lines there or refuse.
_SPECIAL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_CUTS_PLAIN = re.compile(r": | #|:$")
_FLOW_WORD = re.compile(r"[^\W\d_][\w .&/'()$%+-]*")
# Text that no reader of any version of YAML takes for anything else, plain as it is: it begins like no other thing, or
# it begins with a digit and holds a letter or sign that is in no number, day or time. On a line of its own (`$`).
_TYPED_WORD = "(?i:null|true|false|yes|no|on|off|y|n)"
_OTHERS = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff:#]"
_REST = rf"{_OTHERS}*+(?:(?::(?! |$)|(?<! )#){_OTHERS}*+)*(?<!\s)"
_FIRST = rf"(?![\s,?&*!|>'\"%@`~0-9+.=<\[\]{{}}-]|{_TYPED_WORD}$){_OTHERS}"
_FIGURE = r"(?!0[xXbBoO])[0-9](?=[\w .,-]*[acdf-np-su-wyACDF-NP-SU-WY%$€£/()&;!?])"
PLAIN = rf"(?:{_FIRST}|{_FIGURE}){_REST}"
# … and in brackets.
PLAIN_WORD = rf"(?!{_TYPED_WORD}(?:[,\]}}]|$))[^\W\d_][\w .&/'()$%+-]*+(?<! )"
# Text in quotes with the escapes that all readers share.
QUOTED = r'"(?:[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff"\\]|\\[nt"\\])*+"'
_SURELY_PLAIN, _SURE_WORD = re.compile(PLAIN), re.compile(PLAIN_WORD)
UNPROVED = "?"
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ESCAPED = re.compile(f'["\\\\]|{_SPECIAL.pattern}')


def other_reading(text: str) -> str | None:
    """Return what another YAML reader takes a plain scalar for, in words; None where all read text."""
    if not text or text[0] not in _MAY_BE_TYPED:
        return None
    match = _TYPED.fullmatch(text)
    return _WORDS[match.lastgroup] if match and match.lastgroup else None


@lru_cache(maxsize=512)  # a set has few keys, each in every file
def other_key_reading(key: str) -> str | None:
    """Return what every YAML reader takes a plain key for that is not text; None where some read text."""
    return None if key.lower() in _OLD_BOOLEANS else other_reading(key) if key else "no value"


def scalar(text: str, *, flow: bool = False) -> tuple[str, str]:
    """Return text as a YAML scalar on one line: plain where every reader takes it for this text, else quoted.

    Args:
        text: The value.
        flow: Whether it stands in `[…]` or `{…}`, where only plain words stay without quotes.

    Returns:
        Of what sort it is, and how it is written. Sorts are `P` and `Q`, plain and quoted so that no reader can mistake
        it, and `UNPROVED`: a reader has to be asked.

    Raises:
        ItemFileError: The text holds half a character (a lone surrogate), which no UTF-8 file can hold.
    """
    if (_SURE_WORD if flow else _SURELY_PLAIN).fullmatch(text):
        return "P", text
    if _plain_is_safe(text) and (not flow or _FLOW_WORD.fullmatch(text)):
        return UNPROVED, text
    if text.replace("\n", "").replace("\t", "").isprintable():
        for char in '\\"\n\t':
            text = text.replace(char, _ESCAPES[char])
        return "Q", f'"{text}"'
    return UNPROVED, quoted(text)


def quoted(text: str) -> str:
    """Return text in double quotes, on one line.

    Raises:
        ItemFileError: The text holds half a character (a lone surrogate), which no UTF-8 file can hold.
    """
    return f'"{_ESCAPED.sub(_escape, text)}"'


def literal(text: str) -> tuple[str, list[str]] | None:
    """Return a literal block's head (`|` or `|-`) and its lines; None where no such block can hold the text.

    Refused are texts of one line, and those whose blanks, tabs or special characters an editor or a reader
    may lose.
    """
    body = text.removesuffix("\n")
    lines = body.split("\n")
    if len(lines) == 1 or not lines[0] or not lines[-1] or lines[0][0].isspace():
        return None
    if _SPECIAL.search(body.replace("\n", " ").replace("\t", " ")):
        return None
    if any(line[-1].isspace() or line[0] == "\t" for line in lines if line):
        return None
    return ("|" if text.endswith("\n") else "|-"), lines


def _plain_is_safe(text: str) -> bool:
    if not text or text[0] in _INDICATORS or text[0].isspace() or text[-1].isspace():
        return False
    if _SPECIAL.search(text) or _CUTS_PLAIN.search(text):
        return False
    return other_reading(text) is None and not text.startswith(
        ("---", "...", "<<<<<<<", "=======", ">>>>>>>", "|||||||")
    )


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    if char in _ESCAPES:
        return _ESCAPES[char]
    code = ord(char)
    if unicodedata.category(char) == "Cs":
        raise ItemFileError(
            f"a text holds half a character (U+{code:04X}), which no UTF-8 file can hold",
            "mend the text where it comes from",
        )
    return f"\\u{code:04X}"
