"""The reference as a site: pages that need no server, no network and no JavaScript to be read."""

from __future__ import annotations

from pro_context_codegen.site.material import Material
from pro_context_codegen.site.pages import files

__all__ = ["FOLDER", "Material", "files"]

FOLDER = "pro_context_contract/reference"
"""Where it stands in the generated folder: inside the package, so that a server has it to serve."""
