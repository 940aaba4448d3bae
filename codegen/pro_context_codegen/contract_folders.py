"""The reader of contract folders, which reports all problems of a contract at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pro_context_codegen import cross_references, element_parsing, output_fields, yaml_documents
from pro_context_codegen.dialect import dialect
from pro_context_codegen.naming import stem
from pro_context_codegen.spec import ContractSpec, Deprecation
from pro_context_codegen.spec_problems import SpecError, SpecProblem

_FOLDERS = {"tools": "tool", "resources": "resource", "prompts": "prompt"}
_FILES = ("contract", "types", "errors")


def read_contracts(spec: Path) -> list[ContractSpec]:
    """Return every contract of a spec folder, sorted by name.

    Args:
        spec: the folder that holds `contracts/`.

    Raises:
        SpecError: a contract cannot be used, for all the listed reasons.
    """
    folders = sorted(path for path in (spec / "contracts").glob("*") if path.is_dir())
    if not folders:
        raise SpecError([SpecProblem(str(spec), "", "holds no contracts/NAME folder")])
    contracts: list[ContractSpec] = []
    problems: list[SpecProblem] = []
    for folder in folders:
        try:
            contracts.append(_Folder(folder, f"{spec.as_posix()}/contracts/{folder.name}").contract())
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(problems)
    return contracts


class _Folder:
    """The reader of one contract folder; `problems` collects the problems found so far."""

    def __init__(self, folder: Path, label: str) -> None:
        self.folder = folder
        self.label = label
        self.problems: list[SpecProblem] = []

    def contract(self) -> ContractSpec:
        """Return the folder's contract.

        Raises:
            SpecError: the contract cannot be used, for all the listed reasons.
        """
        documents = {name: self._document(f"{name}.yaml", name) for name in _FILES}
        if (self.folder / output_fields.FILE).is_file():
            documents["fields"] = self._document(output_fields.FILE, "fields")
        listed = {folder: self._elements(folder, kind) for folder, kind in _FOLDERS.items()}
        if not self.problems:
            self._check_lists(documents["contract"], listed)
        if not self.problems:
            contract = self._build(documents, listed)
            self.problems += cross_references.problems(contract)
        if self.problems:
            raise SpecError(sorted(self.problems))
        return contract

    def _document(self, name: str, kind: str) -> dict[str, Any]:
        label = f"{self.label}/{name}"
        path = self.folder / name
        if not path.is_file():
            self.problems.append(SpecProblem(label, "", "missing file"))
            return {}
        content, problems = yaml_documents.read(path, label)
        self.problems += problems or dialect().problems(kind, label, content)
        return content

    def _elements(self, folder: str, kind: str) -> dict[str, dict[str, Any]]:
        found = {}
        for path in sorted((self.folder / folder).glob("*")):
            name = f"{folder}/{path.name}"
            if path.suffix != ".yaml":
                self.problems.append(SpecProblem(f"{self.label}/{name}", "", "is not a .yaml file"))
                continue
            content = self._document(name, kind)
            found[path.stem] = content
            if stem(content.get(kind, path.stem)) != path.stem:
                self.problems.append(
                    SpecProblem(f"{self.label}/{name}", kind, f"must be {path.stem}, like the file's name")
                )
        return found

    def _check_lists(self, contract: dict[str, Any], listed: Mapping[str, Mapping[str, Any]]) -> None:
        """Collect the listed names that have no file."""
        label = f"{self.label}/contract.yaml"
        if contract["contract"] != self.folder.name:
            self.problems.append(SpecProblem(label, "contract", f"must be {self.folder.name}, like the folder's name"))
        for folder, found in listed.items():
            for name in contract[folder]:
                if name not in found:
                    self.problems.append(SpecProblem(label, folder, f"{name} has no file {folder}/{name}.yaml"))

    def _build(self, documents: Mapping[str, Any], listed: Mapping[str, Mapping[str, Any]]) -> ContractSpec:
        content = documents["contract"]

        def ordered(folder: str, build: Callable[..., Any]) -> tuple[Any, ...]:
            """Return the elements that contract.yaml lists, in its order, then the others, sorted by name."""
            names = dict.fromkeys([*content[folder], *sorted(listed[folder])])
            return tuple(build(listed[folder][name], f"{self.label}/{folder}/{name}.yaml") for name in names)

        return ContractSpec(
            name=content["contract"],
            folder=self.label,
            version=content["version"],
            server=content["server"],
            instructions=content["instructions"],
            protocol_versions=tuple(content["protocolVersions"]),
            capabilities=content["capabilities"],
            error_style=content["errorStyle"],
            tools=ordered("tools", element_parsing.tool),
            resources=ordered("resources", element_parsing.resource),
            prompts=ordered("prompts", element_parsing.prompt),
            errors=tuple(element_parsing.error(code, entry) for code, entry in documents["errors"]["errors"].items()),
            types=documents["types"]["types"],
            deprecations=tuple(Deprecation(**entry) for entry in content["deprecations"]),
            budget=content.get("budget", {}),
            lists_output_descriptions=content.get("outputDescriptions", "listed") == "listed",
            events_path=content.get("eventsPath", ""),
            corpus_filters=content.get("corpusFilters", ""),
            output_fields=documents.get("fields", {}),
        )
