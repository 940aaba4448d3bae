"""The parsing of Python modules, with what the parser leaves out of their syntax."""
