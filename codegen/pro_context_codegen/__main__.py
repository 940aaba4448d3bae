"""`python -m pro_context_codegen generate | drift | lint | reference | breaking | release-contract`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from pro_context_codegen import configuration_schema, distribution_documents, reference_site
from pro_context_codegen.compatibility import release_commands as compatibility
from pro_context_codegen.compatibility.frozen_bundles import read_frozen_bundles
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.distribution import Distribution, read_distribution
from pro_context_codegen.generated_files import generated_files, read_registry_schemas
from pro_context_codegen.lint import lint
from pro_context_codegen.output_folder import differences, replace_block, write
from pro_context_codegen.spec_problems import SpecError, SpecProblem


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 when it succeeded, 1 when the spec or a generated file must be corrected."""
    parser = argparse.ArgumentParser(prog="pro_context_codegen", description="Generate code and documents.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("generate", "write every file that is generated from the spec"),
        ("drift", "tell which generated files differ from the current spec"),
        ("lint", "list the problems of the spec without writing files"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("--spec", type=Path, default=Path("spec"), help="folder that holds contracts/")
        if name != "lint":
            command.add_argument("--out", type=Path, default=Path("generated"), help="folder of the generated files")
    command = commands.add_parser("reference", help="write the reference as a site for a browser")
    command.add_argument("--spec", type=Path, default=Path("spec"), help="folder that holds contracts/")
    command.add_argument(
        "--out", type=Path, default=Path("generated") / reference_site.FOLDER, help="folder of the site"
    )
    command.set_defaults(run=_write_reference)
    compatibility.add(commands)
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options)) if "run" in options else _run(options)
    except SpecError as error:
        return _report(error.problems)


def _run(options: argparse.Namespace) -> int:
    contracts = read_contracts(options.spec)
    distribution = read_distribution(options.spec, contracts)
    settings = configuration_schema.read(options.spec)
    if options.command == "lint":
        return _report([*lint(contracts), *configuration_schema.lint(options.spec, settings)])
    registry = read_registry_schemas(options.spec)
    files = generated_files(contracts, read_frozen_bundles(options.spec), distribution, settings, registry)
    pages = _pages(options.spec.parent, distribution)
    if options.command == "drift":
        stale = [
            *(options.out / path for path in differences(options.out, files, reference_site.FOLDER)),
            *_changed(pages),
        ]
        for path in stale:
            print(f"{path}: differs from what the spec generates; run `hatch run generate`", file=sys.stderr)
        return 1 if stale else 0
    changed = [*write(options.out, files, reference_site.FOLDER), *_changed(pages)]
    for page in _changed(pages):
        page.write_bytes(pages[page])
    print(f"{len(files) + len(pages)} files, {len(changed)} changed")
    return 0


def _write_reference(options: argparse.Namespace) -> int:
    written, changed = reference_site.write_site(options.spec, options.out)
    print(f"{written} files, {changed} changed; open {options.out / 'index.html'}")
    return 0


def _pages(folder: Path, distribution: Distribution | None) -> dict[Path, bytes]:
    """Return the expected content of each page beside the spec that has a generated part."""
    if distribution is None:
        return {}
    page, block = folder / "docs" / "command-line.md", distribution_documents.clients_block(distribution)
    return {page: replace_block(page, "clients", distribution_documents.SOURCE, block)}


def _changed(pages: Mapping[Path, bytes]) -> list[Path]:
    return [page for page, content in pages.items() if page.read_bytes() != content]


def _report(problems: Sequence[SpecProblem]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if any(not problem.warning for problem in problems) else 0


if __name__ == "__main__":
    sys.exit(main())
