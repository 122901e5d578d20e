from pathlib import Path

import pytest

from goldset.domain.settings import Settings
from goldset.errors import SettingsError
from goldset.stores.settings_file import check_settings, read_settings
from goldset.stores.trees import FolderTree
from tests.conftest import write_tree

GOOD = """\
set: help-centre
corpus:
  sources:
    - {name: kb, path: export, include: ["**/*.md"], metadata: {jurisdiction: front_matter.region}}
owners: {default: "@a", slices: {no: "@b"}}
policy:
  max_removed: 0.2
  spelling_pairs: [[colour, color]]
score: {k: [1, 5], overlap: 0.5}
gates:
  - {metric: recall, k: 5, floor: 0.85, on: low}
"""


def tree(folder: Path, text: str) -> FolderTree:
    return FolderTree(write_tree(folder, {"goldset.yaml": text}))


def test_a_set_without_settings_has_the_defaults(tmp_path: Path) -> None:
    assert read_settings(FolderTree(tmp_path)) == Settings()
    assert read_settings(tree(tmp_path, "# later\n")) == Settings()


def test_every_setting_is_read_as_its_field_says(tmp_path: Path) -> None:
    settings = read_settings(tree(tmp_path, GOOD.replace("no:", '"no":')))
    assert settings.set == "help-centre"
    assert settings.corpus.sources[0].metadata == {"jurisdiction": "front_matter.region"}
    assert settings.owners.slices == {"no": "@b"}
    assert settings.policy.max_removed == 0.2
    assert settings.policy.spelling_pairs == (("colour", "color"),)
    assert settings.gates[0].on == "low"


def test_a_key_that_some_readers_take_for_a_truth_value_is_a_warning_where_keys_are_free(
    tmp_path: Path,
) -> None:
    settings, findings = check_settings(tree(tmp_path, GOOD))
    assert [(finding.code, finding.severity, finding.line) for finding in findings] == [
        ("GS123", "warning", 5)
    ]
    assert settings.owners.slices == {"no": "@b"}


@pytest.mark.parametrize(
    ("text", "code", "line", "says"),
    [
        (GOOD.replace("no:", "1:"), "GS119", 5, "the key `1`"),
        ("set: Help Centre\n", "GS136", 1, "no name"),
        ("relabel:\n  group_by: slise\n", "GS133", 2, "did you mean `slice`?"),
        ("policy:\n  max_removd: 1\n", "GS130", 2, "did you mean `max_removed`?"),
        ("policy:\n  max_removed: 2\n", "GS135", 2, "must be at most 1"),
        ("corpus:\n  keep_text: no\n", "GS132", 2, "`true` or `false`"),
        ("corpus:\n  sources:\n    - {name: a}\n", "GS131", 3, "`corpus.sources[0].path` is missing"),
        ("set: &a b\n", "GS114", 1, "anchor"),
        ("- a\n", "GS501", 1, "no mapping"),
        ("set: [a\n", "GS111", 1, "bracket"),
    ],
)
def test_a_fault_stops_with_its_line_and_what_to_do(
    tmp_path: Path, text: str, code: str, line: int, says: str
) -> None:
    settings, findings = check_settings(tree(tmp_path, text))
    assert [(finding.code, finding.line, finding.path) for finding in findings] == [
        (code, line, "goldset.yaml")
    ]
    assert settings == Settings()
    with pytest.raises(SettingsError) as caught:
        read_settings(FolderTree(tmp_path))
    assert caught.value.message.startswith(f"goldset.yaml, line {line}: ")
    assert says in f"{caught.value.message} {caught.value.hint}"


def test_several_faults_are_counted(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"\(and 1 more; `goldset validate` lists them\)"):
        read_settings(tree(tmp_path, "sett: a\nownrs: b\n"))


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("set: fees\n", ("goldset", "goldset/fees")),
        ("set: fees\nforge: {sign_off: true}\n", ("goldset", "goldset/fees")),
        (f"set: {'f' * 43}\n", ("goldset",)),
        ("set: fees\nforge: {labels: [golden]}\n", ("golden",)),
        ("set: fees\nforge: {labels: []}\n", ()),
    ],
)
def test_pull_requests_carry_a_label_of_their_set(tmp_path: Path, text: str, labels: tuple[str, ...]) -> None:
    assert read_settings(tree(tmp_path, text)).labels == labels
