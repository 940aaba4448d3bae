"""The part of a pasted text that a search can use: tracebacks, logs, code, issue texts (decision 72).

A question has a few words, a pasted text has thousands, most of them about the asker's machine and program. The rules
take the sentences that ask, the errors, and the names of code that lead to them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.index.machine_words import without_machine_words

MOST_CHARACTERS = 8_000
"""The characters of a pasted text that count."""

MOST_NAMES = 8
MOST_SENTENCES = 2
LONGEST_SENTENCE = 240
LONGEST_HEADING = 120
MOST_PROSE = 480
"""The characters of a text that neither asks nor has an error."""
LONGEST_LINE = 4_000
"""The characters of a line above which it is data, and neither code nor a sentence."""
DETAIL_LINES = 2
"""The lines after an error that may say more about it."""

# All linear: each repetition is bounded, or excludes its terminator.
_INVISIBLE = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")
_ERROR = re.compile(
    r"^(?:E {1,10})?(?:Uncaught )?(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,80}"
    r"(?:Error|Exception|Warning|Exit|Interrupt|Timeout|Fault|Failure|NotFound|Refused|Denied)\b"
    r"(?::[ \t]*[^\n]{0,400})?$",
    re.MULTILINE,
)
_OTHER_ERROR = re.compile(
    r"^[^\n]{0,200}?(?:\berror(?:\[\w{1,12}\]| [A-Z]{1,4}\d{1,6})?:|\bnpm (?:ERR!|error)|\bERR!"
    r"|\b(?:FATAL|CRITICAL|ERROR|PANIC|panic)\b)[ \t:\]-]{0,6}(?P<told>[^\n]{4,400})$",
    re.MULTILINE,
)
_FRAME = re.compile(
    r'^[ \t]*File "(?P<path>[^"\n]{1,1000})", line \d{1,9}(?:, in (?P<function>[\w.]{1,80}))?[^\n]*'
    r"(?:\n[ \t]+(?P<code>[^\n]{1,400}))?$",
    re.MULTILINE,
)
_PACKAGE = re.compile(r"[\\/](?:site-packages|dist-packages|node_modules)[\\/]([A-Za-z_]\w{0,80})")
_INSTALLED = re.compile(r"[\\/](?:site-packages|dist-packages|node_modules|lib[\\/]python\d[\d.]{0,6})[\\/]|^<")
_TRACE = re.compile(r"^[ \t]*(?:File \"|at |Traceback|During handling|The above exception|[~^]{2,}|\d{1,6} \| )")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[^\n]{0,40}$", re.MULTILINE)
_CODE_LINE = re.compile(
    r"^[ \t]*(?:import |from \w|def |class |async |await |return\b|const |let |var |function |export |@\w|>>> )"
    r"|[;{}()\[\]=]\s*$|^\s{4,}\S|\w\([^)]{0,200}\)\s*$|^\s{0,20}[\w.]{1,60} ?[=:] ?\S"
)
_SENTENCE = re.compile(r"(?:[^.!?\n]|[.!?](?![\s]|$)){8,400}(?:[.!?]|$)")
_ASKS = re.compile(
    r"\?$|^(?:how|why|what|which|when|where|can|could|is|are|does|do|should)\b"
    r"|\b(?:how (?:to|do|can)|is there (?:a|any)|i (?:want|need|would like|am trying|try) to|expected|instead of)\b"
    r"|\bdoes ?n[o']t work\b",
    re.IGNORECASE,
)
_CALL = re.compile(r"(?<![\w.])((?:[A-Za-z_$][\w$]{0,80}\.){0,5}[A-Za-z_$][\w$]{1,80})\(")
_IMPORTED = re.compile(r"^\s{0,20}(?:from (?P<module>[\w.]{1,120}) )?import (?P<names>[\w., *]{1,300})$", re.MULTILINE)
_QUOTED = re.compile(r"`([A-Za-z_$][\w.$]{1,120})(?:\(\))?`")
_NOT_OF_LIBRARIES = """
    if elif else while for with not and or in is return yield await async def class lambda print len range str int dict
    list tuple set super open isinstance type main function catch switch require log constructor all get items append
"""
_KEYWORDS = frozenset(_NOT_OF_LIBRARIES.split())


@value_class
class Pasted:
    """The part of a pasted text that counts for a search.

    Attributes:
        told: sentences that ask, and errors, each on one line, the most telling first.
        names: names of code in the order in which they lead to the error, or stand in the code.
    """

    told: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return everything that counts, on one line."""
        told = " ".join(self.told)
        return " ".join(filter(None, [told, *(name for name in self.names if name not in told)]))


