"""`python -m pro_context_codegen generate | drift | lint`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pro_context_codegen.lint import lint
from pro_context_codegen.output import differences, tree, write
from pro_context_codegen.problems import Problem, SpecError
from pro_context_codegen.reading import read_contracts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 when all is well, 1 when something must be corrected."""
    parser = argparse.ArgumentParser(prog="pro_context_codegen", description="Contracts in, code and pages out.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("generate", "write everything that follows from the spec"),
        ("drift", "tell whether the generated files are those the spec gives now"),
        ("lint", "tell what is wrong with the spec, without writing"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("--spec", type=Path, default=Path("spec"), help="folder that holds contracts/")
        if name != "lint":
            command.add_argument("--out", type=Path, default=Path("generated"), help="folder of what is generated")
    options = parser.parse_args(arguments)
    try:
        return _run(options)
    except SpecError as error:
        return _report(error.problems)


def _run(options: argparse.Namespace) -> int:
    contracts = read_contracts(options.spec)
    if options.command == "lint":
        return _report(lint(contracts))
    files = tree(contracts)
    if options.command == "drift":
        stale = differences(options.out, files)
        for path in stale:
            print(f"{options.out / path}: is not what the spec gives; run generate", file=sys.stderr)
        return 1 if stale else 0
    changed = write(options.out, files)
    print(f"{len(files)} files, {len(changed)} changed")
    return 0


def _report(problems: Sequence[Problem]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if any(not problem.warning for problem in problems) else 0


if __name__ == "__main__":
    sys.exit(main())
