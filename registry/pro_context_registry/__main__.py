"""`python -m pro_context_registry [probe | metadata | ranks | directory]`: build the registry from facts.

Without a subcommand the program builds the registry and needs no network. The subcommands ask the network and change
only the facts, so that a maintainer can review the changes. The same command continues an interrupted run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.libraries.project.index_address import PackageIndexes
from pro_context_engine.libraries.project.package_index import index_addresses
from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.refusal import RegistryRefused
from pro_context_engine.sources.package_index.python.project_pages import ProjectPages
from pro_context_registry import inquiries, llms_txt_files, merging, package_metadata, publishing, rank_lists
from pro_context_registry.facts import CANDIDATES, LLMS_TXT, Fact, FactFiles
from pro_context_registry.inquiries import Inquiry
from pro_context_registry.publishing import describe_changes, failed_probes, publish, repositories_elsewhere

FACTS = Path("registry") / "facts"
MOST_CANDIDATES = 1_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 on success, 1 when a maintainer must act, 130 when interrupted."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (RegistryRefused, rank_lists.NotAList, OSError, DocsError) as error:
        print(f"build-registry: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nbuild-registry: stopped; the same command continues", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build-registry", description=__doc__)
    parser.add_argument("--facts", type=Path, default=FACTS, help="folder of the facts")
    parser.add_argument("--list", type=Path, default=known_libraries.shipped_file(), help="the file to build")
    writing = parser.add_mutually_exclusive_group()
    writing.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if the file differs from the facts"
    )
    writing.add_argument("--publish", type=Path, metavar="FOLDER", help="write file, checksum and manifest there too")
    parser.set_defaults(run=_build)
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, run, about in (
        ("probe", _probe, "fetch every llms.txt and record its kind"),
        ("metadata", _metadata, "ask the package index for the addresses of documentation"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("--again-after", type=int, default=30, metavar="DAYS", help="ask again after so many days")
        command.add_argument("--limit", type=int, metavar="N", help="ask at most this many questions")
        command.set_defaults(run=run)
    ranks = commands.add_parser("ranks", help="import a list of the most used packages")
    ranks.add_argument("kind", choices=sorted(merging.ECOSYSTEMS), help="the kind of the list")
    ranks.add_argument("source", metavar="FILE|URL")
    ranks.set_defaults(run=_ranks)
    directory = commands.add_parser("directory", help="import the addresses in a directory of llms.txt files")
    directory.add_argument("name", help="name and licence of the directory")
    directory.add_argument("source", metavar="FILE|URL")
    directory.set_defaults(run=_directory)
    return parser


def _build(options: argparse.Namespace) -> int:
    facts = FactFiles(options.facts).read()
    committed = options.list.read_bytes()
    built = publishing.current(merging.entries(facts), committed, datetime.now(UTC).date().isoformat())
    print("\n".join([*describe_changes(committed, built, facts), *repositories_elsewhere(facts)]))
    if options.check:
        return 0 if built == committed else 1
    if built != committed:
        options.list.write_bytes(built)
    for file in publish(built, options.publish) if options.publish else []:
        print(f"wrote {file}")
    return 0


def _probe(options: argparse.Namespace) -> int:
    facts = FactFiles(options.facts).read()
    status = asyncio.run(_inquire(options, llms_txt_files.probe, llms_txt_files.addresses(facts), facts.probes))
    print("\n".join(failed_probes(FactFiles(options.facts).read())))
    return status


def _metadata(options: argparse.Namespace) -> int:
    def question(fetcher: Fetcher) -> Inquiry:
        return package_metadata.metadata(ProjectPages(_indexes, fetcher), fetcher)

    facts = FactFiles(options.facts).read()
    return asyncio.run(_inquire(options, question, package_metadata.main_packages(facts), facts.metadata))


async def _inquire(
    options: argparse.Namespace,
    question: Callable[[Fetcher], Inquiry],
    keys: Sequence[str],
    known: Mapping[str, Fact],
) -> int:
    """Ask about the keys without a recent answer; return 1 when a question got no answer."""
    today = datetime.now(UTC).date()
    asked = inquiries.due(keys, known, today, timedelta(days=options.again_after))[: options.limit]
    fetcher = inquiries.open_fetcher()
    try:
        silent = await inquiries.inquire(question(fetcher), asked, FactFiles(options.facts), _show_progress)
    finally:
        await fetcher.close()
    print(f"\n{len(asked) - len(silent)} answered, {len(silent)} did not; the same command asks them again")
    print("\n".join(f"no answer: {key}" for key in silent))
    return 1 if silent else 0


def _ranks(options: argparse.Namespace) -> int:
    files = FactFiles(options.facts)
    listed = rank_lists.names(_text(options.source))
    ranks, others = rank_lists.rank(listed, options.kind, files.read())
    files.write_ranks({**files.ranks(), options.kind: ranks})
    print(f"{len(ranks)} packages of {len(listed)} belong to libraries; the most used others:")
    print("\n".join(others[:20]))
    return 0


def _directory(options: argparse.Namespace) -> int:
    files = FactFiles(options.facts)
    facts = files.read()
    changed, strange = llms_txt_files.attest(_text(options.source), options.name, facts, options.list.read_bytes())
    files.write(LLMS_TXT, llms_txt_files.merge_attested(facts, changed))
    for url in strange[:MOST_CANDIDATES]:
        files.append(CANDIDATES, {"llmsTxtUrl": url, "sources": [f"llms:{options.name}"]})
    files.tidy(CANDIDATES, "llmsTxtUrl")
    print(f"{len(changed)} libraries attested; {len(strange)} addresses belong to no library, see {CANDIDATES}")
    return 0


def _text(source: str) -> str:
    """Return the text of a file, or of a document at an https:// address."""
    if not source.startswith("https://"):
        return Path(source).read_text("utf-8")
    return asyncio.run(_fetch(source))


async def _fetch(url: str) -> str:
    fetcher = inquiries.open_fetcher()
    try:
        return (await fetcher.fetch(url)).text
    finally:
        await fetcher.close()


@cache
def _indexes() -> PackageIndexes:
    return index_addresses(os.environ, Path.home(), Path.cwd())


def _show_progress(how_far: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{how_far}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
