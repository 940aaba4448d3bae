"""What a corpus says besides its pages: its manifests, its prompts; and each page by the manifest that governs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from pro_context_engine.corpus import manifests, page_reading, prompt_templates, tree
from pro_context_engine.corpus.manifests import Manifest
from pro_context_engine.corpus.page_reading import ReadPage
from pro_context_engine.corpus.parsed_files import Unreadable, decoded
from pro_context_engine.corpus.tree import Tree
from pro_context_engine.corpus.values import CorpusPrompt, Problem

MAX_PROBLEMS = 200
"""So many are told; nobody reads more."""


class CorpusRefused(Exception):
    """A corpus cannot be built as it is; nothing was written."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems[:MAX_PROBLEMS])
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(slots=True)
class Plan:
    """A corpus as far as it is known before its pages are read.

    Attributes:
        tree: its files.
        manifests: by folder, each with a fingerprint of its text.
        prompts: by name.
        problems: found so far.
        warnings: what is odd but does no harm.
    """

    tree: Tree
    manifests: dict[str, tuple[Manifest, str]] = field(default_factory=dict)
    prompts: dict[str, CorpusPrompt] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    @classmethod
    def of(cls, root: Path) -> Plan:
        """Return what a folder says.

        Raises:
            CorpusRefused: it cannot be read.
        """
        try:
            plan = cls(tree.walk(root))
        except (OSError, RuntimeError):
            raise CorpusRefused([Problem(tree.shown(str(root)), 0, "is no folder that can be read")]) from None
        plan.problems += plan.tree.problems
        for path in plan.tree.manifests:
            with plan.noting():
                content = plan.content(path)
                manifest = manifests.read(path, decoded(path, content))
                plan.manifests[manifest.folder] = (manifest, blake2b(content, digest_size=16).hexdigest())
        for path in sorted(plan.tree.templates):
            with plan.noting():
                plan._add_prompt(path)
        return plan

    def governing(self, path: str) -> tuple[Manifest, str]:
        """Return the nearest manifest above a page, and the fingerprint of its text."""
        folder = path.rpartition("/")[0]
        while folder and folder not in self.manifests:
            folder = folder.rpartition("/")[0]
        return self.manifests.get(folder, (Manifest(), ""))

    def content(self, path: str) -> bytes:
        """Return what is in a file.

        Raises:
            Unreadable: it cannot be read, or is too large.
        """
        try:
            return tree.content(self.tree.root, path)
        except tree.TooLarge:
            raise Unreadable(Problem(path, 0, f"is larger than {tree.MAX_BYTES} bytes")) from None
        except OSError:
            raise Unreadable(Problem(path, 0, "cannot be read")) from None

    def read(self, path: str, url: str) -> ReadPage:
        """Return a page as it is indexed; see `reading.read`."""
        return page_reading.read(path, url, self.content(path), self.governing(path)[0])

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Take what is wrong with one file for a problem of the corpus, and go on with the next."""
        try:
            yield
        except Unreadable as reason:
            self.problems.append(reason.problem)

    def check(self) -> None:
        """Go on only if there is no problem so far.

        Raises:
            CorpusRefused: there is.
        """
        if self.problems:
            raise CorpusRefused(self.problems)

    @property
    def descriptions(self) -> dict[str, str]:
        """Return what keys of the taxonomy are for; of what several say, the one nearest the root counts."""
        said: dict[str, str] = {}
        for manifest in reversed(self._from_root):
            said |= {key: text for key, text in manifest.descriptions.items() if text}
        return said

    @property
    def instructions(self) -> str:
        """Return what agents are told, "" if nobody says anything; the manifest nearest the root counts."""
        return next((manifest.instructions for manifest in self._from_root if manifest.instructions), "")

    @property
    def _from_root(self) -> list[Manifest]:
        return sorted(
            (manifest for manifest, _ in self.manifests.values()),
            key=lambda manifest: (manifest.folder.count("/") + bool(manifest.folder), manifest.folder),
        )

    def _add_prompt(self, path: str) -> None:
        # Of a prompt in both forms the structured one, which comes last.
        prompt = prompt_templates.read(path, decoded(path, self.content(path)))
        if prompt.name in self.prompts:
            self.warnings.append(Problem(path, 0, f"goes before {prompt.name}{prompt_templates.MARKDOWN}"))
        self.prompts[prompt.name] = prompt
