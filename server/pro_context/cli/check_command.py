"""The subcommand `check`: the uses in code files that do not fit the packages."""

from __future__ import annotations

import argparse
import glob
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pro_context.cli.check_formats import github_lines, human_lines, sarif_document, unchecked_lines
from pro_context.cli.error_texts import error_text
from pro_context.cli.opened_engine import open_app
from pro_context.cli.output import print_result, tell
from pro_context.cli.terminal import look_of, spinner
from pro_context.configuration.server_settings import ServerSettings
from pro_context.protocol.memory_session import MemorySession
from pro_context.wording import counted
from pro_context_contract.contract import ContractError
from pro_context_engine import is_unreadable

LONGEST = 1_000_000
"""The maximum of characters of a file: the bound of the tool check-code is made for snippets, this one for files."""

LONGEST_NOTEBOOK = 20_000_000
"""The same of a notebook, whose pictures are most of it."""

_LANGUAGES: dict[str, str | None] = {
    ".py": "python",
    ".pyi": "python",
    ".ts": "typescript",
    ".tsx": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".js": "javascript",
    ".jsx": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".vue": "typescript",
    ".svelte": "typescript",
    ".astro": "typescript",
    ".ipynb": None,
}
"""The language by the ending of a file, None where the file says it."""
_NOT_CODE = frozenset({"node_modules", "site-packages", "__pycache__", "dist", "build"})


async def run(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Check files and print the findings; return 1 if there are any, 2 if a file could not be checked, else 0."""
    reports: list[dict[str, Any]] = []
    failed = False
    async with open_app(settings) as (_, app):
        names = list(_files(options.files))
        for number, name in enumerate(names, 1):
            code = read_code(name)
            if code is None:
                failed = True
                continue
            arguments: dict[str, Any] = {"code": code, "maxFindings": 200}
            if language := options.language or _LANGUAGES.get(Path(name).suffix):
                arguments["language"] = language
            if options.no_deprecated:
                arguments["includeDeprecated"] = False
            try:
                with spinner(f"Checking {name} ({number} of {len(names)})"):
                    envelope = await app.dispatcher.result("check-code", arguments, MemorySession(), bounded=False)
                reports.append({"file": name, **envelope["structuredContent"]})
            except ContractError as error:
                failed = True
                text = error_text(error.payload(), "check", look_of(sys.stderr))
                print(text.replace(": ", f": {name}: ", 1), file=sys.stderr)
    _print(reports, options)
    if failed or any(is_unreadable(one["reason"]) for report in reports for one in report.get("notChecked", ())):
        return 2
    return 1 if any(report["findings"] for report in reports) else 0


def _files(named: Sequence[str]) -> Iterator[str]:
    """Yield the files of names, patterns and folders, each once; "-" is the standard input."""
    seen: set[str] = set()
    for name in named:
        if name == "-":
            found = [name]
        elif Path(name).is_dir():
            found = sorted(_code_in(Path(name)))
            if not found:
                tell(f"{name}: has no file of Python, TypeScript or JavaScript")
        else:
            found = sorted(glob.glob(name, recursive=True)) or [name]  # noqa: PTH207 - of relative and absolute patterns
        for one in found:
            if one not in seen and not (one != "-" and Path(one).is_dir()):
                seen.add(one)
                yield one


def _code_in(root: Path) -> Iterator[str]:
    """Yield the code files below a folder; hidden folders, packages and virtual environments are left out."""
    for place, folders, files in os.walk(root):
        inside = set(files)
        if place != str(root) and "pyvenv.cfg" in inside:
            folders.clear()
            continue
        folders[:] = [one for one in folders if not one.startswith(".") and one not in _NOT_CODE]
        code = (name for name in files if Path(name).suffix in _LANGUAGES and not name.startswith("."))
        yield from (str(Path(place, name)) for name in code)


def read_code(name: str) -> str | None:
    """Return the text of a file, None for one that is empty or cannot be read; the reason is printed."""
    longest = LONGEST_NOTEBOOK if name.endswith(".ipynb") else LONGEST
    try:
        text = sys.stdin.read(longest + 1) if name == "-" else Path(name).read_text("utf-8", "replace")
    except OSError as error:
        tell(f"{name}: {error.strerror}")
        return None
    if len(text) > longest:
        tell(f"{name}: longer than {longest} characters")
        return None
    return text or "\n"


def _print(reports: Sequence[Mapping[str, Any]], options: argparse.Namespace) -> None:
    if options.json:
        print_result(reports, "", options)
    elif options.format == "sarif":
        print(json.dumps(sarif_document(reports), ensure_ascii=False, indent=2))
    else:
        is_github = options.format == "github"
        lines = [line for report in reports for line in (github_lines if is_github else human_lines)(report)]
        for line in (*lines, *(() if is_github else unchecked_lines(reports))):
            print(line)
        if reports and sys.stderr.isatty() and not any(report["findings"] for report in reports):
            print(f"no findings in {counted(len(reports), 'file')}", file=sys.stderr)
