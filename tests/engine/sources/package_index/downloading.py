"""A process that downloads one package and prints its folder: `python downloading.py CACHE INDEX NAME VERSION`."""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.python.project_pages import ProjectPages
from pro_context_engine.sources.package_index.python.published_packages import open_published_packages
from pro_context_engine.sources.package_index.python.python_releases import PythonReleases


async def main(cache: str, index: str, name: str, version: str) -> None:
    indexes = PackageIndexes("pip", IndexAddress(index, "a test"))
    fetcher = HttpFetcher()
    folder = PackageFolder(Path(cache), 500_000_000, lambda: "the index")
    pages = ProjectPages(lambda: indexes, fetcher)
    releases = PythonReleases(pages, folder, lambda: datetime.now(UTC), timedelta(days=7), lambda: "3.12.1")
    package = await open_published_packages(releases, fetcher, folder, 60_000_000).package(name, version)
    print(package.location)
    await fetcher.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
