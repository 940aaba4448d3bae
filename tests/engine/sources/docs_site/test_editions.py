import pytest

from pro_context_engine.sources.docs_site.source import newest_folders, root_of, version_folders


@pytest.mark.parametrize(
    ("url", "root"),
    [
        ("https://harbour.example", "https://harbour.example"),
        ("https://harbour.example/en/latest/", "https://harbour.example"),
        ("https://harbour.example/pt-BR/stable/index.html", "https://harbour.example"),
        ("https://harbour.example/docs/dev", "https://harbour.example/docs"),
        ("https://harbour.example/docs/index.html", "https://harbour.example/docs"),
    ],
)
def test_editions_share_a_root(url: str, root: str) -> None:
    assert root_of(url) == root


def test_the_newest_edition_is_looked_for_where_it_usually_is() -> None:
    assert newest_folders("https://harbour.example/en/latest/")[:2] == [
        "https://harbour.example/en/stable/",
        "https://harbour.example/en/latest/",
    ]


def test_a_version_is_looked_for_as_the_registry_says_and_by_its_line() -> None:
    folders = version_folders("https://harbour.example/en/latest/", "2.0.41", "harbour.example/v/{version}/")
    assert folders[:3] == [
        "https://harbour.example/v/2.0.41/",
        "https://harbour.example/v/2.0/",
        "https://harbour.example/en/2.0.41/",
    ]
    assert "https://harbour.example/en/2.0/" in folders
    assert len(folders) <= 10


@pytest.mark.parametrize("version", ["../secret", "2.0/../..", "", "2 0", "x" * 100])
def test_a_version_that_is_none_leads_nowhere(version: str) -> None:
    assert version_folders("https://harbour.example", version, None) == []


def test_a_pattern_of_another_site_is_not_followed() -> None:
    folders = version_folders("https://harbour.example", "2.0", "evil.example/{version}")
    assert folders
    assert all(folder.startswith("https://harbour.example/") for folder in folders)
