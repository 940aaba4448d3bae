"""What is wrong with an installation, and what to do about it: small checks that change nothing."""
