"""The check of TypeScript code by symbol tables."""

from __future__ import annotations

import pytest

from pro_context_engine.code_checks.typescript.declared_types import Declarations
from pro_context_engine.code_checks.typescript.typescript_check import check_typescript, imported_packages
from pro_context_engine.domain.symbols import (
    PackageSymbol,
    Parameter,
    Signature,
    SymbolDeprecation,
    SymbolKind,
    SymbolTable,
)


def function(name: str, returns: str = "", **parameters: str) -> PackageSymbol:
    given = tuple(Parameter(key, annotation=kind) for key, kind in parameters.items())
    return PackageSymbol(name, SymbolKind.FUNCTION, signatures=(Signature(given, returns),))


TABLE = SymbolTable(
    "lantern",
    "2.0.0",
    (
        PackageSymbol("Lamp", SymbolKind.CLASS, own=("glow", "dim"), signatures=(Signature(),)),
        PackageSymbol("Lamp.glow", SymbolKind.METHOD, signatures=(Signature((), "Lamp"),)),
        PackageSymbol("Lamp.dim", SymbolKind.METHOD, deprecation=SymbolDeprecation("1.2", "", "glow")),
        PackageSymbol("Options", SymbolKind.INTERFACE, own=("colour", "watts")),
        PackageSymbol("Partly", SymbolKind.INTERFACE, own=("a",), bases=("Elsewhere",), complete=0.5),
        function("light", "Lamp", options="Options | undefined"),
        function("later", "Promise<Lamp>"),
        function("part", "Partly"),
    ),
)


def found(code: str) -> list[tuple[int, str, str]]:
    result = check_typescript(code, {"lantern": Declarations("lantern", (TABLE,))})
    return [(one.line, one.name, one.kind.value) for one in result.findings]


WRONG = {
    'import { Lampe } from "lantern";\n': (1, "Lampe", "missing-name"),
    'import * as l from "lantern";\nl.Lampe();\n': (2, "Lampe", "missing-name"),
    'import { light } from "lantern";\nlight().glow().shine();\n': (2, "shine", "missing-attribute"),
    'import { light } from "lantern";\nconst lamp = light();\nlamp.shine();\n': (3, "shine", "missing-attribute"),
    'import { Lamp } from "lantern";\nconst lamp = new Lamp();\nlamp.shine();\n': (3, "shine", "missing-attribute"),
    'import { later } from "lantern";\nconst lamp = await later();\nlamp.shine();\n': (3, "shine", "missing-attribute"),
    'import { light } from "lantern";\nlight({ color: "red" });\n': (2, "color", "unknown-argument"),
    'import { light } from "lantern";\nlight().dim();\n': (2, "dim", "deprecated"),
    'const { Lampe } = require("lantern");\n': (1, "Lampe", "missing-name"),
}


@pytest.mark.parametrize("code", WRONG)
def test_what_does_not_exist_is_found(code: str) -> None:
    assert found(code) == [WRONG[code]]


@pytest.mark.parametrize(
    "code",
    [
        'import { light, type Lamp } from "lantern";\nlight({ colour: "red", watts: 3 }).glow().glow();\n',
        'import { part } from "lantern";\npart().something;\n',
        'import { light } from "lantern";\nlight({ ...rest, color: 1 });\n',
        'import { other } from "elsewhere";\nother.thing();\n',
        'import { light as l } from "lantern";\n// l().shine();\nconst text = "l().shine()";\n',
        'import { Own } from "./lantern";\nOwn.thing();\n',
    ],
)
def test_what_may_exist_is_no_finding(code: str) -> None:
    assert found(code) == []


def test_packages_are_read_from_imports() -> None:
    code = 'import a from "@x/a/sub";\nimport "b";\nconst c = require("c");\nimport d from "./d";\nimport "node:fs";'
    assert imported_packages(code) == ["@x/a", "b", "c"]


def test_names_handed_on_from_unread_packages_are_unresolved() -> None:
    code = 'import { Lampe } from "lantern";\n'
    result = check_typescript(code, {"lantern": Declarations("lantern", (TABLE,), is_whole=False)})
    assert result.findings == []
    assert result.uses["lantern"].unresolved == 1
