"""An inventory as a table of contents, and as the symbols that its pages document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, urljoin, urlsplit

from pro_context_engine.domain.model import Symbol, TocEntry
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS
from pro_context_engine.sources.docs_site.inventory import Inventory, InventoryObject

MAX_ENTRIES = 20_000
MAX_SYMBOLS = 100_000

# Pages that list other pages and document nothing.
_LISTS = re.compile(r"(?:.*/)?(?:genindex(?:-\w+)?|modindex|py-modindex|search)")
_UNTITLED = frozenset(["", "<no title>"])
# Roles of objects within another symbol's text, and of objects that are no symbols.
_NO_SYMBOLS = frozenset(["parameter", "label", "doc", "term", "envvar", "option", "cmdoption"])


def entries_of(inventory: Inventory, folder: str) -> tuple[TocEntry, ...]:
    """Return the pages of an inventory, the start page first.

    Args:
        inventory: of a site.
        folder: the absolute URL of the site, ending in "/"; pages elsewhere are left out.

    Returns:
        Each page once, at most 20,000, in a section with the title of the start page of its folder.
    """
    documents = [each for each in inventory.objects if (each.domain, each.role) == ("std", "doc")]
    titles = {each.name: each.display_name for each in documents}
    documents.sort(key=lambda each: each.name not in ("index", "contents"))
    found: dict[str, TocEntry] = {}
    for each in documents:
        url = _url_in(folder, each.uri)
        if url and not _LISTS.fullmatch(each.name):
            title = each.display_name if each.display_name not in _UNTITLED else _title_of(each.name)
            found.setdefault(url, TocEntry(title, url, section=_section(each.name, titles)))
    return tuple(found.values())[:MAX_ENTRIES]


def symbols_of(inventory: Inventory, folder: str) -> tuple[Symbol, ...]:
    """Return the dotted names of an inventory with the addresses of their texts, at most 100,000.

    Args:
        inventory: see `entries_of`.
        folder: see `entries_of`.
    """
    return tuple(symbol for symbol, _ in zip(_symbols(inventory, folder), range(MAX_SYMBOLS), strict=False))


def _symbols(inventory: Inventory, folder: str) -> Iterator[Symbol]:
    for each in inventory.objects:
        if "." in each.name and _is_symbol(each) and (url := _url_in(folder, each.uri)):
            yield Symbol(each.name, url)


def _is_symbol(each: InventoryObject) -> bool:
    return each.domain != "std" and each.role not in _NO_SYMBOLS


def _url_in(folder: str, uri: str) -> str:
    """Return the absolute URL of an inventory's address, "" if it leaves the folder."""
    path, mark, anchor = uri.partition("#")
    try:
        url = urljoin(folder, quote(path, safe="/%:~+,()@!$&'*;=-._"))
        safe = url.startswith(folder) and not AMBIGUOUS.search(urlsplit(url).path)
    except ValueError:
        return ""
    return f"{url}{mark}{anchor}" if safe else ""


def _section(name: str, titles: dict[str, str]) -> str:
    folder, slash, _ = name.partition("/")
    title = titles.get(f"{folder}/index", "") if slash else ""
    return title if title not in _UNTITLED else _title_of(folder) if slash else ""


def _title_of(name: str) -> str:
    words = re.sub(r"[-_]+", " ", name.removesuffix("/index").rpartition("/")[2]).strip()
    return words[:1].upper() + words[1:]
