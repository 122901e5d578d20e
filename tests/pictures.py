"""Draw what an owner sees: a queue pull request, the comment beside a queued span, what a workflow says of a change, and
the page of a score.

    python -m tests.pictures [FOLDER]

The texts are those that goldset writes for the help centre's own set. GitHub's Markdown parser makes HTML of
them, a style sheet that resembles GitHub's is put to it, and Chromium takes the pictures; they are written to
`.github/pictures` unless another folder is named. Pillow, where it is there, makes the files smaller.
"""

import html
import re
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout, suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from goldset.cli.main import main as goldset
from goldset.domain.pulls import ReviewComment
from goldset.domain.steps import Proposal
from goldset.forge.local import LocalHost
from goldset.operations.ci import CheckedChange, check_change
from goldset.operations.hosts import local_hosting
from goldset.operations.reindex import ReindexRequest, reindex
from goldset.operations.reviews import review_of
from goldset.stores.git_repo import make_repository, open_repository
from goldset.stores.set_folder import find_set
from tests.conftest import ROOT
from tests.markdown import rendered

FOLDER = ROOT / ".github/pictures"
BRANCH = "goldset/help-centre/relabel/coverage-decisions-1"
SPAN = "commute"
SET_FILES = ("goldset.yaml", "items", "snapshots", "tests/help-centre", "tests/runs")
WIDTH = 880
STYLE = """
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: #fff; color: #1f2328; width: 880px;
  font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, "Liberation Sans", Arial, sans-serif }
.box { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden }
.head { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 16px; color: #59636e }
.head b { color: #1f2328 }
.text { padding: 16px }
.text > :first-child { margin-top: 0 }
.text > :last-child { margin-bottom: 0 }
h3 { font-size: 1.25em; margin: 24px 0 16px }
p, ul, pre, details { margin: 0 0 16px }
code, pre, td { font-family: ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace; font-size: 12px }
code { background: #eff1f3; border-radius: 6px; padding: .2em .4em; white-space: break-spaces }
pre { background: #f6f8fa; border-radius: 6px; padding: 14px; line-height: 1.45; overflow: hidden }
pre code { background: none; padding: 0; white-space: pre }
.same { display: block }
.minus { background: #ffebe9; color: #82071e; display: block }
.plus { background: #dafbe1; color: #116329; display: block }
summary { cursor: pointer }
.text > table { border-collapse: collapse; margin: 0 0 16px }
.text > table th, .text > table td { border: 1px solid #d1d9e0; padding: 6px 13px; font: inherit }
.text > table code { font-size: 12px }
li p, li { margin: 4px 0 } ul { padding-left: 2em } li > ul { margin: 0 }
.change { border: 1px solid #d1d9e0; border-radius: 6px; margin: 0 0 16px; overflow: hidden }
.change .head { padding: 6px 12px; font-size: 12px }
.change table { border-collapse: collapse; width: 100%; table-layout: fixed }
.change td { padding: 0 10px; line-height: 18px; white-space: pre-wrap; overflow-wrap: anywhere }
.change td.n { width: 42px; text-align: right; color: #59636e }
tr.old { background: #ffebe9 } tr.old td.n { background: #ffcecb }
tr.new { background: #dafbe1 } tr.new td.n { background: #aceebb }
.foot { padding: 8px 12px; text-align: right; border-top: 1px solid #d1d9e0 }
.button { display: inline-block; padding: 4px 12px; border: 1px solid #d1d9e0; border-radius: 6px; font-weight: 500;
  font-size: 12px; background: #f6f8fa }
.button.main { background: #1f883d; color: #fff; border-color: #1a7f37; margin-left: 8px }
"""
MEASURE = (
    "<script>const high = document.body.getBoundingClientRect().height;"
    "document.documentElement.dataset.height = Math.ceil(high)</script>"
)
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_DIFF = re.compile(r'<pre lang="diff"><code>(.*?)</code></pre>', re.DOTALL)
_SUGGESTION = re.compile(r'<pre lang="suggestion"><code>(.*?)</code></pre>', re.DOTALL)


def main(args: list[str]) -> None:
    folder = Path(args[0]) if args else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        root = Path(work) / "set"
        body, comment, lines = texts(root)
        draw(
            root.parent,
            folder / "pull-request.png",
            page("<b>goldset</b> · Relabel 4 items", coloured(rendered(body))),
            1_090,
        )
        shown = _SUGGESTION.sub(
            lambda found: change(found[1], comment.start, lines), coloured(rendered(comment.body))
        )
        head = html.escape(f"{comment.path}, lines {comment.start} to {comment.end}")
        draw(root.parent, folder / "suggestion.png", page(f"<b>goldset</b> · {head}", shown))
        draw(root.parent, folder / "score.png", score_page(root), 960)
        checked = check_of_a_branch(root)
        told = coloured(rendered(checked.comment))
        draw(root.parent, folder / "comment.png", page("<b>github-actions</b> commented", told))
        told = coloured(rendered(checked.summary.partition("\n**Golden set")[0]))
        draw(root.parent, folder / "summary.png", page("<b>goldset / validate</b> summary", told))


