"""The markup within a line of reStructuredText, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ESCAPE = "\\"
_MARK = re.compile(r"[`_|\\]")
_LITERAL_ANYWHERE = re.compile(r"``([^`\n]+)``(?:\\(?=\w))?")
_LITERAL = re.compile(r"(?<!`)``([^`\n]+)``(?!`)")
# A backslash keeps a role from the letters of the word that it begins.
_ROLE = re.compile(r"(?<![\w`]):([a-zA-Z][\w+:.-]{0,30}):`([^`\n]+)`(?:\\(?=\w))?")
_LINK = re.compile(r"(?<!`)`([^`<\n]*(?:<[^<>`\n]{0,200}>[^`<\n]*){0,3})<([^<>`\n]+)>`__?")
_NAMED_LINK = re.compile(r"(?<!`)`([^`\n]+)`__?(?!\w)|(?<![\w`/.:])([A-Za-z][\w.-]{0,80})_(?![\w`])")
_FOOTNOTE_MARK = re.compile(r"\[(\d{1,4}|[#*]|#?[A-Za-z][\w-]{0,60})\]_(?![\w_])")
# The fields of an object's description; parameters and their like need no word besides their name.
_FIELD_LABELS = {
    **dict.fromkeys(("param", "parameter", "arg", "argument", "key", "keyword", "ivar", "cvar", "var"), ""),
    **dict.fromkeys(("type", "vartype"), "Type of"),
    **dict.fromkeys(("raise", "raises", "except", "exception"), "Raises"),
    **dict.fromkeys(("return", "returns"), "Returns"),
    **dict.fromkeys(("yield", "yields"), "Yields"),
    "rtype": "Return type",
}
# These roles show words, not code.
_WORDS = frozenset({"abbr", "guilabel", "menuselection", "term", "sub", "sup", "strong", "emphasis", "dfn", "title"})
# The roles that name an object of Python; Sphinx looks for a name with a leading point in every module.
_OBJECT_ROLES = frozenset(
    {"class", "meth", "func", "attr", "exc", "obj", "mod", "data", "const", "any", "type", "paramref", "property"}
)
# A module's alias that only the writers of a documentation use (`_orm.Session`).
_PRIVATE_ALIAS = re.compile(r"^_[a-z]\w*\.(?=[A-Za-z])")
# The title of a section is unknown where its label is used; Sphinx-Gallery makes labels of the paths of its examples.
_LABEL_ROLES = frozenset({"ref", "numref"})
# Pictures and colours of words (sphinx-design).
_ICON = re.compile(r"octicon|fa[bsrl]?|material-[a-z]{3,10}")
_BADGE = re.compile(r"bdg(?:-[a-z]{2,10}){0,3}|sub-ref")
_GALLERY = re.compile(r"^sphx_glr_(?:auto_)?|\.py$")
_NOT_IN_WORDS = re.compile(r"[_.-]+")
# The default role, `like this`: only names that show their intent, since `.bashrc` is a file.
_REFERENCE = re.compile(
    r"(?<![`\w])`(~[.\w]*\w\.\w+|~\.?[A-Za-z]\w*|\.(?=[\w.]*(?:[A-Z]|_|\(\)))\w[\w.]*|_[a-z]\w*\.[A-Za-z][\w.]*)(\(\))?`(?!`)"
)
# The default role with a title; the target is dotted, since `pip install <name>` is a command.
_TITLED_REFERENCE = re.compile(r"(?<![`\w])`([^`<>\n]{1,100}?) <~?[A-Za-z]\w*(?:\.\w+){1,10}>`(?![`_])")
_SUFFIX = re.compile(r"(?<=`)\\(?=\w)")
_SUBSTITUTION = re.compile(r"(?<!\|)\|([^|\s][^|\n]{0,80})\|(?!\|)(?:__?)?")


class InlineMarkup:
    """Literals, roles, links and substitutions of one document."""

    def __init__(self, targets: Mapping[str, str], substitutions: Mapping[str, str]) -> None:
        """Take the document's link targets by lower-case name, and the texts of its substitutions by name."""
        self._targets = targets
        self._substitutions = substitutions

    def convert(self, line: str) -> str:
        """Return one line as Markdown; the inside of a literal stays as it is."""
        if not _MARK.search(line):
            return line
        pieces = _LITERAL_ANYWHERE.split(line)
        for number, piece in enumerate(pieces):
            pieces[number] = f"`{piece}`" if number % 2 else self._references(piece)
        return "".join(pieces)

    def _references(self, text: str) -> str:
        # An escaped space only keeps markup apart from the word it touches.
        text = _ROLE.sub(lambda found: _role(found[1], found[2]), text.replace("\\ ", ""))
        text = _LINK.sub(lambda found: f"[{found[1].strip() or found[2]}]({self._address(found[2])})", text)
        text = _SUBSTITUTION.sub(lambda found: self._substitutions.get(found[1], found[1]), text)
        text = plain_references(_SUFFIX.sub("", _FOOTNOTE_MARK.sub(r"[\1]", text)))
        return _NAMED_LINK.sub(self._named_link, text)

    def _address(self, target: str) -> str:
        return self._targets.get(target.removesuffix("_").lower(), target) if target.endswith("_") else target

    def _named_link(self, found: re.Match[str]) -> str:
        name = found[1] or found[2]
        target = self._targets.get(name.lower())
        if target:
            return f"[{name}]({target})"
        return name if found[1] else found[0]


