import pytest

from goldset.domain.people import person_of

PEOPLE = {"a.ng": "@ang", "r.diaz": "@r-diaz"}


@pytest.mark.parametrize(
    ("name", "email", "person"),
    [
        ("Ana Ng", "ana@example.org", "a.ng"),
        ("Somebody", "a.ng@example.org", "a.ng"),
        ("Somebody", "A.Ng@example.org", "a.ng"),
        ("Somebody", "12345+r-diaz@users.noreply.example.com", "r.diaz"),
        ("Rosa María Diaz", "x@example.org", "r.diaz"),
        ("Somebody", "r-diaz@example.org", "r.diaz"),
        ("New Person", "new@example.org", "New Person"),
        ("", "new@example.org", "new"),
    ],
)
def test_a_git_identity_is_found_among_the_people(name: str, email: str, person: str) -> None:
    assert person_of(name, email, PEOPLE) == person
