"""Where a documentation site keeps its editions: the address of each version, of the newest and of the released one."""

from __future__ import annotations

import re

# Read the Docs and what follows its example: /en/latest/, /stable/, /en/2.0/.
_EDITION = re.compile(r"(?:/[a-z]{2}(?:[-_][a-zA-Z]{2,4})?)?/(?:latest|stable|main|master|dev|current)(?:/.*)?$")
_NAMED = re.compile(r"/[^/]+\.html?$")
_NEWEST = ("en/stable/", "en/latest/", "stable/", "latest/")
_FORMS = ("en/{}/", "{}/", "en/v{}/", "v{}/")
_VERSION = re.compile(r"[\w.!+-]{1,60}")


def root_of(docs_url: str) -> str:
    """Return the address of all editions of a site, without "/" at its end."""
    return _EDITION.sub("", _NAMED.sub("", docs_url.rstrip("/"))).rstrip("/")


def newest(docs_url: str) -> list[str]:
    """Return the folders that may hold the edition people read, likeliest first."""
    return [f"{root_of(docs_url)}/{folder}" for folder in _NEWEST]


def of_version(docs_url: str, version: str, pattern: str | None) -> list[str]:
    """Return the folders that may hold the edition of a version, likeliest first.

    Args:
        docs_url: the site.
        version: exact.
        pattern: how the registry says its addresses are made, such as `docs.example.org/en/{version}/`.

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
