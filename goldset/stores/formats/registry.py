"""Every format of golden sets that goldset reads or writes, and which of them a file shows."""

from pathlib import Path

from goldset.domain.collector import without_collector
from goldset.domain.set_rows import ReadSet
from goldset.errors import GoldsetError, WrongUsageError
from goldset.stores.formats import (
    beir,
    deepeval,
    hf,
    langfuse,
    langsmith,
    llamaindex,
    own,
    passages,
    promptfoo,
    ragas,
    squad,
    table,
    trec,
)
from goldset.stores.formats.form import Form
from goldset.stores.formats.source import Source

AUTO = "auto"
# In the order in which a file is asked what it shows: the most particular first.
FORMS: tuple[Form, ...] = (
    beir.FORM,
    trec.FORM,
    deepeval.FORM,
    promptfoo.FORM,
    passages.FORM,
    squad.FORM,
    ragas.FORM,
    langsmith.FORM,
    langfuse.FORM,
    llamaindex.EXAMPLES,
    llamaindex.PAIRS,
    hf.FORM,
    own.FORM,
    *table.FORMS,
    table.TABLE,
)


def form_named(name: str) -> Form:
    """Return a format by name.

    Raises:
        WrongUsageError: There is none of this name.
    """
    for form in FORMS:
        if form.name == name:
            return form
    known = ", ".join(sorted(form.name for form in FORMS))
    raise WrongUsageError(f"there is no format {name}", f"one of {known}")


@without_collector()
def read_set(path: Path, name: str, form: str = AUTO) -> ReadSet:
    """Read a golden set of any format.

    Args:
        path: The file or folder.
        name: The path as it was given.
        form: Name of its format, or `auto`: as the file shows.

    Raises:
        GoldsetError: It cannot be read, shows no format, or holds no row.
        WrongUsageError: There is no format of this name.
    """
    source = Source(name, path)
    return form_of(source, form).read(source)


def form_of(source: Source, name: str = AUTO) -> Form:
    """Return the format of a file or folder: the one of a name, or for `auto` the first that it shows.

    Raises:
        GoldsetError: It cannot be read, or shows no format.
        WrongUsageError: There is no format of this name.
    """
    if not source.is_folder:
        _ = source.data  # where it cannot be read, that is what to say, and not that it shows no form
    if name != AUTO:
        return form_named(name)
    for known in FORMS:
        if known.shows(source):
            return known
    raise GoldsetError(
        f"{source.name} is of no form that goldset knows",
        f"name its form with `--from`: {', '.join(known.name for known in FORMS)}",
    )
