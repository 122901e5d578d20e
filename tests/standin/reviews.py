"""Answers about reviews and their comments beside lines."""

from typing import Any

from tests.standin.calls import MOST_OF_A_BODY, Call, route
from tests.standin.diffs import FileDiff
from tests.standin.faults import Answer
from tests.standin.records import Issue, LineComment, Pull, Review
from tests.standin.world import RefusedError

STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}
_THREAD = "Pull request review thread"
_NO_HUNK = f"{_THREAD} diff hunk can't be blank"


def _refusal(*errors: str) -> RefusedError:
    return RefusedError(422, "Unprocessable Entity", list(errors))


@route("GET", "/pulls/{pull_number}/reviews", "pulls/reviews#list-reviews-for-a-pull-request")
def list_reviews(call: Call) -> Answer:
    issue, pull = call.world.pull(call.path["pull_number"])
    return call.page(pull.reviews, lambda review: call.views.review(issue, review))


@route("POST", "/pulls/{pull_number}/reviews", "pulls/reviews#create-a-review-for-a-pull-request")
def create_review(call: Call) -> Answer:
    issue, pull = call.world.pull(call.path["pull_number"])
    event = str(call.body.get("event", ""))
    body, comments = str(call.body.get("body") or ""), call.body.get("comments", [])
    _check_review(call, issue, pull, event)
    commit = str(call.body.get("commit_id") or pull.head_sha)
    if commit not in call.world.bare.between(pull.base_sha, pull.head_sha):
        raise _refusal("Commit is not part of the pull request")
    review = Review(
        call.world.new_id(), call.account, body, STATES.get(event, "PENDING"), commit, call.world.now()
    )
    review.comments = _line_comments(call, pull, review, comments)
    pull.reviews.append(review)
    issue.updated = call.world.now()
    return Answer.of(200, call.views.review(issue, review))


def _check_review(call: Call, issue: Issue, pull: Pull, event: str) -> None:
    body, comments = str(call.body.get("body") or ""), call.body.get("comments", [])
    if any(len(text) > MOST_OF_A_BODY for text in (body, *(comment["body"] for comment in comments))):
        raise _refusal(f"Body is too long (maximum is {MOST_OF_A_BODY} characters)")
    if event == "APPROVE" and call.token.kind == "actions" and not call.world.settings.actions_may_open:
        raise _refusal("GitHub Actions is not permitted to approve pull requests.")
    if event in {"APPROVE", "REQUEST_CHANGES"} and issue.author is call.account:
        raise _refusal(f"Can not {event.lower().replace('_', ' ')} your own pull request")
    if event in {"COMMENT", "REQUEST_CHANGES"} and not body.strip() and not comments:
        raise _refusal("Body can't be blank")
    if not event and any(r.state == "PENDING" and r.author is call.account for r in pull.reviews):
        raise _refusal("User can only have one pending review per pull request")


def _line_comments(call: Call, pull: Pull, review: Review, given: list[dict[str, Any]]) -> list[LineComment]:
    """Return the comments of a review.

    Raises:
        RefusedError: One stands outside the diff; GitHub takes none of the review then, and does not say which.
    """
    world = call.world
    files = world.bare.pull_diff(pull.base_sha, review.commit)
    wrong = dict.fromkeys(error for entry in given if (error := _misplaced(files, entry)))
    if wrong:
        raise _refusal(*wrong)
    comments = []
    for entry in given:
        file, line = files[entry["path"]], int(entry["line"])
        hunk = file.hunk_of(line)
        assert hunk is not None
        comments.append(
            LineComment(
                world.new_id(),
                review.id,
                call.account,
                entry["body"],
                entry["path"],
                entry.get("start_line"),
                line,
                entry.get("side", "RIGHT"),
                review.commit,
                file.hunk_text(hunk, line),
                world.now(),
            )
        )
    return comments


def _misplaced(files: dict[str, FileDiff], entry: dict[str, Any]) -> str:
    """Return what GitHub says of a comment outside the diff; empty for one that has its place."""
    file = files.get(entry["path"])
    if file is None:
        return f"{_THREAD} path is invalid and {_NO_HUNK}"
    if "line" not in entry or entry.get("side", "RIGHT") != "RIGHT":
        return "The stand-in knows only comments on lines of the right side"
    line = int(entry["line"])
    start = int(entry.get("start_line") or line)
    if start >= line and "start_line" in entry:
        return f"{_THREAD} start line must precede the end line."
    hunk = file.hunk_of(line)
    other_hunk = f"{_THREAD} start line must be part of the same hunk as the line."
    if hunk is None:
        outside = f"{_THREAD} line must be part of the diff"
        return f"{outside}, {other_hunk}, and {_NO_HUNK}" if start < line else f"{outside} and {_NO_HUNK}"
    return "" if hunk.shows(start) else other_hunk


@route("GET", "/pulls/{pull_number}/reviews/{review_id}", "pulls/reviews#get-a-review-for-a-pull-request")
def get_review(call: Call) -> Answer:
    issue, review = _review_of(call)
    return Answer.of(200, call.views.review(issue, review))


def _review_of(call: Call) -> tuple[Issue, Review]:
    issue, pull = call.world.pull(call.path["pull_number"])
    review = next((r for r in pull.reviews if str(r.id) == call.path["review_id"]), None)
    if review is None:
        raise RefusedError(404, "Not Found")
    return issue, review


@route(
    "GET",
    "/pulls/{pull_number}/reviews/{review_id}/comments",
    "pulls/reviews#list-comments-for-a-pull-request-review",
)
def list_review_comments(call: Call) -> Answer:
    issue, review = _review_of(call)
    return call.page(review.comments, lambda comment: call.views.line_comment(issue, comment))


@route("GET", "/pulls/comments/{comment_id}", "pulls/comments#get-a-review-comment-for-a-pull-request")
def get_line_comment(call: Call) -> Answer:
    issue, _, comment = call.world.line_comment(int(call.path["comment_id"]))
    return Answer.of(200, call.views.line_comment(issue, comment))


@route("GET", "/pulls/{pull_number}/comments", "pulls/comments#list-review-comments-on-a-pull-request")
def list_line_comments(call: Call) -> Answer:
    issue, pull = call.world.pull(call.path["pull_number"])
    comments = [
        comment for review in pull.reviews if review.state != "PENDING" for comment in review.comments
    ]
    return call.page(comments, lambda comment: call.views.line_comment(issue, comment))
