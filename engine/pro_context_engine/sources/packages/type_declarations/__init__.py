"""What TypeScript declaration files say of a package's interface: read by a light scanner of our own, never run."""
