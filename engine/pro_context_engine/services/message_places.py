"""The place in a package's code that makes the error message of a question, as a passage of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from time import thread_time

from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.domain.declared_files import DECLARATION_SUFFIXES
from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.interfaces import PackagedSource
from pro_context_engine.domain.model import Passage
from pro_context_engine.domain.package_files import SourceFiles
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.search.exact.error_messages import ErrorMessage, MessagePlace, error_message, message_place
from pro_context_engine.search.excerpts.token_cost import most_tokens
from pro_context_engine.search.query import Question

MOST_BYTES = 30_000_000
MOST_SECONDS = 1.0
"""The bounds of one scan, of CPU time; a message that is not found within them is not shown."""

MOST_LIBRARIES = 3
"""The libraries of one question whose code is looked through."""

_CODE = {".py": "python", ".pyx": "python", ".js": "js", ".mjs": "js", ".cjs": "js", ".ts": "ts", ".mts": "ts"}


@part_class
class MessagePlaces:
    """Find where an error message comes from."""

    _work: BlockingCalls = field(init=False, default_factory=lambda: BlockingCalls("error messages"))

    async def passages(self, opened: Sequence[OpenedLibrary], asked: Question) -> list[Passage]:
        """Return the places in the code at hand that make the error message of a question; [] for other questions.

        Args:
            opened: the libraries; the code of those that are no packages is not known.
            asked: the question.
        """
        message = next(filter(None, (error_message(one.text) for one in asked.wordings)), None)
        if message is None:
            return []
        return [found for one in opened[:MOST_LIBRARIES] if (found := await self._passage(one, message)) is not None]

    async def _passage(self, opened: OpenedLibrary, message: ErrorMessage) -> Passage | None:
        source, version = opened.source, opened.snapshot.version
        if not isinstance(source, PackagedSource):
            return None
        try:
            files = await source.files_at_hand(opened.library, version)
        except DocsError:
            return None
        found = await self._work.call(lambda: _best(message, files)) if files else None
        if files is None or found is None:
            return None
        path, place = found
        title = " › ".join(filter(None, [path, place.function]))
        text = f"```{_CODE[_suffix(path)]}\n{place.excerpt.replace('```', '` ` `')}\n```"
        url = at_anchor(files.url(path), f"L{place.line}")
        return Passage(opened.library.library_id, version or None, url, title, text, most_tokens(text), 0.0)


def _best(message: ErrorMessage, files: SourceFiles) -> tuple[str, MessagePlace] | None:
    """Return the file in which most of a message stands, and the place in it.

    Of several files it is the smallest, since larger ones are built of it.
    """
    parts = [part.encode() for part in message.parts()]
    left, end = MOST_BYTES, thread_time() + MOST_SECONDS
    found: list[tuple[float, int, str, MessagePlace]] = []
    for path in files.paths():
        if _suffix(path) not in _CODE or ".min." in path or path.endswith(DECLARATION_SUFFIXES) or files.is_test(path):
            continue
        content = files.content(path)
        left -= len(content)
        if left < 0 or thread_time() > end:
            break
        if any(part in content for part in parts):
            place = message_place(message, files.text(path))
            if place is not None:
                found.append((-place.share, len(content), path, place))
    return min(found, key=lambda one: one[:2])[2:] if found else None


def _suffix(path: str) -> str:
    return path[path.rfind(".") :]
