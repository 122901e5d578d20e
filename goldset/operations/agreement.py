"""Hold a judge against people's labels: how far they agree, by slice, and what a person should adjudicate."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from goldset.domain.items import Item
from goldset.domain.labels import Labels
from goldset.domain.runs import Arm, Run
from goldset.domain.scores import Layer
from goldset.domain.settings import Settings
from goldset.errors import GoldsetError
from goldset.evaluation.agreement import (
    Agreement,
    JudgeReport,
    Pair,
    agreement,
    disagreements,
    match,
    why_not_trusted,
)
from goldset.evaluation.metrics import metric_of
from goldset.stores.item_files import read_items
from goldset.stores.label_files import labels_of, read_labels
from goldset.stores.set_folder import SetFolder, find_set
from goldset.stores.settings_file import read_settings

_AVERAGES = re.compile(
    r"\b(mean|average|averaged|avg|median|majority|ensemble|panel|consensus|vote|votes|jury)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class AgreementRequest:
    """What is held against what.

    Attributes:
        labels: File of people's labels, or one that holds both sides.
        run: File of the judge's verdicts; None where `labels` holds both.
        name: Name of the verdict.
        judge: Which judge, where the file has several.
        threshold: Numbers of at least so much count as 1, all others as 0; None leaves them as they are.
        by: Field of the items to show slices of.
        seed: Seed of the bootstrap intervals.
    """

    labels: str
    run: str | None = None
    name: str = "correct"
    judge: str | None = None
    threshold: float | None = None
    by: str = "slice"
    seed: int = 0


def judge_agreement(folder: Path, request: AgreementRequest) -> JudgeReport:
    """Hold a judge against people's labels. Nothing is written.

    Args:
        folder: A folder of the set that the labels are of.
        request: What is held against what.

    Raises:
        GoldsetError: A file cannot be used, holds several people's labels of one answer, or an average of judges.
    """
    found = find_set(folder)
    settings = read_settings(found.tree).score
    human, judge, name = _sides(request)
    matched = match(human.labels, judge.labels, request.threshold)
    items = {item.id: item for item in read_items(found.tree).items}
    named = {one.item for one in (*human.labels, *judge.labels)}
    by_slice: dict[str, list[Pair]] = defaultdict(list)
    for pair in matched.pairs:
        for value in _values(items.get(pair.item), request.by):
            by_slice[value].append(pair)
    slices = [(value, agreement(pairs, request.seed)) for value, pairs in sorted(by_slice.items())]
    return JudgeReport(
        name=request.name,
        judge=name,
        by=request.by,
        sources=(human.source, judge.source),
        whole=agreement(matched.pairs, request.seed),
        slices=sorted(slices, key=_worst),
        disagreements=[
            (", ".join(_values(items.get(pair.item), request.by)), pair)
            for pair in disagreements(matched.pairs)
        ],
        matched=matched,
        unknown=tuple(sorted(named - items.keys())),
        least=settings.judge_agreement,
    )


def distrusted(found: SetFolder, settings: Settings, run: Run) -> dict[str, str]:
    """Return by gated metric why its judge may not gate; nothing where the settings ask for no agreement.

    Raises:
        GoldsetError: The file of people's labels cannot be used.
    """
    score = settings.score
    gated = {gate.metric for gate in settings.gates if gate.metric}
    judged = sorted(name for name in gated if metric_of(name).layer is Layer.JUDGED)
    if score.judge_agreement is None or not judged:
        return {}
    if score.judge_labels is None:
        return dict.fromkeys(
            judged, "`score.judge_labels` names no file of people's labels to hold its judge against"
        )
    why = {
        name: _why_distrusted(found, score.judge_labels, score.judge_agreement, run, name) for name in judged
    }
    return {name: reason for name, reason in why.items() if reason}


def _why_distrusted(found: SetFolder, path: str, least: float, run: Run, metric: str) -> str:
    bare, _, judge = metric.removesuffix("]").partition("[")
    name = bare.removeprefix("judged_")
    human, said = read_labels(str(found.root / path), name).labels, labels_of(run, name)
    if not human.labels:
        return f"{path} holds no label `{name}` of a person"
    if not said.labels:
        return f"the run holds no verdict `{name}` to hold against people's labels"
    _refuse_twins(human, "people's labels", "let one person adjudicate, and keep that label")
    of_judge, _ = _one_judge(said, judge.removeprefix("claims/") or None)
    return why_not_trusted(agreement(match(human.labels, of_judge.labels).pairs), least)


def _worst(part: tuple[str, Agreement]) -> tuple[float, str]:
    name, found = part
    return (found.kappa.value if found.kappa else -2.0), name


def _values(item: Item | None, field: str) -> tuple[str, ...]:
    """Return what an item says of a field; an empty text where it says nothing or is not in the set."""
    value = getattr(item, field, None)
    if field == "origin" and value is not None:
        value = value.kind
    values = value if isinstance(value, tuple) else (value,)
    return tuple(str(one) for one in values if one) or ("",)


def _sides(request: AgreementRequest) -> tuple[Labels, Labels, str]:
    """Return people's labels, the judge's, and who judged."""
    first = read_labels(request.labels, request.name)
    if request.run is None:
        if not first.is_pairs:
            raise GoldsetError(
                f"{request.labels} holds one side alone",
                "name the file of the judge's verdicts too, or give the columns `human` and `judge`",
            )
        human, judge = first.human, first.judge
    else:
        human = first.human if first.is_pairs else first.labels
        second = read_labels(request.run, request.name)
        judge = second.judge if second.is_pairs else second.labels
    for side in (human, judge):
        _refuse_none(side, request.name)
    _refuse_twins(human, "people's labels", "let one person adjudicate, and keep that label")
    judge, name = _one_judge(judge, request.judge)
    _refuse_twins(judge, "verdicts", "give one verdict an answer")
    return human, judge, name


def _refuse_none(side: Labels, name: str) -> None:
    if not side.labels:
        raise GoldsetError(f"{side.source} holds no verdict `{name}`", "name another one with --name")


def _refuse_twins(side: Labels, what: str, hint: str) -> None:
    times: Counter[tuple[str, Arm]] = Counter((one.item, one.arm) for one in side.labels)
    twice = sorted({item for (item, _), number in times.items() if number > 1})
    if twice:
        raise GoldsetError(f"{side.source} holds several {what} of one answer: {', '.join(twice[:5])}", hint)


def _one_judge(side: Labels, wanted: str | None) -> tuple[Labels, str]:
    """Return the verdicts of one judge, and its name.

    Raises:
        GoldsetError: There are several, or it is an average of judges: no one to hold to account.
    """
    judges = sorted({one.by for one in side.labels})
    if wanted is not None:
        if wanted not in judges:
            raise GoldsetError(f"{side.source} has no judge {wanted}", f"its judges are {_listed(judges)}")
        judges = [wanted]
    if len(judges) > 1:
        raise GoldsetError(
            f"{side.source} holds verdicts of several judges: {_listed(judges)}",
            "judges are held against people one by one: choose one with --judge",
        )
    if _AVERAGES.search(judges[0].replace("_", " ").replace("/", " ")):
        raise GoldsetError(
            f"{side.source}: the judge `{judges[0]}` is an average of judges",
            "hold each judge against people by itself: an average hides the one that is wrong",
        )
    return Labels(side.source, [one for one in side.labels if one.by == judges[0]]), judges[0]


def _listed(judges: Iterable[str]) -> str:
    return ", ".join(judge or "one without a name" for judge in judges)
