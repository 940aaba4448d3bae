"""The names of an API in a question: `select`, `Session.execute`, `pl.col`, `CORSMiddleware`, `F` and `Q`."""

from __future__ import annotations

import re
from collections.abc import Collection

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.index.machine_words import without_machine_words
from pro_context_engine.search.index.stemming import stem
from pro_context_engine.search.index.stop_words import STOP_WORDS

MOST_ASKED = 8
"""The maximum number of names of a question that are looked up."""

# JavaScript has `$` in names.
_PART = r"(?:[^\W\d]|\${1,3}[^\W\d])[\w$]{0,99}"
_ENTRY = r"(?:/[\w-]{1,100})"
_NAME = re.compile(rf"(?<![\w./@$-])({_PART}(?:\.{_PART}){{0,9}})(\()?(?![\w/@]|\.\w)")
_WORD = re.compile(r"[\w.$]+")
# `max_retries`, `useQuery`, `HTTPAdapter`, `BaseModel`: no word of a language is written so.
# `camelCase`, `SCREAMING_SNAKE_CASE`: styles of names, and no names.
_STYLE = re.compile(
    r"(?:(?:upper|lower|screaming|camel|pascal|snake|kebab|train|title|flat|dot|constant|macro)_?)+case", re.IGNORECASE
)
_CODE = re.compile(r"\w_\w|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Z]\w*\d|^__\w+__$")

# What stands around a name of which an error says that it is missing. In any other error most names are those of the
# asker's program and data: `relation "order_items" does not exist`.
_ERROR = re.compile(r"[A-Z]\w{0,80}(?:Error|Exception|Warning)\b[ \t]{0,9}:[ \t]{0,9}\S")
_ERROR_TYPE = re.compile(r"(?:Error|Exception|Warning)$")
_CALLED_MISSING = re.compile(
    r"\b(?:attribute|argument|export|function|import|member|method|module|name|named|option|property)\s{0,9}[\"'`]?$",
    re.IGNORECASE,
)
_IS_MISSING = re.compile(
    r"[\"'`]?(?:\(\))?\s{0,9}(?:is not (?:a |callable|defined|exported)|does not exist on|object has no|has no)"
)


@value_class
class AskedSymbol:
    """A name in a question.

    Attributes:
        name: as it is written, without brackets, and without a package that it stands behind.
        alone: whether the question is about nothing else.
        is_code: whether its form is that of code; other words may only be meant as names.
        module: the package or the entry of a package that it stands behind, "" for none (`react-dom/client` of
            `react-dom/client.createRoot`).
        is_marked: whether it is written as code for certain: `GraphQL` has the form of a name, and may be none.
        may_be_own: whether it may be a name of the asker's program or data: it stands in an error that does not say
            that it is missing.
    """

    name: str
    alone: bool
    is_code: bool
    module: str = ""
    is_marked: bool = True
    may_be_own: bool = False


def asked_symbols(text: str, known: Collection[str] = (), packages: Collection[str] = ()) -> list[AskedSymbol]:
    """Return the names in a question that may be those of symbols, in their order, at most eight.

    Args:
        text: the question.
        known: words in lower case that only name the library.
        packages: the names of the library's packages.
    """
    plain, modules = _without_packages(without_machine_words(text).strip(), packages)
    words = _WORD.findall(plain)
    telling = [word for word in words if stem(word.lower()) not in STOP_WORDS]
    # `Over` and `any_` are names too, where a question has no other words.
    meant = [word for word in telling if word.lower() not in known] or telling or words
    is_error = _ERROR.search(text) is not None
    found: dict[str, AskedSymbol] = {}
    for match in _NAME.finditer(plain):
        name, called = match[1], match[2] is not None
        parts = name.replace("$", "_").split(".")
        if name not in found and name in meant and all(part.isidentifier() for part in parts):
            alone = len(meant) == 1
            quoted = plain[: match.start()].endswith("`")
            module = modules.get(name, "")
            is_style = not alone and _STYLE.fullmatch(name) is not None
            marked = called or "." in name or bool(module) or (not is_style and (quoted or "_" in name))
            is_code = marked or (not is_style and _CODE.search(name) is not None)
            if alone or is_code or is_style or (name[0].isupper() and match.start() > 0):
                own = is_error and not alone and not _is_missing(plain, match)
                found[name] = AskedSymbol(name, alone, is_code, module, marked, own)
    return list(found.values())[:MOST_ASKED]


def _is_missing(text: str, name: re.Match[str]) -> bool:
    """Tell whether a name is the type of an error, or the name that the error reports as missing."""
    before, after = text[max(0, name.start() - 40) : name.start()], text[name.end(1) : name.end(1) + 40]
    called = _CALLED_MISSING.search(before) is not None
    return called or _ERROR_TYPE.search(name[1]) is not None or _IS_MISSING.match(after) is not None


def _without_packages(text: str, packages: Collection[str]) -> tuple[str, dict[str, str]]:
    """Return a text without the packages before names, and each of these names with its package or entry.

    A package whose name is a name of code is left out with an entry only: `d3-timer.now`, `ui/forms.Field`.
    """
    there = [package for package in packages if package in text]
    if not there:
        return text, {}
    # The longest first: a package may have the beginning of another one's name.
    there.sort(key=len, reverse=True)
    written = "|".join(f"{re.escape(one)}{_ENTRY}{{{int(one.isidentifier())},5}}" for one in there)
    pattern = re.compile(rf"(?<![\w./@$-])({written})[.#]({_PART}(?:\.{_PART}){{0,9}})")
    return pattern.sub(r"\2", text), {match[2]: match[1] for match in pattern.finditer(text)}
