"""Whether every item has a name of its own, on every file system, at its own place."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from goldset.domain import rules
from goldset.domain.findings import Fault

SUFFIX = ".yaml"


class Named(Protocol):
    """A file of the set with what could be read of its names; None where nothing could."""

    @property
    def path(self) -> str:
        """Path below the set's folder, with `/`."""

    @property
    def id(self) -> str | None:
        """The item's id."""

    @property
    def slice(self) -> str | None:
        """The item's slice."""


def identity_faults(files: Sequence[Named]) -> Iterator[Fault]:
    """Yield what is wrong with the names of a set's files, each and among each other."""
    for file in files:
        yield from _own_faults(file)
    yield from _clashes((file.id, file.path) for file in files if file.id is not None)
    yield from _slice_clashes(files)


def _own_faults(file: Named) -> Iterator[Fault]:
    _, *folders, name = file.path.split("/")
    stem = name.removesuffix(SUFFIX)
    if file.id is not None and stem != file.id:
        shown = (
            (stem, file.id)
            if _composed(stem) != _composed(file.id)
            else (ascii(stem)[1:-1], ascii(file.id)[1:-1])
        )
        yield Fault(
            rules.NAME_IS_NOT_ID,
            f"the file is named `{shown[0]}`, and its `id` is `{shown[1]}`",
            file.path,
            ("id",),
        )
    if folders and file.slice is not None and _composed(folders[0]) != _composed(file.slice):
        message = f"the file lies in `{folders[0]}`, and its `slice` is `{file.slice}`"
        yield Fault(rules.FOLDER_IS_NOT_SLICE, message, file.path, ("slice",))


def _clashes(named: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    """Yield a fault for every id that another file has already, or has but for case or composition."""
    seen: dict[str, tuple[str, str]] = {}
    for item_id, path in named:
        key = _composed(_composed(item_id).casefold())
        if key not in seen:
            seen[key] = item_id, path
            continue
        other, other_path = seen[key]
        if other == item_id:
            yield Fault(
                rules.ID_TWICE,
                f"`{item_id}` is the `id` of {other_path} too",
                path,
                ("id",),
                also=(other_path,),
            )
        elif _composed(other) == _composed(item_id):
            message = f"`{_code(item_id)}` looks like `{_code(other)}`, the `id` of {_code(other_path)}"
            yield Fault(rules.ID_COMPOSITION, message, path, ("id",), also=(other_path,))
        else:
            message = f"`{item_id}` differs only in case from `{other}`, the `id` of {other_path}"
            yield Fault(rules.ID_CASE, message, path, ("id",), also=(other_path,))


def _slice_clashes(files: Sequence[Named]) -> Iterator[Fault]:
    """Yield a fault at the first file of every slice that another slice's folder would swallow."""
    first = {file.slice: file.path for file in reversed(files) if file.slice is not None}
    seen: dict[str, str] = {}
    for name in sorted(first):
        other = seen.setdefault(_composed(_composed(name).casefold()), name)
        if other != name:
            message = f"the slice `{_code(name)}` differs only in case or composition from `{_code(other)}`"
            also = tuple(file.path for file in files if file.slice in (name, other))
            yield Fault(rules.SLICE_CASE, message, first[name], ("slice",), also=also)


def _code(text: str) -> str:
    """Return text with every character beyond ASCII as its code, where two texts look alike."""
    return ascii(text)[1:-1]


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)
