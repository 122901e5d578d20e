import pytest

from goldset.domain.reason_kinds import kind_of_reason


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("no document is called “Pond 3.pdf”; nearest: “Koi” in b.md", "no document is called “…”"),
        ("it does not stand in docs/pond.md or c/d.md", "it does not stand in …"),
        ("it does not stand in handbook; nearest: “Koi sleep.” in other", "it does not stand in …"),
        ("it stands at 3 places in pond.md: pond.md at 3, pond.md at 9", "it stands at … places in …"),
        ("only its document is named: quote the passage", "only its document is named"),
        ("chunks.jsonl holds no chunk c-12", "… holds no chunk …"),
        ("it begins behind “not” in fees.md: “…is not covered…”", "it begins behind “…” in …"),
        ("only a chunk id is named: import again with `--chunks FILE`", "only a chunk id is named"),
        ("the source gives no answer", "the source gives no answer"),
        ("ask Anna. She knows.", "ask Anna. She knows."),
        (": all of it", ": all of it"),
    ],
)
def test_a_kind_is_the_reason_without_what_is_of_one_item(reason: str, kind: str) -> None:
    assert kind_of_reason(reason, ["handbook"]) == kind


def test_reasons_of_one_kind_are_one() -> None:
    reasons = [f"it stands only in other words in a/{n}.md; nearest: “{n} koi” in b.md" for n in range(9)]
    assert {kind_of_reason(reason) for reason in reasons} == {"it stands only in other words in …"}
