"""What is lost of HTML documentation on its way to Markdown, on Debian's documentation packages.

    python bench/sites.py [--pages N] [PACKAGE…]

The packages are fetched with `apt-get download` into a temporary folder; where that is impossible the benchmark is
skipped. Of each page's main element Python's own HTML parser counts headings, code blocks, tables and signatures; each
must be found in the Markdown as markdown-it reads it. Then every object of the site's inventory is looked up: its page,
and its anchor in that page's outline.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from markdown_it import MarkdownIt

from pro_context_engine.documents.pages.html import html_page
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Page
from pro_context_engine.sources.docs_site.inventory import parse_inventory

PACKAGES = ("python3.11-doc", "python-sqlalchemy-doc", "python-django-doc", "python-scipy-doc", "python-typer-doc")
SITE = "https://docs.example/"
LOST_SHOWN = 8
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
AROUND = frozenset(["nav", "header", "footer", "aside", "form", "button"])
LAYOUT = ("highlighttable", "linenotable", "contentstable")
NO_TEXT = frozenset(["headerlink", "viewcode-link", "linenos", "contents", "md-source-file"])
# Pages that list other pages or show source code: no documentation, and in no table of contents of ours.
LISTS = re.compile(r"(?:^|/)(?:_modules/|_sources/|_static/|genindex|search\.html|(?:py-)?modindex)")
KINDS = ("headings", "code", "tables", "signatures")


@dataclass
class Found:
    """The texts of a document's parts by kind, without white space."""

    parts: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})

    def add(self, kind: str, text: str) -> None:
        if squeezed := squeeze(text):
            self.parts[kind].append(squeezed)


