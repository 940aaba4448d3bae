"""What a name in Python code can be defined as."""

from __future__ import annotations

import griffe

Definition = griffe.Module | griffe.Class | griffe.Function | griffe.Attribute | griffe.TypeAlias
