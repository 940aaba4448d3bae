"""The output for a terminal alone: colours, a width, and a spinner that names the current work."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import TextIO

from pro_context_engine import listen_to_progress

CLEAR_LINE = "\r\x1b[K"
FRAMES = "|/-\\"
FRAME_SECONDS = 0.12
NARROWEST, WIDEST = 40, 100
"""Bounds of the columns in which text is set, for a terminal of any width."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_AS_IT_IS = re.compile(r" {4}|\t|\||https?://\S+$|.*\S {2,}\S")
"""Code without a fence, tables, addresses, and columns that someone aligned."""

_INDENT = re.compile(r"\s*(?:[-*+]|\d+[.)])?\s*")


@dataclass(frozen=True, slots=True)
class Look:
    """The form of texts for one stream.

    Attributes:
        colored: whether texts have colours.
        width: columns in which prose is set, 0 to leave lines as they are.
    """

    colored: bool = False
    width: int = 0

    def strong(self, text: str) -> str:
        """Return a text that stands out."""
        return self._in("1", text)

    def quiet(self, text: str) -> str:
        """Return a text that stands back."""
        return self._in("2", text)

    def code(self, text: str) -> str:
        """Return a line of code."""
        return self._in("36", text)

    def state(self, text: str, state: str) -> str:
        """Return a text in the colour of a state: `ok`, `warn` or `fail`."""
        return self._in({"ok": "32", "warn": "33", "fail": "31"}[state], text)

    def markdown(self, lines: Sequence[str]) -> list[str]:
        """Return the lines of a Markdown text: prose in the width, headings and code in colours."""
        if self == PLAIN:
            return list(lines)
        shown, fence = list[str](), ""
        for line in lines:
            mark = _FENCE.match(line)
            if mark and (not fence or mark[1].startswith(fence)):
                fence = "" if fence else mark[1]
                shown.append(self.quiet(line))
            elif fence:
                shown.append(self.code(line))
            elif line.startswith("#") or re.match(r"\[\d+\]", line):
                shown.append(self.strong(line))
            else:
                shown += self._wrapped(line)
        return shown

    def _wrapped(self, line: str) -> list[str]:
        if len(line) <= self.width or _AS_IT_IS.match(line):
            return [line]
        indent = _INDENT.match(line)
        margin = " " * len(indent[0] if indent else "")
        return textwrap.wrap(
            line, self.width, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
        ) or [line]

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colored and text else text


PLAIN = Look()
"""The look of a pipe or a file."""


def look_of(stream: TextIO) -> Look:
    """Return the look of a stream: colours unless NO_COLOR or `TERM=dumb` is set, and none of it in a pipe."""
    if not stream.isatty():
        return PLAIN
    columns = shutil.get_terminal_size().columns
    return Look(_has_colors(), min(max(columns, NARROWEST), WIDEST))


def _has_colors() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return os.name != "nt" or any(os.environ.get(name) for name in ("WT_SESSION", "ANSICON", "TERM"))


@contextmanager
def spinner(subject: str) -> Iterator[None]:
    """Show the work on stderr while the block runs, if stderr is a terminal.

    Args:
        subject: the work in words; the engine's reports of progress are added.
    """
    if not sys.stderr.isatty():
        yield
        return
    stream, begun, ended, doing = sys.stderr, time.monotonic(), threading.Event(), ""
    width = shutil.get_terminal_size().columns - 1

    def report(done: int, total: int, what: str) -> None:
        nonlocal doing
        doing = f": {what} {done}/{total}" if total > 1 else f": {what}"

    def draw() -> None:
        for frame in cycle(FRAMES):
            if ended.wait(FRAME_SECONDS):
                return
            seconds = int(time.monotonic() - begun)
            text = f"{frame} {subject}{doing}{f' ({seconds} s)' if seconds else ''}"
            stream.write(CLEAR_LINE + text[:width])
            stream.flush()

    # A thread draws, so that the line moves while the loop is busy; an interrupt ends the process even while it writes.
    thread = threading.Thread(target=draw, name="pro-context-spinner", daemon=True)
    thread.start()
    try:
        with listen_to_progress(report):
            yield
    finally:
        ended.set()
        thread.join()
        stream.write(CLEAR_LINE)
        stream.flush()
