"""Build hook of the package: render the reference as a site (docs/decisions/0043)."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ReferenceSite(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the site into the wheel; for a development installation, into the source tree, where git ignores it."""

    PLUGIN_NAME = "custom"
    _rendered = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Render the site with the code generator of this source tree.

        Args:
            version: "standard", or "editable" for a development installation.
            build_data: what hatchling packs besides the package's files.
        """
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "codegen"))
        # The generator is part of the source tree, not installed for the build.
        from pro_context_codegen.reference_site import FOLDER, write_site  # noqa: PLC0415

        if version == "editable":
            write_site(root / "spec", root / "generated" / FOLDER)
        else:
            self._rendered = tempfile.mkdtemp()
            write_site(root / "spec", Path(self._rendered))
            build_data["force_include"][self._rendered] = FOLDER

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the rendered copy, which is in the wheel now."""
        if self._rendered:
            shutil.rmtree(self._rendered)
