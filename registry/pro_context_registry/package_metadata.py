"""The addresses of documentation and repository in the metadata of Python packages (PEP 566, PEP 658)."""

from __future__ import annotations

import hashlib
import re
from email.parser import HeaderParser

from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.sources.package_index.python.project_page import ReleaseFile
from pro_context_engine.sources.package_index.python.project_pages import ProjectPage, ProjectPages
from pro_context_registry.facts import METADATA, Fact, Facts
from pro_context_registry.inquiries import Inquiry

MOST_BYTES = 5_000_000
_DOCUMENTATION = ("documentation", "docs", "doc")
_REPOSITORY = ("source", "repository", "sourcecode", "code", "github", "homepage", "home")
_GITHUB = re.compile(r"https?://(?:www\.)?github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?(?:[/#?].*)?", re.ASCII)
_ADDRESS = re.compile(r"https://[^\s/@]+\.[^\s/@]+(?:/[!-~]*)?")
_NO_LETTER = re.compile(r"[\W_]+")


def main_packages(facts: Facts) -> list[str]:
    """Return the main Python package of every library that has one."""
    known = ({**facts.libraries.get(one, {}), **facts.curated.get(one, {})} for one in facts.libraries)
    return [packages[0] for one in known if (packages := one.get("packages", {}).get("python"))]


def metadata(pages: ProjectPages, fetcher: Fetcher) -> Inquiry:
    """Return the inquiry that reads the addresses in the metadata of a package's newest release.

    Args:
        pages: the project pages of the indexes that the user's configuration names.
        fetcher: the fetcher.
    """

    async def ask(package: str) -> Fact | None:
        try:
            page = await pages.page(package)
            file = _newest(page) if page else None
            return _addresses(await _text(fetcher, page, file)) if page and file else {}
        except (DocsError, UnicodeDecodeError):
            return None

    return Inquiry(METADATA, "package", ask)


def _newest(page: ProjectPage) -> ReleaseFile | None:
    """Return the file of the newest stable release whose metadata the index serves separately."""
    told = [file for file in page.files if file.metadata_sha256 and not file.yanked]
    return max(told, key=lambda file: (not file.version.is_prerelease, file.version), default=None)


async def _text(fetcher: Fetcher, page: ProjectPage, file: ReleaseFile) -> str:
    """Return the metadata, "" if its SHA-256 differs from the one that the index gives."""
    received = bytearray()
    await fetcher.download(
        f"{file.url}.metadata",
        received.extend,
        max_bytes=MOST_BYTES,
        origins=page.origins,
        credentials=page.credentials,
    )
    return received.decode() if hashlib.sha256(received).hexdigest() == file.metadata_sha256 else ""


def _addresses(text: str) -> Fact:
    header = HeaderParser().parsestr(text)
    named = {"homepage": str(header.get("Home-page") or "")}
    for line in header.get_all("Project-URL", []):
        label, _, url = str(line).partition(",")
        named[_NO_LETTER.sub("", label.lower())] = url.strip()
    docs = next((named[label] for label in _DOCUMENTATION if _ADDRESS.fullmatch(named.get(label, ""))), None)
    links = (_GITHUB.fullmatch(named.get(label, "")) for label in _REPOSITORY)
    repository = next((f"https://github.com/{link[1]}/{link[2]}" for link in links if link), None)
    said = {"docsUrl": docs, "repoUrl": repository}
    return {field: url for field, url in said.items() if url and not (field == "docsUrl" and _GITHUB.fullmatch(url))}
