"""The comments above a line of a JavaScript module: a documentation comment, or several of one line each."""

from __future__ import annotations

from pro_context_engine.sources.packages.npm.code.doc_tags import remarks_as_comment


class SourceComments:
    """The comments right above the line that is read.

    Attributes:
        doc: the documentation comment, "" for none.
        doc_line: the number of its first line.
    """

    def __init__(self) -> None:
        self.doc, self.doc_line = "", 0
        self._remarks: list[str] = []
        self._last_line = 0

    def remark(self, text: str, line: int) -> None:
        """Keep a comment of one line with those right above it; without a text, forget those further above."""
        if line != self._last_line + 1:
            self._remarks.clear()
        if text:
            self._remarks.append(text)
            self._last_line = line

    def forget_remarks(self) -> None:
        """Forget the comments of one line each."""
        self._remarks.clear()

    def has_remarks(self) -> bool:
        """Tell whether comments of one line each stand above the line."""
        return bool(self._remarks)

    def remarks(self) -> str:
        """Return the comments of one line each as one documentation comment, "" if they say nothing."""
        return remarks_as_comment(self._remarks)

    def first_line(self, line: int) -> int:
        """Return the number of the line at which the comments above a line begin."""
        return self.doc_line if self.doc else line - len(self._remarks)
