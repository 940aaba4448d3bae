"""The build of a corpus: from a Markdown tree to an index, reading only the pages that changed since the last build."""

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
from pro_context_engine.corpus.tree import printable_path
from pro_context_engine.corpus.values import BuildReport, CorpusDescription, CorpusProblem
from pro_context_engine.corpus.vectors import Embedder
from pro_context_engine.domain.errors import CorpusUnusable
from pro_context_engine.domain.value_class import value_class

RULES = 2
"""The version of the rules by which pages are read and cut; a page that was read by other rules is read again."""

ABANDONED = timedelta(hours=1)
"""The time after which a build that writes no page counts as stopped."""

_DESCRIPTION = "documentation"
_UNFINISHED = "corpus-unfinished-"
_COMMIT = re.compile(r"[0-9a-f]{40}")


@value_class
class _Content:
    """The content of an index: the corpus that is read, the fingerprint of each page, and the maker of vectors."""

    plan: Plan
    fingerprints: Mapping[str, str]
    embedder: Embedder | None

    @property
    def index(self) -> str:
        """Return the name of the index, which differs for each content."""
        digest = blake2b(digest_size=8)
        for path in sorted(self.fingerprints):
            digest.update(self.fingerprints[path].encode())
        return f"corpus-{digest.hexdigest()}.sqlite3"


