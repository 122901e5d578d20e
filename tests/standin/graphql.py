"""The one mutation of GitHub's GraphQL API that is asked for: moving branches that stand where they should.

Its description is another one than that of the REST API, so requests are checked here.
"""

from typing import Any

from tests.standin.calls import Call, route
from tests.standin.faults import Answer
from tests.standin.git_data import HEADS
from tests.standin.rules import broken_rules

PATH = "/graphql"
_FAILED = {"type": "UNPROCESSABLE", "path": ["updateRefs"]}


def _problem(message: str) -> Answer:
    return Answer.of(200, {"data": {"updateRefs": None}, "errors": [{**_FAILED, "message": message}]})


@route("POST", f"/{PATH}", "graphql/reference/git#updaterefs")
def update_refs(call: Call) -> Answer:
    given: dict[str, Any] = call.body.get("variables", {}).get("input", {})
    if "updateRefs(input: $input)" not in call.body.get("query", ""):
        return _problem("The stand-in knows updateRefs alone")
    if given.get("repositoryId") != call.views.full_repository(call.token)["node_id"]:
        return _problem("Could not resolve to a node with the global id")
    (update,) = given["refUpdates"]
    name, old, new = update["name"], update.get("beforeOid"), update["afterOid"]
    world = call.world
    now = world.bare.refs(name).get(name)
    if old is not None and now != old:
        return _problem("Something went wrong while executing your query.")  # GitHub says no more than that
    if not world.bare.has(new) or (now and not update.get("force") and not world.bare.holds(new, now)):
        return _problem("Reference cannot be updated")
    broken = broken_rules(world, name.removeprefix(HEADS), new, now)
    if broken:
        return _problem("; ".join(map(str, broken)))
    world.bare.move(name, new, now)
    world.settle(call.account)
    return Answer.of(200, {"data": {"updateRefs": {"clientMutationId": None}}})
