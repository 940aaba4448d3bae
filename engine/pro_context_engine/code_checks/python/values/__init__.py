"""The values of expressions, calls and annotations, along the statements of a body; nothing is executed."""
