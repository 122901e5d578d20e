"""`goldset audit` on real files of several forms, in folders of nobody's repository."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goldset.domain.set_rows import Evidence, SetRow
from goldset.errors import GoldsetError
from goldset.stores.formats.form import Form
from goldset.stores.formats.registry import FORMS
from tests.conftest import Ran, git, goldset_process, write_tree

Run = Callable[..., Ran]
POND = (
    "# Pond\n\nKoi sleep in winter. Feed koi twice a day in summer. The pump runs all year.\n\n"
    "- Herons are kept away by a net.\n\nThe net is cleaned in spring, before the koi wake up again.\n"
)
FEES = "# Fees\n\nThe yearly permit fee is 420 kroner. Renewals are free of charge for members.\n"


def _row(ref: str, *spans: dict[str, Any], **more: Any) -> dict[str, Any]:
    said = {"id": ref, "question": f"What of {ref}?", "slice": "pond", "answerable": True}
    return {**said, "gold_answer": "so", "gold_spans": list(spans), **more}


def _span(text: str, doc: str = "pond.md", **more: Any) -> dict[str, Any]:
    return {"doc_id": doc, "text": text, **more}


def _write(folder: Path, *rows: dict[str, Any] | str, name: str = "set.jsonl", **docs: str) -> Path:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    texts = docs or {"pond": POND, "fees": FEES}
    return write_tree(
        folder, {name: "\n".join(lines) + "\n", **{f"docs/{doc}.md": text for doc, text in texts.items()}}
    )


def _audit(goldset: Run, folder: Path, *more: str, code: int = 0) -> dict[str, Any]:
    ran = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", folder, "--format", "json", *more)
    assert ran.code == code, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    totals = dict(found["totals"])
    assert totals.pop("rows") == len(found["rows"]) == sum(totals.values())
    return found


def _states(found: dict[str, Any]) -> dict[str, str]:
    return {row["ref"]: row["state"] for row in found["rows"]}


def _evidence(found: dict[str, Any], ref: str) -> dict[str, Any]:
    (row,) = (row for row in found["rows"] if row["ref"] == ref)
    first: dict[str, Any] = row["evidence"][0]
    return first


def test_each_row_is_what_became_of_its_passage(goldset: Run, tmp_path: Path) -> None:
    _write(
        tmp_path,
        _row("alive", _span("Feed koi twice a day in summer.")),
        _row("form", _span("Feed  koi\ntwice a day in summer.")),
        _row("offset", _span("The pump runs all year.", start=3, end=26)),
        _row(
            "place",
            _span("The pump runs all year.", start=POND.index("The pump"), end=POND.index("The pump") + 23),
        ),
        _row("elsewhere", _span("Renewals are free of charge for members.")),
        _row("changed", _span("The yearly permit fee is 380 kroner.", "fees.md")),
        _row("gone", _span("Dragonflies lay their eggs under lily pads at dusk.")),
        _row("no-page", _span("Dragonflies lay their eggs under lily pads at dusk.", "flies.md")),
        _row("unanswerable", answerable=False, abstain_reason="not_in_corpus", gold_answer=None),
        _row("draft", status="draft"),
        "{broken",
    )
    found = _audit(goldset, tmp_path)
    states = _states(found)
    assert states.pop(None) == "refused"  # type: ignore[call-overload]
    assert states == {
        "alive": "alive",
        "form": "alive",
        "offset": "moved",
        "place": "alive",
        "elsewhere": "moved",
        "changed": "changed",
        "gone": "gone",
        "no-page": "gone",
        "unanswerable": "unanswerable",
        "draft": "nothing_to_check",
    }
    assert (_evidence(found, "alive")["likeness"], _evidence(found, "form")["likeness"]) == ("letter", "form")
    assert _evidence(found, "elsewhere")["now"]["doc_id"] == "fees.md"
    best = _evidence(found, "changed")["candidates"][0]
    assert best["text"] == "The yearly permit fee is 420 kroner."
    assert best["differences"] == [{"kind": "number", "before": "380", "after": "420"}]
    assert "flies.md" in _evidence(found, "no-page")["reason"]
    assert found["score"]["rows"] == 8
    assert found["score"]["dead"]["recall"] == pytest.approx(3 / 8)


def test_a_passage_that_is_only_part_of_what_stands_now_is_not_alive(goldset: Run, tmp_path: Path) -> None:
    _write(
        tmp_path,
        _row("figure", _span("The permit fee is $5", "fees.md")),
        _row("negated", _span("free of charge for members.", "fees.md")),
        _row("whole", _span("Herons are kept away by a net.")),
        pond=POND,
        fees="The permit fee is $500 a year. Renewals are not free of charge for members.\n",
    )
    found = _audit(goldset, tmp_path, code=0)
    assert _states(found) == {"figure": "cannot_tell", "negated": "cannot_tell", "whole": "alive"}
    assert "ends inside a figure" in _evidence(found, "figure")["reason"]
    assert "begins behind “not”" in _evidence(found, "negated")["reason"]


def test_a_passage_that_stands_twice_is_ambiguous_unless_its_offset_tells(
    goldset: Run, tmp_path: Path
) -> None:
    twice = "Feed koi twice a day in summer.\n\nFeed koi twice a day in summer.\n"
    quote = "Feed koi twice a day in summer."
    _write(tmp_path, _row("a", _span(quote)), _row("b", _span(quote, start=33, end=64)), pond=twice)
    assert _states(_audit(goldset, tmp_path)) == {"a": "ambiguous", "b": "alive"}


def test_an_offset_leads_into_a_passage_of_another_form_or_past_it(goldset: Run, tmp_path: Path) -> None:
    page, quote = "# Pond\n\n- **Feed** koi twice a day.\n", " Feed koi twice a day."
    spans = {"in": page.index("**Feed") + 1, "past": 1, "none": None}
    rows = [
        _row(name, {**_span(quote), **({} if start is None else {"start": start, "end": start + len(quote)})})
        for name, start in spans.items()
    ]
    _write(tmp_path, *rows, pond=page)
    write_tree(tmp_path, {"was/pond.md": page})
    expected = {"in": "alive", "past": "moved", "none": "alive"}
    assert _states(_audit(goldset, tmp_path)) == expected
    assert _states(_audit(goldset, tmp_path, "--was", "was")) == expected


def test_a_row_is_alive_while_one_of_its_interchangeable_passages_stands(
    goldset: Run, tmp_path: Path
) -> None:
    dead, alive = (
        _span("Dragonflies lay eggs at dusk.", group="g"),
        _span("The pump runs all year.", group="g"),
    )
    _write(tmp_path, _row("a", {"id": "s1", **dead}, {"id": "s2", **alive}))
    found = _audit(goldset, tmp_path)
    assert _states(found) == {"a": "alive"}
    assert [one["state"] for one in found["rows"][0]["evidence"]] == ["gone", "alive"]


def test_other_documents_are_never_taken_for_a_short_quote(goldset: Run, tmp_path: Path) -> None:
    _write(tmp_path, _row("a", _span("420 kr", "page.md")), _row("b", _span("998 kr", "page.md")))
    found = _audit(goldset, tmp_path)
    assert _states(found)["a"] == "cannot_tell"
    assert "too short" in _evidence(found, "a")["reason"]


def test_with_the_corpus_that_was_a_passage_is_followed_from_its_place(goldset: Run, tmp_path: Path) -> None:
    was = {
        "pond": f"{POND}\nFrogs may stay.\n",
        "uk": "# UK\n\nThe pump runs all year.\n",
        "fees": FEES,
        "net": "# Net\n\nNets are green here.\n",
    }
    now = {
        "pond": f"Never mind the cold.\n\n{POND.replace(' The pump runs all year.', '')}\nFrogs may stay.\n",
        "uk": was["uk"],
        "prices": FEES,
        "net": "# Net (draft)\n\nNets are green here.\n",
    }
    _write(
        tmp_path,
        _row("moved", _span("Frogs may stay.")),
        _row("renamed", _span("The yearly permit fee is 420 kroner.", "fees.md")),
        _row("sibling", _span("The pump runs all year.")),
        _row("scope", _span("Nets are green here.", "net.md")),
        _row("later", _span("Never mind the cold.")),
        **now,
    )
    write_tree(tmp_path, {f"was/{doc}.md": text for doc, text in was.items()})
    found = _audit(goldset, tmp_path, "--was", "was")
    assert _states(found) == {
        "moved": "moved",
        "renamed": "moved",
        "sibling": "gone",
        "scope": "changed_around",
        "later": "alive",
    }
    assert _evidence(found, "renamed")["outcome"] == "renamed"
    assert not _evidence(found, "moved")["misplaced"]
    assert "did not stand" in _evidence(found, "later")["notes"][0]
    assert any("no one place" in notice for notice in found["notices"])


def test_the_corpus_that_was_may_be_a_commit(goldset: Run, repository: Path) -> None:
    _write(repository, _row("a", _span("Feed koi twice a day in summer.")))
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "old")
    write_tree(repository, {"docs/pond.md": POND.replace("twice", "once")})
    found = _audit(goldset, repository, "--was", "git:HEAD:docs")
    assert _evidence(found, "a")["outcome"] == "edited"


def test_a_corpus_that_was_and_is_not_there_ends_the_audit(goldset: Run, tmp_path: Path) -> None:
    _write(tmp_path, _row("a", _span("Feed koi twice a day in summer.")))
    ran = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path, "--was", "nowhere")
    assert (ran.code, ran.out) == (3, "")
    assert "nowhere" in ran.err


def test_no_file_of_the_folder_is_taken_for_the_sets_own_where_there_is_no_set(
    goldset: Run, tmp_path: Path
) -> None:
    _write(tmp_path, _row("a", _span("The pump runs all year.", "schema/pond.md")))
    write_tree(tmp_path, {"docs/schema/pond.md": POND})
    (tmp_path / "docs" / "pond.md").unlink()
    ran = goldset(
        "audit", tmp_path / "set.jsonl", "--corpus", ".", "-C", tmp_path / "docs", "--format", "json"
    )
    assert _states(json.loads(ran.out)) == {"a": "alive"}


def test_rules_of_a_set_hold_where_the_folder_is_one(goldset: Run, tmp_path: Path) -> None:
    _write(tmp_path, _row("a", _span("The pump runs all year.", "koi")))
    settings = "set: pond\ncorpus:\n  sources:\n    - {path: docs, doc_id: front_matter.id}\n"
    write_tree(tmp_path, {"goldset.yaml": settings, "docs/pond.md": f"---\nid: koi\n---\n{POND}"})
    write_tree(tmp_path, {"docs/fees.md": f"---\nid: fees\n---\n{FEES}"})
    ran = goldset("audit", "set.jsonl", "-C", tmp_path, "--format", "json")
    assert _states(json.loads(ran.out)) == {"a": "alive"}, ran.err


def test_ids_of_another_system_are_said_to_be_so(goldset: Run, tmp_path: Path) -> None:
    _write(tmp_path, _row("a", _span("The pump runs all year.", "0b1c-77")))
    found = _audit(goldset, tmp_path)
    assert _states(found) == {"a": "moved"}
    assert any("another system" in notice for notice in found["notices"])


CSV = (
    "Question;Answer;Source;Quote\n"
    'What does it cost?;"420 kroner, a year";fees.md;"The yearly\npermit fee is 420 kroner."\n'
    "Who pays nothing?;Members;fees.md;Renewals are free of charge for members.\n"
    "Who else?;Nobody;fees.md;\n"
    "What eats koi?;Herons;;Herons are kept away by a fence.\n"
)
RAGAS = (
    "user_input,reference_contexts,reference,synthesizer_name\n"
    "When do koi sleep?,\"['Koi sleep in winter.']\",In winter,single\n"
    'How often?,"[\'Feed koi three times a day in summer.\', ""The pump runs all year.""]",Twice,multi\n'
)


def test_a_table_is_read_by_a_guess_that_is_shown_or_by_a_mapping(goldset: Run, tmp_path: Path) -> None:
    _write(tmp_path)
    write_tree(
        tmp_path, {"q.csv": CSV, "ragas.csv": RAGAS, "map.yaml": "question: Question\ngold_answer: Answer\n"}
    )

    def states(*args: str) -> tuple[list[str], Ran]:
        ran = goldset("audit", *args, "--corpus", "docs", "-C", tmp_path, "--format", "json")
        return [row["state"] for row in json.loads(ran.out)["rows"]], ran

    found, ran = states("q.csv")
    assert found == ["alive", "alive", "cannot_tell", "changed"]
    assert "evidence: {text: Quote, doc: Source}" in ran.err
    found, ran = states("q.csv", "--mapping", "map.yaml")
    assert found == ["nothing_to_check"] * 4
    assert "Quote" not in ran.err
    assert states("ragas.csv")[0] == ["alive", "changed"]
    assert goldset("audit", "q.csv", "--mapping", "no.yaml", "--corpus", "docs", "-C", tmp_path).code == 3
    both = goldset(
        "audit", "q.csv", "--mapping", "map.yaml", "--from", "beir", "--corpus", "docs", "-C", tmp_path
    )
    assert both.code == 2


@pytest.mark.parametrize("form", [form for form in FORMS if form.write], ids=lambda form: form.name)
def test_what_any_form_holds_of_living_passages_is_alive(goldset: Run, tmp_path: Path, form: Form) -> None:
    _write(tmp_path)
    quotes = (
        ("fees.md", "Renewals are free of charge for members."),
        ("pond.md", "Feed koi twice a day in summer."),
    )
    rows = [
        SetRow(
            number,
            f"What of {doc}?",
            ref=f"q{number}",
            gold_answer=quote,
            evidence=(Evidence(text=quote, doc=doc),),
        )
        for number, (doc, quote) in enumerate(quotes, start=1)
    ]
    assert form.write is not None
    try:
        files = form.write(rows)
    except GoldsetError as missing:
        pytest.skip(missing.message)
    for path, data in files.items():
        write_tree(tmp_path, {f"set{form.suffix}{path and '/'}{path}": data})
    ran = goldset(
        "audit",
        f"set{form.suffix}",
        "--from",
        form.name,
        "--corpus",
        "docs",
        "-C",
        tmp_path,
        "--format",
        "json",
    )
    assert ran.code == 0, ran.err
    states = [row["state"] for row in json.loads(ran.out)["rows"]]
    assert (
        states == ["alive"] * 2
        if "gold_spans.text" in form.carries
        else set(states) <= {"cannot_tell", "alive"}
    )


def test_escapes_that_are_no_characters_never_get_into_a_passage(goldset: Run, tmp_path: Path) -> None:
    _write(tmp_path)
    lists = '["Koi sleep in winter. \\ud800", "The pump runs all year."]'.replace('"', '""')
    write_tree(tmp_path, {"q.csv": f'user_input,reference_contexts,reference\nWhen?,"{lists}",In winter\n'})
    ran = goldset("audit", "q.csv", "--corpus", "docs", "-C", tmp_path, "--format", "json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["totals"]["nothing_to_check"] == 1
    assert "reference_contexts" in json.loads(ran.out)["not_read"]
    chunks = '{"c1": "Koi sleep in winter. \\ud800"}'
    rows = [{"question": "When do koi sleep?", "answer": "In winter", "relevant_chunk_ids": ["c1"]}]
    write_tree(tmp_path, {"q.json": json.dumps(rows), "chunks.json": chunks})
    ran = goldset(
        "audit", "q.json", "--chunks", "chunks.json", "--corpus", "docs", "-C", tmp_path, "--format", "json"
    )
    assert ran.code == 0, ran.err
    assert "surrogate" in json.loads(ran.out)["rows"][0]["evidence"][0]["reason"]


def test_a_workbook_is_read(goldset: Run, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    _write(tmp_path)
    book = openpyxl.Workbook()
    for row in (["Frage", "Antwort", "Zitat"], ["Wann?", "Im Winter", "Koi sleep in winter."]):
        book.active.append(row)
    book.save(tmp_path / "q.xlsx")
    ran = goldset("audit", "q.xlsx", "--corpus", "docs", "-C", tmp_path, "--format", "json")
    assert [row["state"] for row in json.loads(ran.out)["rows"]] == ["alive"]


def test_chunk_ids_become_passages_by_the_file_of_their_texts(goldset: Run, tmp_path: Path) -> None:
    _write(tmp_path)
    rows = [
        {"question": "When do koi sleep?", "answer": "In winter", "relevant_chunk_ids": ["c1"]},
        {"question": "What does it cost?", "answer": "420 kroner", "relevant_chunk_ids": ["c2"]},
        {"question": "Who rings?", "answer": "Nobody", "relevant_chunk_ids": ["c9"]},
        {"question": "What eats koi?", "answer": "Herons", "relevant_chunk_ids": ["c2"]},
    ]
    chunks = {
        "c1": "Koi sleep in winter. Feed koi\ntwice a day in summer.",
        "c2": "The yearly permit fee is 380 kroner.",
    }
    write_tree(tmp_path, {"q.json": json.dumps(rows), "chunks.json": json.dumps(chunks)})
    run = ("audit", "q.json", "--corpus", "docs", "-C", tmp_path, "--format", "json")
    bare = json.loads(goldset(*run).out)
    assert bare["totals"]["cannot_tell"] == 4
    assert "--chunks" in bare["rows"][0]["evidence"][0]["reason"]
    found = json.loads(goldset(*run, "--chunks", "chunks.json").out)
    assert [row["state"] for row in found["rows"]] == ["alive", "changed", "cannot_tell", "cannot_tell"]
    assert found["chunks"]["sha256"]
    reasons = [row["evidence"][0]["reason"] for row in found["rows"]]
    assert "holds no chunk c9" in reasons[2]
    assert "another version" in reasons[3]
    text = goldset(*run[:-2]).out
    assert "nothing can be said of a score yet" in text.replace("\n", " ")
    assert goldset(*run, "--chunks", "none.json").code == 3


def test_documents_without_a_quote_are_compared_with_those_that_were(goldset: Run, tmp_path: Path) -> None:
    rows = "Question,Answer,Source\n" + "".join(
        f"What of {name}?,x,{name}\n" for name in ("pond.md", "fees.md", "old.md", "no.md")
    )
    _write(tmp_path)
    write_tree(
        tmp_path,
        {
            "q.csv": rows,
            "was/pond.md": POND,
            "was/fees.md": FEES.replace("420", "380"),
            "was/old.md": "# Old\n\nText.\n",
        },
    )
    write_tree(tmp_path, {"docs/new.md": "# Old\n\nText.\n"})

    def states(*more: str) -> list[str]:
        ran = goldset("audit", "q.csv", "--corpus", "docs", "-C", tmp_path, "--format", "json", *more)
        return [row["state"] for row in json.loads(ran.out)["rows"]]

    assert states() == ["cannot_tell", "cannot_tell", "gone", "gone"]
    assert states("--was", "was") == ["alive", "changed", "moved", "gone"]


def test_offsets_alone_are_read_in_the_documents_that_were(goldset: Run, tmp_path: Path) -> None:
    at = POND.index("The pump")
    rows = [{"question": "Does it run?", "answer": "All year", "doc": "pond.md", "start": at, "end": at + 23}]
    _write(tmp_path, pond=f"New.\n\n{POND}")
    mapping = "question: question\nevidence: {doc: doc, start: start, end: end}\n"
    write_tree(tmp_path, {"q.json": json.dumps(rows), "was/pond.md": POND, "map.yaml": mapping})

    def first(*more: str) -> dict[str, Any]:
        run = (
            "audit",
            "q.json",
            "--mapping",
            "map.yaml",
            "--corpus",
            "docs",
            "-C",
            tmp_path,
            "--format",
            "json",
        )
        found: dict[str, Any] = json.loads(goldset(*run, *more).out)["rows"][0]
        return found

    assert first()["state"] == "cannot_tell"
    found = first("--was", "was")
    assert found["state"] == "moved"
    assert found["evidence"][0]["given"]["text"] == "The pump runs all year."
    assert found["evidence"][0]["misplaced"]


def test_the_terminal_gets_the_sum_first_in_eighty_columns(goldset: Run, tmp_path: Path) -> None:
    rows = [_row(f"q{n}", _span(f"The yearly permit fee is {n} kroner.", "fees.md")) for n in range(30)]
    rows.append(_row("fine", _span("Feed koi twice a day in summer.")))
    _write(tmp_path, *rows, "no json")
    ran = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path)
    lines = ran.out.splitlines()
    assert ran.code == 0
    assert max(map(len, lines)) <= 80
    assert "     32  rows in all" in lines
    assert "30 rest on dead labels (30 changed)" in ran.out.replace("\n", " ")
    assert "at most 3.2 % recall" in ran.out.replace("\n", " ")
    assert "⟦420⟧" in ran.out
    assert "… and 20 more" in ran.out
    assert goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path, "--exit-code").code == 1


def test_text_of_the_file_steers_nothing(goldset: Run, tmp_path: Path) -> None:
    bad = "The yearly \x1b[31mpermit\u202e fee is <script>alert(1)</script> | 380 kroner `a` ⟦b⟧."
    _write(tmp_path, _row("\u202ex", _span(bad, "fees.md"), question="\x1b]0;x\x07 <b>&amp; @team #1?"))
    for style in ("text", "markdown", "html"):
        out = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path, "--format", style).out
        assert not {"\x1b", "\x07", "\u202e"} & set(out), style
        assert "<script" not in out if style == "html" else True
    page = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path, "--format", "html").out
    assert "&lt;b&gt;&amp;amp; @team" in page
    assert "default-src 'none'" in page


def test_the_page_and_the_markdown_say_the_same(goldset: Run, tmp_path: Path) -> None:
    _write(
        tmp_path,
        _row("changed", _span("The yearly permit fee is 380 kroner.", "fees.md")),
        _row("gone", _span("Dragonflies lay their eggs under lily pads at dusk.")),
    )
    page = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path, "--format", "html").out
    assert "<mark>420</mark>" in page
    assert "<mark>380</mark>" in page
    assert "Dragonflies" in page
    markdown = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path, "--format", "markdown").out
    assert "+ The yearly permit fee is ⟦420⟧ kroner." in markdown
    assert "| **2** | **in all** | |" in markdown


def test_nothing_is_written_and_a_process_of_its_own_says_the_same(goldset: Run, tmp_path: Path) -> None:
    _write(
        tmp_path,
        _row("a", _span("The pump runs all year.")),
        _row("b", _span("Nothing of the kind is here.")),
    )
    before = sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))
    ran = goldset_process(
        "audit", "set.jsonl", "--corpus", "docs", "--format", "json", "--jobs", "2", cwd=tmp_path
    )
    assert (
        ran.out == goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path, "--format", "json").out
    )
    assert sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (None, 3, "cannot be read"),
        (b"", 3, ""),
        (b"\xff\xfe\x00", 3, ""),
        (b"[[[[[[", 3, ""),
        (b"\x00\x01\x02PK", 3, ""),
    ],
)
def test_what_cannot_be_read_is_said_without_a_traceback(
    goldset: Run, tmp_path: Path, content: bytes | None, code: int, said: str
) -> None:
    _write(tmp_path, _row("a"))
    (tmp_path / "set.jsonl").unlink()
    if content is not None:
        (tmp_path / "set.jsonl").write_bytes(content)
    ran = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path)
    assert (ran.code, ran.out) == (code, ""), ran.err
    assert said in ran.err
    assert "→" in ran.err
    assert "Traceback" not in ran.err


def test_a_corpus_has_to_be_named_or_set(goldset: Run, tmp_path: Path) -> None:
    _write(tmp_path, _row("a", _span("The pump runs all year.")))
    ran = goldset("audit", "set.jsonl", "-C", tmp_path)
    assert ran.code == 2
    assert "--corpus" in ran.err
    assert goldset("audit", "set.jsonl", "--corpus", "nowhere", "-C", tmp_path).code == 3
    assert goldset("audit", "set.jsonl", "--corpus", "docs", "--from", "nothing", "-C", tmp_path).code == 2


def test_near_passages_are_looked_for_and_no_row_rests_on_them(goldset: Run, tmp_path: Path) -> None:
    near = [_span("Feed koi twice a day in summer."), _span("Herons are fed by hand in the evening.")]
    none = {"id": "none", "question": "Who feeds herons?", "answerable": False, "near_spans": near}
    _write(tmp_path, _row("koi", _span("Koi sleep in winter."), near_spans=near[:1]), none)
    found = _audit(goldset, tmp_path)
    assert _states(found) == {"koi": "alive", "none": "unanswerable"}
    assert [[one["state"] for one in row["near"]] for row in found["rows"]] == [["alive"], ["alive", "gone"]]
    assert found["score"]["rows"] == 1
    for style in ("text", "markdown", "html"):
        said = goldset("audit", "set.jsonl", "--corpus", "docs", "-C", tmp_path, "--format", style).out
        assert "Of 3 near passages, on which no score rests, 2 alive, 1 gone: see row 2 (none)." in " ".join(
            said.split()
        )


def test_a_passage_that_left_its_document_is_gone_where_nothing_is_as_like_as_an_edited_one(
    goldset: Run, tmp_path: Path
) -> None:
    old = "The yearly fee for every permit to fish in the pond after dark is 900 kroner for guests."
    _write(tmp_path, _row("fee", _span(old)))
    found = _audit(goldset, tmp_path)
    first = _evidence(found, "fee")
    assert (first["outcome"], first["candidates"][0]["similarity"] < 50) == ("relocated", True)
    assert (first["state"], first["reason"]) == ("gone", "nothing more like it stands anywhere")
