"""The deprecation of Python objects: since which version, why, and what replaces them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import symbol_in, table_of

from pro_context_engine.domain.symbols import SymbolDeprecation


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "@deprecated('Use `leap` instead.')\ndef jump(): ...\n",
            SymbolDeprecation("", "Use `leap` instead.", "leap"),
        ),
        (
            "def jump():\n    '''Jump.\n\n    .. deprecated:: 1.4\n        Use :func:`leap`.\n    '''\n",
            SymbolDeprecation("1.4", "Use :func:`leap`.", "leap"),
        ),
        (
            "def jump():\n    '''Deprecated since version 2.0: use pond.leap() instead.'''\n",
            SymbolDeprecation("2.0", "Deprecated since version 2.0: use pond.leap() instead.", "pond.leap"),
        ),
        (
            "import warnings\ndef jump():\n    warnings.warn('`jump` is gone, use `leap`', DeprecationWarning)\n",
            SymbolDeprecation("", "`jump` is gone, use `leap`", "leap"),
        ),
        (
            "import warnings\nclass jump:\n    def __init__(self):\n"
            "        warnings.warn('old since 3.1', category=DeprecationWarning, stacklevel=2)\n",
            SymbolDeprecation("3.1", "old since 3.1", ""),
        ),
        (
            "import warnings\ndef jump(far=None):\n    if far:\n        warnings.warn('far', DeprecationWarning)\n",
            None,
        ),
        ("@deprecate_kwarg('far')\ndef jump(far=None): ...\n", None),
        ("@deprecated_instance_property\ndef jump(cls): ...\n", None),
        (
            "def jump(far):\n    '''Jump.\n\n    .. deprecated:: 2.0\n        Argument `far` is ignored.\n    '''\n",
            None,
        ),
        ("def jump(far):\n    '''Jump.\n\n    .. deprecated:: 2.0\n        The default will change.\n    '''\n", None),
        ("def jump(far):\n    '''Jump.\n\n    far: int\n        .. deprecated:: 2.0\n    '''\n", None),
    ],
)
def test_a_deprecation_is_found(tmp_path: Path, source: str, expected: SymbolDeprecation | None) -> None:
    assert symbol_in(table_of(tmp_path, {"pond/__init__.py": source}), "pond.jump").deprecation == expected
