"""Whether documents keep what they hold on their way to Markdown: headings, fences, tables and signatures, counted.

    hatch run bench documents [FOLDER [PACKAGE…]]

Read are the reStructuredText and Markdown pages below FOLDER (`../shared/eval/corpus` unless given), and the
documentation in the source distributions of some packages, which pip fetches while this runs. What was there is counted
by docutils and markdown-it-py, what has become of it by markdown-it-py. Prints every page that lost something; fails if
any did. Absent material is skipped, and said so.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles
from markdown_it import MarkdownIt

from pro_context_engine.documents.pages.html import page_of
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.sources.repositories.layout import documents, folder_of

FOLDER = Path("../shared/eval/corpus")
PACKAGES = ("click==8.1.7", "flask==3.0.3", "jinja2==3.1.4", "attrs==24.2.0", "pluggy==1.5.0")
"""Source distributions that bring their documentation: reStructuredText and Markdown, with API directives."""

KINDS = ("heading", "fence", "table", "signature")
_OBJECTS = (
    *("function", "class", "method", "attribute", "data", "exception", "property", "classmethod", "staticmethod"),
    *("decorator", "option", "envvar", "describe"),
)
_CODE = ("code-block", "sourcecode", "code", "doctest", "testcode", "prompt", "ipython", "parsed-literal")
# What these say is another file's, or no reader's.
_SILENT = (
    *("index", "currentmodule", "module", "contents", "include", "literalinclude", "highlight", "todo", "testsetup"),
    *("raw", "meta", "image", "autosummary", "toctree", "testcleanup", "role", "rst-class", "changelog_imports"),
)


class _Container(Directive):
    """Any directive of Sphinx with a body: what is in it is read as the document's."""

    has_content, optional_arguments, final_argument_whitespace = True, 100, True
    option_spec = type("Any", (dict,), {"__getitem__": lambda self, key: str, "__bool__": lambda self: True})()

    def run(self) -> list[nodes.Node]:
        holder = nodes.container()
        name = self.name.rpartition(":")[2]
        if name in _SILENT:
            return []
        if name in _CODE:
            return [nodes.literal_block("", "\n".join(self.content))] if self.content else []
        if name in _OBJECTS:
            holder += nodes.term("", self.arguments[0] if self.arguments else "")
        self.state.nested_parse(self.content, self.content_offset, holder, match_titles=1)
        return [holder]


def _any_role(name: str, raw: str, text: str, *_: object, **__: object) -> tuple[list[nodes.Node], list[nodes.Node]]:
    return [nodes.literal(raw, text)], []


def in_rst(text: str) -> Counter[str]:
    """Return what docutils finds in a document."""
    tree = publish_doctree(
        text, settings_overrides={"report_level": 5, "file_insertion_enabled": False, "halt_level": 6}
    )
    found: Counter[str] = Counter()
    for node in tree.findall():
        inside_table = any(isinstance(parent, nodes.entry) for parent in _parents(node))
        if isinstance(node, nodes.title) and isinstance(node.parent, nodes.section | nodes.document):
            found["heading"] += 1
        elif isinstance(node, nodes.literal_block | nodes.doctest_block) and not inside_table:
            found["fence"] += bool(node.astext().strip())
        elif isinstance(node, nodes.table) and not inside_table:
            found["table"] += 1
        elif isinstance(node, nodes.term) and isinstance(node.parent, nodes.container):
            found["signature"] += 1
    return found


def _parents(node: nodes.Node) -> Iterator[nodes.Node]:
    while node.parent is not None:
        node = node.parent
        yield node


def in_markdown(text: str) -> Counter[str]:
    """Return what markdown-it-py finds in a document; drawn tables in fences count as tables too."""
    found: Counter[str] = Counter()
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "heading_open":
            found["heading"] += 1
        elif token.type in ("fence", "code_block"):
            found["fence"] += 1
            found["table"] += bool(re.match(r"\s*(?:\+[-=]|=+ +=)", token.content))
        elif token.type == "table_open":
            found["table"] += 1
    return found


