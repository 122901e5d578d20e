"""`goldset score`: every item in one state, every figure with its denominator, nothing dropped."""

import io
import json
import re
import sys
from pathlib import Path
from unicodedata import normalize

import pytest

from tests.conftest import write_tree
from tests.golden_set import Run
from tests.office import BOILER, FANS, FILTER, NOISE, PAGE, Office, chunk, metric, ranked, span, values


@pytest.fixture
def office(tmp_path: Path, goldset: Run) -> Office:
    made = Office(tmp_path, goldset)
    made.snapshot()
    return made


def test_a_chunk_that_is_returned_twice_earns_once(office: Office) -> None:
    office.item("two", BOILER, FANS)
    found = values(office.score(ranked("two", chunk(BOILER), chunk(BOILER), chunk(NOISE))), "two")
    assert found["recall@3"] == 0.5
    assert found["ndcg@3"] == pytest.approx(0.6131, abs=5e-5)


def test_a_span_that_is_listed_twice_is_one_piece_of_evidence(office: Office) -> None:
    office.item("twice", BOILER, BOILER)
    found = values(office.score(ranked("twice", chunk(BOILER))), "twice")
    assert (found["recall@1"], found["ndcg@1"], found["complete@1"]) == (1, 1, 1)


def test_an_item_without_a_result_counts_as_nothing_found(office: Office) -> None:
    for name in ("right", "null", "broken", "lost"):
        office.item(name, BOILER)
    found = office.score(
        ranked("right", chunk(BOILER)),
        {"item": "null", "retrieved": None},
        {"item": "broken", "status": "error"},
    )
    assert metric(found, "recall@1")["value"] == 0.25
    assert metric(found, "recall@1")["n"] == 4
    ends = found["arms"]["retrieved"]["ends"]
    assert {end: n for end, n in ends.items() if n} == {"answered": 1, "error": 2, "missing": 1}
    assert sum(ends.values()) == found["arms"]["retrieved"]["items"] == 4


def test_an_id_that_is_no_item_is_named_and_of_two_lines_neither_is_taken(office: Office) -> None:
    office.item("boiler", BOILER)
    office.item("fans", FANS)
    lines = [ranked("boiler", chunk(BOILER)), ranked("old", chunk(NOISE))]
    lines += [ranked("fans", chunk(FANS)), ranked("fans", chunk(NOISE))]
    found = office.score(*lines)
    assert found["unknown"] == ["old"]
    assert [(bad["line"], bad["item"]) for bad in found["bad_lines"]] == [(3, "fans"), (4, "fans")]
    assert metric(found, "recall@1")["value"] == 0.5
    done = office.run(*lines)
    assert done.code == 1
    assert "1 id of the run named no item of the set: old" in done.out
    assert "line 3: `item`: line 4 is of fans, arm retrieved, too" in done.out


def test_the_report_in_json_keeps_its_form_and_its_totals_add_up(office: Office) -> None:
    office.item("boiler", BOILER)
    office.unanswerable("solar")
    found = office.score({"snapshot": "A"}, ranked("boiler", chunk(BOILER)))
    assert list(found)[:5] == ["version", "run", "totals", "metrics", "items"]
    ends = ("answered", "partial", "abstained", "error", "timeout", "missing", "stale")
    assert sum(found["totals"][end] for end in ends) == found["totals"]["items"] == 2
    assert {(row["item"], row["state"]) for row in found["items"]} == {
        ("boiler", "answered"),
        ("solar", "missing"),
    }
    heat = [
        row for row in found["metrics"] if (row["metric"], row["k"], row["slice"]) == ("recall", 1, "heat")
    ]
    assert [(row["value"], row["n"]) for row in heat] == [(1.0, 1)]
    assert heat[0]["low"] == pytest.approx(0.2065, abs=5e-5)
    several = office.goldset(
        "score", *[office.root.parent / "run.jsonl"] * 2, "-C", office.root, "--format", "json"
    )
    assert [run["run"]["set"] for run in json.loads(several.out)["runs"]] == ["office", "office"]


def test_an_unanswerable_item_is_in_no_recall(office: Office) -> None:
    office.item("boiler", BOILER)
    office.unanswerable("solar")
    office.item("fans", FANS)
    lines = [ranked("boiler", chunk(BOILER)), ranked("solar", chunk(NOISE)), ranked("fans", chunk(NOISE))]
    found = office.score(*lines)
    assert (metric(found, "recall@1")["value"], metric(found, "recall@1")["n"]) == (0.5, 2)
    assert "recall@1" not in values(found, "solar")
    turned = office.score(*reversed(lines))
    assert turned["arms"] == found["arms"]


