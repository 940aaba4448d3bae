"""A world whose every text field holds what a test puts there, and every output of the product on it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from tests.contract.product import Product
from tests.patience import PATIENT
from tests.worlds.site_server import serve_folder

from pro_context.app import build
from pro_context_engine import open_engine
from pro_context_engine.domain.settings import CustomSource, GitHub, Settings

SITE, PACKAGE, FOLDER = "hostile/site", "pypi/hostile", "hostile/folder"
LIBRARIES = (SITE, PACKAGE, FOLDER)


@dataclass(frozen=True, slots=True)
class Output:
    """What the product said: where, in which JSON, and whether it was an error."""

    where: str
    value: Any
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """The product on a hostile world.

    Attributes:
        product: a server of the contract full.
        asked: path and query of every request to the site so far.
        origin: of the site.
        outputs: everything said so far.
    """

    product: Product
    asked: Sequence[str]
    origin: str
    outputs: list[Output] = field(default_factory=list)

    async def everything(self) -> list[Output]:
        """Call every tool on every library, read every resource, complete, and make some errors."""
        async with Client(self.product.server()) as client:
            self._note("initialize", client.instructions or "")
            for library in LIBRARIES:
                await self._about(client, library)
            libraries = [{"libraryId": library} for library in LIBRARIES]
            await self._call(client, "get-docs", libraries=libraries, topic="kettle", maxTokens=4000)
            await self._call(client, "list-libraries", limit=100)
            for query in ("hostile", "hostile/site", "kettle"):
                await self._call(client, "resolve-library", query=query)
            for uri in ("pro-context://health", "pro-context://libraries", "pro-context://session/resolved-libraries"):
                self._note(uri, (await client.read_resource(uri)).model_dump(mode="json"))
            for listed in (client.list_tools, client.list_prompts, client.list_resources):
                self._note("list", (await listed()).model_dump(mode="json"))
            for kind in ("library", "version", "symbol"):
                self._note("completion", await self.product.docs.complete(kind, "", {"libraryId": PACKAGE}))
        return self.outputs

    async def _about(self, client: Client, library: str) -> None:
        info = await self._call(client, "get-library-info", libraryId=library)
        await self._call(client, "get-docs", libraries=[{"libraryId": library}], topic="kettle")
        await self._call(client, "get-docs", libraries=[{"libraryId": library}], topic="zzqqxx")
        await self._call(client, "get-library-info", libraryId=library, version="9.9.9")
        await self._call(client, "search-docs", query="kettle", libraryIds=[library])
        for entry in info["toc"]:
            await self._call(client, "read-page", url=entry["url"])
        uri = f"library://{library}/toc"
        self._note(uri, (await client.read_resource(uri)).contents[0].text)

    async def _call(self, client: Client, tool: str, **arguments: Any) -> Any:
        result = await client.call_tool(tool, arguments)
        [content] = result.content
        value = json.loads(content.text)
        self._note(f"{tool} {arguments}", value, failed=result.is_error)
        return value

    def _note(self, where: str, value: Any, *, failed: bool = False) -> None:
        self.outputs.append(Output(where, value, failed))


@asynccontextmanager
async def opened(folder: Path, said: str) -> AsyncIterator[Place]:
    """Open the product on a site, an installed package and a folder that say something in every text field.

    Args:
        folder: of the test.
        said: what they say; where a field cannot hold all of it (a line, a file name), as much as it can.
    """
    site, packages, documents = folder / "site", folder / "env/lib/python3.12/site-packages", folder / "documents"
    with serve_folder(site) as (origin, asked):
        _write(site, _site_files(said))
        _write(packages, _package_files(said))
        _write(documents, _folder_files(said))
        custom = (
            CustomSource("site", "url", f"{origin}/llms.txt", SITE),
            CustomSource("folder", "file", str(documents), FOLDER),
        )
        environment = str(folder / "env")
        settings = Settings(
            cache_directory=folder / "cache", project_directory=folder, environment=environment, llms_txt=False,
            github=GitHub(enabled=False),
            docs_sites=False,
            packages=False,
            patience=PATIENT,
            custom=custom,
        )  # fmt: skip
        docs = open_engine(settings)
        try:
            yield Place(Product(docs, build("full", docs), ()), asked, origin)
        finally:
            await docs.close()


def line(said: str) -> str:
    """Return what a single line of a file can hold of it."""
    return " ".join(said.splitlines())


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))


def _site_files(said: str) -> dict[str, str]:
    one = line(said)
    entities = "".join(f"&#{ord(character)};" for character in said)
    return {
        "llms.txt": f"# Kettle {one}\n\n> {one}\n\n## Guides {one}\n\n"
        f"- [Kettle](/kettle.md): about kettles {one}\n"
        f"- [Pot {one}](/pot.html): about pots {one}\n"
        "- [Script](javascript:alert(1)): a kettle\n- [Data](data:text/html,x)\n- [File](file:///etc/passwd)\n"
        "- [Upper](JaVaScRiPt:alert(1))\n- [VB](vbscript:x)\n"
        f"- [Strange](/strange%E2%80%AE%1b.md): {one}\n",
        "kettle.md": f"---\ntitle: Kettle {one}\ndescription: {one}\n---\n\n# Kettle {entities} {one}\n\n{said}\n\n"
        f"![kettle](http://elsewhere.example/k.png) [a](javascript:alert(1))\n\n```text {one}\n{said}\n```\n\n"
        f"## Kettle parts {entities}\n\n| kettle | {one} |\n| - | - |\n| {one} | x |\n",
        "pot.html": f"<!doctype html><title>Pot {entities}</title><meta name=description content='{entities}'>"
        f"<main><h1>Pot and kettle {entities}</h1><p>{entities}</p><a href='javascript:x'>kettle</a>"
        f"<img src=http://elsewhere.example/p.png alt='{entities}'><pre>{entities}</pre></main>",
        "strange%E2%80%AE%1b.md": f"The kettle without a title.\n\n{said}\n",
    }


def _package_files(said: str) -> dict[str, str]:
    one = line(said)
    literal = repr(said)
    return {
        "hostile-1.0.dist-info/METADATA": f"Metadata-Version: 2.1\nName: hostile\nVersion: 1.0\nSummary: kettle {one}\n"
        f"Description-Content-Type: text/markdown\n\n# Hostile {one}\n\nThe kettle.\n\n{said}\n",
        "hostile-1.0.dist-info/RECORD": "hostile/__init__.py,,\nhostile/kettle.py,,\n"
        "hostile/docs/note\u202ekettle.md,,\n",
        "hostile/__init__.py": f"__doc__ = {literal}\n",
        "hostile/kettle.py": f"{literal}\n\nKETTLE = {literal}\n\n\ndef boil(water={literal}):\n    {literal}\n\n\n"
        f"class Kettle:\n    {literal}\n\n    size: int = 1\n    {literal}\n",
        "hostile/docs/note\u202ekettle.md": f"# Kettle note {one}\n\n{said}\n",
    }  # fmt: skip


def _folder_files(said: str) -> dict[str, str]:
    one = line(said)
    return {
        "kettle\u202e.md": f"# Kettle of the folder {one}\n\n{said}\n",
        "plain\x1b\u200b.md": f"A kettle without title.\n\n{said}\n",
        "kettle.rst": f"Kettle {one}\n{'=' * 400}\n\n.. note:: {one}\n\n{said}\n",
    }


def strings(value: Any) -> Iterator[str]:
    """Give every string in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
