"""Addresses on GitLab."""

import pytest

from pro_context_engine.domain.results import SiteKind
from pro_context_engine.sources.gitlab.addresses import GitLabForge, forge_at, site_of

FORGE = forge_at("https://gitlab.com/acme/quarry")


@pytest.mark.parametrize(
    ("path", "project", "place"),
    [
        ("acme/quarry", "acme/quarry", ""),
        ("acme/quarry.git", "acme/quarry", ""),
        ("acme/stone/tools/quarry/", "acme/stone/tools/quarry", ""),
        ("acme/quarry/-/tree/main", "acme/quarry", "main"),
        ("acme/stone/quarry/-/blob/v1.0/docs/a.md?plain=1#L3", "acme/stone/quarry", "v1.0/docs/a.md"),
        ("acme/stone/quarry/-/raw/v1.0/docs/a.md", "acme/stone/quarry", "v1.0/docs/a.md"),
        ("acme/quarry/-/issues/4", "acme/quarry", ""),
    ],
)
def test_an_address_names_a_project_and_a_place(path: str, project: str, place: str) -> None:
    repository = FORGE.repository(f"https://gitlab.com/{path}")
    assert repository is not None
    assert (repository.url, repository.name) == (f"https://gitlab.com/{project}", project.rpartition("/")[2])
    assert repository.place == place
    assert repository.api_url == f"https://gitlab.com/api/v4/projects/{project.replace('/', '%2F')}/repository"
    assert repository.file_url("v1.0", "docs/a b.md") == f"https://gitlab.com/{project}/-/raw/v1.0/docs/a%20b.md"


@pytest.mark.parametrize(
    "url",
    [
        "https://gitlab.com/acme",
        "https://gitlab.com/",
        "https://gitlab.com.example/acme/quarry",
        "https://other.example/acme/quarry",
        "https://gitlab.com/acme/../quarry/x",
        "https://gitlab.com/acme/%2e%2e/quarry",
        "https://gitlab.com/acme%2Fquarry/x",
        "https://gitlab.com/acme//quarry",
        "https://gitlab.com/-/quarry",
        "https://gitlab.com/" + "group/" * 25 + "quarry",
    ],
)
def test_other_addresses_name_none(url: str) -> None:
    assert FORGE.repository(url) is None


def test_a_server_of_ones_own_is_known_by_its_origin() -> None:
    assert forge_at("http://git.acme.internal:8080/stone/quarry/-/tree/main") == GitLabForge(
        "http://git.acme.internal:8080"
    )
    site = site_of(["http://git.acme.internal:8080/stone/quarry"])
    assert (site.kind, site.hosts) == (SiteKind.CONFIGURED, {"gitlab.com", "git.acme.internal"})