def validate(root: Path) -> tuple[list[CorpusProblem], list[CorpusProblem]]:
    """Return the errors in a corpus, and the warnings, at most 200 of each.

    Args:
        root: the folder of the corpus.

    Raises:
        CorpusRefused: the folder cannot be read.
    """
    plan, taxonomy = Plan.of(root), Taxonomy()
    for number, path in enumerate(plan.tree.pages, 1):
        with plan.recorded_problems():
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

    A server with the previous index open continues with it; a server that starts after the build uses the new one.

    Args:
        root: the folder of the corpus.
        out: the folder of the index, made if missing.
        description: a few words on what the corpus documents; "" keeps the words of the last build.
        embedder: makes vectors; None for an index by words alone.
        clock: returns the current time in UTC.

    Raises:
        CorpusRefused: the corpus has errors, or the folder of the index has other content.
        OSError: the index cannot be written.
    """
    plan = Plan.of(root)
    content = _Content(plan, dict(_fingerprints(plan, embedder)), embedder)
    plan.check()
    last = _last_description(out)
    base = out / last.index if last and _is_sound(out / last.index) else None
    index = out / content.index
    out.mkdir(parents=True, exist_ok=True)
    _sweep(out, clock())
    _keep_key(out / result_cursors.KEY_NAME)
    indexed, removed, indexed_at = 0, 0, last.indexed_at if last else ""
    if base != index:
        moment = clock()
        indexed, removed = _write(content, index, base, moment)
        indexed_at = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    now = replace(
        _describe(content, index),
        description=description or (last.description if last else _DESCRIPTION),
        indexed_at=indexed_at,
    )
    if now != last:
        metadata_file.write(out, now)
    if last and last.index != index.name:
        with suppress(OSError):  # on some systems an open file cannot be deleted
            (out / last.index).unlink()
    warnings = tuple(plan.warnings[:MAX_PROBLEMS])
    return BuildReport(now.files, now.chunks, indexed, removed, len(now.prompts), warnings, now != last)


def _last_description(out: Path) -> CorpusDescription | None:
    """Return the description from the last build, None if there is none that can be read.

    Raises:
        CorpusRefused: the folder has a metadata file that no build wrote.
    """
    try:
        return metadata_file.read(out)
    except CorpusUnusable:
        if (out / metadata_file.NAME).exists() and not (out / result_cursors.KEY_NAME).exists():
            what = f"has a {metadata_file.NAME} that no build wrote; name another folder for the index"
            raise CorpusRefused([CorpusProblem(printable_path(str(out)), 0, what)]) from None
        return None


def _is_sound(index: Path) -> bool:
    """Tell whether a build can continue from an index."""
    try:
        reader = CorpusReader(index)
    except CorpusUnusable:
        return False
    try:
        return reader.is_sound()
    finally:
        reader.close()


def _fingerprints(plan: Plan, embedder: Embedder | None) -> Iterator[tuple[str, str]]:
    """Yield each page with the fingerprint of its content, of its manifest and of the rules that it is read by."""
    by = f"{RULES} {embedder.embedding.model if embedder else ''}"
    for path in plan.tree.pages:
        with plan.recorded_problems():
            digest = blake2b(f"{by}\0{plan.manifest_for(path)[1]}\0{path}\0".encode(), digest_size=16)
            digest.update(plan.content(path))
            yield path, digest.hexdigest()


def _sweep(out: Path, now: datetime) -> None:
    """Delete the files of builds that were killed."""
    for folder in out.glob(f"{_UNFINISHED}*/"):
        with suppress(OSError):  # another process may delete the folder at this moment
            written = max(path.stat().st_mtime for path in (folder, *folder.iterdir()))
            if now - datetime.fromtimestamp(written, UTC) > ABANDONED:
                shutil.rmtree(folder)


def _keep_key(file: Path) -> None:
    """Write the key that signs cursors, if there is none.

    Its file needs no stricter mode than the index: a cursor gives access to nothing beyond the index.
    """
    with suppress(FileExistsError), file.open("xb") as new:
        new.write(secrets.token_bytes(result_cursors.KEY_BYTES))


def _write(content: _Content, index: Path, base: Path | None, moment: datetime) -> tuple[int, int]:
    """Write the index file, starting from a copy of the previous one; return the numbers of indexed and removed pages.

    Raises:
        CorpusRefused: a page cannot be read.
        OSError: the file cannot be written.
    """
    with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=index.parent) as folder:
        unfinished = Path(folder) / index.name
        if base is not None:
            shutil.copyfile(base, unfinished)
        with corpus_writer(unfinished, moment) as writer:
            changes = _update(content, writer)
            writer.finish()
        unfinished.replace(index)
    return changes


def _update(content: _Content, writer: CorpusWriter) -> tuple[int, int]:
    plan, wanted, embedder = content.plan, content.fingerprints, content.embedder
    known = writer.fingerprints()
    gone = known.keys() - wanted.keys()
    changed = [path for path, fingerprint in wanted.items() if known.get(path) != fingerprint]
    for path in [*gone, *changed]:
        writer.drop(path)
    taxonomy = Taxonomy.of(group.values for group in writer.groups())
    for number, path in enumerate(changed, 1):
        with plan.recorded_problems():
            found = plan.read(path, url_of(path))
            taxonomy.add(path, found.metadata)
            vectors = embedder.embed([chunk.text for chunk in found.chunks]) if embedder else ()
            writer.put(path, wanted[path], found.metadata, found.page, found.chunks, vectors)
        progress.report(number, len(changed), "pages")
        if len(plan.problems) >= MAX_PROBLEMS:
            break
    plan.check()
    return len(changed), len(gone)


def _describe(content: _Content, index: Path) -> CorpusDescription:
    """Return the description of a finished index, without the words on it and the time of the build."""
    plan, embedder = content.plan, content.embedder
    reader = CorpusReader(index)
    try:
        groups, chunks = reader.groups(), reader.chunks()
    finally:
        reader.close()
    return CorpusDescription(
        description="",
        taxonomy=Taxonomy.of(group.values for group in groups).facets(plan.descriptions),
        chunks=chunks,
        files=len(content.fingerprints),
        indexed_at="",
        source_commit=_commit(plan.tree.root),
        embedding=embedder.embedding if embedder else None,
        prompts=tuple(plan.prompts[name] for name in sorted(plan.prompts)),
        instructions=plan.instructions,
        index=index.name,
    )


def _commit(root: Path) -> str:
    """Return the commit of the repository that contains a folder, read from plain files; "" if they do not show it."""
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
