import re
from datetime import UTC, datetime, timedelta

import pytest

from goldset.errors import ForgeError
from goldset.forge.github.account import AppAccount, InstallationToken, TokenAccount, find_account
from goldset.forge.github.address import Address

ADDRESS = Address("https://api.github.com", "https://github.com", "octo-org", "eval")
PEM = "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0LWtleQ==\n-----END RSA PRIVATE KEY-----"


def test_the_token_of_a_workflow_wins_over_that_of_the_command_line_and_over_an_app() -> None:
    env = {
        "GH_TOKEN": "ghp_b",
        "GITHUB_TOKEN": " ghs_a\n",
        "GOLDSET_APP_ID": "1",
        "GOLDSET_APP_PRIVATE_KEY": PEM,
    }
    account = find_account(env, ADDRESS)
    assert account.token() == "ghs_a"
    assert account.is_app
    assert not find_account({"GITHUB_TOKEN": "", "GH_TOKEN": "ghp_b"}, ADDRESS).is_app


def test_an_app_asks_for_nothing_before_its_token_is_needed() -> None:
    account = find_account(
        {"GOLDSET_APP_ID": "12", "GOLDSET_APP_PRIVATE_KEY": PEM.replace("\n", "\\n")}, ADDRESS
    )
    assert isinstance(account, AppAccount)
    assert account.is_app


@pytest.mark.parametrize(
    "env",
    [
        {},
        {"GITHUB_TOKEN": "  "},
        {"GITHUB_TOKEN": "ghp_se\ncret"},
        {"GH_TOKEN": "ghp_secrét"},
        {"GOLDSET_APP_ID": "12"},
        {"GOLDSET_APP_PRIVATE_KEY": PEM},
        {"GOLDSET_APP_ID": "12", "GOLDSET_APP_PRIVATE_KEY": "secret"},
        {"GOLDSET_APP_ID": "1/../2", "GOLDSET_APP_PRIVATE_KEY": PEM},
        {"GOLDSET_APP_ID": "12", "GOLDSET_APP_PRIVATE_KEY": PEM, "GOLDSET_APP_INSTALLATION_ID": "no"},
    ],
)
def test_what_cannot_be_an_account_is_refused_and_not_shown(env: dict[str, str]) -> None:
    with pytest.raises(ForgeError) as caught:
        find_account(env, ADDRESS)
    assert re.search("GITHUB_TOKEN|GH_TOKEN|GOLDSET_APP", caught.value.message + caught.value.hint)
    assert "secr" not in caught.value.message + caught.value.hint


def test_a_key_that_is_none_is_refused_when_a_token_is_asked_for() -> None:
    account = find_account({"GOLDSET_APP_ID": "12", "GOLDSET_APP_PRIVATE_KEY": PEM}, ADDRESS)
    with pytest.raises(ForgeError, match="GOLDSET_APP_PRIVATE_KEY cannot be used") as caught:
        account.token()
    assert "c2Vj" not in str(caught.value)


def test_no_repr_shows_a_token() -> None:
    token = InstallationToken(token="ghs_secret", expires_at=datetime.now(UTC))
    app = AppAccount(lambda: token, lambda: datetime.now(UTC))
    assert "secret" not in f"{token!r} {token} {app!r} {TokenAccount('ghp_secret')!r}"


def test_an_apps_token_is_kept_and_renewed_before_it_ends() -> None:
    now = [datetime(2026, 11, 1, tzinfo=UTC)]
    fetched: list[int] = []

    def fetch() -> InstallationToken:
        fetched.append(1)
        return InstallationToken(token=f"ghs_{len(fetched)}", expires_at=now[0] + timedelta(hours=1))

    account = AppAccount(fetch, lambda: now[0])
    assert [account.token(), account.token()] == ["ghs_1", "ghs_1"]
    now[0] += timedelta(minutes=54)
    assert account.token() == "ghs_1"
    now[0] += timedelta(minutes=2)
    assert account.token() == "ghs_2"


def test_an_app_that_may_not_write_is_told_what_it_lacks() -> None:
    token = InstallationToken(
        token="ghs_secret",
        expires_at=datetime(2027, 1, 1, tzinfo=UTC),
        permissions={"contents": "read", "metadata": "read"},
    )
    account = AppAccount(lambda: token, lambda: datetime(2026, 11, 1, tzinfo=UTC))
    with pytest.raises(ForgeError, match="contents and pull_requests"):
        account.token()
