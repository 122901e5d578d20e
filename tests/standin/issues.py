"""Answers about issues, which pull requests are too: comments, labels, assignees, events."""

from tests.standin.calls import MOST_OF_A_BODY, Call, route
from tests.standin.faults import Answer
from tests.standin.records import Issue
from tests.standin.world import RefusedError, check_labels, invalid

MOST_OF_A_TITLE = 256


@route("GET", "/issues", "issues/issues#list-repository-issues")
def list_issues(call: Call) -> Answer:
    query = call.query
    labels = {label.lower() for label in query.get("labels", "").split(",") if label}

    def wanted(issue: Issue) -> bool:
        return (
            query.get("state", "open") in {"all", issue.state}
            and labels <= {label.lower() for label in issue.labels}
            and query.get("creator", issue.author.login) == issue.author.login
        )

    found = [issue for issue in call.world.issues.values() if wanted(issue)]
    found.sort(key=lambda issue: issue.number, reverse=query.get("direction", "desc") == "desc")
    return call.page(found, call.views.issue)


@route("POST", "/issues", "issues/issues#create-an-issue")
def create_issue(call: Call) -> Answer:
    title = call.text("title", MOST_OF_A_TITLE)
    issue = call.world.new_issue(title or "", call.text("body"), call.account)
    call.world.label(issue, _label_names(call), call.account)
    return Answer.of(201, call.views.issue(issue))


@route("GET", "/issues/{issue_number}", "issues/issues#get-an-issue")
def get_issue(call: Call) -> Answer:
    return Answer.of(200, call.views.issue(call.world.issue(call.path["issue_number"])))


@route("PATCH", "/issues/{issue_number}", "issues/issues#update-an-issue")
def update_issue(call: Call) -> Answer:
    issue = call.world.issue(call.path["issue_number"])
    change_issue(call, issue)
    return Answer.of(200, call.views.issue(issue))


def change_issue(call: Call, issue: Issue) -> None:
    """Change what both kinds have. A request that cannot be taken whole changes nothing."""
    world, body = call.world, call.body
    title, text = call.text("title", MOST_OF_A_TITLE), call.text("body")
    if "title" in body and not title:
        raise invalid("Issue", code="missing_field", field="title")
    labels = _label_names(call)
    check_labels(labels)
    _check_assignees(call)
    if body.get("state", issue.state) != issue.state:
        if body["state"] == "open":
            world.reopen(issue, call.account)
        else:
            world.close(issue, call.account)
    if title and title != issue.title:
        world.event(issue, "renamed", call.account, rename={"from": issue.title, "to": title})
        issue.title = title
    if "body" in body:
        issue.body = text
    if "labels" in body:
        world.set_labels(issue, labels, call.account)
    if "assignees" in body:
        world.set_assignees(issue, body["assignees"], call.account)
    issue.updated = world.now()


def _label_names(call: Call) -> list[str]:
    return [name if isinstance(name, str) else name["name"] for name in call.body.get("labels", [])]


def _check_assignees(call: Call) -> None:
    """Refuse somebody who cannot be assigned; adding assignees (see below) drops them without a word instead."""
    for login in call.body.get("assignees", []):
        account = call.world.known(login)
        if account is None or not account.may("read"):
            error = {"value": login, "resource": "Issue", "field": "assignees", "code": "invalid"}
            raise RefusedError(422, "Validation Failed", [error])


@route("POST", "/issues/{issue_number}/assignees", "issues/assignees#add-assignees-to-an-issue")
def add_assignees(call: Call) -> Answer:
    issue = call.world.issue(call.path["issue_number"])
    call.world.assign(issue, call.body.get("assignees", []), call.account)
    return Answer.of(201, call.views.issue(issue))


@route("GET", "/issues/{issue_number}/labels", "issues/labels#list-labels-for-an-issue")
def list_labels_of_issue(call: Call) -> Answer:
    return call.page(call.world.issue(call.path["issue_number"]).labels, call.views.label)


