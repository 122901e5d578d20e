"""`goldset export qrels` and `unjudged`: judgements of an index's chunks, and what nobody judged yet."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran
from tests.golden_set import Run
from tests.office import BOILER, FANS, FILTER, NOISE, PAGE, Office, chunk, ranked


@pytest.fixture
def office(tmp_path: Path, goldset: Run) -> Office:
    made = Office(tmp_path, goldset)
    made.snapshot()
    return made


def chunk_map(office: Office, *chunks: dict[str, Any]) -> Path:
    path = office.root.parent / "chunks.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in chunks))
    return path


def qrels(office: Office, *chunks: dict[str, Any], args: tuple[str, ...] = ()) -> Ran:
    done = office.goldset(
        "export",
        "qrels",
        "--chunks",
        chunk_map(office, *chunks),
        "-C",
        office.root,
        "--format",
        "json",
        *args,
    )
    assert done.code == 0, done.err
    return done


def whole(name: str, first: str, last: str) -> dict[str, Any]:
    """Return a chunk from the begin of one sentence to the end of another."""
    start, end = PAGE.index(first), PAGE.index(last) + len(last)
    return {"chunk_id": name, "doc_id": "heat.md", "start": start, "end": end}


def test_a_chunk_is_relevant_by_the_overlap_that_runs_are_scored_by(office: Office) -> None:
    office.item("boiler", BOILER, more="")
    office.item("both", BOILER, NOISE)
    half = PAGE.index(FANS) + len(FANS) // 2
    cut = {"chunk_id": "cut", "doc_id": "heat.md", "start": PAGE.index(BOILER) + 30, "end": half}
    done = qrels(office, whole("first", BOILER, FANS), cut, chunk(NOISE, "noise"), chunk(FILTER, "other"))
    assert done.out == "boiler 0 first 1\nboth 0 first 1\nboth 0 noise 1\n"
    account = json.loads(done.err)
    assert account["exported"] == ["boiler", "both"]
    assert account["totals"]["rows"] == 3


def test_qrels_and_score_agree_on_what_is_relevant(office: Office) -> None:
    office.item("boiler", BOILER)
    office.item("fans", FANS)
    chunks = [
        {"chunk_id": f"c{start}", "doc_id": "heat.md", "start": start, "end": start + 40}
        for start in range(0, len(PAGE) - 40, 15)
    ]
    lines = [line.split() for line in qrels(office, *chunks).out.splitlines()]
    for item in ("boiler", "fans"):
        relevant = {name for query, _, name, _ in lines if query == item}
        assert relevant
        for one in chunks:
            scored = office.score(ranked(item, one))
            row = next(row for row in scored["items"] if row["item"] == item)
            assert (row["values"]["precision@1"] == 1) == (one["chunk_id"] in relevant)


def test_grades_are_kept_and_near_spans_are_judged_not_relevant(office: Office) -> None:
    at = PAGE.index(BOILER)
    place = f"start: {at}, end: {at + len(BOILER)}"
    near = PAGE.index(NOISE)
    office.item(
        "graded",
        FANS,
        spans=[f"  - {{doc_id: heat.md, text: {BOILER}, {place}, grade: 3}}\n"],
        more=f"near_spans:\n  - {{doc_id: heat.md, text: {NOISE}, start: {near}, end: {near + len(NOISE)}}}\n",
    )
    done = qrels(office, chunk(NOISE, "noise"), chunk(FANS, "fans"), chunk(BOILER, "boiler"))
    assert done.out == "graded 0 noise 0\ngraded 0 fans 1\ngraded 0 boiler 3\n"


def test_spans_that_no_chunk_covers_are_named(office: Office) -> None:
    office.item("boiler", BOILER, FANS)
    office.item("noise", NOISE)
    office.unanswerable("none")
    done = qrels(office, chunk(BOILER, "boiler"), {**chunk(NOISE, "far"), "doc_id": "cold.md"})
    assert done.out == "boiler 0 boiler 1\n"
    account = json.loads(done.err)
    assert account["not_held"] == ["noise", "none"]
    assert "no run over these chunks can find 2 spans: boiler s2, noise s1" in account["notes"]
    assert "1 document of the chunk map snapshot A does not have, such as cold.md" in account["notes"]
    assert account["totals"]["items"] == 3


def test_qrels_need_a_chunk_map_and_names_without_white_space(office: Office) -> None:
    office.item("boiler", BOILER)
    done = office.goldset("export", "qrels", "-C", office.root)
    assert done.code == 2
    assert "--chunks MAP" in done.err
    path = chunk_map(office, chunk(BOILER, "chunk 7"))
    done = office.goldset("export", "qrels", "--chunks", path, "-C", office.root)
    assert done.code == 3
    assert "'chunk 7' holds white space" in done.err


def unjudged(office: Office, *lines: dict[str, Any], args: tuple[str | Path, ...] = ()) -> Ran:
    run = office.root.parent / "run.jsonl"
    run.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return office.goldset("export", "unjudged", run, "-C", office.root, "--format", "json", *args)


def test_what_touches_no_gold_is_listed_by_item_and_rank(office: Office) -> None:
    office.item("boiler", BOILER)
    office.item("fans", FANS)
    office.unanswerable("none")
    done = unjudged(
        office,
        ranked("fans", chunk(NOISE), chunk(FANS), {**chunk(FILTER), "text": FILTER}, chunk(NOISE)),
        ranked("boiler", chunk(BOILER)),
    )
    assert done.code == 0
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["item"], row["rank"], row["start"]) for row in rows] == [
        ("fans", 1, PAGE.index(NOISE)),
        ("fans", 3, PAGE.index(FILTER)),
    ]
    assert rows[1]["text"] == FILTER
    assert rows[1]["verdict"] is None
    assert (rows[1]["question"], rows[1]["gold_answer"]) == ("What of fans?", "So it is.")
    account = json.loads(done.err)
    assert account["left_out"] == {"every chunk is judged": ["boiler"], "no ranking in the run": ["none"]}
    assert account["totals"] | {"rows": 2, "items": 3, "exported": 1} == account["totals"]


def test_unjudged_is_the_share_that_score_prints(office: Office) -> None:
    office.item("fans", FANS)
    line = ranked("fans", chunk(NOISE), chunk(FANS), chunk(BOILER), chunk(NOISE), chunk(FILTER))
    listed = unjudged(office, line, args=("--k", "3")).out.splitlines()
    share = next(row for row in office.score(line)["items"])["values"]["unjudged@3"]
    assert len(listed) == share * 3 == 2


def test_a_text_that_is_kept_is_shown_and_one_that_nobody_has_is_counted(office: Office) -> None:
    office.item("fans", FANS)
    office.keep()
    line = ranked("fans", chunk(NOISE), {"chunk_id": "c9", "doc_id": "cold.md", "start": 0, "end": 9})
    done = unjudged(office, line)
    assert [json.loads(row)["text"] for row in done.out.splitlines()] == [NOISE, None]
    assert any(note.startswith("1 of 2 rows have no text") for note in json.loads(done.err)["notes"])


def test_a_csv_for_labelling_holds_no_formula(office: Office) -> None:
    office.item("fans", FANS)
    out = office.root.parent / "label.csv"
    line = ranked(
        "fans", {"chunk_id": "=c1", "doc_id": "cold.md", "start": 0, "end": 9, "text": '=1+1,"x"\n'}
    )
    done = unjudged(office, line, args=("--out", out))
    assert done.code == 0
    (row,) = csv.DictReader(io.StringIO(out.read_text()))
    assert row["text"] == '\'=1+1,"x"\n'
    assert row["chunk_id"] == "'=c1"
    assert row["verdict"] == ""


def test_half_a_character_is_written_as_json_has_it(office: Office) -> None:
    office.item("fans", FANS)
    run = office.root.parent / "ragas.json"
    result = {"user_input": "What of fans?", "retrieved_contexts": ["half \ud83d of it"], "response": "x"}
    run.write_text(json.dumps([result]))
    for name in ("a.jsonl", "a.csv"):
        out = office.root.parent / name
        done = office.goldset("export", "unjudged", run, "-C", office.root, "--out", out)
        assert done.code == 0, done.err
        assert "half \\ud83d of it" in out.read_text()


def test_a_line_that_names_no_item_is_said(office: Office) -> None:
    office.item("fans", FANS)
    done = unjudged(office, ranked("fans", chunk(NOISE)), ranked("flans", chunk(NOISE)))
    assert done.code == 1
    (note,) = [note for note in json.loads(done.err)["notes"] if "flans" in note]
    assert note.startswith("1 id of ")


def test_paths_are_as_if_started_in_the_folder(office: Office) -> None:
    office.item("fans", FANS)
    chunks = [chunk(FANS, "fans"), chunk(NOISE, "noise")]
    (office.root / "chunks.jsonl").write_text("".join(json.dumps(one) + "\n" for one in chunks))
    (office.root / "run.jsonl").write_text(json.dumps(ranked("fans", {"chunk_id": "noise"})))
    here = ("--chunks", "chunks.jsonl", "-C", office.root)
    assert office.goldset("export", "qrels", *here).out == "fans 0 fans 1\n"
    done = office.goldset("export", "unjudged", "run.jsonl", *here)
    assert json.loads(done.out)["start"] == PAGE.index(NOISE)


def test_options_of_other_formats_are_refused(office: Office) -> None:
    office.item("fans", FANS)
    for args in (("jsonl", "run.jsonl"), ("qrels", "--k", "3"), ("jsonl", "--chunks", "map"), ("unjudged",)):
        assert office.goldset("export", *args, "-C", office.root).code == 2
    done = unjudged(office, ranked("fans", chunk(NOISE)), args=("--status", "draft"))
    assert done.code == 2


def test_stale_items_of_a_run_must_be_said(office: Office) -> None:
    office.item("fans", FANS)
    (office.corpus / "heat.md").write_text(PAGE.replace("half speed", "full speed"))
    office.snapshot("B", "2026-11-01")
    done = unjudged(office, ranked("fans", chunk(NOISE)))
    assert done.code == 2
    assert "1 item is stale in B: fans" in done.err
    done = unjudged(office, ranked("fans", chunk(NOISE)), args=("--stale", "include"))
    assert list(json.loads(done.err)["stale"]) == ["fans"]
