"""Which libraries exist: the catalogue and how a name finds its library."""
