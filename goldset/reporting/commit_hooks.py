"""The entry that lets `pre-commit` format and check a set, for a configuration that there is already."""

import json
import re
import shlex


def lacking_hooks(text: str, folder: str, requirement: str) -> list[str]:
    """Return the lines to add to a `.pre-commit-config.yaml`: none where it has a hook of goldset's for the folder.

    Args:
        text: What the file holds.
        folder: The set's folder below the root of the repository; empty for the root.
        requirement: What to install, as pip takes it.
    """
    named = not folder or re.search(rf"(?<![\w./-]){re.escape(folder)}(?![\w./-])", text)
    return [] if "goldset" in text and named else hook_lines(folder, requirement)


def hook_lines(folder: str, requirement: str) -> list[str]:
    """Return the lines of a set's hooks below `repos:`.

    Args:
        folder: The set's folder below the root of the repository; empty for the root.
        requirement: What to install, as pip takes it.
    """
    inside = re.escape(f"{folder}/") if folder else ""
    return [
        "- repo: local",
        "  hooks:",
        *_hook("fmt", folder, requirement, f"^{inside}items/.*\\.yaml$"),
        *_hook("validate", folder, requirement, f"^{inside}(items/|snapshots/|goldset\\.yaml$)"),
    ]


def _hook(verb: str, folder: str, requirement: str, files: str) -> list[str]:
    # The set of a file that is formatted is found by the file.
    where = f" -C {shlex.quote(folder)}" if folder and verb != "fmt" else ""
    return [
        f"    - id: goldset-{verb}",
        f"      name: goldset {verb}",
        "      language: python",
        f"      additional_dependencies: [{json.dumps(requirement)}]",
        f"      entry: {json.dumps(f'goldset {verb}{where}', ensure_ascii=False)}",
        f"      files: {json.dumps(files, ensure_ascii=False)}",
        f"      pass_filenames: {'true' if verb == 'fmt' else 'false'}",
    ]