def test_empty_lists_and_empty_chunks_find_nothing(office: Office) -> None:
    office.item("boiler", BOILER)
    office.item("fans", FANS)
    empty = {"chunk_id": "e", "doc_id": "heat.md", "start": 40, "end": 40, "text": ""}
    found = office.score(ranked("boiler"), ranked("fans", empty))
    for key in ("recall@5", "precision@5", "ndcg@5", "mrr@5", "coverage@5", "precision_chars@5"):
        assert metric(found, key)["value"] == 0, key


def test_the_ideal_ranking_holds_all_gold(office: Office) -> None:
    office.item("two", BOILER, FANS)
    found = values(office.score(ranked("two", chunk(BOILER)), args=["--k", "2"]), "two")
    assert found["ndcg@2"] == pytest.approx(0.6131, abs=5e-5)
    assert found["recall@2"] == 0.5


def test_a_span_that_two_chunks_hold_is_covered_by_both(office: Office) -> None:
    office.item("fans", FANS)
    at, half = PAGE.index(FANS), len(FANS) // 2
    first = {"chunk_id": "a", "doc_id": "heat.md", "start": at - 40, "end": at + half - 1}
    second = {"chunk_id": "b", "doc_id": "heat.md", "start": at + half - 1, "end": at + len(FANS) + 9}
    found = values(office.score(ranked("fans", first, chunk(NOISE), second)), "fans")
    covered = (half - 1) / len(FANS)
    assert (found["coverage@1"], found["coverage@3"]) == (pytest.approx(covered), 1)
    assert (found["hit@1"], found["hit@3"]) == (0, 1)


def test_the_same_sentence_in_another_section_is_not_the_evidence(office: Office) -> None:
    at = PAGE.index(FILTER)
    office.item(
        "filter", spans=[f"  - {{doc_id: heat.md, text: {FILTER}, start: {at}, end: {at + len(FILTER)}}}\n"]
    )
    found = values(office.score(ranked("filter", chunk(FILTER, after=at + 1))), "filter")
    assert found["recall@1"] == 0
    assert found["doc_recall@1"] == 1


def test_a_chunk_of_text_alone_is_located_or_counted(office: Office) -> None:
    office.item("noise", NOISE)
    office.item("fans", FANS)
    office.keep()
    headed = {"chunk_id": "n", "doc_id": "heat.md", "text": f"Heat > Noise\n\n{NOISE}"}
    summary = {
        "chunk_id": "s",
        "doc_id": "heat.md",
        "text": "A page about machines that turn more slowly at night.",
    }
    found = office.score(ranked("noise", headed), ranked("fans", summary))
    assert values(found, "noise")["recall@1"] == 1
    assert values(found, "fans")["recall@1"] == 0
    assert found["counts"]["not_locatable"] == 1
    assert "1 chunks are text that does not stand" in office.run(ranked("fans", summary)).out


def test_a_text_that_stands_twice_is_not_guessed(office: Office) -> None:
    office.item("filter", FANS)
    office.keep()
    found = office.score(ranked("filter", {"doc_id": "heat.md", "text": FILTER}))
    assert found["counts"]["ambiguous_chunks"] == 1


def test_offsets_that_count_in_another_text_are_told(office: Office) -> None:
    office.item("fans", FANS)
    office.keep()
    right = {**chunk(FANS), "text": FANS.replace(" ", "\n")}
    assert "misplaced_chunks" not in office.score(ranked("fans", right))["counts"]
    shifted = {**right, "start": right["start"] + 20, "end": right["end"] + 20}
    found = office.score(ranked("fans", shifted))
    assert found["counts"]["misplaced_chunks"] == 1
    assert "stands elsewhere than at their offsets" in " ".join(
        office.run(ranked("fans", shifted)).out.split()
    )


def test_offsets_beyond_the_end_of_a_document_are_told_without_a_text(office: Office) -> None:
    office.item("fans", FANS)
    right = chunk(FANS)
    assert "misplaced_chunks" not in office.score(ranked("fans", right))["counts"]
    far = [{**right, "end": right["end"] + 10_000}, {**right, "start": 9_000, "end": 9_001, "text": FANS}]
    office.keep()
    found = office.score(ranked("fans", *far, {"doc_id": "other.md", "start": 0, "end": 10_000}))
    assert found["counts"]["misplaced_chunks"] == 2


def test_a_text_of_a_document_that_is_not_kept_is_counted_apart(office: Office) -> None:
    office.item("filter", FANS)
    found = office.score(ranked("filter", {"doc_id": "heat.md", "text": FANS}))
    assert found["counts"]["chunks_of_unkept_text"] == 1
    assert "not_locatable" not in found["counts"]


