from typing import NamedTuple

from goldset.checks.identity import identity_faults
from goldset.checks.names import why_unusable


class Named(NamedTuple):
    path: str
    id: str | None
    slice: str | None = None


def found(*files: Named) -> list[tuple[str, str, str]]:
    return [(fault.rule.code, fault.path, fault.message) for fault in identity_faults(files)]


def test_items_with_names_and_places_of_their_own_are_fine() -> None:
    assert (
        found(
            Named("items/s/a.yaml", "a", "s"),
            Named("items/b.yaml", "b", "t"),
            Named("items/s/t/c.yaml", "c", "s"),
        )
        == []
    )


def test_a_file_that_could_not_be_read_is_compared_as_far_as_it_goes() -> None:
    assert found(Named("items/s/a.yaml", None), Named("items/b.yaml", None)) == []


def test_the_file_name_is_the_id() -> None:
    assert found(Named("items/s/a.yaml", "b")) == [
        ("GS201", "items/s/a.yaml", "the file is named `a`, and its `id` is `b`")
    ]
    assert found(Named("items/a.b.yaml", "a.b")) == []


def test_names_that_look_alike_are_shown_by_their_code_points() -> None:
    (_, _, message), *_ = found(Named("items/gro\u0308ße.yaml", "größe"))
    assert message == r"the file is named `gro\u0308\xdfe`, and its `id` is `gr\xf6\xdfe`"


def test_the_first_folder_is_the_slice() -> None:
    ((code, path, message),) = found(Named("items/t/s/a.yaml", "a", "s"))
    assert (code, path) == ("GS205", "items/t/s/a.yaml")
    assert message == "the file lies in `t`, and its `slice` is `s`"


def test_an_id_stands_once_in_the_set() -> None:
    faults = found(Named("items/s/a.yaml", "a"), Named("items/t/a.yaml", "a"), Named("items/u/a.yaml", "a"))
    assert faults == [
        ("GS202", "items/t/a.yaml", "`a` is the `id` of items/s/a.yaml too"),
        ("GS202", "items/u/a.yaml", "`a` is the `id` of items/s/a.yaml too"),
    ]


def test_ids_differ_in_more_than_case() -> None:
    ((code, path, message),) = found(Named("items/RET-1.yaml", "RET-1"), Named("items/ret-1.yaml", "ret-1"))
    assert (code, path) == ("GS203", "items/ret-1.yaml")
    assert message == "`ret-1` differs only in case from `RET-1`, the `id` of items/RET-1.yaml"
    assert (
        found(Named("items/straße.yaml", "straße"), Named("items/STRASSE.yaml", "STRASSE"))[0][0] == "GS203"
    )


def test_ids_differ_in_more_than_composition() -> None:
    ((code, _, message),) = found(Named("items/ü.yaml", "ü"), Named("items/u\u0308.yaml", "u\u0308"))
    assert code == "GS204"
    assert message == r"`u\u0308` looks like `\xfc`, the `id` of items/\xfc.yaml"


def test_slices_differ_in_more_than_case_and_composition() -> None:
    ((code, path, message),) = found(
        Named("items/Hail/a.yaml", "a", "Hail"),
        Named("items/hail/b.yaml", "b", "hail"),
        Named("items/hail/c.yaml", "c", "hail"),
    )
    assert (code, path) == ("GS210", "items/hail/b.yaml")
    assert message == "the slice `hail` differs only in case or composition from `Hail`"


def test_what_can_be_a_file_name_everywhere() -> None:
    for name in (
        "a",
        "windstorm-7f3k2q",
        "größe",
        "v1.2",
        "コンソール",
        "1e3",
        "console",
        "a b",
        "nul-7",
        "x" * 200,
    ):
        assert why_unusable(name) is None, name


def test_what_cannot_be_a_file_name_everywhere_has_its_reason() -> None:
    reasons = {
        "a/b": "holds `/`",
        "a\\b": "holds `\\`",
        "../a": "holds `/`",
        "a..b": "holds `..`",
        "a:b": "holds `:`",
        "a?": "holds `?`",
        " a": "begins or ends with a blank or a dot",
        "a.": "begins or ends with a blank or a dot",
        ".a": "begins with `.`",
        "-a": "begins with `-`",
        "a\u200bb": "holds the invisible character U+200B",
        "a\x00": "holds the invisible character U+0000",
        "a\u202eb": "holds the invisible character U+202E",
        "con": "is the name of a device on Windows",
        "COM1.txt": "is the name of a device on Windows",
        "lpt¹": "is the name of a device on Windows",
        "x" * 201: "is longer than 200 bytes",
        "é" * 101: "is longer than 200 bytes",
    }
    assert {name: why_unusable(name) for name in reasons} == reasons
