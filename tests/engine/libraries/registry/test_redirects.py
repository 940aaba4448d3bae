import pytest

from pro_context_engine.domain.interfaces import Registry
from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry.redirects import Redirects


class OneLibrary:
    """A registry of one library; unlike the real one it says how often it is read."""

    read = 0
    libraries = (
        Library(library_id="harbour/crane", slug="crane", name="Crane", docs_url="https://crane.example.net/docs/"),
    )

    def all(self) -> tuple[Library, ...]:
        self.read += 1
        return self.libraries


def follows(url: str, target: str) -> bool:
    registry: Registry = OneLibrary()  # type: ignore[assignment]
    return Redirects(registry)(f"https://{url}", f"https://{target}")


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("docs.example.org/a", "docs.example.org/b"),
        ("docs.example.org/a", "example.org/docs/a"),
        ("example.org/docs/a", "docs.example.org/a"),
        ("docs.example.org/a", "www.example.org/a"),
        ("docs.example.co.uk/a", "www.example.co.uk/a"),
        ("docs.ex.io/a", "ex.io/docs/a"),
        ("docs.example.org/a", "docs.example.org/a%2fb"),
        ("crane.readthedocs.io/", "crane.readthedocs.io/en/latest/"),
        ("github.com/owner/repo", "github.com/owner/repo/tree/main"),
        ("github.com/owner/repo", "github.com/owner/repo"),
        ("github.com/owner/repo/raw/main/a.md", "raw.githubusercontent.com/owner/repo/main/a.md"),
        ("owner.github.io/crane/a", "owner.github.io/crane/b"),
        ("crane.readthedocs.io/a", "crane.example.net/docs/a"),
    ],
)
def test_a_redirect_within_a_site_or_to_a_known_one_is_followed(url: str, target: str) -> None:
    assert follows(url, target)


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("docs.example.org/a", "docs.example.com/a"),
        ("docs.example.org/a", "docs.example.org.evil.test/a"),
        ("docs.example.org/a", "evil.test/docs.example.org/a"),
        ("docs.example.org/a", "org/a"),
        ("one.co.uk/a", "other.co.uk/a"),
        ("93.184.215.14/a", "94.184.215.14/a"),
        ("crane.readthedocs.io/a", "readthedocs.io/a"),
        ("crane.readthedocs.io/a", "other.readthedocs.io/a"),
        ("owner.github.io/crane/", "other.github.io/crane/"),
        ("owner.github.io/crane/", "owner.github.io/other/"),
        ("github.com/owner/repo", "github.com/owner/repository"),
        ("github.com/owner/repo", "github.com/login"),
        ("github.com/owner/repo/a.md", "github.com/owner/repo/../other/a.md"),
        ("github.com/owner/repo/a.md", "raw.githubusercontent.com/other/repo/main/a.md"),
        ("github.com/login", "github.com/owner/repo"),
    ],
)
def test_a_redirect_to_somebody_else_is_not(url: str, target: str) -> None:
    assert not follows(url, target)


def test_the_registry_is_read_only_when_a_redirect_leaves_its_site() -> None:
    registry = OneLibrary()
    redirects = Redirects(registry)  # type: ignore[arg-type]
    assert redirects("https://docs.example.org/a", "https://docs.example.org/b")
    assert registry.read == 0
    redirects("https://docs.example.org/a", "https://docs.example.net/b")
    assert registry.read == 1


def test_the_sites_of_a_newer_registry_count_from_then_on() -> None:
    registry = OneLibrary()
    redirects = Redirects(registry)  # type: ignore[arg-type]
    hop = ("https://docs.example.org/a", "https://ropes.example.com/b")
    assert not redirects(*hop)
    registry.libraries = (*registry.libraries, Library("a/ropes", "ropes", "R", docs_url="https://ropes.example.com/"))
    assert redirects(*hop)
