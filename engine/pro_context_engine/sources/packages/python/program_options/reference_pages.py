"""The pages that a package has besides its modules: its command line, its environment variables, its fixtures."""

from __future__ import annotations

from collections.abc import Mapping

from pro_context_engine.sources.packages.files.distribution_files import DistributionFiles
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles
from pro_context_engine.sources.packages.python.program_options.installed_commands import commands_of
from pro_context_engine.sources.packages.python.program_options.module_scans import ModuleScan

COMMAND_LINE = "command-line"
ENVIRONMENT = "environment"
FIXTURES = "fixtures"


class ReferencePages:
    """The reference pages of one distribution.

    Args:
        package: its name.
        files: its files.
        modules: its modules by dotted name.
    """

    def __init__(self, package: str, files: DistributionFiles, modules: Mapping[str, ModuleFiles]) -> None:
        self._package = package
        self._files = files
        self._scan = ModuleScan(modules, files.content, files.text)
        self._titles: dict[str, str] | None = None

    def titles(self) -> Mapping[str, str]:
        """Return the titles of the pages by their paths; the texts of the modules are searched once."""
        if self._titles is None:
            titles = {}
            if commands_of(self._files.metadata("entry_points.txt")):
                titles[COMMAND_LINE] = f"{self._package} command line"
            if self._scan.reads_variables():
                titles[ENVIRONMENT] = f"{self._package} environment variables"
            if self._scan.defines_fixtures():
                titles[FIXTURES] = f"{self._package} fixtures"
            self._titles = titles
        return self._titles

    def markdown(self, path: str) -> str:
        """Return a page as Markdown, "" for an unknown one or one without an entry."""
        # The import of griffe, as for modules.
        from pro_context_engine.sources.packages.python.program_options.command_line_page import (  # noqa: PLC0415
            command_line_markdown,
        )
        from pro_context_engine.sources.packages.python.program_options.environment_page import (  # noqa: PLC0415
            environment_markdown,
        )
        from pro_context_engine.sources.packages.python.program_options.fixtures_page import (  # noqa: PLC0415
            fixtures_markdown,
        )

        if path == COMMAND_LINE:
            commands = commands_of(self._files.metadata("entry_points.txt"))
            return command_line_markdown(self._package, commands, self._scan)
        if path == FIXTURES:
            return fixtures_markdown(self._package, self._scan)
        return environment_markdown(self._package, self._scan) if path == ENVIRONMENT else ""
