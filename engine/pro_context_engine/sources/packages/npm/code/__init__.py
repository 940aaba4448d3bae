"""JavaScript modules with documentation comments, read as declarations."""
