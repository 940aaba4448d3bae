"""Which versions the package index has, and their files, unpacked: nothing of them is ever run or imported."""
