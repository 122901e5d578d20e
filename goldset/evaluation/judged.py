"""What judges said, as data: each definition of each judge by itself, failures counted apart and never averaged."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import isfinite

from goldset.domain.runs import JudgeOf, RunLine, Verdict
from goldset.domain.scores import End, ItemScore, Layer
from goldset.evaluation.metrics import METRICS, metric_of
from goldset.evaluation.run_view import RunView, Value
from goldset.evaluation.states import ATTEMPTED

_FAILED = frozenset({"judge_failures", "verdicts_out_of_range"})
SUPPORTED, CLAIMS = "claims_supported", "claims_total"


def judged_values(
    line: RunLine | None, end: End, view: RunView, counts: Counter[str], *, is_answerable: bool
) -> dict[str, float]:
    """Return the judged measures of an item in one arm by key, each 0–1.

    Verdicts of an answer count where there is one; those of the context wherever they are given.

    Args:
        line: What the run says; None where it has no line that can be read.
        end: How the item ended.
        view: What holds for the whole run: who judged what in it.
        counts: Takes how many verdicts are failures of a judge, are no share, are of no answer, or say `correct`
            of an item without a right one, and how many answers have no claims or no verdict `correct`.
        is_answerable: Whether the right end is an answer: else nothing says what a right answer is.
    """
    verdicts = line.verdicts if line else {}
    if not verdicts and not view.judges:
        return {}
    values = _claims(verdicts, end, view, counts)
    for name, verdict in verdicts.items():
        if name in (SUPPORTED, CLAIMS, "correct"):
            continue
        if end not in ATTEMPTED and not name.startswith("context_"):
            counts["verdicts_without_answer"] += 1
            continue
        value = _share(verdict, counts)
        if value is not None:
            values[_key(name, label_of(view.judge_of(name, verdict)), view)] = value
    if not is_answerable:
        counts["verdicts_correct_of_unanswerable"] += "correct" in verdicts
        return values
    return values | _correct(verdicts, end, view, counts)


def is_judged(metric: str) -> bool:
    """Return whether a metric is made of what judges said."""
    return metric.startswith("judged_") or metric_of(metric).layer is Layer.JUDGED


def without_verdict(rows: Iterable[ItemScore], key: str) -> list[str]:
    """Return the ids of items of which a judged measure would have a value, had their judge given one, in order.

    Args:
        rows: Rows of one arm.
        key: The measure's key, such as `judged_correct` or `faithfulness[ragas-0.3]`.
    """
    why = _FAILED | ({"not_judged"} if key.startswith("judged_") else frozenset())
    return [row.item for row in rows if key not in row.values and why & row.counts.keys()]


def _correct(
    verdicts: Mapping[str, Value], end: End, view: RunView, counts: Counter[str]
) -> dict[str, float]:
    """Return whether a judge holds an answer right; whatever gave no answer is not, for any judge."""
    judges = view.judges.get("correct", frozenset())
    if end not in ATTEMPTED:
        return {_key("correct", label, view): 0.0 for label in sorted(map(label_of, judges))}
    if "correct" not in verdicts:
        counts["not_judged"] += bool(judges)
        return {}
    value = _share(verdicts["correct"], counts)
    label = label_of(view.judge_of("correct", verdicts["correct"]))
    return {} if value is None else {_key("correct", label, view): value}


def _claims(verdicts: Mapping[str, Value], end: End, view: RunView, counts: Counter[str]) -> dict[str, float]:
    """Return faithfulness from counts of claims; an answer without claims has none, and is counted."""
    if not {SUPPORTED, CLAIMS} & set(verdicts):
        return {}
    if end not in ATTEMPTED:
        counts["verdicts_without_answer"] += 1
        return {}
    supported, total = (number_of(verdicts.get(name)) for name in (SUPPORTED, CLAIMS))
    if supported is None or total is None:
        counts["judge_failures"] += 1
    elif not 0 <= supported <= total:
        counts["verdicts_out_of_range"] += 1
    elif total == 0:
        counts["answers_without_claims"] += 1
    else:
        judge = view.judge_of(SUPPORTED, verdicts.get(SUPPORTED))
        return {_key("faithfulness", _claims_label(judge), view): supported / total}
    return {}


def _share(verdict: Value, counts: Counter[str]) -> float | None:
    number = number_of(verdict)
    if number is None:
        counts["judge_failures"] += 1
    elif not 0 <= number <= 1:
        counts["verdicts_out_of_range"] += 1
        number = None
    return number


def number_of(verdict: Value) -> float | None:
    """Return a verdict's value; None where the judge failed, which no number can stand for."""
    value = verdict.value if isinstance(verdict, Verdict) else verdict
    return float(value) if value is not None and isfinite(value) else None


def _key(name: str, label: str, view: RunView) -> str:
    """Return the key of a verdict: with its judge where the run has several of that name."""
    metric = METRICS.get(name)
    is_taken = name == "correct" or (metric is not None and metric.layer is not Layer.JUDGED)
    key = f"judged_{name}" if is_taken else name  # a judge's word is not the measure of that name
    return f"{key}[{label}]" if len(_labels(name, view)) > 1 else key


def _labels(name: str, view: RunView) -> set[str]:
    labels = {label_of(judge) for judge in view.judges.get(name, ())}
    if name == "faithfulness":
        labels |= {_claims_label(judge) for judge in view.judges.get(SUPPORTED, ())}
    return labels


def label_of(judge: JudgeOf) -> str:
    """Return how a judge is told from others of a run: by definition, name and version, as far as given."""
    return "/".join(part for part in (judge.definition, judge.judge, judge.version) if part) or "unnamed"


def _claims_label(judge: JudgeOf) -> str:
    """Return how faithfulness counted by claims is told from a share that a judge gave as such."""
    said = label_of(judge)
    return "claims" if said == "unnamed" else f"claims/{said}"
