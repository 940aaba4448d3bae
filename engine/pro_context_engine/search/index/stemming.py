"""English suffix stripping after M. F. Porter, "An algorithm for suffix stripping" (1980).

Terms are stemmed here and not in the database, so that every store ranks alike and a second program can check it.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[a-z]{3,40}")

_STEP_2 = {
    "ational": "ate", "ization": "ize", "iveness": "ive", "fulness": "ful", "ousness": "ous", "tional": "tion",
    "biliti": "ble", "entli": "ent", "ousli": "ous", "ation": "ate", "alism": "al", "aliti": "al", "iviti": "ive",
    "enci": "ence", "anci": "ance", "izer": "ize", "abli": "able", "alli": "al", "ator": "ate", "logi": "log",
    "eli": "e",
}  # fmt: skip
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ness": "", "ful": ""}
_STEP_4 = {
    "ement": "", "ance": "", "ence": "", "able": "", "ible": "", "ment": "", "ant": "", "ent": "",
    "ion": "", "ism": "", "ate": "", "iti": "", "ous": "", "ive": "", "ize": "", "al": "", "er": "", "ic": "", "ou": "",
}  # fmt: skip
# The suffixes of each step, their replacements, and the least measure of the remaining stem.
_STEPS = tuple((tuple(step), step, least) for step, least in ((_STEP_2, 1), (_STEP_3, 1), (_STEP_4, 2)))
# The endings of stems, and how many of these letters a word may lack: `capabl` of `capability`, `happi` of `happy`.
_CHANGED_ENDINGS = {"ble": 2, "bl": 1, "e": 1, "i": 1}
# Longest first, as the algorithm wants the longest match.
_SIZES = range(max(map(len, _STEP_2)), 1, -1)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem of a lower-case English word, or any other text unchanged."""
    if not _WORD.fullmatch(word):
        return word
    word = _without_past(_without_plural(word))
    if word.endswith("y") and "v" in _form(word[:-1]):
        word = word[:-1] + "i"
    for endings, suffixes, least in _STEPS:
        if word.endswith(endings):  # false of most words
            word = _replace_suffix(word, suffixes, least)
    return _without_last_letter(word)


def start_of(term: str) -> str:
    """Return the common beginning of all lower-case words with this stem: the stem without letters added to it."""
    ending = next((ending for ending in _CHANGED_ENDINGS if term.endswith(ending)), "")
    return term[: len(term) - _CHANGED_ENDINGS.get(ending, 0)]


def _form(word: str) -> str:
    """Return the word as a string of c (consonant) and v (vowel); y after a consonant is a vowel."""
    form = ""
    for letter in word:
        form += "v" if letter in "aeiou" or (letter == "y" and form.endswith("c")) else "c"
    return form


def _measure(word: str) -> int:
    """Return how many times a vowel is followed by a consonant (Porter's m)."""
    return _form(word).count("vc")


def _ends_short(word: str) -> bool:
    """Tell whether the word ends consonant, vowel, consonant, the last not w, x or y (Porter's *o)."""
    return _form(word).endswith("cvc") and word[-1] not in "wxy"


def _without_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    ending = 2 if word.endswith("ed") else 3 if word.endswith("ing") else 0
    if not ending or "v" not in _form(word[:-ending]):
        return word
    word = word[:-ending]
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if word[-1:] == word[-2:-1] and word[-1] not in "aeioulsz":
        return word[:-1]
    return word + "e" if _measure(word) == 1 and _ends_short(word) else word


def _replace_suffix(word: str, suffixes: dict[str, str], least: int) -> str:
    """Replace the longest suffix that matches, if the rest has at least this measure."""
    suffix = next((word[-size:] for size in _SIZES if word[-size:] in suffixes), "")
    rest = word.removesuffix(suffix)
    if not suffix or (suffix == "ion" and not rest.endswith(("s", "t"))):
        return word
    return rest + suffixes[suffix] if _measure(rest) >= least else word


def _without_last_letter(word: str) -> str:
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _ends_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
