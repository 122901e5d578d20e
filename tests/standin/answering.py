"""From a request to its answer: the token, the journal, what goes wrong, GitHub's description."""

import base64
import binascii
import gzip
import json
import re
import traceback
import urllib.parse
from collections.abc import Mapping
from typing import Any

from tests.standin import graphql, smart_http
from tests.standin.calls import Call, Route, find_route
from tests.standin.contract import operation_of
from tests.standin.faults import Answer, Drop, Fault, Faults
from tests.standin.journal import Entry, Journal
from tests.standin.pull_views import PullViews
from tests.standin.records import Token
from tests.standin.world import RefusedError, World

DOCUMENTATION = "https://docs.github.com/rest"
_LIMIT = 5000
_FIRST_ERROR = 400


class Answering:
    """Answers requests, one at a time, as GitHub would."""

    def __init__(self, world: World, journal: Journal, faults: Faults, *, check: bool) -> None:
        self.world, self.journal, self.faults = world, journal, faults
        self.violations: list[str] = []
        self._check = check
        self._repository = re.compile(
            rf"/{re.escape(world.owner)}/{re.escape(world.name)}(?:\.git)?(?=/)", re.IGNORECASE
        )

    def answer(self, method: str, target: str, headers: Mapping[str, str], body: bytes, web: str) -> Answer:
        """Return the answer to a request; a fault of the stand-in itself counts as a violation.

        Raises:
            Drop: The connection is to be closed instead.
        """
        try:
            return self._answer(method, target, headers, body, web)
        except Drop:
            raise
        except Exception:  # noqa: BLE001  (the test must hear of it, not only this thread)
            self.violations.append(f"{method} {target}: the stand-in failed\n{traceback.format_exc()}")
            return Answer.of(500, {"message": "the stand-in failed", "status": "500"})

    def _answer(self, method: str, target: str, headers: Mapping[str, str], body: bytes, web: str) -> Answer:
        parts = urllib.parse.urlsplit(target)
        git_path = self._repository.match(parts.path)
        if not git_path and ".git/" in parts.path:
            return Answer(404, b"Repository not found.", {"Content-Type": "text/plain"})
        token = self._token(headers)
        with self.world.lock:
            entry = self._enter(method, parts, token)
            if git_path:
                entry.git = "push" if parts.path.endswith("/git-receive-pack") else "fetch"
                entry.path = parts.path
            else:
                entry.body = _json_of(body)
            fault = self.faults.hit(entry)
            entry.fault = fault.label if fault else ""
        if fault and fault.when == "before":
            return self._strike(fault, entry)
        if git_path:
            content = gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body
            asked = smart_http.GitRequest(method, parts.path[git_path.end() :], parts.query, headers, content)
            answer = self._answer_git(token, asked, entry)
        else:
            with self.world.lock:
                answer = self._answer_api(entry, token, headers, web + self._prefix(parts.path), web)
        entry.status = answer.status
        return self._strike(fault, entry) if fault else answer

    def _strike(self, fault: Fault, entry: Entry) -> Answer:
        entry.status = 0
        answer = self.faults.strike(fault, entry)
        entry.status = answer.status
        return answer

    @staticmethod
    def _prefix(path: str) -> str:
        return "/api/v3" if path.startswith("/api/v3/") else ""

    def _enter(self, method: str, parts: urllib.parse.SplitResult, token: Token | None) -> Entry:
        path = parts.path.removeprefix(self._prefix(parts.path))
        path = graphql.PATH if path == f"/api{graphql.PATH}" else path
        path = path.replace(
            f"/repositories/{self.world.id}", f"/repos/{self.world.owner}/{self.world.name}", 1
        )
        query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
        login = token.account.login if token else ""
        entry = Entry(len(self.journal) + 1, method, path, query, None, self.world.clock(), login)
        self.journal.entries.append(entry)
        return entry

    def _token(self, headers: Mapping[str, str]) -> Token | None:
        """Return the token of a request: `Bearer`, `token`, or the password of `Basic`."""
        scheme, _, value = headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "basic":
            try:
                value = base64.b64decode(value, validate=True).decode().partition(":")[2]
            except (binascii.Error, UnicodeDecodeError):
                return None
        token = self.world.tokens.get(value.strip())
        expired = token is not None and token.expires is not None and token.expires <= self.world.clock()
        return None if expired else token

    # --- Git

    def _answer_git(self, token: Token | None, asked: smart_http.GitRequest, entry: Entry) -> Answer:
        with self.world.lock:
            answer = smart_http.refused(self.world, token, asked) or smart_http.pushed_against_rules(
                self.world, asked
            )
        if answer:
            return answer
        answer = smart_http.serve(self.world, entry.login, asked)
        if token and asked.is_push:
            entry.took_effect = True
            with self.world.lock:
                self.world.settle(token.account)
        return answer

    # --- the API

    def _answer_api(
        self, entry: Entry, token: Token | None, headers: Mapping[str, str], api: str, web: str
    ) -> Answer:
        self.world.settle()
        found = find_route(entry.method, entry.path)
        page = f"{DOCUMENTATION}/{found[0].page}" if found else DOCUMENTATION
        try:
            body = self._answer_found(entry, found, self._let_in(entry, token, headers), api, web)
        except RefusedError as error:
            refusal: dict[str, Any] = {
                "message": error.message,
                "documentation_url": page,
                "status": str(error.status),
            }
            if error.errors is not None:
                refusal["errors"] = error.errors
            body = Answer.of(error.status, refusal)
        self._check_answer(entry, body)
        return Answer(body.status, body.content, {**self._limits(), **body.headers})

    def _answer_found(
        self, entry: Entry, found: tuple[Route, dict[str, str]] | None, token: Token, api: str, web: str
    ) -> Answer:
        if found is None or not self._is_here(found[1]):
            self._note(entry, "the stand-in has nothing there" if found is None else "", [])
            raise RefusedError(404, "Not Found")
        route, path = found
        self._check_request(entry)
        if entry.is_write:
            self._let_write(route, token)
        call = Call(
            self.world,
            PullViews(self.world, api, web),
            token,
            api + entry.path,
            path,
            entry.query,
            entry.body if isinstance(entry.body, dict) else {},
        )
        answer = route.answer(call)
        entry.took_effect = entry.method != "GET"
        return answer

    def _is_here(self, path: Mapping[str, str]) -> bool:
        asked = (path.get("owner", self.world.owner), path.get("repo", self.world.name))
        return (asked[0].lower(), asked[1].lower()) == (self.world.owner.lower(), self.world.name.lower())

    def _let_in(self, entry: Entry, token: Token | None, headers: Mapping[str, str]) -> Token:
        if not headers.get("User-Agent"):
            raise RefusedError(403, "Request forbidden by administrative rules.")
        given = headers.get("Authorization", "")
        if entry.path.startswith("/app") or entry.path.endswith("/installation"):
            if not self._is_app(given):
                raise RefusedError(401, "A JSON web token could not be decoded")
            return Token(given, self.world.account(f"{self.world.app_slug}[bot]"), "app")
        if token is None:
            raise RefusedError(401, "Bad credentials" if given else "Requires authentication")
        if not token.account.may("read"):
            raise RefusedError(404, "Not Found")
        return token

    def _is_app(self, authorization: str) -> bool:
        """Whether a request carries the JSON web token of an App; its signature is not checked."""
        scheme, _, value = authorization.partition(" ")
        parts = value.split(".")
        if scheme.lower() != "bearer" or len(parts) != 3:
            return False
        try:
            header, claims = (
                json.loads(base64.urlsafe_b64decode(p + "=" * (-len(p) % 4))) for p in parts[:2]
            )
        except (ValueError, UnicodeDecodeError):
            return False
        return bool(
            header.get("alg") == "RS256" and claims.get("iss") and claims["exp"] - claims["iat"] <= 660
        )

    def _let_write(self, route: Route, token: Token) -> None:
        if self.world.settings.archived:
            raise RefusedError(403, "Repository was archived so is read-only.")
        if not token.write:
            kind = {"fine-grained": "personal access token"}.get(token.kind, "integration")
            raise RefusedError(403, f"Resource not accessible by {kind}")
        opens = route.template.endswith(("/issues", "/comments", "/pulls"))
        if not token.account.may("write") and not (opens and route.method == "POST"):
            raise RefusedError(403, "Must have push access to repository.")

    def _limits(self) -> dict[str, str]:
        used = len(self.journal)
        return {
            "x-ratelimit-limit": str(_LIMIT),
            "x-ratelimit-remaining": str(max(0, _LIMIT - used)),
            "x-ratelimit-used": str(used),
            "x-ratelimit-reset": str(int(self.world.clock()) + 3600),
            "x-ratelimit-resource": "core",
            "x-github-request-id": f"0A0A:{used:06d}",
            "x-github-media-type": "github.v3; format=json",
        }

    # --- GitHub's description

    def _check_request(self, entry: Entry) -> None:
        operation = operation_of(entry.method, entry.path)
        if not self._check or entry.path == graphql.PATH:
            return
        if operation is None:
            self._note(entry, "GitHub's description has no such operation", [])
            return
        found, path = operation
        broken = found.broken_request(path, entry.query, entry.body)
        self._note(entry, "request", broken)
        if broken:
            raise RefusedError(400, "Against GitHub's description: " + "; ".join(broken))

    def _check_answer(self, entry: Entry, answer: Answer) -> None:
        operation = operation_of(entry.method, entry.path) if self._check else None
        if operation is None:
            return
        body = json.loads(answer.content) if answer.content else None
        self._note(entry, "answer", operation[0].broken_answer(answer.status, body))

    def _note(self, entry: Entry, what: str, broken: list[str]) -> None:
        if broken or what.startswith(("the stand-in", "GitHub")):
            self.violations.append(
                f"{entry.method} {entry.path}: {what}" + "".join(f"\n  {line}" for line in broken)
            )


def _json_of(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return {"problem": "not JSON"}
