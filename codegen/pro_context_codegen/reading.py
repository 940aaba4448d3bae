"""Contract folders to plain values, with everything that makes a contract unusable reported at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pro_context_codegen import references, yaml_documents
from pro_context_codegen.dialect import Dialect
from pro_context_codegen.problems import Problem, SpecError
from pro_context_codegen.spec import (
    Argument,
    ContractSpec,
    Deprecation,
    Detail,
    ErrorCode,
    Prompt,
    Resource,
    Tool,
)

_FOLDERS = {"tools": "tool", "resources": "resource", "prompts": "prompt"}
_FILES = ("contract", "types", "errors")
_LINES = "lines of the file"


def read_contracts(spec: Path) -> list[ContractSpec]:
    """Return every contract of a spec folder, by name.

    Args:
        spec: the folder that holds `contracts/`.

    Raises:
        SpecError: with everything that is wrong in any of them.
    """
    folders = sorted(path for path in (spec / "contracts").glob("*") if path.is_dir())
    if not folders:
        raise SpecError([Problem(str(spec), "", "holds no contracts/NAME folder")])
    dialect = Dialect()
    contracts: list[ContractSpec] = []
    problems: list[Problem] = []
    for folder in folders:
        try:
            contracts.append(_Folder(folder, f"{spec.as_posix()}/contracts/{folder.name}", dialect).contract())
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(problems)
    return contracts


class _Folder:
    """One contract folder while it is read."""

    def __init__(self, folder: Path, label: str, dialect: Dialect) -> None:
        self.folder = folder
        self.label = label
        self.dialect = dialect
        self.problems: list[Problem] = []

    def contract(self) -> ContractSpec:
        """Return the folder's contract; raise SpecError with every problem found."""
        documents = {name: self._document(f"{name}.yaml", name) for name in _FILES}
        elements = {folder: self._elements(folder, kind) for folder, kind in _FOLDERS.items()}
        if not self.problems:
            self._check_lists(documents["contract"], elements)
        if not self.problems:
            contract = self._build(documents, elements)
            self.problems += references.problems(contract)
        if self.problems:
            raise SpecError(sorted(self.problems))
        return contract

    def _document(self, name: str, kind: str) -> dict[str, Any]:
        label = f"{self.label}/{name}"
        path = self.folder / name
        if not path.is_file():
            self.problems.append(Problem(label, "", "missing file"))
            return {}
        content, problems = yaml_documents.read(path, label)
        self.problems += problems or self.dialect.problems(kind, label, content)
        return content

    def _elements(self, folder: str, kind: str) -> dict[str, dict[str, Any]]:
        elements = {}
        for path in sorted((self.folder / folder).glob("*")):
            name = f"{folder}/{path.name}"
            if path.suffix != ".yaml":
                self.problems.append(Problem(f"{self.label}/{name}", "", "is not a .yaml file"))
                continue
            content = self._document(name, kind)
            elements[path.stem] = {**content, _LINES: _own_lines(path)}
            if content.get(kind, path.stem) != path.stem:
                self.problems.append(
                    Problem(f"{self.label}/{name}", kind, f"must be {path.stem}, like the file's name")
                )
        return elements

    def _check_lists(self, contract: dict[str, Any], elements: Mapping[str, Mapping[str, Any]]) -> None:
        """Report files that no list names, and names without a file."""
        label = f"{self.label}/contract.yaml"
        if contract["contract"] != self.folder.name:
            self.problems.append(Problem(label, "contract", f"must be {self.folder.name}, like the folder's name"))
        for folder, found in elements.items():
            for name in contract[folder]:
                if name not in found:
                    self.problems.append(Problem(label, folder, f"{name} has no file {folder}/{name}.yaml"))
            for name in found:
                if name not in contract[folder]:
                    reason = f"is not listed under {folder} in contract.yaml"
                    self.problems.append(Problem(f"{self.label}/{folder}/{name}.yaml", "", reason))

    def _build(self, documents: Mapping[str, Any], elements: Mapping[str, Mapping[str, Any]]) -> ContractSpec:
        content = documents["contract"]

        def ordered(folder: str, build: Callable[..., Any]) -> tuple[Any, ...]:
            files = {name: f"{self.label}/{folder}/{name}.yaml" for name in content[folder]}
            return tuple(build(elements[folder][name], file) for name, file in files.items())

        return ContractSpec(
            name=content["contract"],
            folder=self.label,
            version=content["version"],
            server=content["server"],
            instructions=content["instructions"],
            protocol_versions=tuple(content["protocolVersions"]),
            capabilities=content["capabilities"],
            error_style=content["errorStyle"],
            tools=ordered("tools", _tool),
            resources=ordered("resources", _resource),
            prompts=ordered("prompts", _prompt),
            errors=tuple(_error(code, entry) for code, entry in documents["errors"]["errors"].items()),
            types=documents["types"]["types"],
            deprecations=tuple(Deprecation(**entry) for entry in content["deprecations"]),
        )


def _tool(content: dict[str, Any], file: str) -> Tool:
    return Tool(
        name=content["tool"],
        file=file,
        title=content["title"],
        since=content["since"],
        description=content["description"],
        annotations=content["annotations"],
        input=content["input"],
        output=content["output"],
        errors=tuple(content["errors"]),
        behavior=content["behavior"],
        examples=tuple(content["examples"]),
        uses=tuple(content.get("uses", ())),
        lines=content[_LINES],
    )


def _resource(content: dict[str, Any], file: str) -> Resource:
    return Resource(
        name=content["resource"],
        file=file,
        title=content["title"],
        since=content["since"],
        description=content["description"],
        mime_type=content["mimeType"],
        uri=content.get("uri", ""),
        uri_template=content.get("uriTemplate", ""),
        parameters=content.get("parameters", {}),
        annotations=content.get("annotations", {}),
        output=content.get("output"),
        uses=tuple(content.get("uses", ())),
        errors=tuple(content.get("errors", ())),
        behavior=content["behavior"],
        examples=tuple(content.get("examples", ())),
    )


def _prompt(content: dict[str, Any], file: str) -> Prompt:
    return Prompt(
        name=content["prompt"],
        file=file,
        title=content["title"],
        since=content["since"],
        description=content["description"],
        arguments=tuple(Argument(**argument) for argument in content["arguments"]),
        result_description=content["result"]["description"],
        messages=tuple((message["role"], message["text"]) for message in content["result"]["messages"]),
        behavior=content.get("behavior", {}),
        examples=tuple(content.get("examples", ())),
    )


def _error(code: str, entry: dict[str, Any]) -> ErrorCode:
    return ErrorCode(
        code=code,
        since=entry["since"],
        when=entry["when"],
        recoverable=entry["recoverable"],
        message=entry["message"],
        suggestion=entry["suggestion"],
        suggestion_without=entry.get("suggestionWithout", {}),
        details=tuple(
            Detail(name, detail["type"], detail["description"], detail.get("optional", False))
            for name, detail in entry.get("details", {}).items()
        ),
        raised_from=tuple(entry.get("raised_from", ())),
        raised_by=entry.get("raised_by", ""),
    )


def _own_lines(path: Path) -> int:
    """Return how many lines a file has without its examples, which come last."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return len(text.partition("\nexamples:")[0].splitlines())
