"""`goldset.yaml`, read as strictly as an item."""

from typing import Any

from pydantic import ValidationError

from goldset.domain import rules
from goldset.domain.findings import Fault, Finding, Severity
from goldset.domain.settings import Settings
from goldset.errors import SettingsError
from goldset.stores.field_types import record_type
from goldset.stores.file_findings import findings_of
from goldset.stores.plain_data import plain_data
from goldset.stores.schema_faults import schema_faults
from goldset.stores.trees import Tree
from goldset.stores.yaml_nodes import Mapping, Scalar
from goldset.stores.yaml_reader import Reading, read_yaml
from goldset.stores.yaml_text import TextFault, decode

PATH = "goldset.yaml"


def read_settings(tree: Tree) -> Settings:
    """Return the settings of a set; the defaults where there is no goldset.yaml.

    Raises:
        SettingsError: The file has an error; the message names the first one and its line.
    """
    settings, findings = check_settings(tree)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        more = f" (and {len(errors) - 1} more; `goldset validate` lists them)" if len(errors) > 1 else ""
        raise SettingsError(f"{PATH}, line {first.line}: {first.message}{more}", first.hint)
    return settings


def check_settings(tree: Tree) -> tuple[Settings, list[Finding]]:
    """Return the settings with every fault of the file; the defaults where it has an error or is missing."""
    if tree.is_link(PATH):
        return Settings(), [Fault(rules.SYMBOLIC_LINK, f"{PATH} is a symbolic link", PATH).finding()]
    data = tree.read(PATH)
    if data is None:
        return Settings(), []
    reading = read_yaml(decode(data))
    settings, schema = _settings(reading)
    findings = findings_of(PATH, reading, (*reading.faults, *schema))
    sound = not any(finding.severity is Severity.ERROR for finding in findings)
    return settings if settings and sound else Settings(), findings


def _settings(reading: Reading) -> tuple[Settings | None, list[TextFault]]:
    root = reading.root
    if not reading.whole or root is None or (isinstance(root, Scalar) and not root.value):
        return None, []  # an empty file, or one of comments alone, changes no default
    if not isinstance(root, Mapping):
        return None, [TextFault(rules.SETTINGS, 0, "the file is no mapping of `key: value` lines")]
    takes = record_type(Settings)
    data: dict[str, Any]
    data, faults = plain_data(reading.text, root, takes)
    try:
        return Settings.model_validate(data), faults
    except ValidationError as error:
        return None, [*schema_faults(error, root, takes), *faults]
