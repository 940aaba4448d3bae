"""What an npm that is installed says by itself: the registry it asks where none is configured, and where it looks.

Its files are read as text and never run.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from pro_context_engine.libraries.project.index_address import read_configuration

_CONFIGURATION = ("lib/definitions/definitions.js", "lib/definitions.js")
_OWN = ("lib/utils/config/definitions.js", "lib/config/defaults.js")
# `registry: new Definition('registry', { default: 'https://…'` since npm 7, `registry: 'https://…'` before.
_DEFAULT = re.compile(
    r"^ {2,8}registry: (?:new Definition\('registry', \{\s{1,20}default: )?'(https://[\w.:/-]{1,200})'", re.M
)


class NpmInstallation:
    """The npm that the user would run.

    Args:
        environ: environment variables.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._path = environ.get("PATH", "")

    def default_registry(self) -> str:
        """Return the registry that npm asks where none is configured, "" where that cannot be read."""
        for file in self._definitions():
            try:
                found = _DEFAULT.search(read_configuration(file) or "")
            except OSError:
                continue
            if found:
                return found[1]
        return ""

    def configuration_files(self) -> list[Path]:
        """Return the configuration files that lie beside node and npm, those that count more first."""
        node = shutil.which("node", path=self._path)
        files = [Path(node).resolve().parent.parent / "etc/npmrc"] if node else []
        return [*files, *(root / "npmrc" for root in self._roots())]

    def _roots(self) -> list[Path]:
        """Return the folders that npm's own package may be, none of which need be there."""
        found = shutil.which("npm", path=self._path)
        if not found:
            return []
        program = Path(found).resolve()
        # `npm/bin/npm-cli.js` behind a link, or a script beside `node_modules` on Windows.
        return [program.parent.parent, program.parent / "node_modules/npm"]

    def _definitions(self) -> Iterator[Path]:
        for root in self._roots():
            # Distributions may install npm's packages beside it.
            for configuration in (root / "node_modules/@npmcli/config", root.parent / "@npmcli/config"):
                yield from (configuration / name for name in _CONFIGURATION)
            yield from (root / name for name in _OWN)
