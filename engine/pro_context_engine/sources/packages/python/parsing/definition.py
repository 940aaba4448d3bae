"""The kinds of definitions in Python code."""

from __future__ import annotations

import griffe

Definition = griffe.Module | griffe.Class | griffe.Function | griffe.Attribute | griffe.TypeAlias
