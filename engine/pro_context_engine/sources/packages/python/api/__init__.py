"""A Python package's interface as documentation, from its syntax: signatures and docstrings, nothing imported."""
