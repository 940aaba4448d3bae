"""The files of an installed package, those of editable and divided distributions included."""
