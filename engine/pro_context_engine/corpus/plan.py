"""The plan of a build: a corpus's manifests and prompts, and the manifest that governs each page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from pro_context_engine.corpus import corpus_prompts, cutting, front_matter, manifests, tree
from pro_context_engine.corpus.manifests import CorpusManifest
from pro_context_engine.corpus.parsed_files import Unreadable, decode
from pro_context_engine.corpus.tree import CorpusFiles
from pro_context_engine.corpus.values import CorpusProblem, CorpusPrompt
from pro_context_engine.documents.pages.markdown import MOST_LINES, markdown_page
from pro_context_engine.documents.pages.text import clean
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Chunk, Page
from pro_context_engine.domain.value_class import value_class

MAX_PROBLEMS = 200
"""The maximum number of problems that are reported."""


@value_class
class ReadPage:
    """A page as it is indexed; `page` is None if the file has no text."""

    metadata: Mapping[str, str]
    page: Page | None
    chunks: tuple[Chunk, ...] = ()


def read_page(filepath: str, url: str, content: bytes, manifest: CorpusManifest) -> ReadPage:
    """Return a page as it is indexed.

    Args:
        filepath: path of the page in the corpus.
        url: its address in the index.
        content: bytes of the file.
        manifest: the nearest manifest above it.

    Raises:
        Unreadable: it is not text, not a page, or its front matter has an invalid value.
    """
    document, body = front_matter.split(filepath, clean(decode(filepath, content)))
    strategy, metadata = front_matter.apply(document, *manifest.of(filepath))
    if not body.strip():
        return ReadPage(metadata, None)
    fields = document.value if document else {}
    title, description = (fields.get(key, "") for key in ("title", "description"))
    try:
        page = markdown_page(
            url,
            f"\n{body}",  # the newline keeps a rule at the top from being read as front matter
            title=title if isinstance(title, str) else "",
            description=description if isinstance(description, str) else "",
            most_lines=MOST_LINES,
        )
    except NotDocumentation as reason:
        if reason.reason == "empty":
            return ReadPage(metadata, None)
        raise Unreadable(CorpusProblem(filepath, 0, f"is {reason.reason}")) from None
    return ReadPage(metadata, page, tuple(cutting.chunks_of(page, filepath, strategy)))


class CorpusRefused(Exception):
    """A corpus cannot be built because of its problems; nothing was written."""

    def __init__(self, problems: list[CorpusProblem]) -> None:
        self.problems = tuple(problems[:MAX_PROBLEMS])
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(slots=True)
class Plan:
    """A corpus before its pages are read.

    Attributes:
        tree: its files.
        manifests: manifests by folder, each with a fingerprint of its text.
        prompts: prompts by name.
        problems: the problems found so far.
        warnings: oddities that do no harm.
    """

    tree: CorpusFiles
    manifests: dict[str, tuple[CorpusManifest, str]] = field(default_factory=dict)
    prompts: dict[str, CorpusPrompt] = field(default_factory=dict)
    problems: list[CorpusProblem] = field(default_factory=list)
    warnings: list[CorpusProblem] = field(default_factory=list)

    @classmethod
    def of(cls, root: Path) -> Plan:
        """Return the plan for a folder.

        Raises:
            CorpusRefused: the folder cannot be read.
        """
        try:
            plan = cls(tree.walk(root))
        except (OSError, RuntimeError):
            raise CorpusRefused(
                [CorpusProblem(tree.printable_path(str(root)), 0, "is not a readable folder")]
            ) from None
        plan.problems += plan.tree.problems
        if not plan.tree.pages and not plan.problems:
            what = "has no Markdown page; name the folder of the documentation"
            plan.problems.append(CorpusProblem(tree.printable_path(str(root)), 0, what))
        for path in plan.tree.manifests:
            with plan.recorded_problems():
                content = plan.content(path)
                manifest = manifests.read(path, decode(path, content))
                plan.manifests[manifest.folder] = (manifest, blake2b(content, digest_size=16).hexdigest())
        for path in sorted(plan.tree.templates):
            with plan.recorded_problems():
                plan._add_prompt(path)
        return plan

    def manifest_for(self, path: str) -> tuple[CorpusManifest, str]:
        """Return the nearest manifest above a page, and the fingerprint of its text."""
        folder = path.rpartition("/")[0]
        while folder and folder not in self.manifests:
            folder = folder.rpartition("/")[0]
        return self.manifests.get(folder, (CorpusManifest(), ""))

    def content(self, path: str) -> bytes:
        """Return the bytes of a file.

        Raises:
            Unreadable: the file cannot be read, or is too large.
        """
        try:
            return tree.content(self.tree.root, path)
        except tree.TooLarge:
            raise Unreadable(CorpusProblem(path, 0, f"is larger than {tree.MAX_BYTES} bytes")) from None
        except OSError:
            raise Unreadable(CorpusProblem(path, 0, "cannot be read")) from None

    def read(self, path: str, url: str) -> ReadPage:
        """Return a page as it is indexed; see `read_page`."""
        return read_page(path, url, self.content(path), self.manifest_for(path)[0])

    @contextmanager
    def recorded_problems(self) -> Iterator[None]:
        """Record an unreadable file as a problem of the corpus, and continue with the next file."""
        try:
            yield
        except Unreadable as reason:
            self.problems.append(reason.problem)

    def check(self) -> None:
        """Refuse the corpus if there are problems.

        Raises:
            CorpusRefused: there are problems.
        """
        if self.problems:
            raise CorpusRefused(self.problems)

    @property
    def descriptions(self) -> dict[str, str]:
        """Return the descriptions of keys of the taxonomy; of several for one key, the one nearest the root wins."""
        descriptions: dict[str, str] = {}
        for manifest in reversed(self._from_root):
            descriptions |= {key: text for key, text in manifest.descriptions.items() if text}
        return descriptions

    @property
    def instructions(self) -> str:
        """Return the instructions for agents, "" if there are none; the manifest nearest the root wins."""
        return next((manifest.instructions for manifest in self._from_root if manifest.instructions), "")

    @property
    def _from_root(self) -> list[CorpusManifest]:
        return sorted(
            (manifest for manifest, _ in self.manifests.values()),
            key=lambda manifest: (manifest.folder.count("/") + bool(manifest.folder), manifest.folder),
        )

    def _add_prompt(self, path: str) -> None:
        # Of a prompt in both forms the YAML one wins; it sorts last.
        prompt = corpus_prompts.read(path, decode(path, self.content(path)))
        if prompt.name in self.prompts:
            self.warnings.append(CorpusProblem(path, 0, f"overrides {prompt.name}{corpus_prompts.MARKDOWN}"))
        self.prompts[prompt.name] = prompt
