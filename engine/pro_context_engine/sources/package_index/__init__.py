"""Package indexes: the versions of packages, and their files, unpacked; nothing of them is ever run or imported."""
