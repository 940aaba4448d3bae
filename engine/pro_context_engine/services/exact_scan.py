"""The reading of texts in an exact search, within bounds on time, text and matches (decision 80)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.domain.exact_query import SearchPart
from pro_context_engine.domain.model import Page
from pro_context_engine.domain.package_files import SourceFiles
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.domain.results import Unsearched
from pro_context_engine.domain.storage import PageStore
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.exact.line_matching import LineMatcher
from pro_context_engine.search.exact.numbered_lines import MatchedText, matched_text
from pro_context_engine.services.search_coverage import is_in_part

MOST_SECONDS = 2.0
"""The time for which texts are read and searched."""

MOST_CHARACTERS = 60_000_000
"""The texts of one search."""

MOST_LINES = 1_000
"""The matching lines of one search."""

_PAGES_AT_ONCE = 32
_FILES_AT_ONCE = 64


@value_class
class Place:
    """A page with its matching lines; a file is a page without headings. The text of the page is left out."""

    library_id: str
    version: str
    page: Page
    text: MatchedText


@dataclass(slots=True)
class ExactScan:
    """One search of texts.

    Attributes:
        matcher: finds the matching lines.
        work: runs what blocks.
        deadline: when it ends, by `time.monotonic`.
        places: the texts with matches, in the order in which they were searched.
        lines: number of matching lines.
        characters: of the searched texts.
        stopped: the bound that ended the search, in a phrase of our own; "" for none.
        gaps: the libraries of which only a part was searched.
    """

    matcher: LineMatcher
    work: BlockingCalls
    deadline: float
    places: list[Place] = field(default_factory=list)
    lines: int = 0
    characters: int = 0
    stopped: str = ""
    gaps: list[Unsearched] = field(default_factory=list)

    async def files(self, key: tuple[str, str], files: SourceFiles) -> None:
        """Search the files of a package.

        Args:
            key: the library and its version.
            files: the files.
        """
        paths = await self.work.call(files.paths)
        done = 0

        def search_some() -> None:
            nonlocal done
            for path in paths[done : done + _FILES_AT_ONCE]:
                if self._is_over():
                    return
                content = files.content(path)
                self.characters += len(content)
                if self.matcher.may_match(content):
                    page = Page(files.url(path), path, files.text(path))
                    self._take(key, page, is_source=True, is_test=files.is_test(path))
                done += 1

        while done < len(paths) and not self._is_over():
            await self.work.call(search_some)
        if done < len(paths):
            self._note_rest(key, done, len(paths), "files")

    async def pages(self, key: tuple[str, str], store: PageStore, part: SearchPart | None) -> None:
        """Search the stored pages of a snapshot.

        Args:
            key: of the snapshot.
            store: the stored pages.
            part: of the documentation, None for all pages.
        """
        done, address = 0, ""

        def search_some(pages: Sequence[Page]) -> Callable[[], None]:
            def search() -> None:
                nonlocal done
                for page in pages:
                    if self._is_over():
                        return
                    if is_in_part(page.section, part):
                        self.characters += len(page.markdown)
                        self._take(key, page)
                    done += 1

            return search

        while not self._is_over() and (batch := await store.pages_after(*key, address, _PAGES_AT_ONCE)):
            await self.work.call(search_some(batch))
            address = address_of(batch[-1].url)
        if self.stopped:
            self._note_rest(key, done, len(await store.pages(*key)), "pages")

    def _is_over(self) -> bool:
        """Tell whether a bound is reached."""
        if self.lines >= MOST_LINES:
            self.stopped = f"{MOST_LINES} matching lines were found; a longer query finds fewer"
        elif self.characters >= MOST_CHARACTERS:
            self.stopped = f"{MOST_CHARACTERS // 1_000_000} MB of text were searched"
        elif time.monotonic() >= self.deadline:
            self.stopped = "the time for one search was over"
        return bool(self.stopped)

    def _take(self, key: tuple[str, str], page: Page, *, is_source: bool = False, is_test: bool = False) -> None:
        """Search one text; only the lines around the matches are kept."""
        matches = []
        for match in self.matcher.matches(page.markdown, self._is_over):
            matches.append(match)
            self.lines += 1
            if self._is_over():
                break
        if matches:
            found = matched_text(page.markdown, matches, is_source=is_source, is_test=is_test)
            self.places.append(Place(*key, replace(page, markdown=""), found))

    def _note_rest(self, key: tuple[str, str], done: int, total: int, what: str) -> None:
        self.gaps.append(Unsearched(key[0], reason=f"{done} of {total} {what} searched, then {self.stopped}"))
