"""Templates of texts that are no markup."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def text_templates(folder: str = "templates") -> Environment:
    """Return the templates of a folder of this package; a value is written as it is."""
    return Environment(  # noqa: S701
        loader=PackageLoader("pro_context_codegen", folder),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
