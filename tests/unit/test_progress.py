import pytest

from goldset.cli import progress


class Clock:
    """Seconds that pass when a test says so."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(progress, "time", made)
    return made


def on(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> None:
    monkeypatch.setattr(progress, "_is_terminal", lambda: terminal)


def test_a_terminal_shows_one_line_that_is_gone_at_the_end(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on(monkeypatch, terminal=True)
    with progress.shown_progress() as tell:
        tell("own documents", 1, 8)  # too early to be worth a word
        clock.now += 1
        tell("own documents", 4, 8)
        tell("own documents", 5, 8)  # too soon after the last
        clock.now += 1
        tell("documents indexed", 12_000, 0)
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.split("\r")
    assert lines[:3] == ["", "own documents: 50 % …", "documents indexed: 12,000 …"]
    assert lines[3].strip() == lines[4] == ""
    assert len(lines[3]) == len(lines[2])


def test_a_shorter_line_covers_the_longer_one_before(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on(monkeypatch, terminal=True)
    with progress.shown_progress() as tell:
        for what in ("new and changed documents", "decisions"):
            clock.now += 1
            tell(what, 1, 2)
    assert capsys.readouterr().err.split("\r")[2] == "decisions: 50 % …".ljust(
        len("new and changed documents: 50 % …")
    )


def test_a_finished_step_leaves_no_line_behind(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on(monkeypatch, terminal=True)
    with progress.shown_progress() as tell:
        clock.now += 1
        tell("decisions", 1, 2)
        capsys.readouterr()
        tell("decisions", 2, 2)
        assert capsys.readouterr().err.strip() == ""


def test_a_log_gets_a_line_now_and_then_and_none_for_short_work(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on(monkeypatch, terminal=False)
    with progress.shown_progress() as tell:
        for done in range(100):
            tell("own documents", done, 100)
            clock.now += 0.5
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [f"goldset: own documents: {done} %" for done in (30, 60, 90)]


@pytest.mark.parametrize(("term", "drawn"), [("xterm", True), ("dumb", False)])
def test_a_dumb_terminal_is_written_to_like_a_file(
    term: str,
    drawn: bool,  # noqa: FBT001 (a parameter of pytest)
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert progress._is_terminal() is drawn
