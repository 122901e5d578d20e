import pytest

from goldset.stores.git_faults import hint_for


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("error: unable to create temporary file: Permission denied", "who owns the files"),
        ("fatal: Unable to create '/r/.git/index.lock': Permission denied", "who owns the files"),
        ("error: insufficient permission for adding an object to repository database", "who owns the files"),
        ("fatal: Unable to create '/r/.git/refs/heads/a.lock': File exists.", "`*.lock`"),
        (
            "fatal: cannot lock ref 'a': Unable to create '/r/.git/a.lock': File exists.",
            "another Git process",
        ),
        ("fatal: cannot lock ref 'refs/heads/a/b': 'refs/heads/a' exists", "git fsck"),
        ("fatal: write error: No space left on device", "make room"),
        ("fatal: unable to create /r/.git/x.lock: No space left on device", "make room"),
        ("fatal: bad object HEAD", "git fsck"),
    ],
)
def test_the_hint_fits_what_git_said(said: str, hint: str) -> None:
    assert hint in hint_for(["first line", said])
