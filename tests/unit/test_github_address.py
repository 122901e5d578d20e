import pytest

from goldset.errors import ForgeError
from goldset.forge.github.address import Address, find_address

OURS = Address("https://api.github.com", "https://github.com", "octo-org", "eval")


@pytest.mark.parametrize(
    "origin",
    [
        "https://github.com/octo-org/eval",
        "https://github.com/octo-org/eval.git",
        "https://github.com/octo-org/eval/",
        "https://x-access-token:ghs_secret@github.com/octo-org/eval.git",
        "https://www.github.com/octo-org/eval",
        "git@github.com:octo-org/eval.git",
        "github.com:octo-org/eval",
        "git@github.com:/octo-org/eval.git",
        "ssh://git@github.com/octo-org/eval.git",
        "ssh://git@ssh.github.com:443/octo-org/eval.git",
        "git+ssh://git@github.com/octo-org/eval",
        "git://github.com/octo-org/eval.git",
        "HTTPS://GitHub.com/octo-org/eval.git",
    ],
)
def test_every_form_of_origin_leads_to_the_repository(origin: str) -> None:
    assert find_address({}, origin) == OURS


@pytest.mark.parametrize(
    ("origin", "server", "api"),
    [
        (
            "git@git.example.com:octo-org/eval.git",
            "https://git.example.com",
            "https://git.example.com/api/v3",
        ),
        (
            "https://u:p@git.example.com:8443/octo-org/eval",
            "https://git.example.com:8443",
            "https://git.example.com:8443/api/v3",
        ),
        (
            "ssh://git@git.example.com:2222/octo-org/eval",
            "https://git.example.com",
            "https://git.example.com/api/v3",
        ),
        ("http://127.0.0.1:8080/octo-org/eval", "http://127.0.0.1:8080", "http://127.0.0.1:8080/api/v3"),
        ("git@octo.ghe.com:octo-org/eval", "https://octo.ghe.com", "https://api.octo.ghe.com"),
    ],
)
def test_a_server_of_ones_own_has_its_own_api(origin: str, server: str, api: str) -> None:
    assert find_address({}, origin) == Address(api, server, "octo-org", "eval")


def test_the_environment_of_a_workflow_wins() -> None:
    env = {
        "GITHUB_REPOSITORY": "other/set",
        "GITHUB_SERVER_URL": "https://git.example.com/",
        "GITHUB_API_URL": "https://git.example.com/api/v3/",
    }
    address = find_address(env, "git@github.com:octo-org/eval.git")
    assert address == Address("https://git.example.com/api/v3", "https://git.example.com", "other", "set")
    assert address.full_name == "other/set"
    assert address.git_url == "https://git.example.com/other/set.git"


def test_a_repository_that_is_named_stays_on_the_server_of_origin() -> None:
    address = find_address({"GITHUB_REPOSITORY": "other/set"}, "git@git.example.com:octo-org/eval.git")
    assert address == Address("https://git.example.com/api/v3", "https://git.example.com", "other", "set")


@pytest.mark.parametrize(
    "origin",
    [None, "", "/srv/git/eval.git", "../eval", "https://github.com/octo-org", "file:///srv/eval", "C:\\sets\\eval",
     "https://git.example.com/group/sub/eval.git", "https://user:secret@[broken/a/b", "git@github.com:a/../b"],
)  # fmt: skip
def test_an_origin_that_is_no_repository_on_github_is_refused_with_a_remedy(origin: str | None) -> None:
    with pytest.raises(ForgeError) as caught:
        find_address({}, origin)
    assert "GITHUB_REPOSITORY" in caught.value.hint
    assert "secret" not in caught.value.message


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GITHUB_REPOSITORY", "no-owner"),
        ("GITHUB_REPOSITORY", "a/b/c"),
        ("GITHUB_REPOSITORY", "a/.."),
        ("GITHUB_API_URL", "api.github.com"),
        ("GITHUB_SERVER_URL", "file:///etc"),
        ("GITHUB_SERVER_URL", "https://host:port"),
    ],
)
def test_a_variable_that_cannot_be_meant_is_named(name: str, value: str) -> None:
    with pytest.raises(ForgeError, match=name):
        find_address({name: value}, "git@github.com:octo-org/eval.git")