def check_of_a_branch(root: Path) -> CheckedChange:
    """Return what a workflow says of a queue branch on which one span is decided and another question reworded."""
    branch = "goldset/help-centre/relabel/limits-and-deductibles-1"
    item = "items/limits-and-deductibles/windstorm-deductible-coastal-7f3k2q.yaml"
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert goldset(["relabel", "accept", Path(item).stem, "rate", "-C", str(root)]) == 0
    git = ["git", "-C", str(root), "-c", "user.name=Ana Ng", "-c", "user.email=ana@example.org"]
    subprocess.run([*git, "checkout", "-q", branch], check=True)
    path = root / item
    asked = path.read_text("utf-8")
    reworded = asked.replace("if I live two miles from the coast?", "for a house two miles from the coast?")
    assert reworded != asked
    path.write_text(reworded, "utf-8")
    subprocess.run([*git, "commit", "-q", "-a", "-m", "Reword"], check=True)
    return check_change(root, "main")


def score_page(root: Path) -> str:
    """Return the page of a run's score, allowed to say how high it is."""
    command = ["score", "tests/runs/by-heading.jsonl", "-C", str(root), "--format", "html"]
    with redirect_stdout(StringIO()) as printed:
        assert goldset(command) == 0
    return _POLICY.sub("", printed.getvalue()).replace("</body>", f"{MEASURE}</body>")


def texts(root: Path) -> tuple[str, ReviewComment, list[str]]:
    """Return the body of a queue pull request, a comment of its review, and the lines that it stands beside."""
    root.mkdir()
    for name in SET_FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-r", ROOT / name, root / name], check=True)
    make_repository(root, "main", "Start")
    LocalHost.shows_reviews = property(lambda _: True)  # type: ignore[method-assign, assignment]
    now = datetime(2026, 11, 1, tzinfo=UTC)
    reindex(
        root,
        ReindexRequest(str(root / "tests/help-centre/2026-11-01"), "2026-11-01", None, now),
        lambda _: None,
    )
    found = find_set(root)
    with open_repository(root) as repository:
        hosting = local_hosting(repository, found, "main")
        (pull,) = [pull for pull in hosting.host.pull_requests() if pull.branch == BRANCH]
        assert pull.marker is not None
        review = review_of(repository, hosting.base, pull.head, Proposal(BRANCH, pull.marker))
        (comment,) = [each for each in review.comments if f"**Span `{SPAN}`**" in each.body]
        text = (repository.tree(pull.head).read(comment.path) or b"").decode()
    body = (root / f".goldset/help-centre/{BRANCH.split('/', 2)[2]}.md").read_text("utf-8")
    return body.partition("\n\n")[2], comment, text.split("\n")[comment.start - 1 : comment.end]


def page(head: str, content: str) -> str:
    box = f'<div class="box"><div class="head">{head}</div><div class="text">{content}</div></div>'
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>{box}{MEASURE}'


def coloured(text: str) -> str:
    """Return HTML with the lines of its diff blocks in red and green."""

    def line(row: str) -> str:
        kind = {"-": "minus", "+": "plus"}.get(row[:1], "same")
        return f'<span class="{kind}">{row}</span>'

    return _DIFF.sub(
        lambda found: f"<pre><code>{''.join(map(line, found[1].splitlines()))}</code></pre>", text
    )


def change(new: str, first: int, old: list[str]) -> str:
    """Return a suggestion as GitHub shows it: the old lines, the new ones, and the button."""
    rows = [("old", first + n, html.escape(line)) for n, line in enumerate(old)]
    rows += [("new", first + n, line) for n, line in enumerate(new.splitlines())]
    cells = "".join(
        f'<tr class="{kind}"><td class="n">{n}</td><td>{"-" if kind == "old" else "+"} {line}</td></tr>'
        for kind, n, line in rows
    )
    foot = '<span class="button">Add suggestion to batch</span><span class="button main">Commit suggestion</span>'
    head = '<div class="head">Suggested change</div>'
    return f'<div class="change">{head}<table>{cells}</table><div class="foot">{foot}</div></div>'


def draw(work: Path, target: Path, text: str, most: int = 1_500) -> None:
    """Take a picture of a page, as high as the page is, or of as much of it from the top."""
    source = work / "page.html"
    source.write_text(text, "utf-8")
    command = ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu"]
    told = subprocess.run(
        [*command, f"--window-size={WIDTH},600", "--dump-dom", source.as_uri()],
        check=True, capture_output=True, cwd=work, text=True,
    ).stdout  # fmt: skip
    height = re.search(r'data-height="(\d+)"', told)
    assert height, "the page said no height"
    shot = [f"--window-size={WIDTH},{min(int(height[1]), most)}", f"--screenshot={target}", source.as_uri()]
    subprocess.run([*command, *shot], check=True, capture_output=True, cwd=work)
    with suppress(ImportError):
        from PIL import Image

        with Image.open(target) as picture:
            picture.convert("RGB").quantize(64).save(target, optimize=True)
    print(f"{target}: {target.stat().st_size:,} bytes")  # noqa: T201 (a script)


if __name__ == "__main__":
    main(sys.argv[1:])
