"""Write the part of GitHub's OpenAPI description that the stand-in uses, as JSON Schema.

    npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz
    python -m tests.standin.extract_openapi package/generated/api.github.com.json

The result, `github_openapi.json`, holds no words of the description: no summaries, no examples.
"""

import json
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).with_name("github_openapi.json")
REPOSITORY = "/repos/{owner}/{repo}"
PULL = f"{REPOSITORY}/pulls/{{pull_number}}"
ISSUE = f"{REPOSITORY}/issues/{{issue_number}}"
OPERATIONS = (
    ("get", REPOSITORY),
    ("get", f"{REPOSITORY}/pulls"),
    ("post", f"{REPOSITORY}/pulls"),
    ("get", PULL),
    ("patch", PULL),
    ("get", f"{PULL}/commits"),
    ("get", f"{PULL}/files"),
    ("put", f"{PULL}/merge"),
    ("put", f"{PULL}/update-branch"),
    ("get", f"{PULL}/reviews"),
    ("post", f"{PULL}/reviews"),
    ("get", f"{PULL}/reviews/{{review_id}}"),
    ("get", f"{PULL}/reviews/{{review_id}}/comments"),
    ("get", f"{REPOSITORY}/pulls/comments/{{comment_id}}"),
    ("get", f"{PULL}/comments"),
    ("get", f"{PULL}/requested_reviewers"),
    ("post", f"{PULL}/requested_reviewers"),
    ("get", f"{REPOSITORY}/issues"),
    ("post", f"{REPOSITORY}/issues"),
    ("get", ISSUE),
    ("patch", ISSUE),
    ("get", f"{ISSUE}/comments"),
    ("post", f"{ISSUE}/comments"),
    ("get", f"{REPOSITORY}/issues/comments/{{comment_id}}"),
    ("patch", f"{REPOSITORY}/issues/comments/{{comment_id}}"),
    ("delete", f"{REPOSITORY}/issues/comments/{{comment_id}}"),
    ("get", f"{ISSUE}/labels"),
    ("post", f"{ISSUE}/labels"),
    ("post", f"{ISSUE}/assignees"),
    ("get", f"{ISSUE}/events"),
    ("get", f"{ISSUE}/timeline"),
    ("get", f"{REPOSITORY}/labels"),
    ("get", f"{REPOSITORY}/labels/{{name}}"),
    ("post", f"{REPOSITORY}/labels"),
    ("get", f"{REPOSITORY}/branches"),
    ("get", f"{REPOSITORY}/branches/{{branch}}"),
    ("get", f"{REPOSITORY}/rules/branches/{{branch}}"),
    ("get", f"{REPOSITORY}/rulesets/{{ruleset_id}}"),
    ("get", f"{REPOSITORY}/git/ref/{{ref}}"),
    ("get", f"{REPOSITORY}/git/matching-refs/{{ref}}"),
    ("post", f"{REPOSITORY}/git/refs"),
    ("patch", f"{REPOSITORY}/git/refs/{{ref}}"),
    ("delete", f"{REPOSITORY}/git/refs/{{ref}}"),
    ("post", f"{REPOSITORY}/git/blobs"),
    ("get", f"{REPOSITORY}/git/blobs/{{file_sha}}"),
    ("post", f"{REPOSITORY}/git/trees"),
    ("get", f"{REPOSITORY}/git/trees/{{tree_sha}}"),
    ("post", f"{REPOSITORY}/git/commits"),
    ("get", f"{REPOSITORY}/git/commits/{{commit_sha}}"),
    ("get", f"{REPOSITORY}/commits/{{ref}}"),
    ("get", f"{REPOSITORY}/compare/{{basehead}}"),
    ("get", f"{REPOSITORY}/actions/permissions/workflow"),
    ("get", f"{REPOSITORY}/installation"),
    ("get", "/user"),
    ("get", "/users/{username}"),
    ("get", "/rate_limit"),
    ("get", "/app"),
    ("post", "/app/installations/{installation_id}/access_tokens"),
)
WORDS = (
    "description",
    "summary",
    "example",
    "examples",
    "title",
    "externalDocs",
    "deprecated",
    "xml",
    "default",
)


