"""How far a judge agrees with people, as text for the terminal and as JSON."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from goldset.domain.intervals import Interval
from goldset.domain.runs import Arm
from goldset.evaluation.agreement import Agreement, JudgeReport
from goldset.reporting.counting import count
from goldset.reporting.quoting import one_line
from goldset.reporting.shares import NOTHING, bounds, names, percent
from goldset.reporting.wrapping import wrapped

WIDTH = 80
INTERVALS = "Intervals take answers for independent, also where items share a document"
MOST = 20  # disagreements that the terminal shows; JSON has all


def agreement_text(report: JudgeReport) -> str:
    """Return measures, slices and disagreements, and whether the judge may gate."""
    judge = report.judge or "one without a name"
    lines = wrapped(f"Judge {one_line(judge)} on `{one_line(report.name)}`", "", WIDTH, "  ")
    lines += ["", *_measures(report.whole)]
    if len(report.slices) > 1:
        lines += [
            "",
            f"{'answers':>9}{'agreed':>9}{'kappa':>8}{'alpha':>8}  {report.by}, the worst kappa first",
        ]
        lines += [_slice_line(name, found) for name, found in report.slices]
    lines += [*_disagreement_lines(report), *_beside(report), "", *wrapped(_verdict(report), "", WIDTH, "  ")]
    return "\n".join(lines) + "\n"


def _measures(found: Agreement) -> Iterator[str]:
    kappa = found.kappa
    yield f"{'answers of both':<24}{found.number:>7}"
    yield (
        f"{'same verdict':<24}{percent(found.raw):>6}%  {bounds(found.raw_interval)} %  ({found.agreed} of"
        f" {found.number})"
    )
    yield _coefficient("Cohen's kappa", kappa.value if kappa else None, kappa.interval if kappa else None)
    yield _coefficient("alpha, same or not", found.nominal, found.nominal_interval)
    yield _coefficient("alpha, by difference", found.interval, found.interval_interval)
    if found.nominal_interval:
        yield f"{INTERVALS}."


def _coefficient(name: str, value: float | None, interval: Interval | None) -> str:
    between = f"  {interval.low:.3f} to {interval.high:.3f}" if interval else ""
    return f"{name:<24}{_three(value):>7}{between}"


def _three(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def _slice_line(name: str, found: Agreement) -> str:
    kappa = _three(found.kappa.value if found.kappa else None)
    shown = one_line(name) or "(none)"
    return f"{found.number:>9}{percent(found.raw):>8}%{kappa:>8}{_three(found.nominal):>8}  {shown}"


def _disagreement_lines(report: JudgeReport) -> Iterator[str]:
    found = report.disagreements
    if found:
        yield from ("", f"To adjudicate: {count(len(found), 'answer')}", f"{'people':>8}{'judge':>8}  item")
    for _, pair in found[:MOST]:
        arm = "" if pair.arm is Arm.RETRIEVED else f", arm {pair.arm}"
        yield f"{_said(pair.human):>8}{_said(pair.judge):>8}  {one_line(pair.item)}{arm}"
    if len(found) > MOST:
        yield f"  and {len(found) - MOST} more; --format json has all"


def _said(value: float | str) -> str:
    return f"{value:g}" if isinstance(value, float) else one_line(value)[:7]


def _beside(report: JudgeReport) -> Iterator[str]:
    matched = report.matched
    for what, keys in (
        ("labelled and not judged", matched.only_human),
        ("judged and not labelled", matched.only_judge),
        ("the judge failed on", matched.failed),
    ):
        if keys:
            yield from ("", *wrapped(f"{len(keys)} {what}: {_names(keys)}", "", WIDTH, "  "))
    if report.unknown:
        yield from ("", *wrapped(f"Not in the set: {names(report.unknown)}", "", WIDTH, "  "))


def _names(keys: Sequence[tuple[str, Arm]]) -> str:
    return names([one_line(item) for item, _ in keys])


def _verdict(report: JudgeReport) -> str:
    if report.least is None:
        return "No least agreement is set (`score.judge_agreement`): every judge gates."
    why = report.why_not_trusted
    return (
        f"This judge does not gate: {why}."
        if why
        else f"This judge gates: {report.least:g} is the least alpha."
    )


def agreement_json(report: JudgeReport) -> str:
    """Return the same as JSON: shares 0–1, coefficients up to 1, null where one is not defined."""
    matched = report.matched
    said = {
        "version": 1,
        "verdict": report.name,
        "judge": report.judge,
        "labels": report.sources[0],
        "run": report.sources[1],
        "intervals": INTERVALS,
        "agreement": _row(report.whole),
        "slices": [{"field": report.by, "slice": name} | _row(found) for name, found in report.slices],
        "disagreements": [
            {"item": p.item, "arm": str(p.arm), "slice": name, "human": p.human, "judge": p.judge}
            for name, p in report.disagreements
        ],
        "not_judged": _keys(matched.only_human),
        "not_labelled": _keys(matched.only_judge),
        "judge_failures": _keys(matched.failed),
        "unknown": list(report.unknown),
        "least": report.least,
        "gates": not report.why_not_trusted,
        "reason": report.why_not_trusted,
    }
    return json.dumps(said, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _keys(keys: Sequence[tuple[str, Arm]]) -> list[dict[str, str]]:
    return [{"item": item, "arm": str(arm)} for item, arm in keys]


def _row(found: Agreement) -> dict[str, Any]:
    kappa = found.kappa
    return {
        "answers": found.number,
        "agreed": found.agreed,
        "raw": found.raw,
        "raw_interval": _interval(found.raw_interval),
        "kappa": kappa.value if kappa else None,
        "kappa_interval": _interval(kappa.interval if kappa else None),
        "alpha_nominal": found.nominal,
        "alpha_nominal_interval": _interval(found.nominal_interval),
        "alpha_interval": found.interval,
        "alpha_interval_interval": _interval(found.interval_interval),
    }


def _interval(found: Interval | None) -> list[float] | None:
    return None if found is None else [found.low, found.high]
