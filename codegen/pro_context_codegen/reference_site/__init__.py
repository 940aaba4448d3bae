"""The reference as a site: pages that need no server, no network and no JavaScript to be read."""

from __future__ import annotations

from pathlib import Path

from pro_context_codegen import configuration_schema
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.output_folder import write
from pro_context_codegen.reference_site.material import Material
from pro_context_codegen.reference_site.site_pages import files

__all__ = ["FOLDER", "Material", "files", "write_site"]

FOLDER = "pro_context_contract/reference"
"""The site's place in the generated folder: inside the package, where a server finds it. Git ignores it."""


def write_site(spec: Path, folder: Path) -> tuple[int, int]:
    """Write the site of a spec folder.

    Args:
        spec: the folder that holds `contracts/`.
        folder: the folder that shall hold the site and nothing else.

    Returns:
        The number of files of the site, and the number of files that changed.

    Raises:
        SpecError: the spec cannot be used, or the folder holds other files.
    """
    site = files(Material.read(spec, read_contracts(spec), configuration_schema.read(spec)))
    changed = write(folder, {path: text.encode() for path, text in site.items()})
    return len(site), len(changed)