def main(source: Path) -> None:
    """Write the extract of a description."""
    description = json.loads(source.read_text(encoding="utf-8"))
    wanted: dict[str, Any] = {}
    operations = {
        f"{method.upper()} {path}": _operation(description, description["paths"][path][method], wanted)
        for method, path in OPERATIONS
    }
    _allow_what_is_left_out(wanted)
    extract = {
        "source": "@octokit/openapi",
        "version": description["info"]["version"],
        "licence": description["info"]["license"]["name"],
        "operations": operations,
        "$defs": wanted,
    }
    text = json.dumps(extract, indent=None, separators=(",", ":"), sort_keys=True)
    TARGET.write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


def _allow_what_is_left_out(schemas: dict[str, Any]) -> None:
    """Let values be null that GitHub's answers have as null, against its description.

    A head has no repository where its fork was deleted; an outdated comment has no line and no position; a label
    need not be described.
    """
    nothing = {"type": "null"}
    for name in ("pull-request", "pull-request-simple"):
        pull = schemas[name]["properties"]
        head, label = pull["head"]["properties"], pull["labels"]["items"]["properties"]
        head["repo"] = {"anyOf": [head["repo"], nothing]}
        label["description"] = {"anyOf": [{"type": "string"}, nothing]}
    comment = schemas["pull-request-review-comment"]["properties"]
    for name in ("line", "position"):
        comment[name] = {"anyOf": [comment[name], nothing]}


def _operation(
    description: dict[str, Any], operation: dict[str, Any], wanted: dict[str, Any]
) -> dict[str, Any]:
    parameters = [_resolved(description, parameter) for parameter in operation.get("parameters", [])]
    schema_of = _Schemas(description, wanted)
    body = operation.get("requestBody")
    answers = {
        status: _content(_resolved(description, answer)) for status, answer in operation["responses"].items()
    }
    return {
        "parameters": [
            {
                "name": parameter["name"],
                "in": parameter["in"],
                "required": parameter.get("required", False),
                "schema": schema_of(parameter["schema"]),
            }
            for parameter in parameters
        ],
        "body": schema_of(_content(body)) if body else None,
        "body_required": bool(body and body.get("required")),
        "answers": {status: schema_of(answer) if answer else None for status, answer in answers.items()},
    }


def _resolved(description: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in value:
        kind, name = value["$ref"].split("/")[2:]
        value = description["components"][kind][name]
    return value


def _content(value: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = value.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


class _Schemas:
    """Turns schemas of OpenAPI 3.0 into JSON Schema, and collects those that they refer to."""

    def __init__(self, description: dict[str, Any], wanted: dict[str, Any]) -> None:
        self._all = description["components"]["schemas"]
        self._wanted = wanted

    def __call__(self, schema: dict[str, Any]) -> dict[str, Any]:
        if "$ref" in schema:
            return {"$ref": self._wanting(schema["$ref"].rpartition("/")[2])}
        plain = {key: self._inside(key, value) for key, value in schema.items() if self._kept(key)}
        # A discriminator's `oneOf` in this description has members that are subsets of one another.
        if "oneOf" in plain:
            plain["anyOf"] = plain.pop("oneOf")
        if schema.get("nullable"):
            return {"anyOf": [plain, {"type": "null"}]}
        return plain

    def _kept(self, key: str) -> bool:
        return key not in (*WORDS, "nullable", "discriminator", "format") and not key.startswith("x-")

    def _inside(self, key: str, value: Any) -> Any:
        if key in {"properties", "patternProperties"}:
            return {name: self(schema) for name, schema in value.items()}
        if key in {"allOf", "anyOf", "oneOf"}:
            return [self(schema) for schema in value]
        if key in {"items", "additionalProperties", "not"} and isinstance(value, dict):
            return self(value)
        return value

    def _wanting(self, name: str) -> str:
        if name not in self._wanted:
            self._wanted[name] = {}
            self._wanted[name] = self(self._all[name])
        return f"#/$defs/{name}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