class Counting(HTMLParser):
    """Counts the parts of one HTML document, inside its main element where it marks one."""

    def __init__(self, has_main: bool, has_body: bool, has_article: bool) -> None:
        super().__init__()
        self.found = Found()
        self._by_class = has_body and not has_main
        self._has_main = has_main or has_body
        self._has_article = has_article
        self._open: list[tuple[str, str]] = []
        self._collecting: list[tuple[int, str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        given = {name: value or "" for name, value in attrs}
        words = given.get("class", "").split()
        marks = []
        if tag == "main" or given.get("role") == "main" or (self._by_class and tag == "div" and words == ["body"]):
            marks.append("main")
        if tag == "article":
            marks.append("article")
        if tag in AROUND or given.get("role") == "navigation" or NO_TEXT & set(words):
            marks.append("around")
        self._open.append((tag, " ".join(marks)))
        kind = self._kind(tag, words)
        if kind and self._counts():
            self._collecting.append((len(self._open), kind, []))

    def _kind(self, tag: str, words: list[str]) -> str:
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            return "headings"
        if tag == "pre":
            return "code"
        if tag == "table" and not any(word in LAYOUT for word in words):
            return "tables"
        return "signatures" if tag == "dt" and "sig" in words else ""

    def _counts(self) -> bool:
        marks = " ".join(mark for _, mark in self._open)
        inside = ("main" in marks or not self._has_main) and ("article" in marks or not self._has_article)
        return inside and "around" not in marks

    def handle_endtag(self, tag: str) -> None:
        if not any(name == tag for name, _ in self._open):
            return
        while self._open.pop()[0] != tag:
            pass
        while self._collecting and self._collecting[-1][0] > len(self._open):
            _, kind, texts = self._collecting.pop()
            self.found.add(kind, "".join(texts))

    def handle_data(self, data: str) -> None:
        if not any("around" in mark for _, mark in self._open):
            for _, _, texts in self._collecting:
                texts.append(data)


def squeeze(text: str) -> str:
    """Return the text without white space, controls, and what stands for a link."""
    return (
        "".join(filter(str.isprintable, "".join(text.split())))
        .replace("¶", "")
        .replace("[source]", "")
        .replace("[docs]", "")
    )


def in_html(document: str) -> Found:
    has_main = "<main" in document or 'role="main"' in document
    counting = Counting(has_main, 'class="body"' in document, document.count("<article") == 1)
    counting.feed(document)
    counting.close()
    return counting.found


def in_markdown(markdown: str) -> Found:
    """Return the parts of a Markdown page; a table's text is not compared, so tables have none."""
    found = Found()
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(markdown)
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            inline = tokens[number + 1].children or []
            text = "".join(child.content for child in inline)
            found.add("headings", text.rpartition("{#")[0] if text.endswith("}") else text)
        elif token.type in ("fence", "code_block"):
            found.add("code", token.content)
        elif token.type == "table_open":
            found.add("tables", "table")
    return found


def lost(html: Found, markdown: Found, whole: str) -> Iterator[tuple[str, str]]:
    """Give (kind, text) of what is in the HTML and not in the Markdown."""
    headings = Counter(markdown.parts["headings"])
    for text in html.parts["headings"]:
        if not headings[text]:
            yield "headings", text
        headings[text] -= 1
    code, everything = "".join(markdown.parts["code"]), squeeze(whole).replace("\\|", "|")
    for text in html.parts["code"]:
        if text not in code:
            # Markdown has no code blocks in table cells: there the code is kept, its lines are not.
            yield ("code in a table" if text.replace("|", "") in everything.replace("|", "") else "code"), text
    for text in html.parts["signatures"]:
        if text not in code:
            yield ("signatures in a table" if text in everything else "signatures"), text
    for _ in range(len(html.parts["tables"]) - len(markdown.parts["tables"])):
        yield "tables", f"{len(html.parts['tables'])} became {len(markdown.parts['tables'])}"


def unpacked(package: str, folder: Path) -> Path | None:
    """Fetch and unpack a package; return the folder of its HTML, None if it cannot be had."""
    target = folder / package
    target.mkdir()
    if subprocess.run(["apt-get", "download", "-qq", package], cwd=target, capture_output=True, check=False).returncode:
        return None
    subprocess.run(["dpkg-deb", "-x", next(target.glob("*.deb")), target], check=True)
    inventories = [file for file in target.rglob("objects.inv") if file.is_file() and not file.is_symlink()]
    if inventories:
        return inventories[0].parent
    starts = sorted(target.rglob("index.html"), key=lambda file: len(file.parts))
    return starts[0].parent if starts else None


def read(root: Path, most: int) -> tuple[dict[str, Page], Counter[str], Counter[str], list[str], float]:
    """Return pages by relative address, what was counted, what was lost, lossy pages, seconds of conversion."""
    addresses = {file.relative_to(root).as_posix(): file for file in root.rglob("*.html") if file.is_file()}
    files = [file for address, file in sorted(addresses.items()) if not LISTS.search(address)]
    step = max(1, len(files) // most)
    pages: dict[str, Page] = {}
    counted: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    lossy: list[str] = []
    seconds = 0.0
    for file in files[::step]:
        address = file.relative_to(root).as_posix()
        document = file.read_text(encoding="utf-8", errors="replace")
        start = time.process_time()
        try:
            page = html_page(SITE + address, document)
        except NotDocumentation as fact:
            print(f"   no page: {address}: {fact.reason}")
            continue
        seconds += time.process_time() - start
        pages[address] = page
        html = in_html(document)
        counted.update({kind: len(texts) for kind, texts in html.parts.items()})
        for kind, text in lost(html, in_markdown(page.markdown), page.markdown):
            missing[kind] += 1
            if kind in KINDS:
                lossy.append(f"{address}: {kind}: {text[:120]}")
    return pages, counted, missing, lossy, seconds


def inventory_lines(root: Path, pages: dict[str, Page]) -> Iterator[str]:
    """Give what became of the inventory's objects whose pages were read."""
    file = root / "objects.inv"
    if not file.exists():
        yield "no inventory"
        return
    start = time.process_time()
    inventory = parse_inventory(file.read_bytes())
    spent = time.process_time() - start
    yield f"inventory {inventory.version!r}: {len(inventory.objects)} objects read in {spent * 1e3:.0f} ms"
    absent = sum(not (root / each.uri.partition("#")[0]).is_file() for each in inventory.objects)
    anchors = {address: {heading.anchor for heading in page.headings} for address, page in pages.items()}
    total: Counter[str] = Counter()
    found: Counter[str] = Counter()
    without: list[str] = []
    for each in inventory.objects:
        address, _, anchor = each.uri.partition("#")
        if anchor and address in anchors:
            # Labels and the like mark paragraphs; parameters stand in the text of their function.
            is_object = each.domain != "std" and each.role != "parameter"
            kind = each.domain if is_object else f"{each.domain}:{each.role}"
            total[kind] += 1
            found[kind] += anchor in anchors[address]
            if anchor not in anchors[address] and is_object:
                without.append(each.uri)
    yield f"pages that do not exist: {absent}"
    yield "anchors: " + ", ".join(f"{kind} {found[kind]}/{total[kind]}" for kind in sorted(total))
    yield from (f"  without anchor: {uri}" for uri in without[:LOST_SHOWN])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=400, help="at most about so many pages of each package")
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    options = parser.parse_args()
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        print("skipped: this is no Debian")
        return
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for package in options.packages:
            given = Path(package)
            root = given if given.is_dir() else unpacked(package, Path(folder))
            if root is None:
                print(f"{package}: skipped: it cannot be downloaded")
                continue
            pages, counted, missing, lossy, seconds = read(root, options.pages)
            print(f"{package}: {len(pages)} pages, {seconds * 1e3 / max(1, len(pages)):.1f} ms CPU each")
            print("   lost: " + ", ".join(f"{missing[kind]} of {counted[kind]} {kind}" for kind in KINDS))
            kept = ", ".join(f"{missing[f'{kind} in a table']} {kind}" for kind in ("code", "signatures"))
            print(f"   kept on one line in a table cell: {kept}")
            for line in [*lossy[:LOST_SHOWN], *inventory_lines(root, pages)]:
                print(f"   {line}")
            failed += sum(missing[kind] for kind in KINDS)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
