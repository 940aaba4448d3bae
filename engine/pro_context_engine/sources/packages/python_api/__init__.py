"""A package's interface as documentation, from its syntax alone: signatures and docstrings, nothing imported."""
