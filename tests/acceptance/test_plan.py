"""`goldset plan`: how many items each slice lacks."""

import json
import subprocess
import sys
from pathlib import Path

from tests.conftest import write_tree
from tests.golden_set import Run

SETTINGS = """set: office
gates:
  - {metric: recall, k: 5, slice: "*", floor: 0.85, on: low}
  - {metric: false_answer, slice: all, ceiling: 0.05, on: high}
  - {no_new: false_answer, slice: all}
"""


def item(
    number: int, slice_name: str = "fees", more: str = "answerable: false\nabstain_reason: ambiguous\n"
) -> str:
    return f"id: i{number}\nquestion: What is {number}?\nslice: {slice_name}\n{more}"


def office(folder: Path, settings: str = SETTINGS, **more: str) -> Path:
    files = {f"items/fees/i{n}.yaml": item(n) for n in range(4)}
    files["items/rates/i9.yaml"] = item(9, "rates", "answerable: true\nstatus: draft\n")
    return write_tree(folder, {"goldset.yaml": settings, **files, **more})


def test_each_slice_and_the_whole_set_say_what_they_lack(goldset: Run, tmp_path: Path) -> None:
    done = goldset("plan", "-C", office(tmp_path), "--format", "json")
    needs = json.loads(done.out)["needs"]
    found = {
        (need["purpose"], need["slice"]): (need["items"], need["needed"], need["lacking"]) for need in needs
    }
    assert found == {
        ("half-width of 10.0 points", "fees"): (4, 93, 89),
        ("half-width of 10.0 points", "all"): (4, 93, 89),
        ("recall@5 ≥ 0.85 (low)", "fees"): (0, 22, 22),
        ("false_answer ≤ 0.05 (high)", "all"): (4, 73, 69),
    }
    assert done.code == 0


def test_a_run_that_is_expected_at_the_floor_never_passes_it(goldset: Run, tmp_path: Path) -> None:
    folder = office(tmp_path, "set: office\ngates:\n  - {metric: recall, floor: 0.85, on: low}\n")
    done = goldset("plan", "-C", folder, "--expect", "0.85")
    assert "none is   enough  fees" in done.out
    assert done.out.endswith("2 slices lack items.\n")
    assert max(map(len, done.out.splitlines())) <= 80


def test_an_item_that_cannot_be_read_is_in_no_count_in_silence(goldset: Run, tmp_path: Path) -> None:
    folder = office(tmp_path, **{"items/fees/bad.yaml": "id: [\n"})
    done = goldset("plan", "-C", folder)
    assert done.code == 3
    assert "items/fees/bad.yaml" in done.err


def test_a_half_width_that_no_interval_has_is_refused(goldset: Run, tmp_path: Path) -> None:
    assert goldset("plan", "-C", office(tmp_path), "--half-width", "0.5").code == 2


def test_who_reads_no_run_needs_no_extra(tmp_path: Path) -> None:
    code = "import sys; sys.modules['msgspec'] = None; from goldset.cli.main import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "plan", "-C", str(office(tmp_path))]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "recall@5" in done.stdout