def field_label(field: str) -> str:
    """Return the label of a field: `param int count` is `` `count` (`int`) ``, any other field is bold."""
    kind, _, argument = field.partition(" ")
    known = _FIELD_LABELS.get(kind)
    if known is None:
        return f"**{field}**"
    typed, _, name = argument.strip().rpartition(" ")
    code = f"`{name}`" + (f" (`{typed}`)" if typed else "") if name else ""
    return " ".join(filter(None, (f"**{known}**" if known else "", code))) or f"**{field}**"


def plain_roles(line: str) -> str:
    """Return a line with its roles replaced by the text they show, and nothing else changed."""
    return _ROLE.sub(lambda found: _role(found[1], found[2]), line)


def plain_references(line: str) -> str:
    """Return a line with the names in single backticks as readers know them: `` `~pond.Frog` `` is `` `Frog` ``."""
    if ">`" in line:
        line = _TITLED_REFERENCE.sub(_title_alone, line)
    if "`." not in line and "`~" not in line and "`_" not in line:
        return line
    return _REFERENCE.sub(lambda found: f"`{shown_name(found[1])}{found[2] or ''}`", line)


def _title_alone(found: re.Match[str]) -> str:
    """Return the title of a reference: a name as code, words as they are."""
    return found[1] if " " in found[1] else f"`{found[1]}`"


def plain_code(line: str) -> str:
    """Return a line with names as readers know them, and each literal (two backticks) between single backticks."""
    return _LITERAL.sub(r"`\1`", plain_references(line)) if "`" in line else line


def shown_name(target: str) -> str:
    """Return the name that a reference to an object of Python shows.

    After `~` it is only the last part; a leading point, and the private alias of a module, are left out.
    """
    if target.startswith("~"):
        return target.rpartition(".")[2].lstrip("~")
    return _PRIVATE_ALIAS.sub("", target.lstrip("!.")) if target[:1] in "!._" else target


def _role(role: str, content: str) -> str:
    """Return the text of a role: its title, else its target as code (after `~` only the last part)."""
    role = role.rpartition(":")[2]
    if role == "math":
        return f"${content}$"
    if _ICON.fullmatch(role):
        return ""
    title, _, target = content.partition(" <")
    if target:
        return title if " " in title or role in _WORDS else f"`{title}`"
    if role in _WORDS or _BADGE.fullmatch(role):
        return content
    if role in ("pep", "rfc"):
        return f"{role.upper()} {content}"
    if role in _LABEL_ROLES:
        return _NOT_IN_WORDS.sub(" ", _GALLERY.sub("", content)).strip()
    if role in _OBJECT_ROLES or content.startswith("~"):
        # A backslash keeps an underscore at the end of a name from being a link.
        return f"`{shown_name(content).replace(_ESCAPE, '')}`"
    return f"`{content.lstrip('!')}`"
