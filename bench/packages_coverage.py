"""Which sources the most downloaded packages have, by the registry and by what lies in a mirror on this machine.

    python bench/packages_coverage.py FOLDER…

FOLDER is the address of a mirror (`file:///…/simple`); without one only the registry's part is printed. Prints how many
of the 300 most downloaded packages have an llms.txt, a repository and a documentation site in the registry, and how
many of those that the mirrors have bring a README of 500 characters or more, documents, and modules with docstrings.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.project_pages import ProjectPages
from pro_context_engine.sources.package_index.published_packages import PublishedPackages
from pro_context_engine.sources.package_index.python_releases import PythonReleases
from pro_context_engine.sources.packages.package_documentation import PackageDocumentation
from pro_context_engine.sources.packages.package_urls import parse_package_url

NAMES = (Path(__file__).parent / "popular_packages.txt").read_text().split()
LONG = 500


def registered() -> Counter[str]:
    """Count what the registry knows."""
    catalogue = Catalogue.load()
    counts: Counter[str] = Counter()
    for name in NAMES:
        library = catalogue.get(f"pypi/{name}")
        if library is not None:
            counts["in the registry"] += 1
            counts["llms.txt"] += bool(library.llms_txt_url)
            counts["repository"] += bool(library.repo_url)
            counts["documentation site"] += bool(library.docs_url)
            counts["any of the three"] += bool(library.llms_txt_url or library.repo_url or library.docs_url)
    return counts


async def packaged(mirrors: list[str], folder: Path) -> Counter[str]:
    """Count what packages bring, in their latest stable version."""
    main, *extra = [IndexAddress(mirror, "bench") for mirror in mirrors]
    indexes = PackageIndexes("pip", main, tuple(extra))
    kept = PackageFolder(folder, 100_000_000)
    fetcher = HttpFetcher()
    releases = PythonReleases(
        ProjectPages(lambda: indexes, fetcher), kept, lambda: datetime.now(UTC), timedelta(days=7)
    )
    packages = PublishedPackages(releases, fetcher, kept, 60_000_000)
    counts: Counter[str] = Counter()
    for name in NAMES:
        try:
            version = await releases.resolve(Library(f"pypi/{name}", name, name), None)
            documentation = PackageDocumentation(await packages.package(name, version))
        except DocsError:
            continue
        counts["in the mirrors"] += 1
        counts += Counter(_kinds(documentation))
    return counts


def _kinds(documentation: PackageDocumentation) -> list[str]:
    """Return what a package brings, each once."""
    entries = [(parse_package_url(entry.url), entry) for entry in documentation.entries()]
    urls = {url.kind: url for url, _ in reversed(entries) if url}
    readme = documentation.page(urls["readme"]) if "readme" in urls else None
    found = {
        "a README": readme is not None,
        f"a README of {LONG} characters": readme is not None and len(readme.markdown) >= LONG,
        "bundled documents": "docs" in urls,
        "modules": "api" in urls,
        "modules with docstrings": any(url and url.kind == "api" and entry.description for url, entry in entries),
        "a README or modules": readme is not None or "api" in urls,
    }
    return [kind for kind, there in found.items() if there]


def main() -> int:
    """Print the figures."""
    print(f"of {len(NAMES)} packages the registry has")
    for kind, count in registered().items():
        print(f"  {kind:28} {count:4}  {count / len(NAMES):4.0%}")
    if sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            counts = asyncio.run(packaged(sys.argv[1:], Path(folder)))
        total = counts.pop("in the mirrors", 0)
        print(f"of {total} packages that are in the mirrors")
        for kind, count in counts.most_common():
            print(f"  {kind:28} {count:4}  {count / total:4.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
