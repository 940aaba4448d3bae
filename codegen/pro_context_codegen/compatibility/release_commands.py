"""The commands `breaking` and `release-contract`."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from packaging.version import Version

from pro_context_codegen.compatibility import compare_all, comparison_report, freezing
from pro_context_codegen.compatibility.frozen_bundles import bundle_file, bundles_folder
from pro_context_codegen.contract_folders import read_contracts

_VERSION = re.compile(r"(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare both commands; `run` of the parsed options holds the function that executes the command."""
    command = commands.add_parser(
        "breaking", help="list the changes since the latest releases and the version that they need"
    )
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON for programs")
    form.add_argument("--markdown", action="store_true", help="print Markdown, with a table of the changes")
    command.set_defaults(run=_breaking)
    release = commands.add_parser("release-contract", help="freeze a contract in its current version")
    release.add_argument("name", metavar="NAME", help="name of the contract")
    release.add_argument("version", metavar="VERSION", type=_version, help="its version, as in contract.yaml")
    release.add_argument("--changelog", type=Path, default=Path("CHANGELOG.md"), help="changelog for the entry")
    release.set_defaults(run=_release)
    for parser in (command, release):
        parser.add_argument(
            "--spec", type=Path, default=Path("spec"), help="folder that holds contracts/ and the list of releases"
        )


def _version(text: str) -> Version:
    if not _VERSION.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not MAJOR.MINOR.PATCH")
    return Version(text)


def _breaking(options: argparse.Namespace) -> int:
    comparisons = compare_all(options.spec, read_contracts(options.spec))
    if options.json:
        print(json.dumps(comparison_report.document(comparisons), indent=2, ensure_ascii=False))
    else:
        section = comparison_report.markdown if options.markdown else comparison_report.lines
        print("\n".join(line for comparison in comparisons for line in section(comparison)))
    problems = [problem for comparison in comparisons for problem in comparison.problems]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _release(options: argparse.Namespace) -> int:
    comparison = freezing.release(options.spec, options.name, options.version, options.changelog)
    file = bundles_folder(options.spec) / bundle_file(options.name, options.version)
    print(f"{file}: {comparison.contract} {comparison.version} is frozen, sealed and entered in {options.changelog}")
    return 0