def _before(path: str, text: str) -> Counter[str]:
    if path.endswith(".rst"):
        return in_rst(text)
    body = re.sub(r"\A---\n.*?\n(?:---|\.\.\.)\n", "", text, count=1, flags=re.DOTALL)
    return in_markdown(body)


def lost(path: str, text: str) -> Counter[str]:
    """Return how much less of each kind a page has than its document."""
    page = page_of(f"https://documents.example/{path}", text)
    before, after = _before(path, text), in_markdown(page.markdown)
    signatures = before.pop("signature", 0)
    # An object has a heading; its signature is a fence unless it is no more than its name.
    missing = Counter({kind: before[kind] - after[kind] for kind in KINDS[:3]})
    missing["signature"] = signatures - max(0, after["heading"] - before["heading"])
    return +missing


def corpus(folder: Path) -> Iterator[tuple[str, str]]:
    """Give (path, text) of every page below a folder."""
    for path in sorted([*folder.rglob("*.rst"), *folder.rglob("*.md")]):
        yield path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8", errors="replace")


def distributions(packages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Give (path, text) of the documentation in source distributions."""
    with tempfile.TemporaryDirectory() as folder:
        for package in packages:
            archive = fetched(package, folder)
            if archive is None:
                print(f"skipped {package}: pip could not fetch it")
                continue
            with tarfile.open(archive) as tar:
                members = {name.partition("/")[2]: name for name in tar.getnames()}
                chosen = documents(members, folder_of(list(members), ()) or "docs")
                for path in chosen:
                    file = tar.extractfile(members[path])
                    if file:
                        yield f"{package}/{path}", file.read().decode("utf-8", errors="replace")


def fetched(package: str, folder: str) -> Path | None:
    """Return the source distribution that pip fetched, None if it could not."""
    pip = shutil.which("pip")
    if pip:
        command = [pip, "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", folder, package]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(command, check=False, capture_output=True, timeout=180)
    return next(iter(Path(folder).glob(f"{package.partition('==')[0]}*.tar.gz")), None)


def main() -> int:
    """Print what was lost on which page, and the sums; return 1 if anything was."""
    for name in _directive_names():
        directives.register_directive(name, _Container)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    packages = tuple(sys.argv[2:]) or PACKAGES
    pages, losses, kept, seconds = 0, 0, Counter[str](), 0.0
    for path, text in [*corpus(folder), *distributions(packages)]:
        if not path.endswith((".rst", ".md")):
            continue
        _register_unknown(text)
        try:
            start = time.process_time()
            page_of(f"https://documents.example/{path}", text)
            seconds += time.process_time() - start
            missing = lost(path, text)
        except NotDocumentation as fact:
            print(f"{path}: no page ({fact.reason})")
            continue
        pages += 1
        kept += _before(path, text)
        if missing:
            losses += 1
            print(f"{path}: lost {', '.join(f'{count} {kind}' for kind, count in sorted(missing.items()))}")
    if not pages:
        print(f"skipped: no pages below {folder}, no package")
        return 0
    print(", ".join(f"{kept[kind]} {kind}s" for kind in KINDS), "in", pages, "pages;", losses, "pages lost something;",
          f"{seconds * 1e3 / pages:.1f} ms a page")  # fmt: skip
    return 1 if losses else 0


def _directive_names() -> list[str]:
    return [*_CODE, *_SILENT, *_OBJECTS, *(f"py:{name}" for name in _OBJECTS), "only"]


def _register_unknown(text: str) -> None:
    """Make every directive and role of a document one that docutils knows."""
    for name in set(re.findall(r"^\s*\.\. ([\w:-]+)::", text, re.MULTILINE)):
        if name not in directives._directives and name not in directives._directive_registry:
            directives.register_directive(name, _Container)
    for name in set(re.findall(r":([a-zA-Z][\w+:.-]{0,30}):`", text)):
        if name not in roles._roles and name not in roles._role_registry:
            roles.register_local_role(name, _any_role)


if __name__ == "__main__":
    os.environ.setdefault("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    sys.exit(main())
