"""From a Markdown tree to an index: what has not changed since the last build is not read again."""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path

from pro_context_engine.adapters.store.sqlite.corpus_file import CorpusReader, CorpusWriter, corpus_writer, url_of
from pro_context_engine.concurrency import progress
from pro_context_engine.corpus import metadata_file, result_cursors
from pro_context_engine.corpus.plan import MAX_PROBLEMS, CorpusRefused, Plan
from pro_context_engine.corpus.taxonomy import Taxonomy
from pro_context_engine.corpus.tree import shown
from pro_context_engine.corpus.values import BuildReport, CorpusDescription, Problem
from pro_context_engine.corpus.vectors import Embedder
from pro_context_engine.domain.errors import CorpusUnusable

RULES = 2
"""Counts the changes of how pages are read and cut; a page that was read by other rules is read anew."""

ABANDONED = timedelta(hours=1)
"""A build writes a page at least so often, or it is none any more."""

_DESCRIPTION = "documentation"
_UNFINISHED = "corpus-unfinished-"
_COMMIT = re.compile(r"[0-9a-f]{40}")


def validate(root: Path) -> tuple[list[Problem], list[Problem]]:
    """Return what is wrong with a corpus, and what is odd but does no harm, at most 200 of each.

    Args:
        root: the folder.

    Raises:
        CorpusRefused: it cannot be read at all.
    """
    plan, taxonomy = Plan.of(root), Taxonomy()
    for number, path in enumerate(plan.tree.pages, 1):
        with plan.noting():
            taxonomy.add(path, plan.read(path, url_of(path)).metadata)
        progress.report(number, len(plan.tree.pages), "pages")
        if len(plan.problems) >= MAX_PROBLEMS:
            break
    return plan.problems[:MAX_PROBLEMS], plan.warnings[:MAX_PROBLEMS]


def build(
    root: Path,
    out: Path,
    description: str = "",
    embedder: Embedder | None = None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> BuildReport:
    """Index a corpus.

    A server that has the index of before open goes on with it; one that starts when this is done has the new one.

    Args:
        root: the folder of the corpus.
        out: the folder of the index, made if missing.
        description: what the corpus documents, in a few words; "" for what the last build was told.
        embedder: makes vectors, None for an index of words alone.
        clock: gives the current time in UTC.

    Raises:
        CorpusRefused: something is wrong with the corpus, or the folder of the index belongs to something else.
        OSError: the index cannot be written.
    """
    plan = Plan.of(root)
    wanted = dict(_fingerprints(plan, embedder))
    plan.check()
    before = _before(out)
    base = out / before.index if before and _is_sound(out / before.index) else None
    index = f"corpus-{_revision(wanted)}.sqlite3"
    out.mkdir(parents=True, exist_ok=True)
    _sweep(out, clock())
    _keep_key(out / result_cursors.KEY_NAME)
    indexed, removed, indexed_at = 0, 0, before.indexed_at if before else ""
    if base is None or base.name != index:
        moment = clock()
        indexed, removed = _write(plan, out / index, base, wanted, embedder, moment)
        indexed_at = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    now = replace(
        _described(plan, out / index, embedder),
        description=description or (before.description if before else _DESCRIPTION),
        files=len(wanted),
        indexed_at=indexed_at,
    )
    if now != before:
        metadata_file.write(out, now)
    if before and before.index != index:
        with suppress(OSError):  # another system may not delete what somebody has open
            (out / before.index).unlink()
    warnings = tuple(plan.warnings[:MAX_PROBLEMS])
    return BuildReport(len(wanted), now.chunks, indexed, removed, len(now.prompts), warnings, now != before)


def _before(out: Path) -> CorpusDescription | None:
    """Return what the last build said, None where there is nothing that can be read.

    Raises:
        CorpusRefused: what stands there is not from a build.
    """
    try:
        return metadata_file.read(out)
    except CorpusUnusable:
        if (out / metadata_file.NAME).exists() and not (out / result_cursors.KEY_NAME).exists():
            what = f"has a {metadata_file.NAME} that no build wrote; name another folder for the index"
            raise CorpusRefused([Problem(shown(str(out)), 0, what)]) from None
        return None


def _is_sound(index: Path) -> bool:
    """Tell whether an index can be gone on with."""
    try:
        reader = CorpusReader(index)
    except CorpusUnusable:
        return False
    try:
        return reader.is_sound()
    finally:
        reader.close()


def _fingerprints(plan: Plan, embedder: Embedder | None) -> Iterator[tuple[str, str]]:
    """Give each page with what tells its state, and all that decides about it, from every other."""
    by = f"{RULES} {embedder.embedding.model if embedder else ''}"
    for path in plan.tree.pages:
        with plan.noting():
            digest = blake2b(f"{by}\0{plan.governing(path)[1]}\0{path}\0".encode(), digest_size=16)
            digest.update(plan.content(path))
            yield path, digest.hexdigest()


def _revision(fingerprints: Mapping[str, str]) -> str:
    """Return what tells the content of an index from every other."""
    digest = blake2b(digest_size=8)
    for path in sorted(fingerprints):
        digest.update(fingerprints[path].encode())
    return digest.hexdigest()


def _sweep(out: Path, now: datetime) -> None:
    """Delete what builds left behind that were killed."""
    for folder in out.glob(f"{_UNFINISHED}*/"):
        with suppress(OSError):  # it may be going just now
            written = max(path.stat().st_mtime for path in (folder, *folder.iterdir()))
            if now - datetime.fromtimestamp(written, UTC) > ABANDONED:
                shutil.rmtree(folder)


def _keep_key(file: Path) -> None:
    """Make the key that cursors are signed with, if there is none.

    Whoever may read the index may read it: cursors give nothing that the index does not hold.
    """
    with suppress(FileExistsError), file.open("xb") as new:
        new.write(secrets.token_bytes(result_cursors.KEY_BYTES))


def _write(
    plan: Plan, index: Path, base: Path | None, wanted: Mapping[str, str], embedder: Embedder | None, moment: datetime
) -> tuple[int, int]:
    """Write the index file, beginning with the one of before; return how many pages were indexed and removed.

    Raises:
        CorpusRefused: a page cannot be read.
        OSError: the file cannot be written.
    """
    with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=index.parent) as folder:
        unfinished = Path(folder) / index.name
        if base is not None:
            shutil.copyfile(base, unfinished)
        with corpus_writer(unfinished, moment) as writer:
            changes = _update(plan, writer, wanted, embedder)
            writer.finish()
        unfinished.replace(index)
    return changes


