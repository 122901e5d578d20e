"""What goldset raises on purpose. Every message says what and where; `hint` says what to do next.

GoldsetError               the job could not be done (exit code 3)
├── WrongUsageError        the request itself makes no sense (exit code 2)
├── SettingsError          goldset.yaml cannot be used
├── ItemFileError          an item file cannot be read, or cannot be changed without harm
├── CorpusError            a corpus source cannot be read or must not be trusted
├── SnapshotError          a snapshot is missing, damaged, or contradicts another
├── RepositoryError        Git said no, or there is no repository
├── WorkerError            a process that shared the work ended or failed
├── BrakeError             the change is so large that a person must agree first
└── ForgeError             the host of the pull requests said no
"""


class GoldsetError(Exception):
    """The job could not be done, and a person can mend it.

    Args:
        message: What happened and where, in one sentence.
        hint: What to do next; empty only where the message already says it.
    """

    exit_code = 3

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class WrongUsageError(GoldsetError):
    """The request itself makes no sense."""

    exit_code = 2


class SettingsError(GoldsetError):
    """`goldset.yaml` cannot be used."""


class ItemFileError(GoldsetError):
    """An item file cannot be read, or cannot be changed without harm."""


class CorpusError(GoldsetError):
    """A corpus source cannot be read or must not be trusted."""


class SnapshotError(GoldsetError):
    """A snapshot is missing, damaged, or contradicts another."""


class RepositoryError(GoldsetError):
    """Git said no, or there is no repository."""


class WorkerError(GoldsetError):
    """A process that shared the work ended or failed."""


class BrakeError(GoldsetError):
    """The change is so large that a person must agree to it first."""


class ForgeError(GoldsetError):
    """The host of the pull requests said no."""
