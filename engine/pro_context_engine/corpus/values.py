"""The plain values of a corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from pro_context_engine.domain.value_class import value_class

ChunkBy = Literal["h1", "h2", "h3", "file"]

Metadata = Mapping[str, str]
"""The taxonomy values of a page, by key: `{"language": "go", "scope": "sdk-specific"}`."""


@value_class
class CorpusProblem:
    """A problem with a file of a corpus.

    Attributes:
        file: its path in the corpus.
        line: 1-based; 0 for the file as a whole.
        what: a short phrase of our own.
    """

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@value_class
class Strategy:
    """The strategy for cutting a page.

    Attributes:
        chunk_by: the lowest level of headings whose sections are separate chunks; "file" for one chunk.
        max_chunk_size: characters; a larger section is cut between its blocks.
        min_chunk_size: characters; a smaller section is joined with the previous one.
    """

    chunk_by: ChunkBy = "h2"
    max_chunk_size: int = 8_000
    min_chunk_size: int = 0


@value_class
class Facet:
    """A key of the taxonomy: its description, "" if there is none, and all its values, sorted."""

    description: str
    values: tuple[str, ...]


@value_class
class PromptArgument:
    """An argument of a prompt."""

    name: str
    title: str = ""
    description: str = ""
    required: bool = False


@value_class
class PromptMessage:
    """A message of a prompt, with its placeholders (`{{name}}`)."""

    role: Literal["user", "assistant"]
    text: str


@value_class
class CorpusPrompt:
    """A prompt from a `*.template.md` or `*.template.yaml` of the corpus."""

    name: str
    title: str
    description: str
    arguments: tuple[PromptArgument, ...]
    messages: tuple[PromptMessage, ...]


@value_class
class Embedding:
    """The model that made the vectors of an index."""

    provider: str
    model: str
    dimensions: int


@value_class
class CorpusDescription:
    """The description of a built corpus, from its metadata file.

    Attributes:
        description: its subject in a few words.
        taxonomy: the keys by which its pages can be filtered.
        chunks: number of chunks.
        files: number of pages.
        indexed_at: UTC time of the last build that changed something, in ISO 8601.
        source_commit: commit of the repository that contains it, "" if there is none.
        embedding: the model of its vectors, None if it has none.
        prompts: its prompts.
        instructions: text for agents when they connect, "" to use the contract's instructions.
        index: name of the index file in the same folder; it differs for every content.
    """

    description: str
    taxonomy: Mapping[str, Facet]
    chunks: int
    files: int
    indexed_at: str
    source_commit: str
    embedding: Embedding | None
    prompts: tuple[CorpusPrompt, ...]
    instructions: str
    index: str


@value_class
class CorpusHit:
    """A chunk that a search found.

    Attributes:
        chunk_id: id for `Corpus.surroundings`.
        score: higher is better; comparable within one search.
        heading: the innermost heading above it, the page's title if there is none.
        breadcrumb: the title and the headings above it, outermost first: "Retries > Backoff".
        snippet: its lines with most of the asked words, in bold.
        filepath: path of the page.
        metadata: taxonomy values of the page.
    """

    chunk_id: str
    score: float
    heading: str
    breadcrumb: str
    snippet: str
    filepath: str
    metadata: Metadata


@value_class
class Hint:
    """A suggestion after a search without results: a sentence, and for each filter the values with results."""

    message: str
    suggested_filters: Mapping[str, tuple[str, ...]]


@value_class
class CorpusHits:
    """A page of results, best first; the cursor of the next page, "" at the end; a hint if there are no results."""

    hits: tuple[CorpusHit, ...]
    next_cursor: str
    hint: Hint | None = None


@value_class
class Neighbour:
    """A chunk of a page.

    Attributes:
        chunk_id: its id.
        position: 1-based, within the page.
        offset: distance from the requested chunk, 0 for that chunk.
        text: Markdown.
    """

    chunk_id: str
    position: int
    offset: int
    text: str


@value_class
class Surroundings:
    """A chunk with the chunks around it, in page order, and the number of chunks of the page."""

    chunks: tuple[Neighbour, ...]
    total: int


@value_class
class BuildReport:
    """The result of a build.

    Attributes:
        files: number of pages of the corpus.
        chunks: number of chunks of the corpus.
        indexed: number of pages that were read because they or their manifest changed.
        removed: number of pages that were removed.
        prompts: number of prompts of the corpus.
        warnings: oddities that do no harm.
        changed: whether the build wrote anything.
    """

    files: int
    chunks: int
    indexed: int
    removed: int
    prompts: int
    warnings: tuple[CorpusProblem, ...] = field(default=())
    changed: bool = True