def test_a_stale_item_is_named_and_both_bounds_are_said(office: Office) -> None:
    office.item("boiler", BOILER)
    office.item("fans", FANS)
    write_tree(office.corpus, {"heat.md": PAGE.replace("twelve", "six")})
    office.snapshot("B", "2026-11-01")
    old = office.score({"snapshot": "A"}, ranked("boiler", chunk(BOILER)), ranked("fans", chunk(FANS)))
    assert metric(old, "recall@1")["value"] == 1
    new = office.score({"snapshot": "B"}, ranked("boiler", chunk(BOILER)), ranked("fans", chunk(FANS)))
    recall = metric(new, "recall@1")
    assert (recall["n"], recall["stale"], recall["bounds"]) == (0, ["boiler", "fans"], [0, 1])
    assert recall["value"] is None
    text = office.run({"snapshot": "B"}, ranked("boiler", chunk(BOILER)))
    assert "2 stale: boiler, fans" in text.out


def test_the_newest_snapshot_is_taken_where_the_run_names_none_and_that_is_said(office: Office) -> None:
    office.item("boiler", BOILER)
    assert office.score(ranked("boiler"))["run"]["snapshot_assumed"] is True
    assert "the newest: the run names none" in " ".join(office.run(ranked("boiler")).out.split())
    assert office.score({"snapshot": "A"}, ranked("boiler"))["run"]["snapshot_assumed"] is False
    refused = office.run({"snapshot": "Z"}, ranked("boiler"))
    assert (refused.code, refused.out) == (3, "")
    assert "there is no snapshot Z" in refused.err


def test_a_document_may_be_named_by_its_address(office: Office) -> None:
    write_tree(
        office.root,
        {
            "goldset.yaml": "set: office\ncorpus:\n  sources:\n    - {path: ../pages, metadata: {url: front_matter.url}}\n"
        },
    )
    page = f"---\nurl: https://example.org/heat\n---\n{PAGE}"
    office.corpus = write_tree(office.root.parent / "pages", {"heat.md": page})
    made = office.goldset("snapshot", "create", "B", "-C", office.root, "--created", "2026-11-01")
    assert made.code == 0, made.err
    write_tree(
        office.root,
        {
            "items/heat/boiler.yaml": "id: boiler\nquestion: What of it?\nslice: heat\nanswerable: true\n"
            f'gold_answer: So.\ncorpus_snapshot: "B"\ngold_spans:\n{span(BOILER, page)}'
        },
    )
    at = page.index(BOILER)
    found = office.score(
        ranked("boiler", {"doc_id": "https://example.org/heat", "start": at, "end": at + len(BOILER)})
    )
    assert metric(found, "recall@1")["value"] == 1


def test_drafts_and_retired_items_are_left_out_by_name(office: Office) -> None:
    office.item("boiler", BOILER)
    office.item("sketch", FANS, more="status: draft\n")
    office.item("gone", FANS, more="status: retired\nretired: {reason: old}\n")
    office.item("then", FANS, more="pinned: true\n")
    found = office.score(ranked("boiler", chunk(BOILER)), ranked("then", chunk(FANS)))
    assert found["left_out"] == {"draft": ["sketch"], "retired": ["gone"]}
    assert metric(found, "recall@1")["n"] == 2
    write_tree(office.corpus, {"other.md": "# Other\n"})
    office.snapshot("B", "2026-11-01")
    later = office.score({"snapshot": "B"}, ranked("boiler", chunk(BOILER)), ranked("then", chunk(FANS)))
    assert later["left_out"]["pinned to another snapshot"] == ["then"]
    assert later["unknown"] == []


def test_items_that_nobody_asked_about_are_left_out_by_name(office: Office) -> None:
    office.item("boiler", BOILER, more="tier: smoke\nkind: lookup\n")
    office.item("fans", FANS, more="tier: full\nkind: lookup\n")
    office.item("noise", NOISE)
    lines = [ranked("boiler", chunk(BOILER)), ranked("fans", chunk(NOISE))]
    found = office.score(*lines, args=["--only", "tier=smoke"])
    assert (found["totals"]["items"], metric(found, "recall@1")["value"]) == (1, 1)
    assert found["left_out"] == {"not tier=smoke": ["fans", "noise"]}
    assert found["unknown"] == []
    both = office.score(*lines, args=["--only", "tier=smoke", "--only", "tier=full", "--only", "kind=lookup"])
    assert (both["totals"]["items"], metric(both, "recall@1")["value"]) == (2, 0.5)
    assert office.run(*lines, args=["--only", "colour=red"]).code == 2


def test_an_item_that_cannot_be_read_stops_the_score(office: Office) -> None:
    office.item("boiler", BOILER)
    write_tree(office.root, {"items/heat/bad.yaml": "id: [\n"})
    done = office.run(ranked("boiler", chunk(BOILER)))
    assert (done.code, done.out) == (3, "")
    assert "items/heat/bad.yaml" in done.err


