"""The places of symbols: the page and anchor that document each, against the outlines of the pages."""

import json
from pathlib import Path

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.npm.npm_documentation import NpmDocumentation
from pro_context_engine.sources.packages.package_urls import parse_package_url


def documentation(folder: Path, files: dict[str, str]) -> NpmDocumentation:
    manifest = json.dumps({"name": "otter", "version": "1.0.0", "types": "index.d.ts"})
    for path, text in {"package.json": manifest, **files}.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return NpmDocumentation(InstalledPackage("otter", "1.0.0", "", str(folder), ""))


def heading(opened: NpmDocumentation, url: str) -> str:
    address, _, anchor = url.partition("#")
    parsed = parse_package_url(address, "npm")
    page = opened.page(parsed) if parsed else None
    assert page is not None
    return next((one.title for one in page.headings if one.anchor == anchor and anchor), "")


def test_each_symbol_leads_to_its_heading(tmp_path: Path) -> None:
    options = "".join(
        f"  /** Option {one} of the dive, told at length. */\n  option{one}?: string;\n" for one in range(40)
    )
    files = {
        "index.d.ts": "import { a as Otter } from './dist/c';\nexport { Otter };\nexport type { Options };\n"
        f"interface Options {{\n{options}}}\nexport declare function dive(options: Options): void;\n",
        "dist/c.d.ts": "declare class Seal { swim(): void }\nexport { Seal as a };",
    }
    opened = documentation(tmp_path, files)
    found = {one.name: heading(opened, one.url) for one in opened.symbols().symbols}
    assert found.pop("otter") == ""
    assert len(found) == 44
    assert all(name == title for name, title in found.items())


def test_a_long_file_has_several_pages(tmp_path: Path) -> None:
    text = "".join(f"export declare function dive{one}(depth: '{'deep' * 100}'): void;\n" for one in range(1_200))
    opened = documentation(tmp_path, {"index.d.ts": text})
    assert [entry.title for entry in opened.entries()] == ["otter", "otter (part 2)", "otter (part 3)"]
    last = opened.symbols().find("dive1199")
    assert last
    assert "/index.d.ts/3#" in last.url
    assert heading(opened, last.url) == "dive1199"
    missing = parse_package_url("npm://otter/1.0.0/api/index.d.ts/4", "npm")
    assert missing
    assert opened.page(missing) is None
