"""Where documentation lives, one file each."""
