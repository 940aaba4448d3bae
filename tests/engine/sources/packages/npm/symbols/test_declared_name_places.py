"""The places of names of npm packages, found before the table of all symbols is made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.npm.npm_documentation import NpmDocumentation

FILES = {
    "index.d.ts": (
        'export * from "./river";\nexport { B as Beaver } from "./chunk";\nexport { default as dam } from "./dam";\n'
        'export { default } from "./dam";\ndeclare const lodge: Lodge;\nexport { lodge };\n'
        "export interface Lodge extends House { enter(): void }\nexport interface House { leave(): void }\n"
    ),
    "river.d.ts": (
        "export declare class Otter extends Swimmer { dive(depth: number): void; }\n"
        "export declare class Swimmer { swim(): void; }\n"
        "export declare namespace bank { function dig(): void }\n"
        "export interface fish { name: string }\nexport declare function fish(): void;\n"
    ),
    "chunk.d.ts": "declare class Beaver { gnaw(): void; }\nexport { Beaver as B };\n",
    "dam.d.ts": "export default function build(): void;\n",
    "legacy.d.ts": "export declare class Otter { sink(): void; }\nexport declare function drain(): void;\n",
}
MANIFEST = {
    "name": "wetland",
    "version": "1.0.0",
    "exports": {".": {"types": "./index.d.ts"}, "./legacy": {"types": "./legacy.d.ts"}},
}


@pytest.fixture
def documentation(tmp_path: Path) -> NpmDocumentation:
    for path, text in FILES.items():
        (tmp_path / path).write_text(text)
    (tmp_path / "package.json").write_text(json.dumps(MANIFEST))
    return NpmDocumentation(InstalledPackage("wetland", "1.0.0", "", str(tmp_path), str(tmp_path)))


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("Otter", "river.d.ts#otter"),
        ("wetland.Otter", "river.d.ts#otter"),
        ("Otter.dive", "river.d.ts#otterdive"),
        ("w.Otter.dive", "river.d.ts#otterdive"),
        ("Otter.swim", "river.d.ts#swimmerswim"),
        ("swim", "river.d.ts#swimmerswim"),
        ("sink", "legacy.d.ts#ottersink"),
        ("gnaw", "chunk.d.ts#beavergnaw"),
        ("lodge.enter", "index.d.ts#lodgeenter"),
        ("lodge.leave", "index.d.ts#houseleave"),
        ("dig", "river.d.ts#bankdig"),
        ("bank.dig", "river.d.ts#bankdig"),
        ("Beaver", "chunk.d.ts#beaver"),
        ("Beaver.gnaw", "chunk.d.ts#beavergnaw"),
        ("fish", "river.d.ts#fish"),
        ("dam", "dam.d.ts#build"),
        ("drain", "legacy.d.ts#drain"),
    ],
)
def test_a_name_has_the_place_that_the_table_gives_it(documentation: NpmDocumentation, name: str, page: str) -> None:
    (place,) = documentation.definition_places([name])
    assert place is not None
    assert place.url == f"npm://wetland/1.0.0/api/{page}"
    known = documentation.symbols().find(name)
    assert known is None or known.url == place.url


@pytest.mark.parametrize("name", ["Heron", "Otter.fly", "wetland.Heron", "Otter.dive.depth", "", "."])
def test_an_unknown_name_has_no_place(documentation: NpmDocumentation, name: str) -> None:
    assert documentation.definition_places([name]) == [None]


def test_names_of_the_main_entry_point_come_first(documentation: NpmDocumentation) -> None:
    main, other = documentation.definition_places(["Otter", "drain"])
    assert main is not None
    assert other is not None
    assert main.rank < other.rank


def test_a_declaration_file_of_fifty_megabytes_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large.d.ts").open("wb") as file:
        file.truncate(50_000_000)
    (tmp_path / "index.d.ts").write_text("export * from './large';\nexport interface Otter { dive(): void }\n")
    (tmp_path / "package.json").write_text(json.dumps({**MANIFEST, "exports": {".": {"types": "./index.d.ts"}}}))
    documentation = NpmDocumentation(InstalledPackage("wetland", "1.0.0", "", str(tmp_path), str(tmp_path)))
    dive, other = documentation.definition_places(["dive", "sink"])
    assert dive is not None
    assert other is None
    assert documentation.symbols().find("Otter.dive")
