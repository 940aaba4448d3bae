"""The fields of a class whose values are texts for people, such as `help = "Seconds until …"`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from inspect import cleandoc

import griffe

from pro_context_engine.sources.packages.python.completion.constant_texts import literal

# A shorter value stands in the declaration of its class.
LEAST_CHARACTERS = 100

_LONGEST = 10_000
_LEAST_WORDS = 8
_WORDS = re.compile(r"[A-Za-z][a-z]+(?=[\s,.;:)])")
# A text for people has more letters and spaces, a pattern or a template more signs; and a query has no sentence.
_LEAST_SHARE = 0.8
_SENTENCE = re.compile(r"\A\s*[A-Z][^{]*?[a-z)`'\"][.!](?:\s|\Z)")


def text_fields(fields: Iterable[griffe.Attribute]) -> Mapping[str, str]:
    """Return the texts of the fields that have one too long for a declaration, by the field's name."""
    found = {}
    for field in fields:
        value = str(field.value) if isinstance(field.value, str) else ""
        if LEAST_CHARACTERS < len(value) <= _LONGEST and (text := literal(value)) and _is_for_people(text):
            found[field.name] = cleandoc(text)
    return found


def _is_for_people(text: str) -> bool:
    plain = sum(one.isalpha() or one.isspace() for one in text)
    has_words = plain >= _LEAST_SHARE * len(text) and len(_WORDS.findall(text)) >= _LEAST_WORDS
    return has_words and _SENTENCE.match(text) is not None
