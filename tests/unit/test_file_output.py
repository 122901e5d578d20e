"""What a file holds on standard output: to the last byte for programs, harmless for terminals and logs."""

import sys
from pathlib import Path

import pytest

from goldset.cli.output import echo_file
from goldset.errors import WrongUsageError

COMMAND = b"a,b\n::error::injected,x\n"


def test_a_file_is_written_to_the_last_byte(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    data = b"\x1b[2J\r\nPAR1\xff\x00\n"
    echo_file(data)
    assert capfdbinary.readouterr().out == data


def test_on_a_terminal_text_cannot_steer_and_other_files_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    echo_file("é\x1b[2J\n".encode())
    assert capsys.readouterr().out == "é\\u001b[2J\n"
    with pytest.raises(WrongUsageError, match="no text for a terminal"):
        echo_file(b"PAR1\xff")
    assert capsys.readouterr().out == ""


def test_the_log_of_a_workflow_gets_no_command(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    echo_file(COMMAND)
    assert capfd.readouterr().out == COMMAND.decode()
    monkeypatch.setattr("goldset.cli.output._is_file", lambda: False)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    with pytest.raises(WrongUsageError, match="command"):
        echo_file(COMMAND)
    echo_file(b"a,b\nc:,d\n")
    assert capfd.readouterr().out == "a,b\nc:,d\n"


def test_a_file_of_a_workflow_may_hold_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    path = tmp_path / "out.csv"
    with path.open("w") as file:
        monkeypatch.setattr(sys, "stdout", file)
        echo_file(COMMAND)
    assert path.read_bytes() == COMMAND