def _update(plan: Plan, writer: CorpusWriter, wanted: Mapping[str, str], embedder: Embedder | None) -> tuple[int, int]:
    known = writer.fingerprints()
    gone = known.keys() - wanted.keys()
    changed = [path for path, fingerprint in wanted.items() if known.get(path) != fingerprint]
    for path in [*gone, *changed]:
        writer.drop(path)
    taxonomy = Taxonomy.of(group.values for group in writer.groups())
    for number, path in enumerate(changed, 1):
        with plan.noting():
            found = plan.read(path, url_of(path))
            taxonomy.add(path, found.metadata)
            vectors = embedder.embed([chunk.text for chunk in found.chunks]) if embedder else ()
            writer.put(path, wanted[path], found.metadata, found.page, found.chunks, vectors)
        progress.report(number, len(changed), "pages")
        if len(plan.problems) >= MAX_PROBLEMS:
            break
    plan.check()
    return len(changed), len(gone)


def _described(plan: Plan, index: Path, embedder: Embedder | None) -> CorpusDescription:
    """Return what a finished index holds, but for what only its builder knows."""
    reader = CorpusReader(index)
    try:
        groups, chunks = reader.groups(), reader.chunks()
    finally:
        reader.close()
    return CorpusDescription(
        description="",
        taxonomy=Taxonomy.of(group.values for group in groups).facets(plan.descriptions),
        chunks=chunks,
        files=0,
        indexed_at="",
        source_commit=_commit(plan.tree.root),
        embedding=embedder.embedding if embedder else None,
        prompts=tuple(plan.prompts[name] for name in sorted(plan.prompts)),
        instructions=plan.instructions,
        index=index.name,
    )


def _commit(root: Path) -> str:
    """Return the commit of the repository that a folder lies in, as far as plain files tell; "" if they do not."""
    repository = next((folder / ".git" for folder in (root, *root.parents) if (folder / ".git").is_dir()), None)
    if repository is None:
        return ""
    try:
        head = (repository / "HEAD").read_text(encoding="ascii").strip()
        if head.startswith("ref: refs/") and ".." not in head:
            head = (repository / head.removeprefix("ref: ")).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
    return head if _COMMIT.fullmatch(head) else ""