def pasted(text: str) -> Pasted:
    """Return the part of a text that counts, "" and no names where it has neither letters nor digits.

    Args:
        text: a traceback, a log, code or an issue, or a mixture; see `shortened` for longer ones.
    """
    text = _INVISIBLE.sub("", shortened(text)).replace("\r\n", "\n")
    text = "\n".join(line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] for line in text.split("\n"))
    errors = list(_errors(text))
    prose = list(_prose(text))
    asking = [one for one in prose if _ASKS.search(one)]
    told = [*asking[:MOST_SENTENCES], *errors[:MOST_SENTENCES]]
    if not told:
        # A line on its own is a heading, or what is asked for; then as much of the rest as a topic holds.
        alone = [one for one in prose if f"\n{one}\n" in f"\n{text}\n" and len(one) <= LONGEST_HEADING]
        told = list(_fitting(dict.fromkeys([*alone, *prose])))
    first = text.strip().partition("\n")[0]
    if prose and prose[0] in first and prose[0] not in told and len(told) <= MOST_SENTENCES:
        told.insert(0, prose[0])  # the title of an issue
    return Pasted(tuple(dict.fromkeys(told)), tuple(_names(text))[:MOST_NAMES])


def _fitting(sentences: Iterable[str]) -> Iterator[str]:
    room = MOST_PROSE
    for sentence in sentences:
        room -= len(sentence) + 1
        if room < 0:
            return
        yield sentence


def shortened(text: str) -> str:
    """Return a text of at most 8,000 characters: the beginning, which asks, and the end, which has the error."""
    if len(text) <= MOST_CHARACTERS:
        return text
    half = MOST_CHARACTERS // 2
    return f"{text[: half - 1]}\n{text[-half:]}"


def _errors(text: str) -> Iterator[str]:
    """Yield the errors, the one that a traceback ends with first, each with the lines that say more about it."""
    found = [
        _line(f"{match[0].removeprefix('E ').strip()} {_details(text, match.end())}") for match in _ERROR.finditer(text)
    ]
    yield from reversed(found)
    if not found:
        yield from (_line(match["told"]) for match in _OTHER_ERROR.finditer(text))


def _details(text: str, end: int) -> str:
    """Return the lines directly after an error: a validator names the field and its rule there."""
    lines = []
    for line in text[end : end + 3 * LONGEST_SENTENCE].split("\n")[1 : 1 + DETAIL_LINES]:
        if not line.strip() or _TRACE.match(line) or _FENCE.match(line) or _is_log(line):
            break
        lines.append(line.strip())
    return " ".join(lines)


def _prose(text: str) -> Iterator[str]:
    """Yield the sentences outside of code, tracebacks and logs, each without marks of Markdown."""
    fenced = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and line.strip() and not (_TRACE.match(line) or _CODE_LINE.search(line) or _is_log(line)):
            for match in _SENTENCE.finditer(line.strip().lstrip("#>*- ")):
                if any(map(str.isalpha, match[0])):
                    yield _line(match[0])


def _is_log(line: str) -> bool:
    return bool(_ERROR.search(line) or _OTHER_ERROR.search(line) or re.match(r"\s{0,20}[\[(]?\d{2,4}[-:/.]\d\d", line))


def _names(text: str) -> list[str]:
    """Return the names: of the last line of the asker's own code in a traceback, in backquotes, imported, called."""
    frames = list(_FRAME.finditer(text))
    own = [match["code"] for match in frames if match["code"] and not _INSTALLED.search(match["path"])]
    entries = [match["function"] or "" for match in frames if _INSTALLED.search(match["path"])]
    code = "\n".join(line for line in text.split("\n") if not _TRACE.match(line))
    imported = list(_imported(code))
    found = [
        *_called(own[-1:]),
        *(match[1] for match in _QUOTED.finditer(text) if not match[1].islower() or "_" in match[1] or "." in match[1]),
        *([] if own else [name for name in entries if name and not name.startswith("_")][:1]),
        *([] if frames else [name for name, is_module in imported if not is_module]),
        *([] if frames else _called(code.split("\n"))),
    ]
    roots = {name for name, _ in imported} | {match[1] for match in _PACKAGE.finditer(text)}
    named = dict.fromkeys(_public(name, roots) for name in found)
    return [name for name in named if name.lower() not in _KEYWORDS]


def _public(name: str, roots: Collection[str]) -> str:
    """Return a name, without the asker's own variable before it: `session.get` is `get`, unless it is imported."""
    root, _, rest = name.partition(".")
    return name if not rest or root in roots or root[0].isupper() else rest.rpartition(".")[2]


def _called(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield from (match[1].removeprefix("self.") for match in _CALL.finditer(line))


def _imported(code: str) -> Iterator[tuple[str, bool]]:
    """Yield the imported names, each with whether it is a module's, under the name that the code uses."""
    for match in _IMPORTED.finditer(code):
        for name in match["names"].split(","):
            words = name.split()
            if words and words[-1].split(".")[0].isidentifier():
                yield words[-1].split(".")[0], match["module"] is None


def _line(text: str) -> str:
    """Return a sentence on one line, without words of the asker's machine, cut at a word."""
    line = " ".join(without_machine_words(text).split())
    return (
        line if len(line) <= LONGEST_SENTENCE else line[:LONGEST_SENTENCE].rpartition(" ")[0] or line[:LONGEST_SENTENCE]
    )
