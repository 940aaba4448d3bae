"""The defaults of an installed npm: its registry, and the places of its configuration files.

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
        """Return the registry that npm uses by default, "" if it cannot be read."""
        for file in self._definitions():
            try:
                found = _DEFAULT.search(read_configuration(file) or "")
            except OSError:
                continue
            if found:
                return found[1]
        return ""

    def configuration_files(self) -> list[Path]:
        """Return the configuration files of the node and npm installations, by falling precedence."""
        node = shutil.which("node", path=self._path)
        files = [Path(node).resolve().parent.parent / "etc/npmrc"] if node else []
        return [*files, *(root / "npmrc" for root in self._roots())]

    def _roots(self) -> list[Path]:
        """Return the folders in which npm's package may be installed; none need exist."""
        found = shutil.which("npm", path=self._path)
        if not found:
            return []
        program = Path(found).resolve()
        # `npm/bin/npm-cli.js` behind a link, or a script beside `node_modules` on Windows.
        return [program.parent.parent, program.parent / "node_modules/npm"]

    def _definitions(self) -> Iterator[Path]:
        for root in self._roots():
            # Distributions may install npm's packages next to it.
            for configuration in (root / "node_modules/@npmcli/config", root.parent / "@npmcli/config"):
                yield from (configuration / name for name in _CONFIGURATION)
            yield from (root / name for name in _OWN)
