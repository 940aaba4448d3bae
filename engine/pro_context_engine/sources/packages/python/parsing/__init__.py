"""The parsing of Python modules, with the facts that the parser leaves out."""
