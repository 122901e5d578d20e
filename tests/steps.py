"""Runs the steps of a workflow or of a composite action in order, as GitHub's runner does.

`run:` steps are real: the shell, the script, the files for outputs and summary, the environment. Of actions only the
checkout is real, by Git from a repository on this disk; set-ups of languages do nothing. Expressions are evaluated as
far as workflows here use them: property paths, literals, `==`, `!=`, `&&`, `||`, brackets.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT, git

_TOKEN = re.compile(
    r"\s*(?:(?P<op>==|!=|&&|\|\||[()])|'(?P<text>(?:[^']|'')*)'|(?P<number>\d+)|(?P<path>[\w.-]+))"
)
_EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)


def load(path: Path) -> dict[str, Any]:
    """Return a workflow or an action; `on` stays text."""
    found: dict[str, Any] = yaml.safe_load(re.sub(r"(?m)^on:", '"on":', path.read_text("utf-8")))
    return found


@dataclass
class Evaluation:
    """An expression that is being read."""

    contexts: Mapping[str, Any]
    tokens: list[re.Match[str]]

    @classmethod
    def of(cls, text: str, contexts: Mapping[str, Any]) -> Any:
        tokens, at = [], 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            assert found, f"no expression: {text}"
            tokens.append(found)
            at = found.end()
        reading = cls(contexts, tokens)
        value = reading.either()
        assert not reading.tokens, text
        return value

    def either(self) -> Any:
        value = self.both()
        while self._takes("||"):
            other = self.both()
            value = value or other
        return value

    def both(self) -> Any:
        value = self.compared()
        while self._takes("&&"):
            other = self.compared()
            value = other if value else value
        return value

    def compared(self) -> Any:
        value = self.one()
        for sign in ("==", "!="):
            if self._takes(sign):
                other = self.one()
                same = ("" if value is None else value) == ("" if other is None else other)
                return same if sign == "==" else not same
        return value

    def one(self) -> Any:
        token = self.tokens.pop(0)
        if token["op"] == "(":
            value = self.either()
            assert self._takes(")")
            return value
        if token["text"] is not None:
            return token["text"].replace("''", "'")
        if token["number"]:
            return int(token["number"])
        value = self.contexts
        for part in token["path"].split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        return value

    def _takes(self, sign: str) -> bool:
        if self.tokens and self.tokens[0]["op"] == sign:
            self.tokens.pop(0)
            return True
        return False


def filled(text: Any, contexts: Mapping[str, Any]) -> str:
    """Return a value with its expressions evaluated, as the runner hands it on."""
    return _EXPRESSION.sub(lambda found: _shown(Evaluation.of(found[1], contexts)), _shown(text))


def _shown(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@dataclass
class Ran:
    """What the steps of a job did.

    Attributes:
        code: Exit code of the step that failed; 0 where none did.
        log: What all of them printed, both streams.
        names: The steps that ran.
        outputs: Outputs by step id.
        summary: What they wrote into the job's summary.
    """

    code: int = 0
    log: str = ""
    names: list[str] = field(default_factory=list)
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)
    summary: str = ""


@dataclass
class Runner:
    """A runner with one job.

    Attributes:
        home: A folder for its files.
        origin: The repository that a checkout fetches from.
        ref: The ref there that the event is about.
        contexts: What expressions see: `github`, `secrets`, `inputs`, …
        env: The environment of each step, beside the runner's own.
    """

    home: Path
    origin: Path
    ref: str
    contexts: dict[str, Any]
    env: dict[str, str] = field(default_factory=dict)
    ran: Ran = field(default_factory=Ran)

    @property
    def workspace(self) -> Path:
        return self.home / "work"

    def job(self, workflow: Path) -> Ran:
        """Run the one job of a workflow."""
        (job,) = load(workflow)["jobs"].values()
        self._steps(job["steps"], self.contexts)
        return self.ran

    def action(self, given: Mapping[str, Any]) -> dict[str, str]:
        """Run the action of this repository with what `with:` gives, and return its outputs."""
        action = load(ROOT / "action.yml")
        assert set(given) <= set(action["inputs"])
        inputs = {
            name: filled(given.get(name, each["default"]), self.contexts)
            for name, each in action["inputs"].items()
        }
        github = {**self.contexts["github"], "action_path": str(ROOT)}
        outer, self.ran.outputs = self.ran.outputs, {}
        contexts = {**self.contexts, "github": github, "inputs": inputs}
        self._steps(action["runs"]["steps"], contexts)
        values = {**contexts, "steps": self._outputs()}
        outputs = {name: filled(each["value"], values) for name, each in action["outputs"].items()}
        self.ran.outputs = outer
        return outputs

    def _steps(self, steps: list[dict[str, Any]], contexts: Mapping[str, Any]) -> None:
        for number, step in enumerate(steps):
            now = {**contexts, "steps": self._outputs()}
            if self.ran.code or ("if" in step and not Evaluation.of(str(step["if"]), now)):
                continue
            name = step.get("id") or step.get("uses", "").partition("@")[0] or step["name"]
            self.ran.names.append(name)
            if "uses" in step:
                self._use(step, now)
            else:
                self._run(step, now, step.get("id", f"step-{number}"))

    def _outputs(self) -> dict[str, Any]:
        return {name: {"outputs": values} for name, values in self.ran.outputs.items()}

    def _use(self, step: dict[str, Any], contexts: Mapping[str, Any]) -> None:
        given = {name: filled(value, contexts) for name, value in step.get("with", {}).items()}
        if step["uses"] == "./":
            self.action(given)
        elif step["uses"].startswith("actions/checkout@"):
            self.checkout(int(given["fetch-depth"]))
        else:
            assert step["uses"].startswith("actions/setup-python@")

    def checkout(self, depth: int) -> None:
        """Fetch and check out as actions/checkout does: detached, and no deeper than asked."""
        self.workspace.mkdir(parents=True)
        git(self.workspace, "init", "-q", "-b", "master", "--template=")
        git(self.workspace, "remote", "add", "origin", self.origin.as_uri())
        here = f"refs/remotes/{self.ref.removeprefix('refs/').replace('heads/', 'origin/')}"
        if depth:
            git(
                self.workspace,
                "fetch",
                "-q",
                "--no-tags",
                f"--depth={depth}",
                "origin",
                f"+{self.ref}:{here}",
            )
        else:
            git(
                self.workspace,
                "fetch",
                "-q",
                "origin",
                "+refs/heads/*:refs/remotes/origin/*",
                f"+{self.ref}:{here}",
            )
        git(self.workspace, "checkout", "-q", "--detach", here)

    def _run(self, step: dict[str, Any], contexts: Mapping[str, Any], name: str) -> None:
        files = {
            variable: self.home / f"{name}-{variable}"
            for variable in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")
        }
        for file in files.values():
            file.write_bytes(b"")
        script = self.home / f"{name}.sh"
        script.write_text(step["run"], "utf-8")
        given = {key: filled(value, contexts) for key, value in step.get("env", {}).items()}
        inherited = {
            key: value for key, value in os.environ.items() if not key.startswith(("GITHUB_", "GH_"))
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            cwd=self.workspace,
            env={
                **inherited,
                **self._own_env(),
                **self.env,
                **{k: str(v) for k, v in files.items()},
                **given,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
        self.ran.log += done.stdout.decode("utf-8", "backslashreplace")
        self.ran.code = done.returncode
        self.ran.summary += files["GITHUB_STEP_SUMMARY"].read_text("utf-8")
        rows = (row.partition("=") for row in files["GITHUB_OUTPUT"].read_text("utf-8").splitlines())
        self.ran.outputs[name] = {key: value for key, _, value in rows}

    def _own_env(self) -> dict[str, str]:
        github = self.contexts["github"]
        return {
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_REPOSITORY": "octo-org/eval",
            "GITHUB_REF": self.ref,
            "GITHUB_WORKFLOW_REF": f"octo-org/eval/.github/workflows/goldset-validate.yml@{self.ref}",
            "GITHUB_EVENT_NAME": github["event_name"],
            "GITHUB_EVENT_PATH": str(self.home / "event.json"),
            "RUNNER_TEMP": str(self.home),
        }
