"""What GitHub refuses, said to people: what happened, and what to do next (pure)."""

import json
import re
from dataclasses import dataclass
from typing import Any

from goldset.errors import ForgeError
from goldset.forge.github.requesting import Answer, Request

PULLS_SETTING = "Allow GitHub Actions to create and approve pull requests"
LATER = "run it again later: what was done stands, and the next run goes on from there"
_LONGEST_MESSAGE = 300
_WORKFLOW = (
    "in a workflow, `permissions:` must hold `contents: write`, `pull-requests: write` and `issues: write`"
)


class RefusedError(ForgeError):
    """GitHub read a request and refused it: nothing was changed.

    Args:
        status: Status of the answer.
        said: What the answer says, cleaned of what a terminal would obey.
        message: What happened.
        hint: What to do next.
    """

    def __init__(self, status: int, said: str, message: str, hint: str) -> None:
        super().__init__(message, hint)
        self.status = status
        self.said = said


@dataclass(frozen=True, slots=True)
class _Rule:
    status: int
    pattern: str
    message: str
    hint: str


# The first that fits. `{request}` is what was asked, `{said}` what GitHub says, `{needs}` the permissions it names.
_RULES = (
    _Rule(
        401,
        "",
        "GitHub does not accept the token ({said})",
        "it is mistyped, revoked or has expired: set a new one as GITHUB_TOKEN",
    ),
    _Rule(
        403,
        "not permitted to create or approve pull requests",
        "GitHub Actions may not open pull requests in this repository",
        f"switch on “{PULLS_SETTING}” under Settings, Actions, General, Workflow permissions (an organisation has "
        "the same setting above it), or use a GitHub App",
    ),
    _Rule(
        403,
        "SAML|single sign-on|SSO",
        "the organisation asks for single sign-on, and the token has none",
        "authorise the token for the organisation: Settings, Developer settings, the token, Configure SSO",
    ),
    _Rule(
        403,
        "archived",
        "the repository is archived, so nothing can be changed in it",
        "unarchive it under Settings, or stop the workflow",
    ),
    _Rule(
        403,
        "IP allow list",
        "the organisation does not let requests in from this address ({said})",
        "run it where its list of addresses allows, such as a runner of its own",
    ),
    _Rule(
        403,
        "",
        "the token may not do this: {request}{needs} ({said})",
        f"{_WORKFLOW}; other tokens need read and write access to Contents, Pull requests and Issues",
    ),
    _Rule(
        404,
        "",
        "GitHub has no such thing, or does not show it to this token: {request}",
        "look whether owner and name are right, and whether the token was given this repository",
    ),
    _Rule(
        422,
        r"\bbase\b.*invalid|invalid.*\bbase\b",
        "GitHub does not take the base branch of the pull request ({said})",
        "name a branch that exists there: --base BRANCH",
    ),
    _Rule(
        422,
        "No commits between",
        "the branch of the pull request changes nothing against the base ({said})",
        "fetch, so that the base is known as it is now, and run it again",
    ),
)


def refusal(request: Request, answer: Answer) -> RefusedError:
    """Return the error of an answer that is neither a success nor worth repeating."""
    said = what_is_said(answer)
    accepted = clean(answer.headers.get("x-accepted-github-permissions", ""))
    words = {
        "request": clean(str(request)),
        "said": said or f"status {answer.status}",
        "needs": f"; it needs {accepted}" if accepted else "",
    }
    sso = "SSO " if "x-github-sso" in answer.headers else ""
    if answer.status in (301, 302, 307, 308):
        hint = "name the repository's new address: GITHUB_REPOSITORY=owner/name, or `git remote set-url origin …`"
        return RefusedError(answer.status, said, f"{words['request']}: the repository has moved", hint)
    for rule in _RULES:
        if rule.status == answer.status and re.search(rule.pattern, sso + said, re.IGNORECASE):
            return RefusedError(answer.status, said, rule.message.format(**words), rule.hint)
    message = f"GitHub refused {words['request']} ({answer.status}: {words['said']})"
    return RefusedError(answer.status, said, message, LATER)


def what_is_said(answer: Answer) -> str:
    """Return the message of an answer and of the errors that it lists, in one line."""
    try:
        data = json.loads(answer.text)
    except ValueError:
        return ""
    if not isinstance(data, dict):
        return ""
    errors = data.get("errors")
    parts = [data.get("message"), *(_error(one) for one in (errors if isinstance(errors, list) else []))]
    return clean("; ".join(part for part in parts if isinstance(part, str) and part))


def _error(data: Any) -> str:
    if not isinstance(data, dict):
        return str(data)
    if data.get("message"):
        return str(data["message"])
    return " ".join(str(data[key]) for key in ("resource", "field", "code") if data.get(key))


def clean(text: str) -> str:
    """Return a server's words without what a terminal would obey, and no longer than a sentence or two."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    words = " ".join(printable.split())
    return words if len(words) <= _LONGEST_MESSAGE else words[: _LONGEST_MESSAGE - 1] + "…"
