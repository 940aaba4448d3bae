"""The addresses of a documentation site's editions: of each version, of the newest_folders and of the released one."""

from __future__ import annotations

import re

# Read the Docs, and sites with the same form of addresses: /en/latest/, /stable/, /en/2.0/.
_EDITION = re.compile(r"(?:/[a-z]{2}(?:[-_][a-zA-Z]{2,4})?)?/(?:latest|stable|main|master|dev|current)(?:/.*)?$")
_NAMED = re.compile(r"/[^/]+\.html?$")
_NEWEST = ("en/stable/", "en/latest/", "stable/", "latest/")
_FORMS = ("en/{}/", "{}/", "en/v{}/", "v{}/")
_VERSION = re.compile(r"[\w.!+-]{1,60}")


def root_of(docs_url: str) -> str:
    """Return the address that all editions of a site share, without "/" at its end."""
    return _EDITION.sub("", _NAMED.sub("", docs_url.rstrip("/"))).rstrip("/")


def newest_folders(docs_url: str) -> list[str]:
    """Return the folders that may hold the current edition, likeliest first."""
    return [f"{root_of(docs_url)}/{folder}" for folder in _NEWEST]


def version_folders(docs_url: str, version: str, pattern: str | None) -> list[str]:
    """Return the folders that may hold the edition of a version, likeliest first.

    Args:
        docs_url: the site.
        version: exact.
        pattern: the form of its addresses in the registry, such as `docs.example.org/en/{version}/`; None if unknown.

    Returns:
        Folders below the root of the site.
    """
    if not _VERSION.fullmatch(version):
        return []
    root = root_of(docs_url)
    names = list(dict.fromkeys([version, ".".join(version.split(".")[:2])]))
    folders = [f"https://{pattern.replace('{version}', name).strip('/')}/" for name in names if pattern]
    folders += [f"{root}/{form.format(name)}" for name in names for form in _FORMS]
    return [folder for folder in dict.fromkeys(folders) if folder.startswith(f"{root}/") and "{" not in folder]