@route("POST", "/issues/{issue_number}/labels", "issues/labels#add-labels-to-an-issue")
def add_labels(call: Call) -> Answer:
    issue = call.world.issue(call.path["issue_number"])
    call.world.label(issue, _label_names(call), call.account)
    return Answer.of(200, [call.views.label(name) for name in issue.labels])


@route("GET", "/labels", "issues/labels#list-labels-for-a-repository")
def list_labels(call: Call) -> Answer:
    return call.page(sorted(call.world.labels), call.views.label)


@route("GET", "/labels/{name}", "issues/labels#get-a-label")
def get_label(call: Call) -> Answer:
    if call.path["name"] not in call.world.labels:
        raise RefusedError(404, "Not Found")
    return Answer.of(200, call.views.label(call.path["name"]))


@route("POST", "/labels", "issues/labels#create-a-label")
def create_label(call: Call) -> Answer:
    name = str(call.body["name"])
    if name.lower() in {label.lower() for label in call.world.labels}:
        raise invalid("Label", code="already_exists", field="name")
    call.world.labels[name] = call.world.new_id()
    return Answer.of(201, call.views.label(name))


@route("GET", "/issues/{issue_number}/comments", "issues/comments#list-issue-comments")
def list_comments(call: Call) -> Answer:
    issue = call.world.issue(call.path["issue_number"])
    return call.page(issue.comments, lambda comment: call.views.comment(issue, comment))


def _comment_text(call: Call) -> str:
    if len(call.body["body"]) > MOST_OF_A_BODY:
        message = f"Body is too long (maximum is {MOST_OF_A_BODY} characters)"
        raise invalid("IssueComment", message, "data", "unprocessable")
    if not call.body["body"].strip():
        raise invalid("IssueComment", "Body cannot be blank", "data", "unprocessable")
    return str(call.body["body"])


@route("POST", "/issues/{issue_number}/comments", "issues/comments#create-an-issue-comment")
def create_comment(call: Call) -> Answer:
    issue = call.world.issue(call.path["issue_number"])
    comment = call.world.say(issue, _comment_text(call), call.account)
    return Answer.of(201, call.views.comment(issue, comment))


@route("GET", "/issues/comments/{comment_id}", "issues/comments#get-an-issue-comment")
def get_comment(call: Call) -> Answer:
    issue, comment = call.world.comment(call.path["comment_id"])
    return Answer.of(200, call.views.comment(issue, comment))


@route("PATCH", "/issues/comments/{comment_id}", "issues/comments#update-an-issue-comment")
def update_comment(call: Call) -> Answer:
    issue, comment = call.world.comment(call.path["comment_id"])
    comment.body, comment.updated = _comment_text(call), call.world.now()
    return Answer.of(200, call.views.comment(issue, comment))


@route("DELETE", "/issues/comments/{comment_id}", "issues/comments#delete-an-issue-comment")
def delete_comment(call: Call) -> Answer:
    issue, comment = call.world.comment(call.path["comment_id"])
    issue.comments.remove(comment)
    return Answer.of(204, None)


@route("GET", "/issues/{issue_number}/events", "issues/events#list-issue-events")
def list_events(call: Call) -> Answer:
    return call.page(call.world.issue(call.path["issue_number"]).events, call.views.event)


@route("GET", "/issues/{issue_number}/timeline", "issues/timeline#list-timeline-events-for-an-issue")
def list_timeline(call: Call) -> Answer:
    """Return events and comments by time; commits and reviews are left out here."""
    issue = call.world.issue(call.path["issue_number"])

    entries = [(event["id"], call.views.event(event)) for event in issue.events]
    for comment in issue.comments:
        written = call.views.comment(issue, comment)
        entries.append((comment.id, {**written, "event": "commented", "actor": written["user"]}))
    return call.page([entry for _, entry in sorted(entries, key=lambda entry: entry[0])], lambda entry: entry)
