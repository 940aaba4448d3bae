"""The rules for texts that agents read: first sentences stand alone, and named tools exist."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Set

from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecProblem

MAX_SENTENCE = 240
_SENTENCE = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)[.!?](?:\s+|$)")
_BACKWARDS = {"it", "its", "this", "that", "these", "those", "they", "and", "or", "but", "also", "then", "same", "see"}
_HYPHENATED = re.compile(r"(?<![\w/.-])[a-z]+(?:-[a-z]+)+(?![\w/-])")
_SIMILAR = 0.85


def problems(contract: ContractSpec, tool_names: Set[str]) -> Iterator[SpecProblem]:
    """Yield the problems of a contract's texts.

    Args:
        contract: the contract with the texts.
        tool_names: the names of the tools of every contract.
    """
    own = {tool.name for tool in contract.tools}
    known = {element.name for element in contract.elements}
    for file, key, text in _texts(contract):
        if key == "description":
            yield from _first_sentence(file, key, text)
        for word in dict.fromkeys(_HYPHENATED.findall(text)):
            if word in known:
                continue
            if word in tool_names:
                yield SpecProblem(file, key, f"this contract has no tool {word}")
            elif close := difflib.get_close_matches(word, sorted(own), n=1, cutoff=_SIMILAR):
                yield SpecProblem(file, key, f"there is no {word} (did you mean {close[0]}?)")


def _texts(contract: ContractSpec) -> Iterator[tuple[str, str, str]]:
    yield f"{contract.folder}/contract.yaml", "instructions", contract.instructions
    for element in contract.elements:
        yield element.file, "description", element.description
    for prompt in contract.prompts:
        for index, message in enumerate(prompt.messages):
            yield prompt.file, f"result.messages[{index}].text", message.text
    for error in contract.errors:
        path = f"errors.{error.code}"
        for key, text in {"message": error.message, "suggestion": error.suggestion}.items():
            yield f"{contract.folder}/errors.yaml", f"{path}.{key}", text
        for key, name, text in error.alternatives:
            yield f"{contract.folder}/errors.yaml", f"{path}.{key}.{name}", text


def _first_sentence(file: str, key: str, text: str) -> Iterator[SpecProblem]:
    """Yield the problems of the first sentence, which clients show alone."""
    sentence = _SENTENCE.split(text.strip(), maxsplit=1)[0]
    words = sentence.split()
    if len(words) < 3 or not sentence[0].isupper() or words[0].lower() in _BACKWARDS:
        yield SpecProblem(
            file, key, "its first sentence must stand alone: a capital letter, what it does, three words or more"
        )
    elif len(sentence) > MAX_SENTENCE:
        yield SpecProblem(file, key, f"its first sentence is longer than {MAX_SENTENCE} characters")
