"""What a corpus is made of, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

ChunkBy = Literal["h1", "h2", "h3", "file"]

Metadata = Mapping[str, str]
"""The taxonomy values of a page, by key: `{"language": "go", "scope": "sdk-specific"}`."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a file of a corpus.

    Attributes:
        file: its path in the corpus.
        line: 1-based; 0 for the file as a whole.
        what: one of our own short phrases.
    """

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@dataclass(frozen=True, slots=True)
class Strategy:
    """How a page is cut.

    Attributes:
        chunk_by: the level of headings down to which each section is a chunk of its own; "file" for one chunk.
        max_chunk_size: characters; what is larger is cut between its blocks.
        min_chunk_size: characters; what is smaller is joined with what stands before it.
    """

    chunk_by: ChunkBy = "h2"
    max_chunk_size: int = 8_000
    min_chunk_size: int = 0


@dataclass(frozen=True, slots=True)
class Facet:
    """A key of the taxonomy: what it is for, "" where nobody says, and every value that some page has, sorted."""

    description: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PromptArgument:
    """An argument of a prompt."""

    name: str
    title: str = ""
    description: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """A message of a prompt, with its placeholders (`{{name}}`)."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class CorpusPrompt:
    """A prompt of the corpus' own, from a `*.template.md` or `*.template.yaml`."""

    name: str
    title: str
    description: str
    arguments: tuple[PromptArgument, ...]
    messages: tuple[PromptMessage, ...]


@dataclass(frozen=True, slots=True)
class Embedding:
    """What made the vectors of an index."""

    provider: str
    model: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class CorpusDescription:
    """What a built corpus says of itself, in its metadata file.

    Attributes:
        description: what it documents, in a few words.
        taxonomy: what its pages can be filtered by.
        chunks: how many there are.
        files: how many pages there are.
        indexed_at: UTC time of the last build that changed something, as ISO 8601 writes it.
        source_commit: of the repository it lies in, "" where there is none.
        embedding: what made its vectors, None where it has none.
        prompts: of its own.
        instructions: what agents are told when they connect, "" for the contract's own words.
        index: name of the index file beside it; another one for any other content.
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


@dataclass(frozen=True, slots=True)
class CorpusHit:
    """A chunk that a search found.

    Attributes:
        chunk_id: for `Corpus.around`.
        score: higher is better; comparable within one search.
        heading: the innermost heading it stands under, the page's title where there is none.
        breadcrumb: the title and the headings above, from the page's own down: "Retries > Backoff".
        snippet: its lines with most of the asked words, those in bold.
        filepath: of the page.
        metadata: of the page.
    """

    chunk_id: str
    score: float
    heading: str
    breadcrumb: str
    snippet: str
    filepath: str
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class Hint:
    """What to try where nothing was found: a sentence, and per filter the values that the query does find."""

    message: str
    suggested_filters: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CorpusHits:
    """Some results of a search, best first; how to go on, "" at the end; what to try where there are none."""

    hits: tuple[CorpusHit, ...]
    next_cursor: str
    hint: Hint | None = None


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A chunk of a page.

    Attributes:
        chunk_id: its id.
        position: 1-based, within the page.
        offset: from the chunk that was asked for, 0 for that one itself.
        text: Markdown.
    """

    chunk_id: str
    position: int
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A chunk with those around it, in page order, and how many the page has."""

    chunks: tuple[Neighbour, ...]
    total: int


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did.

    Attributes:
        files: how many pages the corpus has now; `chunks` how many pieces of them.
        chunks: see there.
        indexed: how many pages were read anew, since they or their manifest changed.
        removed: how many are gone.
        prompts: how many the corpus has.
        warnings: what is odd but does no harm.
        changed: whether anything was written.
    """

    files: int
    chunks: int
    indexed: int
    removed: int
    prompts: int
    warnings: tuple[Problem, ...] = field(default=())
    changed: bool = True