def test_a_run_is_read_from_standard_input(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.item("boiler", BOILER)
    data = json.dumps(ranked("boiler", chunk(BOILER))).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    done = office.goldset("score", "-", "-C", office.root, "--format", "json")
    assert metric(json.loads(done.out), "recall@1")["value"] == 1


def test_a_quote_without_offsets_in_a_document_whose_text_is_not_kept_is_stale(office: Office) -> None:
    office.item("boiler", spans=[f"  - {{doc_id: heat.md, text: {BOILER}}}\n"])
    recall = metric(office.score(ranked("boiler", chunk(BOILER))), "recall@1")
    assert (recall["n"], recall["stale"]) == (0, ["boiler"])


def test_a_file_that_is_no_run_is_said_to_be_none(office: Office) -> None:
    assert "cannot be read" in office.goldset("score", "nowhere.jsonl", "-C", office.root).err
    assert "holds no line" in office.run("").err
    assert "run.jsonl:1: `k` is a text" in office.run('{"k": "five"}').err


def test_text_for_the_terminal_keeps_to_its_width(office: Office) -> None:
    office.item("a" * 60, BOILER, more='must_include: ["So"]\n')
    office.unanswerable("b" * 60)
    lines = [
        {**ranked("a" * 60, chunk(BOILER)), "answer": "So it is."},
        {"item": "b" * 60, "status": "abstained"},
    ]
    done = office.run(*lines)
    assert done.code == 0
    assert max(len(line) for line in done.out.splitlines() if "run.jsonl" not in line) <= 80


def test_documents_that_the_snapshot_does_not_have_are_named_and_unicode_forms_are_one(
    office: Office,
) -> None:
    quote = "Thé is served at four."
    write_tree(office.corpus, {"thé.md": f"# Thé\n\n{quote}\n"})
    office.snapshot("B", "2026-11-01")
    at = 7
    place = f"start: {at}, end: {at + len(quote)}, corpus_snapshot: B"
    office.item("tea", spans=[f"  - {{doc_id: thé.md, text: {quote}, {place}}}\n"])
    tea = {"doc_id": normalize("NFD", "thé.md"), "start": at, "end": at + len(quote)}
    lost = [{**chunk(NOISE), "doc_id": name} for name in ("kb/heat.md", "Heat.md", "kb/heat.md")]
    found = office.score(ranked("tea", *lost, tea))
    assert values(found, "tea")["recall@5"] == 1
    assert found["unknown_documents"] == ["Heat.md", "kb/heat.md"]
    assert found["counts"]["chunks_of_unknown_documents"] == 3
    said = " ".join(office.run(ranked("tea", *lost, tea)).out.split())
    assert "3 chunks of documents that snapshot B does not have, and that can find nothing: Heat.md" in said


def test_an_id_that_is_an_items_but_for_its_form_is_told(office: Office) -> None:
    office.item("boiler", BOILER)
    done = office.run(ranked("Boiler ", chunk(BOILER)))
    assert "`Boiler ` is item boiler but for case" in done.out


@pytest.mark.parametrize(
    ("data", "why"), [("a".encode("utf-16"), "is UTF-16"), (b'[{"item": "a"}]', "is one list")]
)
def test_a_file_of_another_kind_is_refused_as_a_whole(office: Office, data: bytes, why: str) -> None:
    path = office.root.parent / "run.jsonl"
    path.write_bytes(data)
    done = office.goldset("score", path, "-C", office.root)
    assert (done.code, done.out) == (3, "")
    assert why in done.err


@pytest.mark.parametrize(
    ("style", "lines"),
    [
        (
            "text",
            (
                "paraphrase correct 100.0 0.0 1 1 0 worse: variant",
                "1 not paired (its base is not scored): orphan",
            ),
        ),
        (
            "markdown",
            (
                "| `paraphrase` | `correct` | 100.0 | 0.0 | 1 | 1: `variant` | 0 |",
                "| `paraphrase` | not paired: its base is not scored | | | | 1: `orphan` | |",
            ),
        ),
        (
            "html",
            (
                "paraphrase correct 100.0 0.0 1 1: variant 0",
                "paraphrase not paired: its base is not scored 1: orphan",
            ),
        ),
    ],
)
def test_what_asking_in_another_way_changes_stands_in_every_report(
    office: Office, style: str, lines: tuple[str, str]
) -> None:
    office.item("base", BOILER, more='must_include: ["yes"]\n')
    office.item("variant", BOILER, more='must_include: ["yes"]\nvariant_of: base\nkind: paraphrase\n')
    office.item("orphan", FANS, more="variant_of: nobody\nkind: paraphrase\n")
    rows = {"item": "base", "answer": "yes"}, {"item": "variant", "answer": "no"}
    done = office.run(*rows, args=["--format", style])
    said = " ".join(re.sub(r"<[^>]*>", " ", done.out).split())
    for line in lines:
        assert line in said
